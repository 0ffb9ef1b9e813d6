package gateway_test

import (
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// Each way to be slow at the door has its end, so that none holds a connection for ever: a connection on
// which nothing comes, headers and bodies that drip in, one that waits for its next request, and one that
// does not take its answer. (Each fails without its line in Server.newHTTP.)
func TestSlowRequestsEnd(t *testing.T) {
	const call = "POST /api/samedeal.v1.PlayerService/CreateGuest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	for _, c := range []struct {
		name, first string
		drip        byte
		after       time.Duration
		answered    string
	}{
		{"nothing", "", 0, 10 * time.Second, ""},
		{"headers", "GET / HTTP/1.1\r\nHost: ", 'x', 10 * time.Second, ""},
		{"the headers of a socket", "GET /ws HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nHost: ", 'x', 10 * time.Second, ""},
		{"a body", call + "Content-Length: 10000\r\n\r\n", ' ', 20 * time.Second, "HTTP/1.1 "},
		{"a body for nobody", "POST /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: 10000\r\n\r\n", ' ', 20 * time.Second, "HTTP/1.1 405"},
		{"no further request", "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", 0, time.Minute, "HTTP/1.1 200"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				conn, start := newPipedService(t).pipe(t), time.Now()
				ended := make(chan string)
				go func() {
					answer, _ := io.ReadAll(conn)
					ended <- string(answer)
				}()
				dripped := make(chan struct{})
				go func() {
					defer close(dripped)
					drip(conn, c.first, c.drip)
				}()
				answer := <-ended
				if d := time.Since(start); d < c.after || d > c.after+2*time.Second {
					t.Errorf("closed after %v, want %v", d, c.after)
				}
				if !strings.HasPrefix(answer, c.answered) {
					t.Errorf("answered %q, want %q", answer, c.answered)
				}
				_ = conn.Close()
				<-dripped
			})
		})
	}
}

// drip sends a text, and then a byte a second as long as it is taken.
func drip(conn net.Conn, first string, more byte) {
	_, err := io.WriteString(conn, first)
	for err == nil && more != 0 {
		<-time.After(time.Second)
		_, err = conn.Write([]byte{more})
	}
}

// pipe is a bare connection to a service over pipes.
func (s *service) pipe(t *testing.T) net.Conn {
	t.Helper()
	conn, err := s.dialer.NetDial("", "")
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// An answer that is not taken does not hold its connection for longer than a minute.
func TestAnAnswerThatIsNotTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn := newPipedService(t).pipe(t)
		if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		<-time.After(61 * time.Second)
		if answer, err := io.ReadAll(conn); len(answer) > 0 {
			t.Errorf("it is still written: %q, %v", answer, err)
		}
		_ = conn.Close()
	})
}

// Headers without end are refused, and not kept.
func TestHeadersWithoutEnd(t *testing.T) {
	s := newService(t)
	for name, request := range map[string]string{
		"one": "GET / HTTP/1.1\r\nHost: x\r\nCookie: " + strings.Repeat("x", 64<<10) + "\r\n\r\n",
		"many": func() string {
			var b strings.Builder
			b.WriteString("GET / HTTP/1.1\r\nHost: x\r\n")
			for n := range 4000 {
				fmt.Fprintf(&b, "X-%d: xxxxxxxx\r\n", n)
			}
			return b.String() + "\r\n"
		}(),
	} {
		if answer := s.raw(t, request); !strings.HasPrefix(answer, "HTTP/1.1 431") {
			t.Errorf("%s: answered %.60q", name, answer)
		}
	}
}
