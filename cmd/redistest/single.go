package redistest

import (
	"context"
	"testing"

	"github.com/redis/go-redis/v9"
)

// Single starts a redis-server that appends every write to its file before it answers, and that is
// killed when the test ends.
func Single(t testing.TB) *Server {
	t.Helper()
	s := newServer(t, "--appendonly", "yes", "--appendfsync", "always")
	s.start()
	return s
}

// Client gives a new client of the server, closed when the test ends. It does not send a command
// again by itself.
func (s *Server) Client() *redis.Client {
	c := redis.NewClient(s.options())
	s.t.Cleanup(func() { _ = c.Close() })
	return c
}

// Addr is where the server listens: the same after a Restart.
func (s *Server) Addr() string { return s.addr }

// Restart starts the server again after a Kill, on the same address and with the data that it had
// written, and waits until it answers.
func (s *Server) Restart() {
	s.t.Helper()
	s.start()
}

// awaitAnswer waits until the server answers a PING: one that is loading its data does not yet.
func (s *Server) awaitAnswer() {
	s.t.Helper()
	c := redis.NewClient(s.options())
	defer c.Close() //nolint:errcheck // it has been used for nothing but PING
	s.await("answers a PING", func(ctx context.Context) error { return c.Ping(ctx).Err() })
}
