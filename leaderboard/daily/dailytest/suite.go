// Package dailytest is the suite that every store of the daily challenge must pass: Run holds an implementation to
// what the comments of package daily's interfaces promise. An implementation's test calls it with a way to make a
// store:
//
//	func TestStore(t *testing.T) {
//		dailytest.Run(t, func(t *testing.T) daily.Store { return open(t) })
//	}
//
// Each interface has its file here, and its parts in the table of that file. Memory is such a store, for tests of
// what stands on one.
package dailytest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
)

// Two players, and how many do the same thing at once.
const (
	ana     leaderboard.Player = "anaaaaaaaaaaaaaaaaaaaaaaaa"
	ben     leaderboard.Player = "benaaaaaaaaaaaaaaaaaaaaaaa"
	callers                    = 16
)

// Three challenges: two of a day, which is a leap day, and one of the next.
var (
	leapDay  = leaderboard.DateOf(time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC))
	klondike = daily.Challenge{Date: leapDay, Variant: "KL1-D3N"}
	freeCell = daily.Challenge{Date: leapDay, Variant: "FC1-C4"}
	next     = daily.Challenge{Date: leapDay.Add(1), Variant: "KL1-D3N"}
)

// part is a part of the suite: what is promised, and the test of it.
type part struct {
	name string
	test func(t *testing.T, store daily.Store)
}

// Run runs the suite, each part of it on a store of its own that is empty, that open makes and closes when the
// part's test ends.
func Run(t *testing.T, open func(t *testing.T) daily.Store) {
	for _, parts := range [][]part{dealParts(), attemptParts(), historyParts()} {
		for _, p := range parts {
			t.Run(p.name, func(t *testing.T) { p.test(t, open(t)) })
		}
	}
	t.Run("a cancelled call says so", func(t *testing.T) { cancelled(t, open(t)) })
}

func cancelled(t *testing.T, store daily.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, use := range map[string]func() error{
		"Secret":    func() error { _, err := store.Secret(ctx, []byte("secret")); return err },
		"Days":      func() error { _, err := store.Days(ctx, leapDay); return err },
		"Keep":      func() error { _, err := store.Keep(ctx, klondike, dealOf(t, "KL1-D3N-AAAAAAB"), inAYear()); return err },
		"Void":      func() error { return store.Void(ctx, klondike, inAYear()) },
		"Begin":     func() error { _, err := store.Begin(ctx, klondike, ana, attempt(1), inAYear()); return err },
		"Attempts":  func() error { _, err := store.Attempts(ctx, ana, klondike); return err },
		"Players":   func() error { _, err := store.Players(ctx, klondike); return err },
		"Drop":      func() error { return store.Drop(ctx, ana, klondike) },
		"History":   func() error { _, err := store.History(ctx, ana); return err },
		"Note":      func() error { _, err := store.Note(ctx, ana, klondike, entry(1), inAYear()); return err },
		"SetOffset": func() error { _, err := store.SetOffset(ctx, ana, 30, inAYear()); return err },
		"Remove":    func() error { _, err := store.Remove(ctx, ana, instant(1), inAYear()); return err },
	} {
		if err := use(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", name, err)
		}
	}
}

// inAYear is an end that does not come within a test, and past one that has come.
func inAYear() time.Time { return time.Now().AddDate(1, 0, 0) }

func past() time.Time { return time.Now().Add(-time.Hour) }

// instant is some instant, later the higher n is, and to the millisecond.
func instant(n int) time.Time {
	return leapDay.Start().Add(time.Duration(n)*time.Hour + 7*time.Millisecond)
}

// atOnce calls a function from many goroutines and waits for all of them.
func atOnce(call func(i int)) {
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() { call(i) })
	}
	all.Wait()
}
