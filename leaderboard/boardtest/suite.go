// Package boardtest is the suite that every store of leaderboards must pass: Run holds an implementation
// to what the comments of package leaderboard's interfaces promise, and to a plain model of a board, Model.
// An implementation's test calls it with a way to make stores:
//
//	func TestStore(t *testing.T) {
//		boardtest.Run(t, func(t *testing.T) leaderboard.Store { return open(t) })
//	}
//
// Each interface has its file here, and its parts in the table of that file; boards.go, secrets.go, voiding.go and filling.go
// hold what leaderboard.Boards promises on top of a store.
package boardtest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Run runs the suite, each part of it on a store of its own that is empty, that open makes and closes
// when the part's test ends.
func Run(t *testing.T, open func(t *testing.T) leaderboard.Store) {
	for _, group := range []struct {
		name  string
		parts []part
	}{
		{"rows", rowParts},
		{"totals", totalParts},
		{"views", viewParts},
		{"index", indexParts},
		{"moderation", moderationParts},
		{"repair", repairParts},
		{"boards", boardParts},
		{"voiding", voidParts},
		{"what is ranked after a voiding", filledParts},
		{"secrets", secretParts},
		{"recompute", recomputeParts},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, p := range group.parts {
				t.Run(p.name, func(t *testing.T) { p.test(t, open(t)) })
			}
		})
	}
}

// A part is one promise.
type part struct {
	name string
	test func(t *testing.T, s leaderboard.Store)
}

// Players, in the order of their ids.
const (
	ana leaderboard.Player = "anaaaaaaaaaaaaaaaaaaaaaaaa"
	ben leaderboard.Player = "benaaaaaaaaaaaaaaaaaaaaaaa"
	cid leaderboard.Player = "cidaaaaaaaaaaaaaaaaaaaaaaa"
)

const (
	byScore = samedealv1.Ranking_RANKING_SCORE_AND_TIME
	byFirst = samedealv1.Ranking_RANKING_FIRST_HOME
)

var rankings = []samedealv1.Ranking{byScore, byFirst}

// callers is how many do the same thing at once.
const callers = 8

// atOnce calls a function from many goroutines and waits for all of them.
func atOnce(call func(i int)) {
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() { call(i) })
	}
	all.Wait()
}

// inAYear is an expiry that does not come within a test.
func inAYear() time.Time { return time.Now().AddDate(1, 0, 0) }

// board reads the id of a board that there is.
func board(t testing.TB, id string) leaderboard.Board {
	t.Helper()
	b, err := leaderboard.ParseBoard(id)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// dealBoard and dayBoard are boards of two kinds.
func dealBoard(t testing.TB) leaderboard.Board { return board(t, "deal/KL1-D3N-AAAAAAB") }
func dayBoard(t testing.TB) leaderboard.Board  { return board(t, "day/2093-11-30/KL1-D3N") }

// cancelled holds calls to say so when their context is over.
func cancelled(t *testing.T, calls map[string]func(ctx context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, call := range calls {
		if err := call(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", name, err)
		}
	}
}
