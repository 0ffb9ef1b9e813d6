package boardtest

import (
	"cmp"
	"errors"
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
)

var moderationParts = []part{
	{"who is taken off is refused up to that instant", takenOff},
	{"a void board stays void", staysVoid},
	{"who is settled is given without their row", settled},
	{"a board without rows can be voided", emptyVoid},
	{"voiding while others submit leaves no row", voidAmongWriters},
}

func takeOff(t *testing.T, s leaderboard.Store, b leaderboard.Board, player leaderboard.Player, atMS int64, want bool) {
	t.Helper()
	had, err := s.TakeOff(t.Context(), b, player, time.UnixMilli(atMS), inAYear())
	if err != nil || had != want {
		t.Errorf("TakeOff: %t, %v; want %t", had, err, want)
	}
}

func takenOff(t *testing.T, s leaderboard.Store) {
	b := dealBoard(t)
	score, first := submission(t, ana, home(700, 9000, 90)), submission(t, ana, home(600, 100, 80))
	at := score.Row.GetStartMs()
	submit(t, s, b, score)
	submit(t, s, b, first)
	other := submission(t, ben, home(1, 200, 1))
	submit(t, s, b, other)
	takeOff(t, s, b, ana, at, true)
	takeOff(t, s, b, ana, at-1, false)
	for _, late := range []leaderboard.Submission{score, first, submission(t, ana, home(700, 1, 1))} {
		if _, err := s.Submit(t.Context(), b, late, inAYear()); !errors.Is(err, leaderboard.ErrRemoved) {
			t.Errorf("a game from before: %v, want ErrRemoved", err)
		}
	}
	for _, ranking := range rankings {
		if seen := whole(t, s, b, ranking); len(seen.Rows) != 1 || seen.Rows[0].Player != ben {
			t.Errorf("%v: %+v, want only the other player", ranking, seen)
		}
	}
	fresh := submission(t, ana, home(600, 100, 80))
	fresh.Row.StartMs, fresh.Row.Room = at+1, "FRESHH"
	if !submit(t, s, b, fresh) {
		t.Error("a new game of who was removed is not the first")
	}
	submit(t, s, b, other)
	for _, ranking := range rankings {
		if seen := whole(t, s, b, ranking); seen.Ranked != 2 || !proto.Equal(seen.Rows[0].Row, fresh.Row) {
			t.Errorf("%v: %+v, want the new game first", ranking, seen)
		}
	}
}

func void(t *testing.T, s leaderboard.Store, b leaderboard.Board) []leaderboard.Voided {
	t.Helper()
	rows, err := s.Void(t.Context(), b, inAYear())
	if err != nil {
		t.Fatalf("Void: %v", err)
	}
	slices.SortFunc(rows, func(a, b leaderboard.Voided) int { return cmp.Compare(a.Player, b.Player) })
	return rows
}

func wantVoid(t *testing.T, s leaderboard.Store, b leaderboard.Board, want bool) {
	t.Helper()
	if is, err := s.IsVoid(t.Context(), b); err != nil || is != want {
		t.Errorf("IsVoid: %t, %v; want %t", is, err, want)
	}
}

func staysVoid(t *testing.T, s leaderboard.Store) {
	b := dealBoard(t)
	var want []leaderboard.Voided
	for _, player := range []leaderboard.Player{ana, ben} {
		sub := submission(t, player, home(700, 9000, 90))
		submit(t, s, b, sub)
		submit(t, s, b, submission(t, player, home(600, 100, 80)))
		row := proto.CloneOf(sub.Row)
		row.Game = nil
		want = append(want, leaderboard.Voided{Player: player, Row: row})
	}
	same := func(a, b leaderboard.Voided) bool { return a.Player == b.Player && proto.Equal(a.Row, b.Row) }
	wantVoid(t, s, b, false)
	for range 3 {
		if got := void(t, s, b); !slices.EqualFunc(got, want, same) {
			t.Errorf("taken off: %+v, want %+v", got, want)
		}
		wantVoid(t, s, b, true)
		if _, err := s.Submit(t.Context(), b, submission(t, cid, home(1, 1, 1)), inAYear()); !errors.Is(err, leaderboard.ErrVoid) {
			t.Errorf("a game on a void board: %v, want ErrVoid", err)
		}
		for _, ranking := range rankings {
			if seen := whole(t, s, b, ranking); seen.Ranked != 0 || seen.Won != 0 || len(seen.Rows) != 0 {
				t.Errorf("%v: %+v on a void board", ranking, seen)
			}
		}
	}
	takeOff(t, s, b, ana, time.Now().UnixMilli(), false)
	if got := void(t, s, b); len(got) != 1 || got[0].Player != ben {
		t.Errorf("taken off with the board, but for who was removed: %+v", got)
	}
	takeOff(t, s, b, ben, time.Now().UnixMilli(), false)
	wantVoid(t, s, b, true)
}

