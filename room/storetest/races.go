package storetest

import (
	"testing"
	"time"

	"github.com/samedeal/samedeal/room"
)

var raceParts = []part{
	{"a player is where they entered last", whereEntered},
	{"only the race that a player is in can be left", leftOnlyThere},
	{"a player is in a race until its end", raceEnds},
}

func enter(t *testing.T, s Stores, player room.PlayerID, code room.Code, until time.Time) {
	t.Helper()
	if err := s.Races.Enter(t.Context(), player, code, until); err != nil {
		t.Fatal(err)
	}
}

func leave(t *testing.T, s Stores, player room.PlayerID, code room.Code) {
	t.Helper()
	if err := s.Races.Leave(t.Context(), player, code); err != nil {
		t.Fatal(err)
	}
}

func wantWhere(t *testing.T, s Stores, player room.PlayerID, want room.Code) {
	t.Helper()
	got, err := s.Races.Where(t.Context(), player)
	if err != nil || got != want {
		t.Errorf("%s is in %q, %v; want %q", player, got, err, want)
	}
}

func whereEntered(t *testing.T, s Stores) {
	wantWhere(t, s, "ana", "")
	enter(t, s, "ana", home, inADay())
	enter(t, s, "ben", home, inADay())
	enter(t, s, "ana", away, inADay())
	wantWhere(t, s, "ana", away)
	wantWhere(t, s, "ben", home)
}

func leftOnlyThere(t *testing.T, s Stores) {
	leave(t, s, "ana", home)
	enter(t, s, "ana", home, inADay())
	leave(t, s, "ana", away)
	wantWhere(t, s, "ana", home)
	leave(t, s, "ana", home)
	wantWhere(t, s, "ana", "")
}

func raceEnds(t *testing.T, s Stores) {
	enter(t, s, "ana", home, now(t, s).Add(time.Second))
	await(t, "the race ends", func() bool {
		code, err := s.Races.Where(t.Context(), "ana")
		return err == nil && code == ""
	})
}
