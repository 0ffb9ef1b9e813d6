package gateway_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/samedeal/samedeal/gateway"
	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// letIn is a client that was let in by a token.
func (s *service) letIn(t *testing.T, by string) *client {
	t.Helper()
	c := s.dial(t, binary)
	c.patience = time.Hour
	c.send(t, hello(token(by)))
	c.welcome(t)
	return c
}

func (s *service) mustNew(t *testing.T, name player.Name) (player.Player, string) {
	t.Helper()
	p, token, err := s.guests.New(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return p, token
}

// A connection that outlives what let it in plays on for whoever has stolen a token, and for whoever is
// banned. The store is the same for all nodes, so that it does not matter where it is changed.
func TestConnectionsEndWithWhatLetThemIn(t *testing.T) {
	for name, c := range map[string]struct {
		end    func(s *service, p player.Player, token string) error
		code   samedealv1.Close
		reason string
	}{
		"logged out": {
			func(s *service, _ player.Player, token string) error {
				_, err := s.guests.LogOut(t.Context(), token, "a request")
				return err
			}, samedealv1.Close_CLOSE_TOKEN_OVER, "logged out everywhere",
		},
		"deleted": {
			func(s *service, p player.Player, _ string) error { return s.guests.Delete(t.Context(), p.ID) },
			samedealv1.Close_CLOSE_TOKEN_OVER, "not known",
		},
		"banned": {
			func(s *service, p player.Player, _ string) error {
				_, err := s.moderation.Ban(t.Context(), p.ID, 0, "for a reason")
				return err
			}, samedealv1.Close_CLOSE_BANNED, "banned for good: for a reason",
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newPipedService(t)
				ana, anas := s.mustNew(t, "Ana")
				_, bens := s.mustNew(t, "Ben")
				phone, laptop, ben := s.letIn(t, anas), s.letIn(t, anas), s.letIn(t, bens)
				start := time.Now()
				if err := c.end(s, ana, anas); err != nil {
					t.Fatal(err)
				}
				for _, device := range []*client{phone, laptop} {
					if reason := device.want(t, c.code); !strings.Contains(reason, c.reason) {
						t.Errorf("closed with %q", reason)
					}
					_ = device.Close()
				}
				if took := time.Since(start); took > time.Second {
					t.Errorf("closed after %v", took)
				}
				// Others stay, for as long as the change is told and longer.
				for time.Since(start) < 2*player.ChangeLife {
					if ben.receive(t).GetTick() == nil {
						t.Fatal("not a tick")
					}
				}
				_ = ben.Close()
			})
		})
	}
}

// Who logged out everywhere else must be able to go on here.
func TestAFreshTokensConnectionStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t)
		_, anas := s.mustNew(t, "Ana")
		fresh, err := s.guests.LogOut(t.Context(), anas, "a request")
		if err != nil {
			t.Fatal(err)
		}
		c := s.letIn(t, fresh)
		for start := time.Now(); time.Since(start) < 2*player.ChangeLife; {
			if c.receive(t).GetTick() == nil {
				t.Fatal("not a tick")
			}
		}
		_ = c.Close()
	})
}

// forgetful tells of no change, as a store that has lost them.
type forgetful struct{ *player.Standing }

func (forgetful) Changed(context.Context) ([]player.ID, error) { return nil, nil }

// A change that is not told must be found out all the same.
func TestAMissedChangeIsFoundWithThePings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t, func(c *gateway.Config, _ *rooms) {
			c.Standing = forgetful{c.Standing.(*player.Standing)}
		})
		ana, anas := s.mustNew(t, "Ana")
		c := s.letIn(t, anas)
		start := time.Now()
		if err := s.guests.Delete(t.Context(), ana.ID); err != nil {
			t.Fatal(err)
		}
		c.want(t, samedealv1.Close_CLOSE_TOKEN_OVER)
		if took := time.Since(start); took > 15*time.Second {
			t.Errorf("closed after %v", took)
		}
		_ = c.Close()
	})
}

// While the store is away nobody is thrown out, the log is not filled, and what happened meanwhile is
// found out afterwards.
func TestStandingWhileTheStoreIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		core, logs := observer.New(zapcore.WarnLevel)
		s := newPipedService(t, func(c *gateway.Config, _ *rooms) { c.Log = zap.New(core) })
		ana, anas := s.mustNew(t, "Ana")
		c := s.letIn(t, anas)
		if err := s.guests.Delete(t.Context(), ana.ID); err != nil {
			t.Fatal(err)
		}
		s.players.Fail(errors.New("away"))
		for start := time.Now(); time.Since(start) < 5*time.Minute; {
			if c.receive(t).GetTick() == nil {
				t.Fatal("not a tick")
			}
		}
		if logs.Len() != 1 {
			t.Errorf("logged %v", logs.All())
		}
		s.players.Fail(nil)
		start := time.Now()
		c.want(t, samedealv1.Close_CLOSE_TOKEN_OVER)
		if took := time.Since(start); took > 15*time.Second {
			t.Errorf("closed after %v", took)
		}
		_ = c.Close()
	})
}

// breaking is a standing that panics.
type breaking struct{ *player.Standing }

func (breaking) Changed(context.Context) ([]player.ID, error) { panic("secret") }

func TestAPanicInTheStanding(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t, func(c *gateway.Config, _ *rooms) { c.Standing = breaking{c.Standing.(*player.Standing)} })
		ana, anas := s.mustNew(t, "Ana")
		c := s.letIn(t, anas)
		if err := s.guests.Delete(t.Context(), ana.ID); err != nil {
			t.Fatal(err)
		}
		c.want(t, samedealv1.Close_CLOSE_TOKEN_OVER)
		if n := s.metric(t, "panics_total", "where=standing"); n == 0 {
			t.Error("no panic was counted")
		}
		_ = c.Close()
	})
}
