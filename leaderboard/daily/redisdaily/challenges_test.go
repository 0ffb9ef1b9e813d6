package redisdaily_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/zap/zaptest"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	"github.com/samedeal/samedeal/leaderboard/daily/redisdaily"
	"github.com/samedeal/samedeal/leaderboard/redisboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// rooms remembers what was opened.
type rooms struct {
	mu       sync.Mutex
	codes    int
	arranged map[string]daily.Arranged
}

func (r *rooms) NewCode(context.Context) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.codes++
	return fmt.Sprint("ROOM", r.codes), nil
}

func (r *rooms) Arrange(_ context.Context, code string, a daily.Arranged) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.arranged[code] = a
	return nil
}

// Two nodes, the boards and one Redis: an attempt that is begun at once on both nodes is one, and its result, recorded
// on both, stands once wherever it counts, until the day is voided.
func TestADayOnTwoNodes(t *testing.T) {
	t.Parallel()
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		const ana leaderboard.Player = "ana"
		// It stands still, lest the day end in between.
		now := time.Now()
		clock := func() time.Time { return now }
		opened := &rooms{arranged: map[string]daily.Arranged{}}
		boards := leaderboard.NewBoards(leaderboard.Config{Store: redisboard.New(client, ""), Now: clock})
		var nodes []*daily.Challenges
		variant, err := engine.ParseVariant("FC1-C4")
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			c, err := daily.New(daily.Config{
				Variants: []*engine.Variant{variant}, Store: redisdaily.New(client, ""), Boards: boards, Rooms: opened,
				Now: clock, Log: zaptest.NewLogger(t),
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(c.Close)
			nodes = append(nodes, c)
		}
		codes := make([]string, 8)
		onAll(codes, func(i int) (err error) {
			codes[i], err = nodes[i%2].Start(t.Context(), ana, "Ana", "", "FC1-C4", false)
			return err
		}, t)
		for _, code := range codes {
			if code != codes[0] {
				t.Fatalf("one call gave room %s, another %s", codes[0], code)
			}
		}
		f := wonBySolver(t, opened.arranged[codes[0]], codes[0], now)
		onAll(codes, func(i int) error {
			if err := boards.Record(t.Context(), f); err != nil {
				return err
			}
			return nodes[i%2].Record(t.Context(), f)
		}, t)

		date := f.Row.GetDaily()
		shown, err := nodes[1].Show(t.Context(), ana, date)
		if err != nil {
			t.Fatal(err)
		}
		today := shown.GetChallenges()[0]
		if today.GetPlayed() != 1 || today.GetWon() != 1 || today.GetMine().GetRoom() != codes[0] ||
			today.GetMine().GetRow().GetPlace() != 1 || !proto.Equal(today.GetMine().GetRow().GetResult(), f.Row.GetResult()) ||
			shown.GetStreak().GetDays() != 1 {
			t.Errorf("shown is %v", shown)
		}
		day, err := leaderboard.ParseDate(date)
		if err != nil {
			t.Fatal(err)
		}
		sums := []leaderboard.Board{leaderboard.WeekOfDaily(day, variant), leaderboard.MonthOfDaily(day, variant)}
		for _, board := range sums {
			if total := mine(t, boards, board).GetTotal(); total.GetDays() != 1 || total.GetScore() != f.Row.GetResult().GetScore() {
				t.Errorf("on %s stands %v", board, total)
			}
		}
		for range 2 {
			if voiding, err := nodes[0].Void(t.Context(), date, ""); err != nil || voiding.Results != 1 {
				t.Errorf("%+v, %v; want 1 result", voiding, err)
			}
		}
		for _, board := range append(sums, leaderboard.DailyOf(day, variant)) {
			if row := mine(t, boards, board); row != nil {
				t.Errorf("voided, on %s stands %v", board, row)
			}
		}
		if shown, err := nodes[1].Show(t.Context(), ana, date); err != nil || shown.GetStreak().GetDays() != 0 || !shown.GetChallenges()[0].GetVoided() {
			t.Errorf("voided, shown is %v, %v", shown, err)
		}
	})
}

// onAll calls a function at once for each of the codes.
func onAll(codes []string, call func(i int) error, t *testing.T) {
	t.Helper()
	var all sync.WaitGroup
	for i := range codes {
		all.Go(func() {
			if err := call(i); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// mine is the player's row on a board.
func mine(t *testing.T, boards *leaderboard.Boards, board leaderboard.Board) *samedealv1.BoardRow {
	t.Helper()
	part, err := boards.Part(t.Context(), leaderboard.Query{Board: board, Me: "ana"})
	if err != nil {
		t.Fatal(err)
	}
	return part.GetMine()
}

// wonBySolver is an attempt that was won by the solver's line.
func wonBySolver(t *testing.T, a daily.Arranged, room string, start time.Time) leaderboard.Finished {
	t.Helper()
	dealt := a.Deal.Start()
	solved, err := solve.Solve(a.Deal.Variant(), &dealt, solve.Options{})
	if err != nil || solved.Verdict != solve.Won {
		t.Fatalf("%s is %v, %v", a.Deal, solved.Verdict, err)
	}
	row := &samedealv1.StoredRow{
		Deal: a.Deal.String(), StartMs: start.UnixMilli(), LimitMs: 3_600_000, Room: room, Daily: a.Daily.GetDate(),
		Game: &samedealv1.Game{Engine: engine.RulesVersion, Ending: samedealv1.Ending_ENDING_HOME},
	}
	for i, m := range solved.Moves {
		row.Game.Words = append(row.Game.Words, m.String())
		row.Game.AtMs = append(row.Game.AtMs, uint32(1000*i))
	}
	if row.Result, err = leaderboard.Replay(row); err != nil {
		t.Fatal(err)
	}
	return leaderboard.Finished{Player: a.Player, Row: row, Sealed: true}
}
