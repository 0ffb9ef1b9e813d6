package main

import (
	"slices"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// lagging is a Redis whose replica does not get what is written last, at an address that the replica takes over.
type lagging struct {
	t               *testing.T
	master, replica *redistest.Server
	at              *relay
}

func newLagging(t *testing.T) *lagging {
	master := redistest.Single(t)
	return &lagging{t: t, master: master, replica: master.Replica(), at: newRelay(t, master.Addr(), carryAll)}
}

func (l *lagging) url() string { return "redis://" + l.at.addr() }

// lag has the replica get nothing more, and what has been written so far for sure.
func (l *lagging) lag() {
	l.t.Helper()
	if n, err := l.master.Client().Wait(l.t.Context(), 1, eventually).Result(); n != 1 || err != nil {
		l.t.Fatalf("%d replicas have it all: %v", n, err)
	}
	l.replica.Promote()
}

// failOver kills the master and has the replica take its place. It gives how many entries of the logs of seats
// and of rooms are lost by it.
func (l *lagging) failOver() (seats, events int) {
	l.t.Helper()
	had, has := l.master.Client(), l.replica.Client()
	seats = l.entries(had, "*:seat:*:log") - l.entries(has, "*:seat:*:log")
	events = l.entries(had, "{r:??????}:log") - l.entries(has, "{r:??????}:log")
	l.master.Kill()
	l.at.exchange(l.replica.Addr())
	l.t.Logf("Redis lost %d acknowledged entries of seats and %d events of rooms", seats, events)
	return seats, events
}

// entries counts the entries of all logs whose key is of a form.
func (l *lagging) entries(of *redis.Client, form string) int {
	l.t.Helper()
	n := 0
	for keys := of.Scan(l.t.Context(), 0, form, 1000).Iterator(); keys.Next(l.t.Context()); {
		n += int(of.XLen(l.t.Context(), keys.Val()).Val())
	}
	return n
}

// playSome plays so many times.
func (w *witness) playSome(times int) {
	w.t.Helper()
	for range times {
		w.play()
	}
}

// Redis fails over to a replica that lags, and has lost moves that were acknowledged. As long as the node lives
// it writes them again; if it is gone too, the client sends them again.
//
// The first fails without the comparison in Writer.Append, the second if the client's resume did not give what
// is held above the server's number.
func TestWhatAReplicaLacksComesBack(t *testing.T) {
	t.Parallel()
	for round := range uint64(*rounds) {
		t.Run("from the node", func(t *testing.T) {
			t.Parallel()
			l := newLagging(t)
			s := testService(t, l.url())
			ana := seated(t, client.Config{Servers: []string{s.publicURL}}, round)
			ana.playSome(15)
			l.lag()
			ana.playSome(15)
			if seats, _ := l.failOver(); seats == 0 {
				t.Error("nothing was lost, which shows nothing")
			}
			ana.playSome(15)
			ana.finish(s.publicURL)
		})
		t.Run("from the client", func(t *testing.T) {
			t.Parallel()
			l := newLagging(t)
			one, other := startNode(t, "--redis", l.url()), startNode(t, "--redis", l.url())
			ana := seated(t, client.Config{Servers: []string{one.url(), other.url()}}, round)
			ana.playSome(15)
			l.lag()
			ana.playSome(15)
			one.kill()
			if seats, _ := l.failOver(); seats == 0 {
				t.Error("nothing was lost, which shows nothing")
			}
			ana.playSome(15)
			ana.finish(other.url())
		})
	}
}

// The replica does not even know that the race has begun. The nodes that have the room write its log again.
//
// It fails without restore in readEvents: the room is then in its lobby for ever.
func TestARaceThatAReplicaDoesNotKnowGoesOn(t *testing.T) {
	t.Parallel()
	l := newLagging(t)
	s, other := testService(t, l.url()), testService(t, l.url())
	vera := dialRaw(t, other, "Vera")
	ana := seatedIn(t, client.Config{Servers: []string{s.publicURL}}, 1, func(code string) {
		vera.command(code, `"enter":{"watch":true}`)
		l.lag()
	})
	ana.playSome(10)
	if seats, events := l.failOver(); seats == 0 || events == 0 {
		t.Error("nothing was lost, which shows nothing")
	}
	ana.playSome(10)
	ana.finish(s.publicURL)
	vera.await("the end", func(f *samedealv1.ServerFrame) bool { return isOver(f.GetRoom()) })
}

// Redis, the node and the client's page have all forgotten: the player is told what there is, and goes on
// from there.
func TestWhatNobodyRemembersIsToldToThePlayer(t *testing.T) {
	t.Parallel()
	l := newLagging(t)
	one, other := startNode(t, "--redis", l.url()), startNode(t, "--redis", l.url())
	ana := seated(t, client.Config{Servers: []string{one.url()}}, 1)
	ana.playSome(10)
	l.lag()
	kept := len(ana.tried)
	ana.playSome(10)
	token, code := ana.Token(), ana.code()
	_ = ana.Close()
	one.kill()
	if seats, _ := l.failOver(); seats == 0 {
		t.Error("nothing was lost, which shows nothing")
	}
	again := &witness{t: t, chance: ana.chance, tried: slices.Clone(ana.tried[:kept])}
	again.dial(client.Config{Servers: []string{other.url()}, Token: token})
	if err := again.Enter(again.context(), code, false); err != nil {
		t.Fatal(err)
	}
	state, err := again.Await(again.context(), func(s client.State) bool { return s.Own != nil })
	if err != nil || int(state.Own.GetNumber()) != kept {
		t.Fatalf("the player is told of %d actions, and %d are kept: %v", state.Own.GetNumber(), kept, err)
	}
	again.playSome(10)
	again.finish(other.url())
}
