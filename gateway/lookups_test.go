package gateway

import (
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"testing"
	"testing/synctest"
	"time"
)

func TestLookups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLookups(60, 100)
		home, other := netip.MustParsePrefix("192.0.2.1/32"), netip.MustParsePrefix("192.0.2.2/32")
		// Thirty players behind one address, each in and out of rooms as they like.
		for n := range 3000 {
			if !l.May(home, "", "BKTWRN") {
				t.Fatalf("player %d is turned away", n%30)
			}
			l.Found(home, "", "BKTWRN")
		}
		for n := range 60 {
			if !l.May(home, "", "XXXXXX") {
				t.Fatalf("only %d guesses", n)
			}
			l.Failed(home)
		}
		for _, c := range []struct {
			address netip.Prefix
			room    string
			may     bool
		}{{home, "XXXXXX", false}, {home, "BKTWRN", true}, {other, "XXXXXX", true}} {
			if may := l.May(c.address, "", c.room); may != c.may {
				t.Errorf("%v may ask for %s: %v", c.address, c.room, may)
			}
		}
		<-time.After(1001 * time.Millisecond)
		if !l.May(home, "", "XXXXXX") {
			t.Error("no guess after a second")
		}
		l.Failed(home)
		if l.May(home, "", "XXXXXX") {
			t.Error("two guesses after a second")
		}
	})
}

func TestLookupsAreBounded(t *testing.T) {
	l := newLookups(1, 10)
	for n := range 1000 {
		address := netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, byte(n >> 8), byte(n)}), 32)
		l.Failed(address)
		for r := range foundMost + 5 {
			l.Found(address, "", fmt.Sprint(r))
		}
		if a := l.of(address); len(a.found) != foundMost || a.found[0] != "5" || l.May(address, "", "XXXXXX") || !l.May(address, "", "5") {
			t.Fatalf("%v has found %v", address, a.found)
		}
	}
	if len(l.addresses) != 10 || l.recent.Len() != 10 {
		t.Errorf("%d addresses, %d of them in order", len(l.addresses), l.recent.Len())
	}
}

// Whoever is heard of is not forgotten for those who come and go.
func TestLookupsForgetTheOldest(t *testing.T) {
	l := newLookups(1, 3)
	guesser := netip.MustParsePrefix("192.0.2.1/32")
	l.Found(guesser, "", "BKTWRN")
	for n := range 20 {
		l.Failed(netip.PrefixFrom(netip.AddrFrom4([4]byte{10, 0, 0, byte(n)}), 32))
		l.Failed(guesser)
	}
	if l.May(guesser, "", "XXXXXX") || !l.May(guesser, "", "BKTWRN") {
		t.Error("the guesser is forgotten")
	}
}

func TestAddresses(t *testing.T) {
	trusted := proxies{netip.MustParsePrefix("10.0.0.0/8")}
	for _, c := range []struct {
		remote, forwarded, want string
	}{
		{"192.0.2.1:80", "", "192.0.2.1/32"},
		{"[::ffff:192.0.2.1]:80", "", "192.0.2.1/32"},
		{"[2001:db8:1:2:3::4]:80", "", "2001:db8:1:2::/64"},
		{"[fe80::1%eth0]:80", "", "fe80::/64"},
		{"192.0.2.1:80", "198.51.100.7", "192.0.2.1/32"},
		{"10.0.0.1:80", "198.51.100.7", "198.51.100.7/32"},
		{"10.0.0.1:80", "203.0.113.9, 198.51.100.7", "198.51.100.7/32"},
		{"10.0.0.1:80", "198.51.100.7, 10.2.3.4", "198.51.100.7/32"},
		{"10.0.0.1:80", "nonsense", "10.0.0.1/32"},
		{"10.0.0.1:80", "", "10.0.0.1/32"},
		{"pipe", "", "invalid Prefix"},
	} {
		header := http.Header{}
		if c.forwarded != "" {
			header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := trusted.address(c.remote, header).String(); got != c.want {
			t.Errorf("%s, forwarded for %q: %s, want %s", c.remote, c.forwarded, got, c.want)
		}
	}
}

func TestOrigins(t *testing.T) {
	for _, c := range []struct {
		public, origin string
		allowed        bool
	}{
		{"https://samedeal.example", "", true},
		{"https://samedeal.example", "https://samedeal.example", true},
		{"https://samedeal.example", "https://Samedeal.example:443", true},
		{"https://samedeal.example", "http://samedeal.example", false},
		{"https://samedeal.example", "https://samedeal.example.evil.example", false},
		{"https://samedeal.example", "https://localhost", false},
		{"https://samedeal.example", "null", false},
		{"https://samedeal.example", "://", false},
		{"http://localhost:8080", "http://127.0.0.1:8080", true},
		{"http://127.0.0.1:8080", "http://localhost:8080", true},
		{"http://127.0.0.1:8080", "http://[::1]:8080", true},
		{"http://127.0.0.1:8080", "http://localhost:8081", false},
		{"http://127.0.0.1:8080", "http://evil.example:8080", false},
	} {
		public, err := url.Parse(c.public)
		if err != nil {
			t.Fatal(err)
		}
		r := &http.Request{Header: http.Header{}}
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		if allowed := originsOf(public).allow(r); allowed != c.allowed {
			t.Errorf("%s at %s is allowed: %v", c.origin, c.public, allowed)
		}
	}
	public := &url.URL{Scheme: "https", Host: "samedeal.example"}
	twice := http.Header{"Origin": {"https://samedeal.example", "https://evil.example"}}
	if originsOf(public).allow(&http.Request{Header: twice}) {
		t.Error("two origins are allowed")
	}
}
