package main

import (
	"io"
	"net"
	"sync"
	"testing"
)

// relay is an address behind which a server may be exchanged, and connections cut.
type relay struct {
	listener net.Listener
	// carry carries a connection to its end.
	carry func(client, server net.Conn)

	mu    sync.Mutex
	to    string
	conns map[net.Conn]bool
	works sync.WaitGroup
}

func newRelay(t testing.TB, to string, carry func(client, server net.Conn)) *relay {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{listener: listener, carry: carry, to: to, conns: map[net.Conn]bool{}}
	r.works.Go(r.accept)
	t.Cleanup(func() {
		_ = listener.Close()
		r.cut()
		r.works.Wait()
	})
	return r
}

func (r *relay) addr() string { return r.listener.Addr().String() }

func (r *relay) accept() {
	for {
		client, err := r.listener.Accept()
		if err != nil {
			return
		}
		r.works.Go(func() { r.join(client) })
	}
}

// join joins a client with the server that is behind the relay now.
func (r *relay) join(client net.Conn) {
	defer func() { _ = client.Close() }()
	r.mu.Lock()
	to := r.to
	r.conns[client] = true
	r.mu.Unlock()
	defer func() {
		r.mu.Lock()
		delete(r.conns, client)
		r.mu.Unlock()
	}()
	server, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	r.carry(client, server)
}

// carryAll carries bytes both ways until either side ends.
func carryAll(client, server net.Conn) {
	var both sync.WaitGroup
	for _, way := range [][2]net.Conn{{client, server}, {server, client}} {
		both.Go(func() {
			_, _ = io.Copy(way[1], way[0])
			_ = way[0].Close()
			_ = way[1].Close()
		})
	}
	both.Wait()
}

// exchange puts another server behind the relay, and cuts the connections to the one before.
func (r *relay) exchange(to string) {
	r.mu.Lock()
	r.to = to
	r.mu.Unlock()
	r.cut()
}

// cut ends all connections.
func (r *relay) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for conn := range r.conns {
		_ = conn.Close()
	}
}
