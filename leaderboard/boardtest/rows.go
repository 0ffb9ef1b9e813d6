package boardtest

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

var rowParts = []part{
	{"a board without results is empty", emptyBoard},
	{"a row comes back whole", rowComesBack},
	{"keys are told apart to the last unit", exactKeys},
	{"the best is kept whole in each ranking", bestKeptWhole},
	{"again or worse changes nothing", againChangesNothing},
	{"the first game on a deal stays the first", firstSight},
	{"a later game on a deal is on a known deal", laterIsKnown},
	{"boards are apart", boardsApart},
	{"what has expired is gone", expired},
	{"a cancelled call says so", cancelledRows},
}

func submit(t testing.TB, s leaderboard.Store, b leaderboard.Board, sub leaderboard.Submission) bool {
	t.Helper()
	first, err := s.Submit(context.Background(), b, sub, inAYear())
	if err != nil {
		t.Fatalf("Submit: %v", err)
	}
	return first
}

func view(t testing.TB, s leaderboard.Store, b leaderboard.Board, v leaderboard.View) *leaderboard.Snapshot {
	t.Helper()
	seen, err := s.View(context.Background(), b, v)
	if err != nil {
		t.Fatalf("View: %v", err)
	}
	return seen
}

// whole views a board from the top, with its games.
func whole(t testing.TB, s leaderboard.Store, b leaderboard.Board, ranking samedealv1.Ranking) *leaderboard.Snapshot {
	t.Helper()
	return view(t, s, b, leaderboard.View{
		Ranking: ranking, Part: samedealv1.BoardPart_BOARD_PART_PAGE, Most: 1000, WithGames: true,
	})
}

func emptyBoard(t *testing.T, s leaderboard.Store) {
	for _, ranking := range rankings {
		for _, p := range []samedealv1.BoardPart{0, 1, 2, 3} {
			seen := view(t, s, dayBoard(t), leaderboard.View{
				Ranking: ranking, Part: p, Most: 10, Me: ana, Players: []leaderboard.Player{ana, ben}, WithGames: true,
			})
			if seen.Ranked != 0 || seen.Won != 0 || len(seen.Rows) != 0 || seen.Mine != nil || seen.Attempts != "" {
				t.Errorf("part %v: %+v", p, seen)
			}
		}
	}
}

func rowComesBack(t *testing.T, s leaderboard.Store) {
	sub := submission(t, ana, home(700, 900, 90))
	sub.Row.Daily, sub.Row.KnownDeal = "2093-11-30", true
	for range 500 {
		sub.Row.Game.Words = append(sub.Row.Game.Words, "35v2")
		sub.Row.Game.AtMs = append(sub.Row.Game.AtMs, math.MaxUint32)
	}
	submit(t, s, dealBoard(t), sub)
	for _, ranking := range rankings {
		seen := whole(t, s, dealBoard(t), ranking)
		if len(seen.Rows) != 1 || !proto.Equal(seen.Rows[0].Row, sub.Row) || seen.Attempts != "2093-11-30" {
			t.Errorf("%v: %+v, want %v", ranking, seen, sub.Row)
		}
		mine := view(t, s, dealBoard(t), leaderboard.View{Ranking: ranking, Me: ana}).Mine
		without := proto.CloneOf(sub.Row)
		without.Game = nil
		if mine == nil || !proto.Equal(mine.Row, without) {
			t.Errorf("%v: mine is %+v, want %v", ranking, mine, without)
		}
	}
}

// Doubles hold whole numbers to 2^53, unless somebody writes them with fewer digits on the way.
func exactKeys(t *testing.T, s leaderboard.Store) {
	keys := []int64{0, 1, 2, 999_999_999_999_999, 1_000_000_000_000_000, 1<<52 - 1, 1 << 52, 1<<53 - 3, 1<<53 - 2, 1<<53 - 1}
	for i := len(keys) - 1; i >= 0; i-- {
		player := leaderboard.Player('a' + rune(len(keys)-i))
		sub := submission(t, player, home(1, 1, 1))
		sub.Keys = leaderboard.Keys{ScoreAndTime: keys[i], FirstHome: keys[i]}
		submit(t, s, dayBoard(t), sub)
		// One more is worse by the least that there is, and one less is better.
		if keys[i] > 2 && keys[i] < 1<<53-3 {
			sub.Keys = leaderboard.Keys{ScoreAndTime: keys[i] + 1, FirstHome: keys[i] + 1}
			submit(t, s, dayBoard(t), sub)
		}
	}
	for _, ranking := range rankings {
		seen := whole(t, s, dayBoard(t), ranking)
		if len(seen.Rows) != len(keys) {
			t.Fatalf("%d rows, want %d", len(seen.Rows), len(keys))
		}
		for i, row := range seen.Rows {
			if row.Key != keys[i] || row.Lower != i {
				t.Errorf("row %d has the key %d and %d lower ones, want %d and %d", i, row.Key, row.Lower, keys[i], i)
			}
		}
	}
	sub := submission(t, "z", home(1, 1, 1))
	for key := int64(1<<53 - 1); key > 1<<53-4; key-- {
		sub.Keys = leaderboard.Keys{ScoreAndTime: key, FirstHome: key}
		submit(t, s, dealBoard(t), sub)
		if seen := whole(t, s, dealBoard(t), byScore); seen.Rows[0].Key != key {
			t.Errorf("the key is %d, want the lower %d", seen.Rows[0].Key, key)
		}
	}
}

