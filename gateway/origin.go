package gateway

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// origins are the web pages from which a browser may speak to the service, each as SCHEME://HOST:PORT.
type origins []string

// originsOf gives the origin of the public URL. One that is this machine goes by several names, and a
// developer uses them all.
func originsOf(public *url.URL) origins {
	hosts := []string{public.Hostname()}
	if isLocal(public.Hostname()) {
		hosts = append(hosts, "localhost", "127.0.0.1", "::1")
	}
	var all origins
	for _, host := range hosts {
		all = append(all, origin(public.Scheme, host, public.Port()))
	}
	return all
}

// allow reports whether a request may come from where it says. One that does not say is no browser's.
func (o origins) allow(r *http.Request) bool {
	headers := r.Header.Values("Origin")
	if len(headers) == 0 {
		return true
	}
	u, err := url.Parse(headers[0])
	if len(headers) > 1 || err != nil || u.Host == "" {
		return false
	}
	return slices.Contains(o, origin(u.Scheme, u.Hostname(), u.Port()))
}

func origin(scheme, host, port string) string {
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[scheme]
	}
	return scheme + "://" + net.JoinHostPort(strings.ToLower(host), port)
}

func isLocal(host string) bool {
	a, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || (err == nil && a.IsLoopback())
}
