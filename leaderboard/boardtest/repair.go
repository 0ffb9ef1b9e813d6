package boardtest

import (
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
)

var repairParts = []part{
	{"players are all that have a row", allPlayers},
	{"what is loaded can be replaced", loadedIsReplaced},
	{"what has changed since is not replaced", changedIsNot},
}

func loadKept(t *testing.T, s leaderboard.Store, b leaderboard.Board, player leaderboard.Player) leaderboard.Kept {
	t.Helper()
	kept, err := s.Load(t.Context(), b, player)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	return kept
}

func replaceKept(t *testing.T, s leaderboard.Store, b leaderboard.Board, player leaderboard.Player, old, with leaderboard.Kept, want bool) {
	t.Helper()
	done, err := s.Replace(t.Context(), b, player, old, with, inAYear())
	if err != nil || done != want {
		t.Errorf("Replace: %t, %v; want %t", done, err, want)
	}
}

func allPlayers(t *testing.T, s leaderboard.Store) {
	all := players(2500)
	for _, player := range all {
		submit(t, s, dayBoard(t), submission(t, player, home(1, 1, 1)))
	}
	got, err := s.Players(t.Context(), dayBoard(t))
	slices.Sort(got)
	if err != nil || !slices.Equal(got, all) {
		t.Errorf("%d players, %v; want %d", len(got), err, len(all))
	}
	if got, err := s.Players(t.Context(), dealBoard(t)); err != nil || len(got) != 0 {
		t.Errorf("%d players of an empty board, %v", len(got), err)
	}
}

func keptOf(keys leaderboard.Keys, byScore, byFirst leaderboard.Submission) leaderboard.Kept {
	return leaderboard.Kept{
		ScoreAndTime: &leaderboard.KeptRow{Key: keys.ScoreAndTime, Row: byScore.Row},
		FirstHome:    &leaderboard.KeptRow{Key: keys.FirstHome, Row: byFirst.Row},
	}
}

func wantKept(t *testing.T, s leaderboard.Store, b leaderboard.Board, player leaderboard.Player, want leaderboard.Kept) {
	t.Helper()
	got := loadKept(t, s, b, player)
	if !sameKept(got.ScoreAndTime, want.ScoreAndTime) || !sameKept(got.FirstHome, want.FirstHome) {
		t.Errorf("kept: %+v and %+v; want %+v and %+v", got.ScoreAndTime, got.FirstHome, want.ScoreAndTime, want.FirstHome)
	}
}

func sameKept(a, b *leaderboard.KeptRow) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Key == b.Key && proto.Equal(a.Row, b.Row) && proto.Equal(a.Total, b.Total)
}

func loadedIsReplaced(t *testing.T, s leaderboard.Store) {
	b := dayBoard(t)
	wantKept(t, s, b, ana, leaderboard.Kept{})
	high, quick := submission(t, ana, home(700, 9000, 90)), submission(t, ana, home(600, 100, 80))
	submit(t, s, b, high)
	one := keptOf(high.Keys, high, high)
	wantKept(t, s, b, ana, one)
	submit(t, s, b, quick)
	two := keptOf(leaderboard.Keys{ScoreAndTime: high.Keys.ScoreAndTime, FirstHome: quick.Keys.FirstHome}, high, quick)
	wantKept(t, s, b, ana, two)
	for _, with := range []leaderboard.Kept{one, two, keptOf(leaderboard.Keys{ScoreAndTime: 1<<53 - 1, FirstHome: 3}, quick, quick), {}, two} {
		replaceKept(t, s, b, ana, loadKept(t, s, b, ana), with, true)
		wantKept(t, s, b, ana, with)
	}
	submitTotals(t, s, totalOf(t, ana, 7, 1, 1, 5))
	total := loadKept(t, s, weekBoard(t), ana)
	total.ScoreAndTime.Key = 5
	replaceKept(t, s, weekBoard(t), ana, total, total, true)
	wantKept(t, s, weekBoard(t), ana, total)
}

func changedIsNot(t *testing.T, s leaderboard.Store) {
	b := dayBoard(t)
	high, quick := submission(t, ana, home(700, 9000, 90)), submission(t, ana, home(600, 100, 80))
	nothing := loadKept(t, s, b, ana)
	submit(t, s, b, high)
	had := loadKept(t, s, b, ana)
	replaceKept(t, s, b, ana, nothing, leaderboard.Kept{}, false)
	submit(t, s, b, quick)
	replaceKept(t, s, b, ana, had, leaderboard.Kept{}, false)
	wantKept(t, s, b, ana, keptOf(leaderboard.Keys{ScoreAndTime: high.Keys.ScoreAndTime, FirstHome: quick.Keys.FirstHome}, high, quick))
	// The same again is no change.
	now := loadKept(t, s, b, ana)
	submit(t, s, b, quick)
	replaceKept(t, s, b, ana, now, now, true)
}
