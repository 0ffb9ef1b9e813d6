package gateway_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/samedeal/samedeal/gateway"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Whoever opens sockets without end from an address loses their own, and those who share it go on and
// come back. (A test that fails without the loop over the players' sockets in group.least.)
func TestWhoOpensTooManySocketsLosesTheirOwn(t *testing.T) {
	s := newService(t, func(c *gateway.Config, _ *rooms) {
		c.Limits.SocketsPerAddress = 8
		c.Times.Hello = time.Minute // whoever is told that a hello is missing, is told to make way
	})
	ana, ben := s.enter(t, binary), s.enter(t, binary)
	_, hostile, err := s.guests.New(t.Context(), "Eve")
	if err != nil {
		t.Fatal(err)
	}
	var sockets []*client
	for n := range 30 {
		c := s.dial(t, binary)
		c.send(t, hello(token(hostile)))
		c.welcome(t)
		if sockets = append(sockets, c); n >= 6 {
			sockets[n-6].want(t, samedealv1.Close_CLOSE_FLOODED)
		}
	}
	for range 30 {
		c := s.dial(t, binary) // without a hello, and not reading why it is closed
		c.hasPlace(t)
		sockets = append(sockets, c)
	}
	sockets[len(sockets)-10].want(t, samedealv1.Close_CLOSE_NO_HELLO)
	_ = ben.Close()
	await(t, func() bool {
		return s.metric(t, "closes_total", "code=client")+s.metric(t, "closes_total", "code=lost") > 0
	})
	ben = s.enter(t, binary)
	for _, c := range []*client{ana, ben} {
		c.send(t, enter(1, theRoom))
		c.receive(t)
		if a := c.receive(t).GetAnswer(); a.GetId() != 1 {
			t.Errorf("an honest player is answered %v", a)
		}
	}
	for _, c := range sockets {
		_ = c.Close()
	}
	await(t, func() bool { return s.metric(t, "connections") == 2 })
	for range 6 {
		s.enter(t, binary) // the places of those that are gone are free again
	}
}

// hasPlace waits until the server has given a socket its place, which it does after the handshake: the
// pong comes later. It is read past the WebSocket's reader, which would wait for a message.
func (c *client) hasPlace(t *testing.T) {
	t.Helper()
	if err := c.WriteControl(websocket.PingMessage, nil, time.Now().Add(c.patience)); err != nil {
		t.Fatal(err)
	}
	pong := make([]byte, 2)
	if _, err := io.ReadFull(c.NetConn(), pong); err != nil || pong[0]&0xf != websocket.PongMessage {
		t.Fatalf("a ping is answered with %x, %v", pong, err)
	}
}

// refusedAt dials, and says how it was turned away.
func (s *service) refusedAt(t *testing.T) (int, string) {
	t.Helper()
	conn, response, err := websocket.DefaultDialer.Dial(s.socketURL(), http.Header{"Sec-Websocket-Protocol": {binary}})
	if err == nil {
		_ = conn.Close()
		return 0, ""
	}
	body, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(body)
}

// A place that is free for nobody is refused with a text that says so, by address and in all. (Without the
// comparisons in crowd.reserve.)
func TestSocketsAreBounded(t *testing.T) {
	for _, c := range []struct {
		limits gateway.Limits
		status int
		says   string
	}{
		{gateway.Limits{SocketsPerAddress: 3}, http.StatusTooManyRequests, "from this address"},
		{gateway.Limits{Sockets: 3}, http.StatusServiceUnavailable, "as many connections as it takes"},
	} {
		s := newService(t, func(config *gateway.Config, _ *rooms) { config.Limits = c.limits })
		s.enter(t, binary)
		s.enter(t, binary)
		last := s.enter(t, text)
		if status, body := s.refusedAt(t); status != c.status || !strings.Contains(body, c.says) {
			t.Errorf("a fourth socket: %d %s", status, body)
		}
		_ = last.Close()
		await(t, func() bool { return s.metric(t, "connections") == 2 })
		if status, body := s.refusedAt(t); status != 0 {
			t.Errorf("a third socket: %d %s", status, body)
		}
	}
}