// The best score of one game must never stand with the time of another.
func bestKeptWhole(t *testing.T, s leaderboard.Store) {
	high, quick := submission(t, ana, home(700, 9000, 90)), submission(t, ana, home(600, 100, 80))
	high.Row.Room, quick.Row.Room = "HHHHHH", "QQQQQQ"
	middle := submission(t, ana, home(650, 5000, 70))
	worst := submission(t, ana, resigned(900, 1, 1))
	best := submission(t, ana, home(701, 99, 200))
	best.Row.Room = "BBBBBB"
	orders := [][]leaderboard.Submission{
		{high, quick}, {quick, high}, {worst, middle, high, quick, high}, {middle, quick, worst, high, middle},
	}
	for i, order := range orders {
		b := leaderboard.DayOf(dayBoard(t).First().Add(i), dayBoard(t).Variant())
		for _, sub := range order {
			submit(t, s, b, sub)
		}
		wantBest(t, s, b, byScore, high)
		wantBest(t, s, b, byFirst, quick)
		// One that is the best in both takes the place of both.
		submit(t, s, b, best)
		wantBest(t, s, b, byScore, best)
		wantBest(t, s, b, byFirst, best)
		submit(t, s, b, quick)
		wantBest(t, s, b, byFirst, best)
	}
}

func wantBest(t *testing.T, s leaderboard.Store, b leaderboard.Board, ranking samedealv1.Ranking, want leaderboard.Submission) {
	t.Helper()
	seen := whole(t, s, b, ranking)
	if len(seen.Rows) != 1 || !proto.Equal(seen.Rows[0].Row, want.Row) || seen.Rows[0].Key != keyOf(t, ranking, want.Row.GetResult()) {
		t.Errorf("%v: %+v; want %v", ranking, seen.Rows, want.Row)
	}
}

func againChangesNothing(t *testing.T, s leaderboard.Store) {
	b := dayBoard(t)
	sub := submission(t, ana, home(700, 900, 90))
	submit(t, s, b, sub)
	submit(t, s, b, submission(t, ben, home(700, 900, 90)))
	equal := submission(t, ana, home(700, 900, 90))
	equal.Row.Room = "LATERR"
	for _, again := range []leaderboard.Submission{sub, equal, submission(t, ana, home(699, 900, 90)), submission(t, ana, resigned(0, 0, 1))} {
		submit(t, s, b, again)
		for _, ranking := range rankings {
			seen := view(t, s, b, leaderboard.View{Ranking: ranking, Me: ana, Part: samedealv1.BoardPart_BOARD_PART_PAGE, Most: 9, WithGames: true})
			if len(seen.Rows) != 2 || !proto.Equal(seen.Rows[0].Row, sub.Row) || seen.Mine == nil || seen.Mine.Lower != 0 || seen.Rows[1].Lower != 0 {
				t.Errorf("%v: %+v", ranking, seen)
			}
		}
	}
}

func firstSight(t *testing.T, s leaderboard.Store) {
	b := dealBoard(t)
	first, later := submission(t, ana, home(1, 1, 1)), submission(t, ana, home(700, 1, 1))
	later.Row.Seat = 2
	for _, c := range []struct {
		sub  leaderboard.Submission
		want bool
	}{{first, true}, {first, true}, {later, false}, {first, true}, {later, false}, {submission(t, ben, home(1, 1, 1)), true}} {
		if got := submit(t, s, b, c.sub); got != c.want {
			t.Errorf("seat %d of %s: first %t, want %t", c.sub.Row.GetSeat(), c.sub.Player, got, c.want)
		}
	}
	// On a board of another kind every game is.
	for _, sub := range []leaderboard.Submission{first, later} {
		if !submit(t, s, dayBoard(t), sub) {
			t.Error("a later game on a day's board is not the first")
		}
	}
}

