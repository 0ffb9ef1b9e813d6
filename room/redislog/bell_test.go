package redislog_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/room"
	"github.com/samedeal/samedeal/room/redislog"
)

// A hearing is a listener to the bell, which ends with the test.
type hearing struct {
	heard chan room.Code
	lost  chan struct{}
}

func hear(t *testing.T, bell *redislog.Bell) hearing {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	h := hearing{heard: make(chan room.Code, 1000), lost: make(chan struct{}, 1000)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		// It ends with the context's error.
		_ = bell.Hear(ctx, "listener", func(code room.Code) { h.heard <- code }, func() { h.lost <- struct{}{} })
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	<-h.lost
	return h
}

// awaitLost waits until the listener has been told so often, from now on.
func (h hearing) awaitLost(times int) {
	for len(h.lost) > 0 {
		<-h.lost
	}
	for range times {
		<-h.lost
	}
}

func TestAnotherNodeHearsTheBell(t *testing.T) {
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		one, other := open(t, redislog.Config{Client: client}), open(t, redislog.Config{Client: client})
		h := hear(t, one.Bell)
		if err := other.Bell.Ring(t.Context(), "node", "BCDFGH"); err != nil {
			t.Fatal(err)
		}
		if got := <-h.heard; got != "BCDFGH" {
			t.Errorf("heard %q", got)
		}
		apart := open(t, redislog.Config{Client: client, Prefix: "apart:"})
		if err := apart.Bell.Ring(t.Context(), "node", "KLMNPQ"); err != nil {
			t.Fatal(err)
		}
		if err := other.Bell.Ring(t.Context(), "node", "CCCCCC"); err != nil {
			t.Fatal(err)
		}
		if got := <-h.heard; got != "CCCCCC" {
			t.Errorf("heard %q of another service", got)
		}
	})
}

func TestTheBellSaysThatSomethingMayBeLostEveryNowAndThen(t *testing.T) {
	s := open(t, redislog.Config{Client: redistest.Embedded(t), CallEvery: 10 * time.Millisecond})
	h := hear(t, s.Bell)
	for range 5 {
		<-h.lost
	}
}

// Whatever ends the subscription, the listener is told, and hears again.
func TestTheBellIsHeardAgain(t *testing.T) {
	for name, fail := range map[string]func(t *testing.T, server *redistest.Server, client *redis.Client){
		"its connection is closed": func(t *testing.T, _ *redistest.Server, client *redis.Client) {
			if err := client.Do(t.Context(), "CLIENT", "KILL", "TYPE", "pubsub").Err(); err != nil {
				t.Fatal(err)
			}
		},
		"the server is killed": func(_ *testing.T, server *redistest.Server, _ *redis.Client) {
			server.Kill()
			server.Restart()
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := redistest.Single(t)
			client := server.Client()
			// It is not told without a reason during this test.
			s := open(t, redislog.Config{Client: client, CallEvery: time.Minute})
			h := hear(t, s.Bell)
			fail(t, server, client)
			<-h.lost
			await(t, "the bell is heard", func() bool {
				return s.Bell.Ring(t.Context(), "node", "BCDFGH") == nil && len(h.heard) > 0
			})
		})
	}
}

// subscribers gives the ids of the connections that listen on a server.
func subscribers(t *testing.T, client *redis.Client) []string {
	t.Helper()
	clients, err := client.Do(t.Context(), "CLIENT", "LIST", "TYPE", "pubsub").Text()
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for line := range strings.Lines(clients) {
		id, _, _ := strings.Cut(line, " ")
		ids = append(ids, id)
	}
	return ids
}

// A server that no longer answers closes no connection: only a ping tells it from one where nothing
// happens.
func TestTheBellOfAServerThatStops(t *testing.T) {
	server := redistest.Single(t)
	client := server.Client()
	// It gives a connection up that is silent for three times as long, which a busy server must not be.
	s := open(t, redislog.Config{Client: client, CallEvery: 1500 * time.Millisecond})
	h := hear(t, s.Bell)
	before := subscribers(t, client)
	h.awaitLost(4) // as time goes by, and nothing happens
	if after := subscribers(t, client); len(before) != 1 || !slices.Equal(before, after) {
		t.Errorf("where nothing happens, the connection %q has become %q", before, after)
	}
	server.Stop()
	h.awaitLost(4) // in that time it gives its connection up
	server.Continue()
	await(t, "it has another connection", func() bool {
		after := subscribers(t, client)
		return len(after) == 1 && after[0] != before[0]
	})
	await(t, "the bell is heard", func() bool {
		return s.Bell.Ring(t.Context(), "node", "BCDFGH") == nil && len(h.heard) > 0
	})
}
