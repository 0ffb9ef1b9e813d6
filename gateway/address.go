package gateway

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// proxies are the networks of the reverse proxies that are believed.
type proxies []netip.Prefix

// address is where a request comes from, as far as limits go: an IPv4 address, or a network of 64 bits
// of IPv6, which is what a household has. Of the addresses in X-Forwarded-For, which anybody can send,
// only what our own proxies added is believed. It is zero if there is no telling.
func (p proxies) address(remote string, header http.Header) netip.Prefix {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Prefix{}
	}
	from := at.Addr().Unmap()
	hops := strings.Split(strings.Join(header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !p.has(from) {
			break
		}
		before, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		from = before.Unmap()
	}
	return network(from)
}

func (p proxies) has(a netip.Addr) bool {
	return slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(a) })
}

func network(a netip.Addr) netip.Prefix {
	bits := 32
	if a.Is6() {
		bits = 64
	}
	network, err := a.WithZone("").Prefix(bits)
	if err != nil {
		return netip.Prefix{}
	}
	return network
}
