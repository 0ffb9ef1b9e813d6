package gateway

import (
	"context"
	"slices"
	"time"

	"go.uber.org/zap"

	"github.com/samedeal/samedeal/player"
)

// standingBatch is how many players are looked at in one call of Standing.Check.
const standingBatch = 500

// letIn notes whose connection a session is.
func (s *Server) letIn(c *session, who player.Player) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.who = who
	s.players[who.ID] = append(s.players[who.ID], c)
}

// forgetPlayer forgets whose connection a session was. The lock is held.
func (s *Server) forgetPlayer(c *session) {
	left := slices.DeleteFunc(s.players[c.who.ID], func(other *session) bool { return other == c })
	if len(left) == 0 {
		delete(s.players, c.who.ID)
		return
	}
	s.players[c.who.ID] = left
}

// watch begins the watch over who may not be in any more: whose tokens are over, who was deleted or
// banned, at any node. The store is asked every second for whom that may hold. It may forget some, so
// all are looked at now and then.
func (s *Server) watch() {
	ctx, stop := context.WithCancel(s.ctx)
	s.stopWatching = stop
	go func() {
		defer close(s.watched)
		changed, all := time.NewTicker(s.config.Times.Standing), time.NewTicker(s.config.Times.Ping)
		defer changed.Stop()
		defer all.Stop()
		failing := false
		for {
			look := s.checkChanged
			select {
			case <-ctx.Done():
				return
			case <-all.C:
				look = s.checkAll
			case <-changed.C:
			}
			failing = s.lookFor(ctx, look, failing)
		}
	}()
}

// lookFor looks once, and reports whether that failed. Of failures on end only the first is logged.
func (s *Server) lookFor(ctx context.Context, look func(context.Context) error, failing bool) (failed bool) {
	defer func() {
		if reason := recover(); reason != nil {
			s.panicked("standing", reason)
			failed = true
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, s.config.Times.Call)
	defer cancel()
	err := look(ctx)
	if err != nil && !failing {
		s.config.Log.Warn("it is not known who may not be in any more", zap.Error(err))
	}
	return err != nil
}

// checkChanged looks at the players whose standing has changed.
func (s *Server) checkChanged(ctx context.Context) error {
	changed, err := s.config.Standing.Changed(ctx)
	if err != nil {
		return err
	}
	return s.check(ctx, s.sessionsOf(changed))
}

func (s *Server) checkAll(ctx context.Context) error {
	s.mu.Lock()
	var all []*session
	for _, sessions := range s.players {
		all = append(all, sessions...)
	}
	s.mu.Unlock()
	return s.check(ctx, all)
}

func (s *Server) sessionsOf(ids []player.ID) []*session {
	s.mu.Lock()
	defer s.mu.Unlock()
	var sessions []*session
	for _, id := range ids {
		sessions = append(sessions, s.players[id]...)
	}
	return sessions
}

// check ends those of the sessions, which were let in, whose players may not be in any more.
func (s *Server) check(ctx context.Context, sessions []*session) error {
	for batch := range slices.Chunk(sessions, standingBatch) {
		players := make([]player.Player, len(batch))
		for i, c := range batch {
			players[i] = c.who // not changed once it is let in
		}
		refused, err := s.config.Standing.Check(ctx, players)
		if err != nil {
			return err
		}
		for i, why := range refused {
			if why != nil {
				batch[i].finish(batch[i].refuse(why))
			}
		}
	}
	return nil
}
