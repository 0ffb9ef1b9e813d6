package redistest

import (
	"context"
	"errors"
	"net"
	"strings"

	"github.com/redis/go-redis/v9"
)

// Replica starts a server that follows this one, and waits until it does.
func (s *Server) Replica() *Server {
	s.t.Helper()
	host, port, err := net.SplitHostPort(s.addr)
	if err != nil {
		s.t.Fatal(err)
	}
	// By default a master waits for more replicas before it sends what it has.
	if err := s.Client().ConfigSet(s.t.Context(), "repl-diskless-sync-delay", "0").Err(); err != nil {
		s.t.Fatalf("setting the delay of %s: %v", s.addr, err)
	}
	r := newServer(s.t, "--appendonly", "yes", "--appendfsync", "always", "--replicaof", host+" "+port)
	r.start()
	c := redis.NewClient(r.options())
	defer c.Close() //nolint:errcheck // it has only asked
	r.await("follows "+s.addr, func(ctx context.Context) error {
		info, err := c.Info(ctx, "replication").Result()
		if err == nil && !strings.Contains(info, "master_link_status:up") {
			err = errors.New("the link is not up")
		}
		return err
	})
	return r
}

// Promote has a replica follow nobody any more, and take writes itself. What has not reached it is not there.
func (s *Server) Promote() {
	s.t.Helper()
	if err := s.Client().Do(s.t.Context(), "REPLICAOF", "NO", "ONE").Err(); err != nil {
		s.t.Fatalf("promoting redis-server on %s: %v", s.addr, err)
	}
}
