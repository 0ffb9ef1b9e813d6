package daily_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// history reads what is kept of a player.
func (s *service) history(t *testing.T, player leaderboard.Player) daily.History {
	t.Helper()
	h, err := s.memory.History(t.Context(), player)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (s *service) wantTotal(t *testing.T, board string, player leaderboard.Player, want *samedealv1.Total) {
	t.Helper()
	if got := s.boards.total(board, player); !proto.Equal(got, want) {
		t.Errorf("the total of %s on %s is %v, want %v", player, board, got, want)
	}
}

// The sums are over the ISO week and the month of the days, each variant apart, and count every day once.
func TestTotalsOfWeekAndMonth(t *testing.T) {
	t.Parallel()
	// 2026-11-28 is a Saturday, and 2026-11-30 a Monday.
	s := newService(t, "2026-11-28")
	c := s.node(t, freeCell, klondike)
	s.play(t, c, ana, freeCell, won(700, 100_000))
	s.play(t, c, ana, klondike, won(500, 1))
	s.clock.add(24 * time.Hour)
	lastOfWeek := s.play(t, c, ana, freeCell, lost(150, 60_000))
	s.clock.add(24 * time.Hour)
	s.play(t, c, ana, freeCell, won(745, 200_000))
	s.play(t, c, ben, freeCell, won(100, 9))
	s.clock.add(24 * time.Hour)
	s.play(t, c, ana, freeCell, &samedealv1.Result{Ending: samedealv1.Ending_ENDING_TIME_UP})
	for range 2 {
		if err := s.finish(t.Context(), c, lastOfWeek); err != nil {
			t.Fatal(err)
		}
	}
	for board, want := range map[string]*samedealv1.Total{
		"daily-week/2026-W48/FC1-C4":   {Days: 2, Won: 1, Score: 850, TimeMs: 160_000, WonTimeMs: 100_000},
		"daily-week/2026-W49/FC1-C4":   {Days: 2, Won: 1, Score: 745, TimeMs: 200_000, WonTimeMs: 200_000},
		"daily-month/2026-11/FC1-C4":   {Days: 3, Won: 2, Score: 1595, TimeMs: 360_000, WonTimeMs: 300_000},
		"daily-month/2026-12/FC1-C4":   {Days: 1},
		"daily-week/2026-W48/KL1-D3N":  {Days: 1, Won: 1, Score: 500, TimeMs: 1, WonTimeMs: 1},
		"daily-month/2026-11/KL1-D3N":  {Days: 1, Won: 1, Score: 500, TimeMs: 1, WonTimeMs: 1},
		"daily-week/2026-W49/KL1-D3N":  nil,
		"daily-month/2026-12/KL1-D3N":  nil,
		"daily-month/2025-11/KL1-D3N":  nil,
		"daily-month/2026-11/KL1-D1N":  nil,
		"daily-week/2026-W48/TF1-D1N":  nil,
		"daily-month/2026-11/FC1-C3":   nil,
		"daily-week/2025-W48/FC1-C4":   nil,
		"daily-month/2027-11/FC1-C4":   nil,
		"daily-month/2026-10/FC1-C4":   nil,
		"daily-week/2026-W47/FC1-C4":   nil,
		"daily-week/2026-W50/FC1-C4":   nil,
		"daily-month/2027-01/FC1-C4":   nil,
		"daily-month/2026-12/TF1-D1N":  nil,
		"daily-week/2026-W49/TF1-D1N":  nil,
		"daily-month/2026-11/KL1-D3P1": nil,
	} {
		s.wantTotal(t, board, ana, want)
	}
}

// The ISO week of a year's first days is of the year before, and a leap day is a day.
func TestTotalsAtTheEdgesOfYears(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ first, week, firstMonth, secondMonth string }{
		{"2026-12-31", "2026-W53", "2026-12", "2027-01"},
		{"2027-12-31", "2027-W52", "2027-12", "2028-01"},
		{"2024-12-30", "2025-W01", "2024-12", "2024-12"},
		{"2028-02-28", "2028-W09", "2028-02", "2028-02"},
		{"2028-02-29", "2028-W09", "2028-02", "2028-03"},
	} {
		s := newService(t, c.first)
		node := s.node(t, freeCell)
		s.play(t, node, ana, freeCell, won(1, 10))
		s.clock.add(24 * time.Hour)
		s.play(t, node, ana, freeCell, won(2, 20))
		both := &samedealv1.Total{Days: 2, Won: 2, Score: 3, TimeMs: 30, WonTimeMs: 30}
		s.wantTotal(t, "daily-week/"+c.week+"/FC1-C4", ana, both)
		if c.firstMonth == c.secondMonth {
			s.wantTotal(t, "daily-month/"+c.firstMonth+"/FC1-C4", ana, both)
			continue
		}
		s.wantTotal(t, "daily-month/"+c.firstMonth+"/FC1-C4", ana, &samedealv1.Total{Days: 1, Won: 1, Score: 1, TimeMs: 10, WonTimeMs: 10})
		s.wantTotal(t, "daily-month/"+c.secondMonth+"/FC1-C4", ana, &samedealv1.Total{Days: 1, Won: 1, Score: 2, TimeMs: 20, WonTimeMs: 20})
	}
}

