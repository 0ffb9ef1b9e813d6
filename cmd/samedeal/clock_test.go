package main

import (
	"context"
	"testing"
	"time"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/room"
)

// layeredService is testService with a layer between its parts.
func layeredService(t *testing.T, redisURL string, between layer) *service {
	t.Helper()
	c := serveCommand{Listen: "127.0.0.1:0", Redis: redisURL, FrameRate: 1e6, FrameBurst: 1e6}
	return startTest(t, c, between)
}

// shifted tells the store's time as a store does whose clock is off.
type shifted struct {
	room.EventStore
	by time.Duration
}

func (s shifted) Now(ctx context.Context, code room.Code) (time.Time, error) {
	now, err := s.EventStore.Now(ctx, code)
	return now.Add(s.by), err
}

// A player goes from a node that has the store's time 5 s ahead to one that has it right, as after a failover
// between hosts whose clocks differ: no action comes before the one that it follows, and none is lost.
//
// It fails if startSeat does not set notBefore and now does not look at the last action.
func TestClocksAreFiveSecondsOff(t *testing.T) {
	t.Parallel()
	address := "redis://" + redistest.Single(t).Addr()
	ahead := layeredService(t, address, layer{stores: func(c room.Config) room.Config {
		c.Events = shifted{c.Events, 5 * time.Second}
		return c
	}})
	right := testService(t, address)
	r := newRelay(t, ahead.publicURL[len("http://"):], carryAll)
	ana := seated(t, client.Config{Servers: []string{"http://" + r.addr()}}, 1)
	ana.playSome(10)
	r.exchange(right.publicURL[len("http://"):])
	ana.playSome(10)
	r.exchange(ahead.publicURL[len("http://"):])
	ana.playSome(10)
	ana.finish(right.publicURL)
}

// silentBell rings for nobody.
type silentBell struct{ room.Bell }

func (silentBell) Ring(context.Context, string, ...room.Code) error { return nil }

// All bells are lost: who watches at another node sees the last board all the same, a little later.
//
// It fails if rooms read their logs only when a bell rings.
func TestBellsAreLost(t *testing.T) {
	t.Parallel()
	address := "redis://" + redistest.Single(t).Addr()
	silent := layer{stores: func(c room.Config) room.Config {
		c.Bell = silentBell{c.Bell}
		return c
	}}
	s, other := layeredService(t, address, silent), layeredService(t, address, silent)
	ana := seated(t, client.Config{Servers: []string{s.publicURL}}, 1)
	vera := watch(t, ana.code(), other.publicURL)
	ana.playSome(20)
	ana.finish(s.publicURL)
	ana.checkWatchers([]*client.Client{vera})
}
