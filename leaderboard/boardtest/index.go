package boardtest

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
)

var indexParts = []part{
	{"what was noted is what a removal gives", notedIsGiven},
	{"a removal goes on until it has ended", removalGoesOn},
	{"the latest removal stands", latestRemoval},
	{"boards that are gone are dropped", goneDropped},
	{"an index that has expired is gone", indexExpired},
	{"the deals of a variant are all that were noted", dealsNoted},
}

func noteBoards(t *testing.T, s leaderboard.Store, player leaderboard.Player, boards ...leaderboard.Board) time.Time {
	t.Helper()
	var noted []leaderboard.Noted
	for _, b := range boards {
		noted = append(noted, leaderboard.Noted{Board: b, Until: inAYear()})
	}
	removed, err := s.Note(t.Context(), player, noted, time.Now(), inAYear())
	if err != nil {
		t.Fatalf("Note: %v", err)
	}
	return removed
}

func wantRemoval(t *testing.T, s leaderboard.Store, player leaderboard.Player, at time.Time, want ...leaderboard.Board) {
	t.Helper()
	got, err := s.BeginRemoval(t.Context(), player, at, inAYear())
	if err != nil {
		t.Fatalf("BeginRemoval: %v", err)
	}
	ids := func(boards []leaderboard.Board) []string {
		var all []string
		for _, b := range boards {
			all = append(all, b.String())
		}
		return slices.Sorted(slices.Values(all))
	}
	if !slices.Equal(ids(got), ids(want)) {
		t.Errorf("the boards are %v, want %v", ids(got), ids(want))
	}
}

func notedIsGiven(t *testing.T, s leaderboard.Store) {
	noteBoards(t, s, ana, dayBoard(t), dealBoard(t))
	noteBoards(t, s, ana, dealBoard(t))
	noteBoards(t, s, ben, weekBoard(t))
	wantRemoval(t, s, ana, time.Now(), dayBoard(t), dealBoard(t))
	wantRemoval(t, s, ben, time.Now(), weekBoard(t))
	wantRemoval(t, s, cid, time.Now())
}

func removalGoesOn(t *testing.T, s leaderboard.Store) {
	at := time.UnixMilli(1_796_000_000_123)
	noteBoards(t, s, ana, dayBoard(t))
	wantRemoval(t, s, ana, at, dayBoard(t))
	if removed := noteBoards(t, s, ana, dealBoard(t)); !removed.Equal(at) {
		t.Errorf("removed up to %v, want %v", removed, at)
	}
	wantRemoval(t, s, ana, at, dayBoard(t), dealBoard(t))
	noteBoards(t, s, ana, weekBoard(t))
	if err := s.EndRemoval(t.Context(), ana); err != nil {
		t.Fatal(err)
	}
	wantRemoval(t, s, ana, at, weekBoard(t))
}

func latestRemoval(t *testing.T, s leaderboard.Store) {
	if removed := noteBoards(t, s, ana); !removed.IsZero() {
		t.Errorf("removed up to %v, want never", removed)
	}
	for _, c := range []struct{ at, want int64 }{{999, 999}, {1000, 1000}, {998, 1000}, {1_796_000_000_123, 1_796_000_000_123}} {
		wantRemoval(t, s, ana, time.UnixMilli(c.at))
		if removed := noteBoards(t, s, ana); removed.UnixMilli() != c.want {
			t.Errorf("removed up to %d, want %d", removed.UnixMilli(), c.want)
		}
	}
	if removed := noteBoards(t, s, ben); !removed.IsZero() {
		t.Errorf("another is removed up to %v", removed)
	}
}

func goneDropped(t *testing.T, s leaderboard.Store) {
	now := time.Now()
	noted := []leaderboard.Noted{
		{Board: dayBoard(t), Until: now}, {Board: weekBoard(t), Until: now.Add(time.Second)}, {Board: dealBoard(t)},
	}
	for range 2 {
		if _, err := s.Note(t.Context(), ana, noted, now.Add(-time.Hour), inAYear()); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Note(t.Context(), ana, nil, now, inAYear()); err != nil {
		t.Fatal(err)
	}
	wantRemoval(t, s, ana, now, weekBoard(t), dealBoard(t))
}

func indexExpired(t *testing.T, s leaderboard.Store) {
	noteBoards(t, s, ana, dayBoard(t))
	wantRemoval(t, s, ana, time.Now(), dayBoard(t))
	noteBoards(t, s, ana, dealBoard(t))
	if _, err := s.Note(t.Context(), ana, nil, time.Now(), time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if removed := noteBoards(t, s, ana); !removed.IsZero() {
		t.Errorf("removed up to %v", removed)
	}
	wantRemoval(t, s, ana, time.Now())
}

// dealsOf gives the ids of the boards of a variant's deals, each once and in order.
func dealsOf(ctx context.Context, s leaderboard.Store, player leaderboard.Player, v *engine.Variant) ([]string, error) {
	var ids []string
	for b, err := range s.Deals(ctx, player, v) {
		if err != nil {
			return nil, err
		}
		ids = append(ids, b.String())
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// More deals than are read at a time, among the boards of other kinds and variants.
func dealsNoted(t *testing.T, s leaderboard.Store) {
	v := dealBoard(t).Variant()
	var want []string
	var noted []leaderboard.Board
	for n := range 2500 {
		code, err := engine.NewCode(v, uint64(n+1))
		if err != nil {
			t.Fatal(err)
		}
		noted = append(noted, leaderboard.OnDeal(code))
		want = append(want, leaderboard.OnDeal(code).String())
	}
	slices.Sort(want)
	noteBoards(t, s, ana, append(noted, dayBoard(t), board(t, "deal/KL1-D1N-AAAAAAB"), board(t, "deal/FC1-C4-AAAAAAB"))...)
	if got, err := dealsOf(t.Context(), s, ana, v); err != nil || !slices.Equal(got, want) {
		t.Errorf("%d deals, %v; want %d", len(got), err, len(want))
	}
	for b, err := range s.Deals(t.Context(), ana, v) {
		if err != nil {
			t.Fatal(err)
		}
		_ = b
		break
	}
	if got, err := dealsOf(t.Context(), s, ben, v); err != nil || len(got) != 0 {
		t.Errorf("deals of somebody who has none: %v, %v", got, err)
	}
	wantRemoval(t, s, ana, time.Now(), append(noted, dayBoard(t), board(t, "deal/KL1-D1N-AAAAAAB"), board(t, "deal/FC1-C4-AAAAAAB"))...)
	if got, err := dealsOf(t.Context(), s, ana, v); err != nil || len(got) != 0 {
		t.Errorf("deals of who is being removed: %v, %v", got, err)
	}
}