func laterIsKnown(t *testing.T, s leaderboard.Store) {
	first, later := submission(t, ana, home(1, 2, 1)), submission(t, ana, home(700, 1, 1))
	later.Row.Room = "LATERR"
	for _, b := range []leaderboard.Board{dealBoard(t), dayBoard(t)} {
		submit(t, s, b, first)
		if seen := whole(t, s, b, byScore); seen.Rows[0].Row.GetKnownDeal() {
			t.Errorf("%s: the first game is on a known deal", b)
		}
		submit(t, s, b, later)
		want := b.Kind() == leaderboard.Deal
		if seen := whole(t, s, b, byScore); seen.Rows[0].Row.GetKnownDeal() != want || seen.Rows[0].Row.GetRoom() != "LATERR" {
			t.Errorf("%s: %v, want it on a known deal: %t", b, seen.Rows[0].Row, want)
		}
	}
}

func boardsApart(t *testing.T, s leaderboard.Store) {
	var boards []leaderboard.Board
	for _, id := range []string{
		"daily/2093-11-30/KL1-D3N", "day/2093-11-30/KL1-D3N", "day/2093-12-01/KL1-D3N", "day/2093-11-30/KL1-D1N",
		"week/2093-W49/KL1-D3N", "month/2093-11/KL1-D3N", "all/KL1-D3N", "deal/KL1-D3N-AAAAAAB", "deal/KL1-D3N-AAAAAAC",
	} {
		boards = append(boards, board(t, id))
	}
	for i, b := range boards {
		submit(t, s, b, submission(t, ana, home(uint32(i+1), 1, 1)))
	}
	for i, b := range boards {
		seen := whole(t, s, b, byScore)
		if len(seen.Rows) != 1 || seen.Rows[0].Row.GetResult().GetScore() != uint32(i+1) {
			t.Errorf("%s: %+v", b, seen)
		}
	}
}

