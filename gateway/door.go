package gateway

import (
	"container/list"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"go.uber.org/zap"
)

// headerBytes is how large the headers of a request may be: the largest are a browser's cookies of
// others, which we do not set, and a proxy's.
const headerBytes = 32 << 10

// HTTP gives a server of Handler that bears with slow clients no longer than Config.Times says, and with
// no more connections than Config.Limits says. It is the caller's to start and to shut down.
func (s *Server) HTTP() *http.Server {
	server := s.newHTTP(s.handler)
	server.ConnState = s.door.changed
	return server
}

// AdminHTTP is HTTP for Admin, without a limit on connections.
func (s *Server) AdminHTTP() *http.Server {
	server := s.newHTTP(s.admin)
	server.WriteTimeout += s.config.Times.Boards // it counts from the request on
	return server
}

// newHTTP bounds each step of a request. What becomes a socket is free of these bounds, and has its own.
func (s *Server) newHTTP(handler http.Handler) *http.Server {
	times := s.config.Times
	return &http.Server{
		Handler: handler, MaxHeaderBytes: headerBytes,
		ReadHeaderTimeout: times.Header, ReadTimeout: times.Request, WriteTimeout: times.Response, IdleTimeout: times.KeepAlive,
		ErrorLog: zap.NewStdLog(s.config.Log),
	}
}

var (
	tooManyFromAddress = rawAnswer(http.StatusTooManyRequests, textAddress)
	tooManyInAll       = rawAnswer(http.StatusServiceUnavailable, textFull)
)

// door keeps the connections few that are no sockets: those on which no request has come yet, or one is
// being answered, or the next is waited for. One that waits costs its client nothing, so where an address
// has too many of these the oldest makes way, and whoever comes in honesty is let in all the same.
type door struct {
	most, perAddress int
	exempt           proxies
	refused          func(why string)

	mu        sync.Mutex
	conns     map[net.Conn]*list.Element
	addresses map[netip.Prefix]*list.List // of *caller, the one that waits for longest in front
}

type caller struct {
	conn    net.Conn
	address netip.Prefix
	busy    bool // a request is being answered
}

func newDoor(limits Limits, exempt proxies, refused func(why string)) *door {
	return &door{
		most: limits.Connections, perAddress: limits.ConnectionsPerAddress, exempt: exempt, refused: refused,
		conns: map[net.Conn]*list.Element{}, addresses: map[netip.Prefix]*list.List{},
	}
}

// changed is told of each connection of the HTTP server: http.Server.ConnState.
func (d *door) changed(conn net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		d.enter(conn)
	case http.StateActive:
		d.set(conn, true)
	case http.StateIdle:
		d.set(conn, false)
	case http.StateHijacked, http.StateClosed:
		d.leave(conn)
	}
}

func (d *door) enter(conn net.Conn) {
	address := proxies(nil).address(conn.RemoteAddr().String(), nil)
	evicted, why, answer := d.admit(conn, address)
	if evicted != nil {
		d.refused(refusedWaiting)
		_ = evicted.Close() // its reader finds out
	}
	if why != "" {
		d.refused(why)
		turnAway(conn, answer)
	}
}

// admit takes a connection in, for which another may have to go, or says why not and how to answer it.
func (d *door) admit(conn net.Conn, address netip.Prefix) (evicted net.Conn, why, answer string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	callers := d.addresses[address]
	if callers == nil {
		callers = list.New()
	}
	if callers.Len() >= d.perAddress && !d.isExempt(conn) {
		waiting := longestWaiting(callers)
		if waiting == nil {
			return nil, refusedAddress, tooManyFromAddress
		}
		evicted = waiting.Value.(*caller).conn
		d.remove(waiting)
	}
	if len(d.conns) >= d.most {
		return evicted, refusedFull, tooManyInAll
	}
	d.addresses[address] = callers
	d.conns[conn] = callers.PushBack(&caller{conn: conn, address: address})
	return evicted, "", ""
}

// isExempt reports whether a connection is one of our proxies': these bring people from many addresses.
func (d *door) isExempt(conn net.Conn) bool {
	at, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	return err == nil && d.exempt.has(at.Addr().Unmap())
}

func longestWaiting(callers *list.List) *list.Element {
	for e := callers.Front(); e != nil; e = e.Next() {
		if !e.Value.(*caller).busy {
			return e
		}
	}
	return nil
}

// turnAway tells a connection on which nothing has come yet why it is closed, as far as it listens.
func turnAway(conn net.Conn, answer string) {
	_ = conn.SetWriteDeadline(time.Now().Add(time.Second)) // what is written fits the socket's buffer
	_, _ = io.WriteString(conn, answer)
	_ = conn.Close()
}

func rawAnswer(status int, text string) string {
	return fmt.Sprintf("HTTP/1.1 %d %s\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s\n",
		status, http.StatusText(status), len(text)+1, text)
}

func (d *door) set(conn net.Conn, busy bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e, known := d.conns[conn]
	if !known {
		return
	}
	c := e.Value.(*caller)
	c.busy = busy
	if !busy {
		d.addresses[c.address].MoveToBack(e)
	}
}

func (d *door) leave(conn net.Conn) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e, known := d.conns[conn]; known {
		d.remove(e)
	}
}

func (d *door) remove(e *list.Element) {
	c := e.Value.(*caller)
	callers := d.addresses[c.address]
	callers.Remove(e)
	if callers.Len() == 0 {
		delete(d.addresses, c.address)
	}
	delete(d.conns, c.conn)
}
