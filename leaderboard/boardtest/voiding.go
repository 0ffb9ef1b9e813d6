package boardtest

import (
	"errors"
	"testing"
	"time"

	"github.com/samedeal/samedeal/leaderboard"
)

var voidParts = []part{
	{"a void daily is taken off all boards", voidDaily},
	{"a game that a voiding overtakes is taken off again", voidOvertakes},
}

const theDaily = "daily/2093-11-30/KL1-D3N"

func voidBoard(t *testing.T, b *leaderboard.Boards, id string, want ...leaderboard.Player) {
	t.Helper()
	voiding, err := b.Void(t.Context(), board(t, id))
	if err != nil {
		t.Fatalf("Void: %v", err)
	}
	got := voiding.Players
	had := map[leaderboard.Player]bool{}
	for _, p := range got {
		had[p] = true
	}
	for _, p := range want {
		if !had[p] {
			t.Errorf("taken off: %v, want %v", got, want)
		}
	}
	if len(got) != len(want) {
		t.Errorf("taken off: %v, want %v", got, want)
	}
}

func voidDaily(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart.AddDate(0, 0, 2))
	first := attempt(ana, draws(t, aDeal, "AAAAAA", 3, aStart), "2093-11-30")
	record(t, b, first,
		attempt(ben, draws(t, aDeal, "BBBBBB", 0, aStart), "2093-11-30"), attempt(cid, draws(t, aDeal, "CCCCCC", 2, aStart), "2093-11-30"),
		// A better game of the same player on another deal stays, and a race on the daily's deal that was no attempt.
		sealed(cid, draws(t, otherDeal, "STAYSS", 1, aStart)), leaderboard.Finished{Player: ben, Row: draws(t, aDeal, "AGAINN", 4, aStart)},
	)
	wantOn(t, b, windows("STAYSS AAAAAA"))
	for range 2 {
		voidBoard(t, b, theDaily, ana, ben, cid)
		wantOn(t, b, windows("STAYSS"))
		wantOn(t, b, map[string]string{theDaily: "", "deal/" + aDeal: "AGAINN", "deal/" + otherDeal: "STAYSS"})
		if err := b.Record(t.Context(), first); !errors.Is(err, leaderboard.ErrVoid) {
			t.Errorf("an attempt at a void daily: %v, want ErrVoid", err)
		}
	}
	voidBoard(t, b, "all/KL1-D3N", cid)
	record(t, b, sealed(ben, draws(t, otherDeal, "LATERR", 2, aStart)))
	want := windows("STAYSS LATERR")
	want["all/KL1-D3N"] = ""
	wantOn(t, b, want)
}

// Whoever voids a daily may look at the other boards before a game that has been submitted to the daily is
// on them.
func voidOvertakes(t *testing.T, s leaderboard.Store) {
	b, clock := boardsAt(s, aStart)
	overtaken := &overtaking{Store: s, after: 1, meanwhile: func() { voidBoard(t, b, theDaily, ana) }}
	slow := leaderboard.NewBoards(leaderboard.Config{Store: overtaken, Now: clock.now})
	err := slow.Record(t.Context(), attempt(ana, draws(t, aDeal, "AAAAAA", 3, aStart), "2093-11-30"))
	if !errors.Is(err, leaderboard.ErrVoid) {
		t.Errorf("Record: %v, want ErrVoid", err)
	}
	clock.set(aStart.Add(48 * time.Hour))
	wantOn(t, b, windows(""))
	wantOn(t, b, map[string]string{theDaily: "", "deal/" + aDeal: ""})
}
