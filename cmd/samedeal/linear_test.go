package main

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/engine"
)

const (
	contests    = 3 // seats that are fought for at a time
	contestTabs = 3
	// contestTime is how long a seat is fought for before its tabs resign it.
	contestTime = 2 * time.Second
	// contestMost is how long it is fought for, on a busy machine, until all has happened that should.
	contestMost = 2 * time.Minute
	killedEvery = 300 * time.Millisecond
	// seatKept is how long a tab waits at most before it takes the seat back.
	seatKept = 250 * time.Millisecond
)

// Several tabs of one player fight for a seat, on two nodes that are killed again and again: what they were told
// must be what one server would have told them that never fails, in some order that keeps to the clock. So no
// acknowledged action is lost, none counts twice, no board is shown that was left behind, nothing is decided on
// another course than the one that was told, and nobody acts who has lost the seat.
//
// It fails if Writer.Append does not wait for settle, and if tryAct claims the seat again when another has claimed it.
func TestWhatSeatsTellIsLinearizableUnderKills(t *testing.T) {
	t.Parallel()
	redis := "redis://" + redistest.Single(t).Addr()
	nodes, err := startNodes(t.Context(), "samedeal", redis, 2, t.Output())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nodes.close)
	counts := &contestCounts{counts: map[string]int{}}
	for round := range uint64(*rounds) {
		for _, c := range contestAll(t, nodes, counts, round) {
			c.check(t)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(counts.counts)) {
		t.Logf("%5d %s", counts.counts[what], what)
	}
	t.Logf("%5d nodes killed", nodes.kills)
	if lacks := counts.lacks(); len(lacks) > 0 || nodes.kills == 0 {
		t.Errorf("%d nodes were killed, and there was nothing of these kinds: %q", nodes.kills, lacks)
	}
}

// contestAll has some seats fought for while nodes are killed, and ends them.
func contestAll(t *testing.T, nodes *loadNodes, counts *contestCounts, round uint64) []*contest {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*contestMost)
	defer cancel()
	all, errs := make([]*contest, contests), make([]error, contests)
	var ready, fights sync.WaitGroup
	for i := range all {
		ready.Go(func() { all[i], errs[i] = newContest(ctx, nodes.urls, counts, round*contests+uint64(i)) })
	}
	ready.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	killing, stop := context.WithCancel(ctx)
	defer stop()
	var killer sync.WaitGroup
	killer.Go(func() {
		if err := nodes.killSome(killing, killedEvery, round, counts.accepted); err != nil {
			t.Error(err)
		}
	})
	for i, c := range all {
		fights.Go(func() { errs[i] = c.fight(ctx, round*contests+uint64(i)) })
	}
	fights.Wait()
	stop()
	killer.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		c.end(t)
	}
	return all
}

// newContest is a seat in a race of turningDeal that has begun.
func newContest(ctx context.Context, servers []string, counts *contestCounts, seed uint64) (*contest, error) {
	api, err := client.NewAPI(servers...)
	if err != nil {
		return nil, err
	}
	defer api.Close()
	p, err := dialLoad(ctx, servers, 0, seed, new(atomic.Int64))
	if err != nil {
		return nil, err
	}
	defer func() { _ = p.Close() }()
	room, err := loadCommand{Players: 1}.gather(ctx, api, []*loadPlayer{p})
	if err == nil {
		_, err = p.Await(ctx, func(s client.State) bool { return s.Own != nil })
	}
	return &contest{
		servers: servers, room: room, token: p.Token(), since: time.Now(), ending: make(chan struct{}),
		contestCounts: counts,
	}, err
}

// fight has the tabs fight until the seat has ended: for some time, and until there was what there should be.
func (c *contest) fight(ctx context.Context, seed uint64) error {
	errs := make([]error, contestTabs)
	var tabs sync.WaitGroup
	for i := range errs {
		t := &seatTab{contest: c, tab: i, chance: rand.New(rand.NewPCG(seed, uint64(i))), sent: map[uint32]string{}}
		tabs.Go(func() { errs[i] = t.fight(ctx) })
	}
	err := wait(ctx, contestTime)
	for deadline := time.Now().Add(contestMost); err == nil && len(c.lacks()) > 0 && time.Now().Before(deadline); {
		err = wait(ctx, contestTime/20) // on a busy machine
	}
	close(c.ending)
	tabs.Wait()
	return errors.Join(append(errs, err)...)
}

// end has the game that was kept told.
func (c *contest) end(t *testing.T) {
	t.Helper()
	called := c.now()
	games := gamesOf(t, c.room, c.servers...)
	if differences := verifyGames(games); len(differences) > 0 {
		t.Error(differences)
	}
	words := games.GetGames()[0].GetWords()
	c.record(contestTabs, seatAsk{kind: askGame}, called, seatAnswer{kind: toldGame, game: words}, c.now())
	for range len(words) - c.acknowledged() {
		c.count("done without an answer")
	}
}

// acknowledged is how many actions of this seat were.
func (c *contest) acknowledged() (n int) {
	for _, op := range c.history {
		if op.Output.(seatAnswer).kind == toldAccepted {
			n++
		}
	}
	return n
}

// check fails unless the history is that of one server. What was told is then drawn as a page, which
// stays.
func (c *contest) check(t *testing.T) {
	t.Helper()
	code, err := engine.ParseCode(turningDeal)
	if err != nil {
		t.Fatal(err)
	}
	c.checkEntries(t)
	began := time.Now()
	result, model, info := checkSeat(code, c.history, c.connections)
	t.Logf("room %s: %d asked on %d connections, %s after %v",
		c.room, len(c.history), c.connections, result, time.Since(began).Round(time.Millisecond))
	if result == porcupine.Ok {
		return
	}
	page, err := os.CreateTemp("", "samedeal-seat-*.html")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = page.Close() }()
	if err := porcupine.Visualize(model, info, page); err != nil {
		t.Error(err)
	}
	t.Errorf("room %s: what was told is no history of one server (%s); see %s", c.room, result, page.Name())
}

// checkEntries fails unless every answer with a board says the same of where its last action is in the log.
func (c *contest) checkEntries(t *testing.T) {
	t.Helper()
	entries := map[uint32]string{}
	for _, op := range c.history {
		answer := op.Output.(seatAnswer)
		if answer.entry == "" {
			continue
		}
		number := answer.board.number
		if before, told := entries[number]; told && before != answer.entry {
			t.Errorf("room %s: action %d is told to be at %s and at %s", c.room, number, before, answer.entry)
			return
		}
		entries[number] = answer.entry
	}
}
