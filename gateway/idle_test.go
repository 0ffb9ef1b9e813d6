package gateway_test

import (
	"net"
	"runtime"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/samedeal/samedeal/gateway"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// BenchmarkIdleConnection tells what an idle connection costs the server in memory, the stacks of its
// goroutines included. The clients are bare sockets, as small as can be, and what they cost is taken off.
func BenchmarkIdleConnection(b *testing.B) {
	const connections = 1000
	s := newService(b, func(c *gateway.Config, _ *rooms) { c.Times.Ping, c.Times.Silent = time.Hour, time.Hour })
	s.enter(b, binary) // so that what is made once is there
	for b.Loop() {
		alone := bareSockets(b, connections)
		before := inUse()
		clients := make([]net.Conn, connections)
		for i := range clients {
			clients[i] = s.enterBare(b)
		}
		b.ReportMetric(float64(inUse()-before)/connections-alone, "bytes/conn")
		for _, c := range clients {
			_ = c.Close()
		}
		for s.metric(b, "connections") > 1 {
			runtime.Gosched()
		}
	}
}

// enterBare is a client that was let in, and keeps nothing but its socket.
func (s *service) enterBare(b *testing.B) net.Conn {
	dialer := websocket.Dialer{Subprotocols: []string{binary}, ReadBufferSize: 256, WriteBufferSize: 256}
	conn, _, err := dialer.Dial(s.socketURL(), nil)
	if err != nil {
		b.Fatal(err)
	}
	c := &client{conn, binary, time.Minute}
	c.send(b, hello(guest("Ana"), func(h *samedealv1.Hello) { h.Tab = nil }))
	c.welcome(b)
	return conn.NetConn()
}

// bareSockets tells what a client's socket costs in memory.
func bareSockets(b *testing.B, n int) float64 {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	before := inUse()
	conns := make([]net.Conn, n)
	for i := range conns {
		if conns[i], err = net.Dial("tcp", listener.Addr().String()); err != nil {
			b.Fatal(err)
		}
		accepted, err := listener.Accept()
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = accepted.Close() }()
	}
	each := (inUse() - before) / uint64(n) / 2
	for _, c := range conns {
		_ = c.Close()
	}
	return float64(each)
}

func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}
