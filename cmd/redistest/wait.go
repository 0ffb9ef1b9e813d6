package redistest

import (
	"context"
	"time"
)

const (
	patience  = 30 * time.Second
	askEvery  = 10 * time.Millisecond
	answersIn = time.Second
)

// await asks until the answer is no error. It fails the test when the process ends, or after
// patience.
func (s *Server) await(what string, ask func(context.Context) error) {
	s.t.Helper()
	ticker := time.NewTicker(askEvery)
	defer ticker.Stop()
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	for {
		ctx, cancel := context.WithTimeout(context.Background(), answersIn)
		err := ask(ctx)
		cancel()
		if err == nil {
			return
		}
		select {
		case <-s.ended:
			s.process = nil
			s.t.Fatalf("redis-server on %s has ended:\n%s", s.addr, s.output.String())
		case <-deadline.C:
			s.t.Fatalf("redis-server on %s: after %v, still waiting that it %s: %v", s.addr, patience, what, err)
		case <-ticker.C:
		}
	}
}