// A handshake that fails gives its place back. (Without crowd.cancel in serveSocket.)
func TestAFailedHandshakeTakesNoPlace(t *testing.T) {
	s := newService(t, func(c *gateway.Config, _ *rooms) { c.Limits.SocketsPerAddress = 2 })
	for range 5 {
		answer := s.raw(t, "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n"+
			"Sec-WebSocket-Key: none\r\nSec-WebSocket-Protocol: samedeal.v1\r\nSec-WebSocket-Version: 12\r\n\r\n")
		if !strings.HasPrefix(answer, "HTTP/1.1 400") {
			t.Fatalf("answered with %s", answer)
		}
	}
	s.enter(t, binary)
	s.enter(t, binary)
}

// connect opens a bare connection.
func (s *service) connect(t testing.TB) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.http.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// raw sends bytes as they are and gives all that is answered until the connection is closed.
func (s *service) raw(t testing.TB, request string) string {
	t.Helper()
	conn := s.connect(t)
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil && len(answer) == 0 {
		t.Fatal(err)
	}
	return string(answer)
}

// wantClosed waits until the server has closed a connection without a word.
func wantClosed(t *testing.T, conn net.Conn) {
	t.Helper()
	n, err := conn.Read(make([]byte, 1))
	var timeout net.Error
	if n != 0 || err == nil || errors.As(err, &timeout) && timeout.Timeout() {
		t.Fatalf("not closed: %d bytes, %v", n, err)
	}
}

// Connections on which nothing comes make way, the oldest first, so that they keep nobody out. (Without
// the call of longestWaiting in door.admit.)
func TestConnectionsThatWaitMakeWay(t *testing.T) {
	s := newService(t, func(c *gateway.Config, _ *rooms) {
		c.Limits.ConnectionsPerAddress = 4
		c.Times.Header = time.Minute // they are to make way before their time is over
	})
	player := s.enter(t, binary) // a socket is none of these
	var idle []net.Conn
	for range 50 {
		idle = append(idle, s.connect(t))
	}
	for _, conn := range idle[:46] {
		wantClosed(t, conn)
	}
	if response, body := get(t, s.http.URL+"/healthz"); response.StatusCode != http.StatusOK {
		t.Errorf("an honest request: %d %s", response.StatusCode, body)
	}
	s.enter(t, text)
	player.send(t, enter(1, theRoom))
	player.receive(t)
	if n := s.metric(t, "refusals_total", "why=waiting"); n < 46 {
		t.Errorf("%v were counted", n)
	}
}

// Where all connections of an address have requests to be answered, and where there are too many in all,
// the next is told so and closed. (Without the comparisons in door.admit.)
func TestConnectionsAreBounded(t *testing.T) {
	for _, c := range []struct {
		limits gateway.Limits
		want   string
	}{
		{gateway.Limits{ConnectionsPerAddress: 3}, "HTTP/1.1 429 Too Many Requests"},
		{gateway.Limits{Connections: 3}, "HTTP/1.1 503 Service Unavailable"},
	} {
		asked, answer := make(chan struct{}, 10), make(chan struct{})
		s := newService(t, func(config *gateway.Config, _ *rooms) {
			config.Limits = c.limits
			config.Ready = func(context.Context) error {
				asked <- struct{}{}
				<-answer
				return nil
			}
		})
		var busy []net.Conn
		for range 3 {
			conn := s.connect(t)
			if _, err := io.WriteString(conn, "GET /readyz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
			<-asked
			busy = append(busy, conn)
		}
		if got := s.raw(t, ""); !strings.HasPrefix(got, c.want) || !strings.Contains(got, "try again in a minute") {
			t.Errorf("one more is answered %q, want %s", got, c.want)
		}
		close(answer)
		for _, conn := range busy {
			if got, err := io.ReadAll(conn); !strings.HasPrefix(string(got), "HTTP/1.1 200") {
				t.Errorf("one that was in is answered %q, %v", got, err)
			}
		}
		await(t, func() bool {
			return strings.HasPrefix(s.raw(t, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), "HTTP/1.1 200")
		})
	}
}

// The connections of our own proxies bring people from many addresses. (Without isExempt in door.admit.)
func TestAProxyHasAsManyConnectionsAsItNeeds(t *testing.T) {
	s := newService(t, func(c *gateway.Config, _ *rooms) {
		c.Limits.ConnectionsPerAddress = 2
		c.Times.Header = time.Minute
		c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	var idle []net.Conn
	for range 10 {
		idle = append(idle, s.connect(t))
	}
	for _, conn := range idle {
		if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		if got, _ := io.ReadAll(conn); !strings.HasPrefix(string(got), "HTTP/1.1 200") {
			t.Errorf("answered %q", got)
		}
	}
}