// A node that dies between a seat's end and its submission must not lose any part of it. It fails if Note is left out
// when there is a result already, or the totals when nothing was noted anew.
func TestARecordingIsCompleted(t *testing.T) {
	t.Parallel()
	untilDone(t, func(t *testing.T) (func(context.Context) error, func(*testing.T)) {
		s := newService(t, "2026-11-30")
		c := s.node(t, freeCell)
		s.play(t, c, ana, freeCell, won(700, 1000))
		s.clock.add(24 * time.Hour)
		f := s.finished(t, ana, begin(t, c, ana, freeCell), won(600, 500))
		do := func(ctx context.Context) error { return s.finish(ctx, c, f) }
		return do, func(t *testing.T) {
			both := &samedealv1.Total{Days: 2, Won: 2, Score: 1300, TimeMs: 1500, WonTimeMs: 1500}
			s.wantTotal(t, "daily-week/2026-W49/FC1-C4", ana, both)
			s.wantTotal(t, "daily-month/2026-12/FC1-C4", ana, &samedealv1.Total{Days: 1, Won: 1, Score: 600, TimeMs: 500, WonTimeMs: 500})
			if h := s.history(t, ana); h.Version != 2 || !proto.Equal(h.Entries[challenge(t, "2026-12-01", freeCell)].Result, won(600, 500)) {
				t.Errorf("the history is %+v", h)
			}
			if got := s.boards.rows["daily/2026-12-01/FC1-C4"][ana]; !proto.Equal(got, won(600, 500)) {
				t.Errorf("the row is %v", got)
			}
		}
	})
}

// Of totals that are summed up at once the newest must stand, in whatever order they come to the board.
func TestResultsRecordedAtOnceAllCount(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-01")
	c := s.node(t, freeCell)
	var ended []leaderboard.Finished
	for range 20 {
		ended = append(ended, s.finished(t, ana, begin(t, c, ana, freeCell), won(10, 100)))
		s.clock.add(24 * time.Hour)
	}
	var all sync.WaitGroup
	for _, f := range ended {
		for range 2 {
			all.Go(func() {
				if err := s.finish(t.Context(), c, f); err != nil {
					t.Errorf("recording: %v", err)
				}
			})
		}
	}
	all.Wait()
	s.wantTotal(t, "daily-month/2026-11/FC1-C4", ana, &samedealv1.Total{Days: 20, Won: 20, Score: 200, TimeMs: 2000, WonTimeMs: 2000})
}

