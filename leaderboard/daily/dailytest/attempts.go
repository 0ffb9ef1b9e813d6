package dailytest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
)

func attemptParts() []part {
	return []part{
		{"the first attempt stands", firstAttemptStands},
		{"callers at once begin one attempt", oneAttempt},
		{"attempts are apart by player and challenge", attemptsApart},
		{"dropped attempts are gone", dropped},
		{"attempts are forgotten at their end", attemptsForgotten},
	}
}

// attempt gives one of several.
func attempt(n int) daily.Attempt {
	return daily.Attempt{Room: fmt.Sprint("ROOM", n), Begun: instant(n)}
}

func begin(t *testing.T, store daily.Store, c daily.Challenge, player leaderboard.Player, a, want daily.Attempt) {
	t.Helper()
	if got, err := store.Begin(t.Context(), c, player, a, inAYear()); err != nil || got != want {
		t.Errorf("begun is %+v, %v; want %+v", got, err, want)
	}
}

func wantAttempts(t *testing.T, store daily.Store, player leaderboard.Player, want map[daily.Challenge]daily.Attempt) {
	t.Helper()
	challenges := []daily.Challenge{klondike, next, freeCell}
	got, err := store.Attempts(t.Context(), player, challenges...)
	if err != nil || len(got) != len(challenges) {
		t.Fatalf("Attempts: %v, %v", got, err)
	}
	for i, c := range challenges {
		if got[i] != want[c] {
			t.Errorf("the attempt at %s is %+v, want %+v", c, got[i], want[c])
		}
	}
}

func wantPlayers(t *testing.T, store daily.Store, c daily.Challenge, want ...leaderboard.Player) {
	t.Helper()
	got, err := store.Players(t.Context(), c)
	slices.Sort(got)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%s was begun by %q, %v; want %q", c, got, err, want)
	}
}

func firstAttemptStands(t *testing.T, store daily.Store) {
	wantAttempts(t, store, ana, nil)
	wantPlayers(t, store, klondike)
	for n := range 3 {
		begin(t, store, klondike, ana, attempt(1+n), attempt(1))
		wantAttempts(t, store, ana, map[daily.Challenge]daily.Attempt{klondike: attempt(1)})
	}
	if got, err := store.Attempts(t.Context(), ana); err != nil || len(got) != 0 {
		t.Errorf("at no challenges: %v, %v", got, err)
	}
}

func oneAttempt(t *testing.T, store daily.Store) {
	got := make([]daily.Attempt, callers)
	atOnce(func(i int) {
		var err error
		if got[i], err = store.Begin(t.Context(), klondike, ana, attempt(i), inAYear()); err != nil {
			t.Errorf("Begin: %v", err)
		}
	})
	for _, a := range got {
		if a != got[0] {
			t.Fatalf("one caller got %+v, another %+v", got[0], a)
		}
	}
	wantAttempts(t, store, ana, map[daily.Challenge]daily.Attempt{klondike: got[0]})
}

func attemptsApart(t *testing.T, store daily.Store) {
	begin(t, store, klondike, ana, attempt(1), attempt(1))
	begin(t, store, klondike, ben, attempt(2), attempt(2))
	begin(t, store, freeCell, ana, attempt(3), attempt(3))
	begin(t, store, next, ben, attempt(4), attempt(4))
	wantAttempts(t, store, ana, map[daily.Challenge]daily.Attempt{klondike: attempt(1), freeCell: attempt(3)})
	wantAttempts(t, store, ben, map[daily.Challenge]daily.Attempt{klondike: attempt(2), next: attempt(4)})
	wantPlayers(t, store, klondike, ana, ben)
	wantPlayers(t, store, freeCell, ana)
	wantPlayers(t, store, next, ben)
}

func dropped(t *testing.T, store daily.Store) {
	for _, c := range []daily.Challenge{klondike, freeCell, next} {
		begin(t, store, c, ana, attempt(1), attempt(1))
		begin(t, store, c, ben, attempt(2), attempt(2))
	}
	for range 2 {
		if err := store.Drop(t.Context(), ana, klondike, next); err != nil {
			t.Fatal(err)
		}
		wantAttempts(t, store, ana, map[daily.Challenge]daily.Attempt{freeCell: attempt(1)})
		wantPlayers(t, store, klondike, ben)
		wantPlayers(t, store, next, ben)
	}
	if err := store.Drop(t.Context(), ben); err != nil {
		t.Errorf("dropping none: %v", err)
	}
	wantPlayers(t, store, freeCell, ana, ben)
}

func attemptsForgotten(t *testing.T, store daily.Store) {
	begin(t, store, klondike, ana, attempt(1), attempt(1))
	got, err := store.Begin(t.Context(), klondike, ben, attempt(2), past())
	if err != nil || got != attempt(2) {
		t.Errorf("begun until the past: %+v, %v", got, err)
	}
	wantAttempts(t, store, ana, nil)
	wantPlayers(t, store, klondike)
}
