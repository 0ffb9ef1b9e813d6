package daily_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// A bad day must go out of boards, sums and streaks, also if whoever takes it out dies on the way. It fails without
// Players in Challenges.void, by which those are found who have no row yet; the boards here tell their players only once.
func TestAVoidedDay(t *testing.T) {
	t.Parallel()
	untilDone(t, func(t *testing.T) (func(context.Context) error, func(*testing.T)) {
		s := newService(t, "2026-11-30")
		c := s.node(t, freeCell, klondike)
		s.play(t, c, ana, freeCell, won(700, 1000))
		s.clock.add(24 * time.Hour)
		s.play(t, c, ana, freeCell, won(600, 500))
		s.play(t, c, ana, klondike, lost(5, 5))
		s.play(t, c, ben, freeCell, won(1, 1))
		begin(t, c, "eve", freeCell)
		s.clock.add(24 * time.Hour)
		s.play(t, c, ana, freeCell, won(500, 200))
		var voiding daily.Voiding
		do := func(ctx context.Context) (err error) {
			voiding, err = c.Void(ctx, "2026-12-01", freeCell)
			return err
		}
		return do, func(t *testing.T) {
			if voiding.Results != 2 {
				t.Errorf("%d results were taken out, want 2", voiding.Results)
			}
			s.wantVoided(t, c)
		}
	})
}

func (s *service) wantVoided(t *testing.T, c *daily.Challenges) {
	t.Helper()
	s.wantTotal(t, "daily-week/2026-W49/FC1-C4", ana, &samedealv1.Total{Days: 2, Won: 2, Score: 1200, TimeMs: 1200, WonTimeMs: 1200})
	s.wantTotal(t, "daily-month/2026-12/FC1-C4", ana, &samedealv1.Total{Days: 1, Won: 1, Score: 500, TimeMs: 200, WonTimeMs: 200})
	s.wantTotal(t, "daily-month/2026-12/FC1-C4", ben, &samedealv1.Total{})
	s.wantTotal(t, "daily-month/2026-12/KL1-D3N", ana, &samedealv1.Total{Days: 1, Score: 5, TimeMs: 5})
	if len(s.boards.rows["daily/2026-12-01/FC1-C4"]) != 0 {
		t.Errorf("the rows are %v", s.boards.rows)
	}
	shown, err := c.Show(t.Context(), ana, "2026-12-01")
	if err != nil {
		t.Fatal(err)
	}
	for _, challenge := range shown.GetChallenges() {
		if challenge.GetVoided() != (challenge.GetVariant() == freeCell) {
			t.Errorf("shown is %v", challenge)
		}
	}
	// That the attempt was played is still told, with no place.
	if row := shown.GetChallenges()[0].GetMine().GetRow(); row.GetPlace() != 0 || !proto.Equal(row.GetResult(), won(600, 500)) {
		t.Errorf("the row of the voided attempt is %v", row)
	}
	if streak := shown.GetStreak(); streak.GetDays() != 1 || streak.GetLongest() != 1 {
		t.Errorf("the streak with its second of three days voided is %v", streak)
	}
	calendar, err := c.Calendar(t.Context(), ana, "2026-12")
	if err != nil {
		t.Fatal(err)
	}
	if entry := calendar.GetDays()[0].GetEntries()[0]; !entry.GetVoided() || !proto.Equal(entry.GetResult(), won(600, 500)) {
		t.Errorf("in the calendar stands %v", entry)
	}
}

// A result that comes in when its challenge has been voided must not count.
func TestAResultAfterItsDayWasVoided(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell)
	begun := begin(t, c, ana, freeCell)
	if voiding, err := c.Void(t.Context(), "2026-11-30", ""); err != nil || voiding != (daily.Voiding{}) {
		t.Fatalf("%+v, %v", voiding, err)
	}
	// Of ben's attempt whoever voided knew nothing, as if it had been noted just after.
	late := challenge(t, "2026-11-30", freeCell)
	if _, err := s.memory.Begin(t.Context(), late, ben, daily.Attempt{Room: begun, Begun: s.clock.now()}, s.clock.now().Add(daily.Life)); err != nil {
		t.Fatal(err)
	}
	for _, player := range []leaderboard.Player{ana, ben} {
		if err := s.finish(t.Context(), c, s.finished(t, player, begun, won(700, 1))); err != nil {
			t.Fatal(err)
		}
		if entry := s.history(t, player).Entries[late]; !entry.Voided || entry.Result == nil {
			t.Errorf("noted of %s is %+v", player, entry)
		}
		s.wantTotal(t, "daily-week/2026-W49/FC1-C4", player, &samedealv1.Total{})
	}
	if voiding, err := c.Void(t.Context(), "2026-11-30", freeCell); err != nil || voiding != (daily.Voiding{Results: 2, Again: true}) {
		t.Errorf("voided again: %+v, %v; want 2 results", voiding, err)
	}
	if _, err := c.Start(t.Context(), "eve", "Eve", "", freeCell, false); !errors.Is(err, daily.ErrNotToday) {
		t.Errorf("an attempt at what is voided: %v", err)
	}
	if _, err := c.Start(t.Context(), "eve", "Eve", "", freeCell, true); err != nil {
		t.Errorf("practice of what is voided: %v", err)
	}
	if room := begin(t, c, ana, freeCell); room != begun {
		t.Errorf("the attempt that was begun before is in %s, want %s", room, begun)
	}
}