func expired(t *testing.T, s leaderboard.Store) {
	past := time.Now().Add(-time.Hour)
	b := dealBoard(t)
	submit(t, s, b, submission(t, ana, home(1, 1, 1)))
	if _, err := s.TakeOff(t.Context(), b, ben, time.Now(), inAYear()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Submit(t.Context(), b, submission(t, cid, home(1, 1, 1)), past); err != nil {
		t.Fatal(err)
	}
	for _, ranking := range rankings {
		if seen := whole(t, s, b, ranking); seen.Ranked != 0 {
			t.Errorf("%v: %+v", ranking, seen)
		}
	}
	later := submission(t, ana, home(1, 1, 1))
	later.Row.Room = "LATERR"
	if !submit(t, s, b, later) {
		t.Error("who had a game on a board that has expired is remembered")
	}
}

func cancelledRows(t *testing.T, s leaderboard.Store) {
	b, sums := dayBoard(t), board(t, "daily-week/2093-W49/KL1-D3N")
	cancelled(t, map[string]func(context.Context) error{
		"Submit": func(ctx context.Context) error {
			_, err := s.Submit(ctx, b, submission(t, ana, home(1, 1, 1)), inAYear())
			return err
		},
		"SubmitTotal": func(ctx context.Context) error {
			return s.SubmitTotal(ctx, sums, leaderboard.TotalSubmission{Player: ana}, inAYear())
		},
		"View": func(ctx context.Context) error { _, err := s.View(ctx, b, leaderboard.View{}); return err },
		"Note": func(ctx context.Context) error {
			_, err := s.Note(ctx, ana, nil, time.Now(), inAYear())
			return err
		},
		"BeginRemoval": func(ctx context.Context) error { _, err := s.BeginRemoval(ctx, ana, time.Now(), inAYear()); return err },
		"EndRemoval":   func(ctx context.Context) error { return s.EndRemoval(ctx, ana) },
		"TakeOff":      func(ctx context.Context) error { _, err := s.TakeOff(ctx, b, ana, time.Now(), inAYear()); return err },
		"Void":         func(ctx context.Context) error { _, err := s.Void(ctx, b, inAYear()); return err },
		"Settle":       func(ctx context.Context) error { return s.Settle(ctx, b, ana) },
		"IsVoid":       func(ctx context.Context) error { _, err := s.IsVoid(ctx, b); return err },
		"Deals": func(ctx context.Context) error {
			_, err := dealsOf(ctx, s, ana, b.Variant())
			return err
		},
		"Players": func(ctx context.Context) error { _, err := s.Players(ctx, b); return err },
		"Load":    func(ctx context.Context) error { _, err := s.Load(ctx, b, ana); return err },
		"Replace": func(ctx context.Context) error {
			_, err := s.Replace(ctx, b, ana, leaderboard.Kept{}, leaderboard.Kept{}, inAYear())
			return err
		},
	})
}

var totalParts = []part{
	{"the newest total counts", newestTotal},
	{"a total without days takes the row off", emptyTotal},
	{"versions are told apart to the last unit", exactVersions},
	{"a total survives its row being taken off", totalAfterTakeOff},
}

func totalOf(t testing.TB, player leaderboard.Player, version uint64, days, won, score uint32) leaderboard.TotalSubmission {
	t.Helper()
	total := &samedealv1.Total{Days: days, Won: won, Score: score, TimeMs: score, WonTimeMs: won}
	sub := leaderboard.TotalSubmission{Player: player, Total: &samedealv1.StoredTotal{Total: total, Version: version}}
	if days == 0 {
		return sub
	}
	for ranking, key := range map[samedealv1.Ranking]*int64{byScore: &sub.Keys.ScoreAndTime, byFirst: &sub.Keys.FirstHome} {
		var err error
		if *key, err = leaderboard.TotalKey(ranking, total); err != nil {
			t.Fatal(err)
		}
	}
	return sub
}

func submitTotals(t *testing.T, s leaderboard.Store, subs ...leaderboard.TotalSubmission) {
	t.Helper()
	for _, sub := range subs {
		if err := s.SubmitTotal(t.Context(), weekBoard(t), sub, inAYear()); err != nil {
			t.Fatalf("SubmitTotal: %v", err)
		}
	}
}

func weekBoard(t testing.TB) leaderboard.Board { return board(t, "daily-week/2093-W49/KL1-D3N") }

// wantTotals holds a week's board to these players' versions, in this order.
func wantTotals(t *testing.T, s leaderboard.Store, ranking samedealv1.Ranking, won int, want ...leaderboard.TotalSubmission) {
	t.Helper()
	seen := whole(t, s, weekBoard(t), ranking)
	same := slices.EqualFunc(seen.Rows, want, func(got leaderboard.Standing, want leaderboard.TotalSubmission) bool {
		return got.Player == want.Player && proto.Equal(got.Total, want.Total) && got.Row == nil
	})
	if !same || seen.Ranked != len(want) || seen.Won != won {
		t.Errorf("%v: %+v; want %+v and %d with a win", ranking, seen, want, won)
	}
}

func newestTotal(t *testing.T, s leaderboard.Store) {
	second, third := totalOf(t, ana, 2, 2, 0, 500), totalOf(t, ana, 3, 2, 1, 300)
	rival := totalOf(t, ben, 1, 1, 0, 400)
	submitTotals(t, s, second, totalOf(t, ana, 1, 1, 1, 700), rival)
	wantTotals(t, s, byScore, 0, second, rival)
	// A lower total that is newer counts, and the older one does not come back.
	submitTotals(t, s, third, second, totalOf(t, ana, 3, 7, 7, 7))
	wantTotals(t, s, byScore, 1, rival, third)
	wantTotals(t, s, byFirst, 1, third, rival)
}

func emptyTotal(t *testing.T, s leaderboard.Store) {
	submitTotals(t, s, totalOf(t, ana, 1, 1, 1, 5), totalOf(t, ana, 2, 0, 0, 0), totalOf(t, ana, 1, 1, 1, 5))
	for _, ranking := range rankings {
		wantTotals(t, s, ranking, 0)
	}
	third := totalOf(t, ana, 3, 1, 1, 5)
	submitTotals(t, s, third)
	wantTotals(t, s, byFirst, 1, third)
}

func exactVersions(t *testing.T, s leaderboard.Store) {
	for _, version := range []uint64{0, 1, 9, 10, 1<<53 - 1, 1 << 53, 1<<53 + 1, math.MaxUint64 - 1, math.MaxUint64} {
		sub := totalOf(t, ana, version, 1, 0, 5)
		submitTotals(t, s, sub)
		wantTotals(t, s, byScore, 0, sub)
	}
	submitTotals(t, s, totalOf(t, ana, math.MaxUint64-1, 1, 0, 6))
	wantTotals(t, s, byScore, 0, totalOf(t, ana, math.MaxUint64, 1, 0, 5))
}

func totalAfterTakeOff(t *testing.T, s leaderboard.Store) {
	old, newer := totalOf(t, ana, 5, 2, 0, 5), totalOf(t, ana, 6, 1, 0, 3)
	submitTotals(t, s, old)
	if had, err := s.TakeOff(t.Context(), weekBoard(t), ana, time.Now(), inAYear()); !had || err != nil {
		t.Fatalf("TakeOff: %t, %v", had, err)
	}
	submitTotals(t, s, old)
	wantTotals(t, s, byScore, 0)
	submitTotals(t, s, newer)
	wantTotals(t, s, byScore, 0, newer)
	if _, err := s.Void(t.Context(), weekBoard(t), inAYear()); err != nil {
		t.Fatal(err)
	}
	err := s.SubmitTotal(t.Context(), weekBoard(t), totalOf(t, ana, 7, 1, 0, 3), inAYear())
	if !errors.Is(err, leaderboard.ErrVoid) {
		t.Errorf("a total on a void board: %v, want ErrVoid", err)
	}
}
