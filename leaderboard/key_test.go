package leaderboard_test

import (
	"cmp"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/boardtest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

const (
	byScore = samedealv1.Ranking_RANKING_SCORE_AND_TIME
	byFirst = samedealv1.Ranking_RANKING_FIRST_HOME
)

var rankings = []samedealv1.Ranking{byScore, byFirst}

// What games can come to must be within what keys can tell apart: the most that a game pays, an hour
// in ms, which is the longest race, and the move budget.
const (
	_ = uint(leaderboard.MaxScore - 780)
	_ = uint(leaderboard.MaxTimeMS - 60*60*1000)
	_ = uint(leaderboard.MaxMoves - engine.MoveBudget)
)

// isKey reports whether a number is exact as a double.
func isKey(key int64) bool { return key >= 0 && key < 1<<53 }

func TestKeysKeepTheRulesOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := boardtest.Results().Draw(t, "a"), boardtest.Results().Draw(t, "b")
		for _, ranking := range rankings {
			keyA, errA := leaderboard.Key(ranking, a)
			keyB, errB := leaderboard.Key(ranking, b)
			if errA != nil || errB != nil || !isKey(keyA) || !isKey(keyB) {
				t.Fatalf("%v: keys %d, %v and %d, %v", ranking, keyA, errA, keyB, errB)
			}
			if got, want := cmp.Compare(keyA, keyB), boardtest.Compare(ranking, a, b); got != want {
				t.Fatalf("%v: %v against %v: the keys say %d, the rules %d", ranking, a, b, got, want)
			}
		}
	})
}

func TestTotalKeysKeepTheirOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := boardtest.Totals().Draw(t, "a"), boardtest.Totals().Draw(t, "b")
		for _, ranking := range rankings {
			keyA, errA := leaderboard.TotalKey(ranking, a)
			keyB, errB := leaderboard.TotalKey(ranking, b)
			if errA != nil || errB != nil || !isKey(keyA) || !isKey(keyB) {
				t.Fatalf("%v: keys %d, %v and %d, %v", ranking, keyA, errA, keyB, errB)
			}
			if got, want := cmp.Compare(keyA, keyB), boardtest.CompareTotals(ranking, a, b); got != want {
				t.Fatalf("%v: %v against %v: the keys say %d, want %d", ranking, a, b, got, want)
			}
		}
	})
}

// Each step of the rules' order is kept at the ends of what numbers may be, where a part of a key that is too
// narrow would spill into the next.
func TestKeysAtTheEnds(t *testing.T) {
	home := func(score, ms, moves uint32) *samedealv1.Result {
		return &samedealv1.Result{Ending: samedealv1.Ending_ENDING_HOME, Score: score, TimeMs: ms, Moves: moves, Actions: 1}
	}
	lost := func(score, ms, moves uint32) *samedealv1.Result {
		return &samedealv1.Result{Ending: samedealv1.Ending_ENDING_TIME_UP, Score: score, TimeMs: ms, Moves: moves, Actions: 1}
	}
	idle := &samedealv1.Result{Ending: samedealv1.Ending_ENDING_RESIGNED}
	const s, ms, m = leaderboard.MaxScore, leaderboard.MaxTimeMS, leaderboard.MaxMoves
	for ranking, order := range map[samedealv1.Ranking][]*samedealv1.Result{
		byScore: {
			home(s, 0, 0), home(s, 0, m), home(s, 1, 0), home(s, ms, m), home(s-1, 0, 0), home(0, 0, 0), home(0, ms, m),
			lost(s, 0, 0), lost(s, ms, m), lost(1, ms, m), lost(0, 0, 0), lost(0, 0, 1), lost(0, ms, m), idle,
		},
		byFirst: {
			home(s, 0, 0), home(s, 0, m), home(s-1, 0, 0), home(0, 0, m), home(s, 1, 0), home(0, 1, m), home(s, ms, 0), home(0, ms, m),
			lost(s, 0, 0), lost(s, ms, m), lost(1, ms, m), lost(0, 0, 0), lost(0, 0, 1), lost(0, ms, m), idle,
		},
	} {
		last := int64(-1)
		for _, r := range order {
			key, err := leaderboard.Key(ranking, r)
			if err != nil || !isKey(key) || key <= last {
				t.Errorf("%v: %v has the key %d, %v; want it above %d", ranking, r, key, err, last)
			}
			last = key
		}
	}
}

// What cannot be a result is refused, rather than ranked as if it were another.
func TestWhatCannotBeRanked(t *testing.T) {
	home, resigned := samedealv1.Ending_ENDING_HOME, samedealv1.Ending_ENDING_RESIGNED
	for name, r := range map[string]*samedealv1.Result{
		"score":           {Ending: home, Actions: 1, Score: leaderboard.MaxScore + 1},
		"highest score":   {Ending: home, Actions: 1, Score: 1<<32 - 1},
		"time":            {Ending: home, Actions: 1, TimeMs: leaderboard.MaxTimeMS + 1},
		"moves":           {Ending: home, Actions: 1, Moves: leaderboard.MaxMoves + 1},
		"no ending":       {Actions: 1},
		"another ending":  {Ending: 4, Actions: 1},
		"a negative one":  {Ending: -1, Actions: 1},
		"home, no action": {Ending: home},
		"idle, a score":   {Ending: resigned, Score: 1},
		"idle, a time":    {Ending: resigned, TimeMs: 1},
		"idle, moves":     {Ending: resigned, Moves: 1},
		"nothing":         nil,
	} {
		for _, ranking := range rankings {
			wantRangeError(t, name)(leaderboard.Key(ranking, r))
		}
	}
	for name, total := range map[string]*samedealv1.Total{
		"no days":       {},
		"nothing":       nil,
		"days":          {Days: leaderboard.MaxDays + 1},
		"won":           {Days: 3, Won: 4},
		"score":         {Days: 3, Score: leaderboard.MaxTotalScore + 1},
		"time":          {Days: 3, TimeMs: leaderboard.MaxTotalTimeMS + 1},
		"time of won":   {Days: 3, TimeMs: 5, WonTimeMs: 6},
		"highest score": {Days: 3, Score: 1<<32 - 1},
	} {
		for _, ranking := range rankings {
			wantRangeError(t, name)(leaderboard.TotalKey(ranking, total))
		}
	}
	for _, ranking := range []samedealv1.Ranking{0, 3, -1} {
		wantRangeError(t, "ranking")(leaderboard.Key(ranking, &samedealv1.Result{Ending: home, Actions: 1}))
		wantRangeError(t, "ranking")(leaderboard.TotalKey(ranking, &samedealv1.Total{Days: 1}))
	}
}

func wantRangeError(t *testing.T, name string) func(key int64, err error) {
	return func(key int64, err error) {
		t.Helper()
		var out *leaderboard.RangeError
		if !errors.As(err, &out) {
			t.Errorf("%s: key %d, %v; want a RangeError", name, key, err)
		}
	}
}

// All that a month of dailies can come to can be ranked: its sums have no room to spare beyond a month.
func TestAMonthOfTheHighest(t *testing.T) {
	total := &samedealv1.Total{
		Days: 31, Won: 31, Score: leaderboard.MaxTotalScore, TimeMs: leaderboard.MaxTotalTimeMS, WonTimeMs: leaderboard.MaxTotalTimeMS,
	}
	for _, ranking := range rankings {
		if key, err := leaderboard.TotalKey(ranking, total); err != nil || !isKey(key) {
			t.Errorf("%v: %d, %v", ranking, key, err)
		}
	}
}
