package boardtest

import (
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

var recomputeParts = []part{
	{"rows are ranked by what their games say", mended},
	{"a game that is none of the board's is taken off", strayTakenOff},
	{"sums are ranked by what they are", mendedTotals},
}

// tamper changes what is kept of a player, as nothing but a mistake would.
func tamper(t *testing.T, s leaderboard.Store, b leaderboard.Board, player leaderboard.Player, change func(k *leaderboard.Kept)) {
	t.Helper()
	old := loadKept(t, s, b, player)
	with := loadKept(t, s, b, player)
	change(&with)
	replaceKept(t, s, b, player, old, with, true)
}

func recompute(t *testing.T, b *leaderboard.Boards, id string, want *samedealv1.RecomputeBoardResponse) {
	t.Helper()
	got, err := b.Recompute(t.Context(), board(t, id))
	if err != nil || !proto.Equal(got, want) {
		t.Errorf("Recompute: %v, %v; want %v", got, err, want)
	}
}

func mended(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart)
	id := "all/KL1-D3N"
	all := board(t, id)
	for i, player := range []leaderboard.Player{ana, ben, cid, "dan", "eva"} {
		record(t, b, sealed(player, draws(t, aDeal, []string{"AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD", "EEEEEE"}[i], i+1, aStart)))
	}
	recompute(t, b, id, &samedealv1.RecomputeBoardResponse{Rows: 5})
	// A key that is not the result's, a result that is not the game's, a game that nobody can have played, and one
	// whose other game can have been.
	tamper(t, s, all, ana, func(k *leaderboard.Kept) { k.ScoreAndTime.Key += 100 })
	tamper(t, s, all, ben, func(k *leaderboard.Kept) {
		k.ScoreAndTime.Row.Result.Score, k.FirstHome.Row.Result.Score = 700, 700
		k.ScoreAndTime.Key, k.FirstHome.Key = 5, 5
	})
	tamper(t, s, all, cid, func(k *leaderboard.Kept) {
		k.ScoreAndTime.Row.Game.Words[0], k.FirstHome.Row.Game.Words[0] = "1h", "1h"
	})
	tamper(t, s, all, "dan", func(k *leaderboard.Kept) { k.FirstHome.Row.Game.Words[0] = "1h" })
	recompute(t, b, id, &samedealv1.RecomputeBoardResponse{Rows: 4, Mended: 3, Removed: []string{string(cid)}})
	wantOn(t, b, map[string]string{id: "AAAAAA BBBBBB DDDDDD EEEEEE"})
	for _, ranking := range rankings {
		seen := whole(t, s, all, ranking)
		if len(seen.Rows) != 4 {
			t.Fatalf("%v: %+v", ranking, seen)
		}
		for _, row := range seen.Rows {
			if err := leaderboard.Verify(row.Row); err != nil || row.Key != keyOf(t, ranking, row.Row.GetResult()) {
				t.Errorf("%v: %+v, %v", ranking, row, err)
			}
		}
	}
	recompute(t, b, id, &samedealv1.RecomputeBoardResponse{Rows: 4})
}

// A mistake elsewhere may have ranked a game where it does not count. (Without Admits in replayed.)
func strayTakenOff(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart)
	for i, player := range []leaderboard.Player{ana, ben, cid} {
		record(t, b, sealed(player, draws(t, aDeal, []string{"AAAAAA", "BBBBBB", "CCCCCC"}[i], i+1, aStart)))
	}
	for id, stray := range map[string]func(*samedealv1.StoredRow){
		"day/2093-11-30/KL1-D3N": func(r *samedealv1.StoredRow) { r.StartMs += 24 * time.Hour.Milliseconds() },
		"all/KL1-D3N":            func(r *samedealv1.StoredRow) { r.KnownDeal = true },
	} {
		tamper(t, s, board(t, id), ben, func(k *leaderboard.Kept) { stray(k.ScoreAndTime.Row); stray(k.FirstHome.Row) })
		recompute(t, b, id, &samedealv1.RecomputeBoardResponse{Rows: 2, Removed: []string{string(ben)}})
		wantOn(t, b, map[string]string{id: "AAAAAA CCCCCC"})
	}
}

func mendedTotals(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart)
	one, two := totalOf(t, ana, 1, 1, 1, 500), totalOf(t, ben, 1, 1, 1, 400)
	submitTotals(t, s, one, two)
	tamper(t, s, weekBoard(t), ana, func(k *leaderboard.Kept) { k.ScoreAndTime.Key, k.FirstHome.Key = 1<<52, 1<<52 })
	wantTotals(t, s, byScore, 1, two, one)
	recompute(t, b, weekBoard(t).String(), &samedealv1.RecomputeBoardResponse{Rows: 2, Mended: 1})
	wantTotals(t, s, byScore, 2, one, two)
}