// An attempt that ends after midnight is of the day that it was begun in.
func TestAnAttemptAcrossMidnight(t *testing.T) {
	t.Parallel()
	// The next day is in another week and another month.
	s := newService(t, "2026-05-31")
	c := s.node(t, freeCell)
	s.clock.set(dateOf(t, "2026-05-31").End().Add(-time.Millisecond))
	room := begin(t, c, ana, freeCell)
	f := s.finished(t, ana, room, won(700, 3_500_000))
	s.clock.add(time.Hour)
	if err := s.finish(t.Context(), c, f); err != nil {
		t.Fatal(err)
	}
	s.wantTotal(t, "daily-week/2026-W22/FC1-C4", ana, &samedealv1.Total{Days: 1, Won: 1, Score: 700, TimeMs: 3_500_000, WonTimeMs: 3_500_000})
	s.wantTotal(t, "daily-month/2026-05/FC1-C4", ana, &samedealv1.Total{Days: 1, Won: 1, Score: 700, TimeMs: 3_500_000, WonTimeMs: 3_500_000})
	s.wantTotal(t, "daily-week/2026-W23/FC1-C4", ana, nil)
	s.wantTotal(t, "daily-month/2026-06/FC1-C4", ana, nil)
	if s.boards.rows["daily/2026-05-31/FC1-C4"][ana] == nil {
		t.Errorf("the rows are %v", s.boards.rows)
	}
	shown, err := c.Show(t.Context(), ana, "")
	if err != nil {
		t.Fatal(err)
	}
	if streak := shown.GetStreak(); streak.GetDays() != 1 || streak.GetWonToday() {
		t.Errorf("the day after, the streak is %v; want yesterday's one day", streak)
	}
	if shown.GetChallenges()[0].GetMine() != nil {
		t.Errorf("today's challenge shows the attempt at yesterday's: %v", shown.GetChallenges()[0])
	}
}

// Practice, other races, and an attempt that the store noted in another room count for nothing here.
func TestWhatIsNoAttemptIsNotRecorded(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell)
	room := begin(t, c, ana, freeCell)
	for name, change := range map[string]func(*samedealv1.StoredRow){
		"no daily":     func(r *samedealv1.StoredRow) { r.Daily = "" },
		"another room": func(r *samedealv1.StoredRow) { r.Room = "ANOTHER" },
	} {
		f := s.finished(t, ana, room, won(700, 1))
		change(f.Row)
		if err := c.Record(t.Context(), f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(*samedealv1.StoredRow){
		"a date that is none": func(r *samedealv1.StoredRow) { r.Daily = "2026-11-31" },
		"a deal that is none": func(r *samedealv1.StoredRow) { r.Deal = "FC1-C4" },
	} {
		f := s.finished(t, ana, room, won(700, 1))
		change(f.Row)
		if err := c.Record(t.Context(), f); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if h := s.history(t, ana); len(h.Entries) != 0 {
		t.Errorf("the history is %+v", h)
	}
}

// A store that has forgotten that an attempt was begun learns it from its result, so that there is no second one.
func TestAForgottenAttemptIsNotedByItsResult(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell)
	f := s.finished(t, ana, begin(t, c, ana, freeCell), won(700, 1))
	if err := s.memory.Drop(t.Context(), ana, challenge(t, "2026-11-30", freeCell)); err != nil {
		t.Fatal(err)
	}
	if err := s.finish(t.Context(), c, f); err != nil {
		t.Fatal(err)
	}
	if again := begin(t, c, ana, freeCell); again != f.Row.GetRoom() {
		t.Errorf("a second attempt begins in %s; the first was in %s", again, f.Row.GetRoom())
	}
	if h := s.history(t, ana); h.Entries[challenge(t, "2026-11-30", freeCell)].Begun.UnixMilli() != f.Row.GetStartMs() {
		t.Errorf("the history is %+v", h)
	}
}

func TestEnded(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell, klondike)
	want := func(player leaderboard.Player, variant string, want bool) {
		t.Helper()
		if got, err := c.Ended(t.Context(), player, "2026-11-30", variant); err != nil || got != want {
			t.Errorf("%s has ended %s: %v, %v; want %v", player, variant, got, err, want)
		}
	}
	want(ana, freeCell, false)
	room := begin(t, c, ana, freeCell)
	want(ana, freeCell, false)
	if err := s.finish(t.Context(), c, s.finished(t, ana, room, lost(0, 0))); err != nil {
		t.Fatal(err)
	}
	want(ana, freeCell, true)
	want(ana, klondike, false)
	want(ben, freeCell, false)
	if _, err := c.Ended(t.Context(), ana, "today", freeCell); err == nil {
		t.Error("no error of a date that is none")
	}
}
