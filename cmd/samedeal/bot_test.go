package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/samedeal/samedeal/cmd/client"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func TestParseGames(t *testing.T) {
	games, err := parseGames("games", strings.NewReader("# two games\n35 72 # well begun\n\nn wh\n"))
	if err != nil || len(games) != 2 || !slices.Equal(games[0], []string{"35", "72"}) || !slices.Equal(games[1], []string{"n", "wh"}) {
		t.Errorf("%q, %v", games, err)
	}
	for text, want := range map[string]string{
		"35\n3x5 n\n":                         "games, line 2: ",
		"# nothing\n":                         "games: no moves in it",
		strings.Repeat("n ", longestGame/2+9): "games: bufio.Scanner: token too long",
	} {
		if _, err := parseGames("games", strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestBotsSpreadOverTheServers(t *testing.T) {
	c := botCommand{Server: []string{"a", "b", "c"}}
	for i, want := range []string{"abc", "bca", "cab", "abc"} {
		if got := strings.Join(c.serversOf(i), ""); got != want {
			t.Errorf("bot %d: %s", i, got)
		}
	}
}

func TestGivenWordsAreFoundByTheirNumber(t *testing.T) {
	b := &botPlayer{words: []string{"35", "n"}}
	for number, want := range []string{"35", "n", ""} {
		word, goesOn, err := b.choose(client.State{Own: &samedealv1.OwnBoard{Number: uint32(number)}})
		if err != nil || word != want || goesOn != (want != "") {
			t.Errorf("after %d: %q, %v, %v", number, word, goesOn, err)
		}
	}
}

func TestWhatTheWatcherWasNotShown(t *testing.T) {
	ended := &samedealv1.Room{Seats: []*samedealv1.Seat{
		{Name: "Ana", Result: &samedealv1.Result{Score: 5, Moves: 4}},
		{Name: "Ben", Result: &samedealv1.Result{Score: 5, Moves: 4}},
		{Name: "Cid", Result: &samedealv1.Result{Score: 5, Moves: 4}},
	}}
	missing := unseen(ended, client.State{Boards: map[int]*samedealv1.WatchedBoard{
		0: {Board: &samedealv1.Board{Score: 5, Moves: 4}},
		2: {Board: &samedealv1.Board{Score: 5, Moves: 3}},
	}})
	if len(missing) != 2 || !strings.HasPrefix(missing[0], "seat 1 (Ben): ") || !strings.HasPrefix(missing[1], "seat 2 (Cid): ") {
		t.Error(missing)
	}
}

func TestCompareRooms(t *testing.T) {
	shown := &samedealv1.Room{Seats: []*samedealv1.Seat{{Name: "Ana", Place: 1}, {Name: "Ben", Place: 2}}}
	told := &samedealv1.Room{Seats: []*samedealv1.Seat{{Name: "Ana", Place: 1}, {Name: "Ben", Place: 1}}}
	if got := compareRooms(shown, shown); got != nil {
		t.Error(got)
	}
	if got := compareRooms(shown, told); len(got) != 1 || !strings.HasPrefix(got[0], "seat 1 (Ben): ") {
		t.Error(got)
	}
	told.Seats = told.Seats[:1]
	if got := compareRooms(shown, told); len(got) != 1 {
		t.Error(got)
	}
}