func settle(t *testing.T, s leaderboard.Store, b leaderboard.Board, player leaderboard.Player) {
	t.Helper()
	if err := s.Settle(t.Context(), b, player); err != nil {
		t.Errorf("Settle: %v", err)
	}
}

// A row that is given again is looked at again, and a player that is not given again is told of no more.
func settled(t *testing.T, s leaderboard.Store) {
	b, other := dayBoard(t), dealBoard(t)
	for _, player := range []leaderboard.Player{ana, ben, cid} {
		submit(t, s, b, submission(t, player, home(700, 9000, 90)))
	}
	submit(t, s, other, submission(t, ana, home(700, 9000, 90)))
	settle(t, s, b, ana) // of a board that is not void
	void(t, s, b)
	takeOff(t, s, b, cid, time.Now().UnixMilli(), false)
	for range 2 {
		settle(t, s, b, ben)
		settle(t, s, b, cid) // who was taken off is not there again
		if got := void(t, s, b); len(got) != 2 || got[0].Player != ana || got[0].Row == nil || got[1].Player != ben || got[1].Row != nil {
			t.Errorf("taken off with the board: %+v; want a row of one, and none of who is settled", got)
		}
	}
	if got := void(t, s, other); len(got) != 1 || got[0].Row == nil {
		t.Errorf("taken off with another board: %+v", got)
	}
	takeOff(t, s, b, ben, time.Now().UnixMilli(), false)
	if got := void(t, s, b); len(got) != 1 || got[0].Player != ana {
		t.Errorf("taken off with the board, but for who was removed: %+v", got)
	}
}

func emptyVoid(t *testing.T, s leaderboard.Store) {
	for _, b := range []leaderboard.Board{dealBoard(t), weekBoard(t)} {
		for range 2 {
			if got := void(t, s, b); len(got) != 0 {
				t.Errorf("taken off an empty board: %+v", got)
			}
			wantVoid(t, s, b, true)
		}
		if _, err := s.Submit(t.Context(), b, submission(t, cid, home(1, 1, 1)), inAYear()); !errors.Is(err, leaderboard.ErrVoid) {
			t.Errorf("a game on a void board: %v, want ErrVoid", err)
		}
	}
	total := totalOf(t, ana, 1, 1, 1, 1)
	b := leaderboard.WeekOfDaily(weekBoard(t).First().Add(7), weekBoard(t).Variant())
	if err := s.SubmitTotal(t.Context(), b, total, inAYear()); err != nil {
		t.Fatal(err)
	}
	if got := void(t, s, b); len(got) != 1 || got[0].Player != ana || got[0].Row != nil {
		t.Errorf("taken off a board of sums: %+v", got)
	}
}

func voidAmongWriters(t *testing.T, s leaderboard.Store) {
	b := dayBoard(t)
	all := players(callers * 20)
	taken := make([]bool, len(all))
	var voided []leaderboard.Voided
	atOnce(func(i int) {
		for k := i; k < len(all); k += callers {
			if k == len(all)/2 {
				voided, _ = s.Void(t.Context(), b, inAYear())
			}
			_, err := s.Submit(t.Context(), b, submission(t, all[k], home(1, 1, 1)), inAYear())
			taken[k] = err == nil
			if err != nil && !errors.Is(err, leaderboard.ErrVoid) {
				t.Errorf("Submit: %v", err)
			}
		}
	})
	if seen := whole(t, s, b, byScore); seen.Ranked != 0 {
		t.Errorf("%d rows on a void board", seen.Ranked)
	}
	for k, player := range all {
		had := slices.ContainsFunc(voided, func(v leaderboard.Voided) bool { return v.Player == player })
		if taken[k] != had {
			t.Errorf("%s was taken: %t, and is told as taken off: %t", player, taken[k], had)
		}
	}
}
