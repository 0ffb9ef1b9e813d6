package storetest

import (
	"slices"
	"testing"
	"time"

	"github.com/samedeal/samedeal/room"
)

var presenceParts = []part{
	{"who was noted is present", notedArePresent},
	{"after 30 seconds nobody is", presenceEnds},
	{"many players at once", manyPresent},
}

func mustBeHere(t *testing.T, s Stores, code room.Code, players ...room.PlayerID) {
	t.Helper()
	if err := s.Presence.Here(t.Context(), code, players); err != nil {
		t.Fatal(err)
	}
}

// wantPresent holds who is present, in any order, to these.
func wantPresent(t *testing.T, s Stores, code room.Code, want ...room.PlayerID) {
	t.Helper()
	got, err := s.Presence.Present(t.Context(), code)
	slices.Sort(got)
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("present in %s are %q, %v; want %q", code, got, err, want)
	}
}

func notedArePresent(t *testing.T, s Stores) {
	wantPresent(t, s, home)
	mustBeHere(t, s, home)
	wantPresent(t, s, home)
	mustBeHere(t, s, home, "ana", "ben")
	mustBeHere(t, s, home, "ben", "zoë \x00")
	mustBeHere(t, s, away, "ana")
	wantPresent(t, s, home, "ana", "ben", "zoë \x00")
	wantPresent(t, s, away, "ana")
}

func presenceEnds(t *testing.T, s Stores) {
	age := func(by time.Duration) {
		t.Helper()
		if err := s.Age(t.Context(), home, by); err != nil {
			t.Fatal(err)
		}
	}
	mustBeHere(t, s, home, "ana", "ben")
	age(20 * time.Second)
	mustBeHere(t, s, home, "ben")
	wantPresent(t, s, home, "ana", "ben")
	age(11 * time.Second)
	wantPresent(t, s, home, "ben")
	mustBeHere(t, s, home, "cem")
	wantPresent(t, s, home, "ben", "cem")
	age(31 * time.Second)
	wantPresent(t, s, home)
	mustBeHere(t, s, home, "ana")
	wantPresent(t, s, home, "ana")
}

func manyPresent(t *testing.T, s Stores) {
	all := make([]room.PlayerID, 500)
	for i := range all {
		all[i] = room.PlayerID(rune('一' + i))
	}
	mustBeHere(t, s, home, all...)
	wantPresent(t, s, home, all...)
}
