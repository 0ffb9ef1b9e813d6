package boardtest

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Two deals, and when the games on them begin: 40 minutes into a Monday that begins a week. It is far ahead, since a store
// that expires keys by a clock of its own has nothing of a day that is long over.
const (
	aDeal     = "KL1-D3N-AAAAAAB"
	otherDeal = "KL1-D3N-AAAAAAC"
)

var aStart = time.Date(2093, 11, 30, 0, 40, 0, 0, time.UTC)

// draws gives a game of so many draws, resigned: the fewer, the better. It is played in that room.
func draws(t testing.TB, deal, room string, n int, start time.Time) *samedealv1.StoredRow {
	t.Helper()
	row := &samedealv1.StoredRow{
		Deal: deal, Room: room, StartMs: start.UnixMilli(), LimitMs: 3_600_000,
		Game: &samedealv1.Game{Ending: samedealv1.Ending_ENDING_RESIGNED, Engine: 1},
	}
	for i := range n {
		row.Game.Words = append(row.Game.Words, "n")
		row.Game.AtMs = append(row.Game.AtMs, uint32(1000*i))
	}
	var err error
	if row.Result, err = leaderboard.Replay(row); err != nil {
		t.Fatal(err)
	}
	return row
}

// sealed is a game on a secret deal.
func sealed(player leaderboard.Player, row *samedealv1.StoredRow) leaderboard.Finished {
	return leaderboard.Finished{Player: player, Row: row, Sealed: true}
}

// attempt is a game that is the attempt at a daily.
func attempt(player leaderboard.Player, row *samedealv1.StoredRow, date string) leaderboard.Finished {
	row.Daily = date
	return sealed(player, row)
}

// A clock is set by hand.
type clock struct{ ms atomic.Int64 }

func clockAt(at time.Time) *clock {
	c := &clock{}
	c.set(at)
	return c
}

func (c *clock) set(at time.Time) { c.ms.Store(at.UnixMilli()) }
func (c *clock) now() time.Time   { return time.UnixMilli(c.ms.Load()) }

// boardsAt gives boards on a store whose clock stands at first where the test sets it.
func boardsAt(s leaderboard.Store, at time.Time) (*leaderboard.Boards, *clock) {
	c := clockAt(at)
	return leaderboard.NewBoards(leaderboard.Config{Store: s, Now: c.now}), c
}

func record(t testing.TB, b *leaderboard.Boards, games ...leaderboard.Finished) {
	t.Helper()
	for _, f := range games {
		if err := b.Record(t.Context(), f); err != nil {
			t.Fatalf("Record the game of %s in room %s: %v", f.Player, f.Row.GetRoom(), err)
		}
	}
}

// on gives the rooms of the games that are ranked on a board, the best first, with a space between.
func on(t testing.TB, b *leaderboard.Boards, id string) string {
	t.Helper()
	games, err := b.Games(t.Context(), board(t, id), byScore, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var rooms []string
	for _, g := range games.GetGames() {
		if g.GetRow() == nil {
			rooms = append(rooms, "(withheld)")
			continue
		}
		rooms = append(rooms, g.GetRow().GetRoom())
	}
	return strings.Join(rooms, " ")
}

// wantOn holds boards to the rooms of their games.
func wantOn(t testing.TB, b *leaderboard.Boards, want map[string]string) {
	t.Helper()
	for id, rooms := range want {
		if got := on(t, b, id); got != rooms {
			t.Errorf("on %s there are the games of %q, want %q", id, got, rooms)
		}
	}
}

// The boards of a game that began at aStart.
func windows(rooms string) map[string]string {
	return map[string]string{
		"all/KL1-D3N": rooms, "day/2093-11-30/KL1-D3N": rooms, "week/2093-W49/KL1-D3N": rooms, "month/2093-11/KL1-D3N": rooms,
	}
}