// Whoever voids a day is told what came of it: a player of two of its challenges is one player.
func TestWhatAVoidingTells(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell, klondike)
	s.play(t, c, ana, freeCell, won(700, 1000))
	s.play(t, c, ana, klondike, lost(5, 5))
	s.play(t, c, ben, klondike, lost(5, 6))
	for i, want := range []daily.Voiding{{Results: 1, Recomputed: 1}, {Results: 3, Recomputed: 2}, {Results: 3, Again: true}} {
		if voiding, err := c.Void(t.Context(), "2026-11-30", []string{freeCell, "", ""}[i]); err != nil || voiding != want {
			t.Errorf("voiding %d: %+v, %v; want %+v", i, voiding, err, want)
		}
	}
}

func TestVoidRefusesWhatIsNoChallenge(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell)
	s.memoryHasToday(t, c)
	for _, bad := range []struct{ date, variant, field string }{
		{"", freeCell, "date"}, {"2026-11-31", freeCell, "date"}, {"2026-12-01", freeCell, "date"}, {"2026-11-29", "", "date"},
		{"2026-11-30", threeCells, "variant"}, {"2026-11-30", "FC1", "variant"},
	} {
		_, err := c.Void(t.Context(), bad.date, bad.variant)
		var field *daily.FieldError
		if !errors.As(err, &field) || field.Field != bad.field {
			t.Errorf("%+v: error %v, want a FieldError", bad, err)
		}
	}
}

// Whoever was taken out must not come back by a result that is recorded again, nor get a second attempt; and what
// they do from then on counts.
func TestARemovedPlayer(t *testing.T) {
	t.Parallel()
	untilDone(t, func(t *testing.T) (func(context.Context) error, func(*testing.T)) {
		s := newService(t, "2026-11-30")
		c := s.node(t, freeCell)
		old := s.play(t, c, ana, freeCell, won(700, 1000))
		s.play(t, c, ben, freeCell, won(7, 10))
		if _, err := c.SetOffset(t.Context(), ana, 120); err != nil {
			t.Fatal(err)
		}
		s.clock.add(24 * time.Hour)
		racing := s.finished(t, ana, begin(t, c, ana, freeCell), won(600, 500))
		do := func(ctx context.Context) error { return c.RemovePlayer(ctx, ana) }
		return do, func(t *testing.T) { s.wantRemoved(t, c, old, racing) }
	})
}

func (s *service) wantRemoved(t *testing.T, c *daily.Challenges, old, racing leaderboard.Finished) {
	t.Helper()
	for range 2 {
		for _, f := range []leaderboard.Finished{old, racing} {
			if err := c.Record(t.Context(), f); err != nil {
				t.Fatal(err)
			}
		}
	}
	if h := s.history(t, ana); len(h.Entries) != 0 || h.OffsetSet {
		t.Errorf("the history is %+v", h)
	}
	if left, err := s.memory.Players(t.Context(), challenge(t, "2026-11-30", freeCell)); err != nil || len(left) != 1 || left[0] != ben {
		t.Errorf("of a day that is over, who began it is still kept as %q, %v", left, err)
	}
	if len(s.history(t, ben).Entries) != 1 {
		t.Error("another player is removed too")
	}
	if again := begin(t, c, ana, freeCell); again != racing.Row.GetRoom() {
		t.Errorf("a second attempt at today's begins in %s", again)
	}
	if ended, err := c.Ended(t.Context(), ana, "2026-12-01", freeCell); err != nil || !ended {
		t.Errorf("the attempt that counts for nothing has ended: %v, %v", ended, err)
	}
	s.clock.add(24 * time.Hour)
	s.play(t, c, ana, freeCell, won(5, 5))
	s.wantTotal(t, "daily-week/2026-W49/FC1-C4", ana, &samedealv1.Total{Days: 1, Won: 1, Score: 5, TimeMs: 5, WonTimeMs: 5})
	s.wantTotal(t, "daily-month/2026-12/FC1-C4", ana, &samedealv1.Total{Days: 1, Won: 1, Score: 5, TimeMs: 5, WonTimeMs: 5})
}

// A total that was summed up before a player was removed, and comes to the board after it, must not stand. It fails
// without the totals in Challenges.RemovePlayer.
func TestATotalUnderWayWhenItsPlayerIsRemoved(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell)
	s.play(t, c, ana, freeCell, won(700, 1000))
	board := leaderboard.WeekOfDaily(dateOf(t, "2026-11-30"), variant(t, freeCell))
	late := &samedealv1.StoredTotal{Total: s.boards.total(board.String(), ana), Version: s.history(t, ana).Version}
	if err := c.RemovePlayer(t.Context(), ana); err != nil {
		t.Fatal(err)
	}
	if err := s.boards.SubmitTotal(t.Context(), board, ana, late); err != nil {
		t.Fatal(err)
	}
	s.wantTotal(t, board.String(), ana, &samedealv1.Total{})
}
