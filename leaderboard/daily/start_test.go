package daily_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func TestAnAttemptIsASealedRaceOfOne(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell, klondike)
	for variant, ranking := range map[string]samedealv1.Ranking{
		freeCell: samedealv1.Ranking_RANKING_FIRST_HOME, klondike: samedealv1.Ranking_RANKING_SCORE_AND_TIME,
	} {
		room := begin(t, c, ana, variant)
		got := s.rooms.arranged[room]
		days, err := s.memory.Days(t.Context(), dateOf(t, "2026-11-30"))
		if err != nil {
			t.Fatal(err)
		}
		kept := days[0][variant]
		if got.Deal != kept.Code || string(got.Salt) != string(kept.Salt) || got.Minutes != 60 || got.Ranking != ranking ||
			got.Player != ana || got.Name != "ana" ||
			!proto.Equal(got.Daily, &samedealv1.DailyRoom{Date: "2026-11-30"}) {
			t.Errorf("the room of %s is %+v, and the day's deal %+v", variant, got, kept)
		}
	}
}

// A second ranked attempt, with the deal known from the first, would be worth nothing.
func TestOneAttempt(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell)
	room := begin(t, c, ana, freeCell)
	for _, at := range []time.Duration{0, time.Minute, 2 * time.Hour} {
		s.clock.add(at)
		if again := begin(t, c, ana, freeCell); again != room {
			t.Errorf("%v later the attempt is in %s, before it was in %s", at, again, room)
		}
	}
	if err := s.finish(t.Context(), c, s.finished(t, ana, room, won(700, 1))); err != nil {
		t.Fatal(err)
	}
	delete(s.rooms.arranged, room)
	if again := begin(t, c, ana, freeCell); again != room || len(s.rooms.arranged) != 0 {
		t.Errorf("after its end the attempt is in %s, before it was in %s; opened again: %v", again, room, s.rooms.arranged)
	}
	if other := begin(t, c, ben, freeCell); other == room {
		t.Error("two players share a room")
	}
}

// Two tabs, or a request sent again to another node, must not make two attempts.
func TestStartingAtOnceMakesOneAttempt(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	nodes := []*daily.Challenges{s.node(t, freeCell), s.node(t, freeCell), s.node(t, freeCell)}
	codes := make([]string, 24)
	var all sync.WaitGroup
	for i := range codes {
		all.Go(func() {
			var err error
			if codes[i], err = nodes[i%len(nodes)].Start(t.Context(), ana, "Ana", "", freeCell, false); err != nil {
				t.Errorf("Start: %v", err)
			}
		})
	}
	all.Wait()
	for _, code := range codes {
		if code != codes[0] {
			t.Fatalf("one node gave %s, another %s", codes[0], code)
		}
	}
	if len(s.rooms.arranged) != 1 {
		t.Errorf("%d rooms were opened", len(s.rooms.arranged))
	}
}

// Of two calls that find no attempt, the one that notes its own later must open the other's room.
func TestAnotherCallIsFirst(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell)
	s.rooms.onCode = func() {
		first := daily.Attempt{Room: "FIRST", Begun: s.clock.now()}
		if _, err := s.memory.Begin(t.Context(), challenge(t, "2026-11-30", freeCell), ana, first, s.clock.now().Add(daily.Life)); err != nil {
			t.Error(err)
		}
	}
	room := begin(t, c, ana, freeCell)
	if _, opened := s.rooms.arranged["FIRST"]; room != "FIRST" || !opened || len(s.rooms.arranged) != 1 {
		t.Errorf("the attempt is in %s, and opened are %v; want what was noted first", room, s.rooms.arranged)
	}
}

// A node that dies between noting an attempt and opening its room must not cost the player the day. It fails without
// the call of reopen in start.attempt.
func TestAStartedAttemptIsCompleted(t *testing.T) {
	t.Parallel()
	untilDone(t, func(t *testing.T) (func(context.Context) error, func(*testing.T)) {
		s := newService(t, "2026-11-30")
		c := s.node(t, freeCell)
		s.memoryHasToday(t, c)
		var room string
		do := func(ctx context.Context) (err error) {
			room, err = c.Start(ctx, ana, "Ana", "2026-11-30", freeCell, false)
			s.clock.add(time.Minute)
			return err
		}
		return do, func(t *testing.T) {
			noted, err := s.memory.Attempts(t.Context(), ana, challenge(t, "2026-11-30", freeCell))
			if err != nil || noted[0].Room != room {
				t.Errorf("noted is %+v, %v; given was %s", noted, err, room)
			}
			if _, found := s.rooms.arranged[room]; !found || len(s.rooms.arranged) != 1 {
				t.Errorf("rooms %v; want just %s", s.rooms.arranged, room)
			}
		}
	})
}

// memoryHasToday has the day's deals drawn, so that no step of what follows does.
func (s *service) memoryHasToday(t *testing.T, c *daily.Challenges) {
	t.Helper()
	if _, err := c.Show(t.Context(), "", ""); err != nil {
		t.Fatal(err)
	}
}

func challenge(t *testing.T, date, variant string) daily.Challenge {
	t.Helper()
	return daily.Challenge{Date: dateOf(t, date), Variant: variant}
}

// An attempt noted in a day's last moment gets its room shortly after; one that comes back weeks later, when its room
// is gone, must not be played a second time.
func TestAnAttemptIsNotOpenedLongAfterItsDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		after time.Duration
		opens bool
	}{{0, true}, {time.Hour - time.Millisecond, true}, {time.Hour, false}, {90 * 24 * time.Hour, false}} {
		s := newService(t, "2026-11-30")
		node := s.node(t, freeCell)
		room := begin(t, node, ana, freeCell)
		delete(s.rooms.arranged, room)
		s.clock.set(dateOf(t, "2026-11-30").End().Add(c.after))
		again, err := node.Start(t.Context(), ana, "Ana", "2026-11-30", freeCell, false)
		if _, opened := s.rooms.arranged[room]; err != nil || again != room || opened != c.opens {
			t.Errorf("%v after the day: room %q, %v; opened: %v", c.after, again, err, opened)
		}
	}
}

// A request that crosses midnight must not land on the other day.
func TestAnAttemptIsBegunInItsDay(t *testing.T) {
	t.Parallel()
	date := dateOf(t, "2026-11-30")
	for _, c := range []struct {
		name  string
		at    time.Time
		today string
	}{
		{"1 ms before it", date.Start().Add(-time.Millisecond), "2026-11-29"},
		{"its first instant", date.Start(), "2026-11-30"},
		{"1 ms before its end", date.End().Add(-time.Millisecond), "2026-11-30"},
		{"its end", date.End(), "2026-12-01"},
		{"1 ms after its end", date.End().Add(time.Millisecond), "2026-12-01"},
	} {
		s := newService(t, "2026-11-30")
		node := s.node(t, freeCell)
		s.clock.set(c.at)
		_, err := node.Start(t.Context(), ana, "Ana", "2026-11-30", freeCell, false)
		if isToday := c.today == "2026-11-30"; isToday != (err == nil) || !isToday && !errors.Is(err, daily.ErrNotToday) {
			t.Errorf("%s: error %v", c.name, err)
		}
		room := begin(t, node, ben, freeCell)
		if got := s.rooms.arranged[room].Daily.GetDate(); got != c.today {
			t.Errorf("%s an attempt without a date is of %s, want %s", c.name, got, c.today)
		}
	}
}

// The day may end while the room's code is drawn. It fails without the second call of isToday in start.attempt.
func TestTheDayEndsWhileAnAttemptIsBegun(t *testing.T) {
	t.Parallel()
	date := dateOf(t, "2026-11-30")
	for after, want := range map[time.Duration]error{-time.Millisecond: nil, 0: daily.ErrNotToday, time.Millisecond: daily.ErrNotToday} {
		s := newService(t, "2026-11-30")
		node := s.node(t, freeCell)
		s.clock.set(date.End().Add(-time.Second))
		s.rooms.onCode = func() { s.clock.set(date.End().Add(after)) }
		if _, err := node.Start(t.Context(), ana, "Ana", "", freeCell, false); !errors.Is(err, want) {
			t.Errorf("with the code drawn %v after the day: %v, want %v", after, err, want)
		}
		noted, err := s.memory.Attempts(t.Context(), ana, challenge(t, "2026-11-30", freeCell))
		if err != nil || (want == nil) == noted[0].Begun.IsZero() {
			t.Errorf("with the code drawn %v after the day, noted is %v, %v", after, noted, err)
		}
	}
}

func TestPracticeComesAfterTheAttempt(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell, klondike)
	practice := func(player leaderboard.Player) (string, error) {
		return c.Start(t.Context(), player, "Ana", "", freeCell, true)
	}
	if _, err := practice(ana); !errors.Is(err, daily.ErrAttemptNotEnded) {
		t.Errorf("before the attempt: %v", err)
	}
	room := begin(t, c, ana, freeCell)
	if _, err := practice(ana); !errors.Is(err, daily.ErrAttemptNotEnded) {
		t.Errorf("during the attempt: %v", err)
	}
	if err := s.finish(t.Context(), c, s.finished(t, ana, room, lost(10, 5000))); err != nil {
		t.Fatal(err)
	}
	first, err := practice(ana)
	second, again := practice(ana)
	if err != nil || again != nil || first == second || first == room {
		t.Fatalf("after the attempt in %s: rooms %s and %s, %v, %v", room, first, second, err, again)
	}
	if got := s.rooms.arranged[first]; !got.Daily.GetPractice() || got.Deal != s.rooms.arranged[room].Deal {
		t.Errorf("the room for practice is %+v", got)
	}
	if _, err := practice(ben); !errors.Is(err, daily.ErrAttemptNotEnded) {
		t.Errorf("another's attempt has ended, and practice: %v", err)
	}
	if _, err := c.Start(t.Context(), ana, "Ana", "", klondike, true); !errors.Is(err, daily.ErrAttemptNotEnded) {
		t.Errorf("the attempt at another variant has ended, and practice: %v", err)
	}
	s.clock.add(24 * time.Hour)
	if _, err := c.Start(t.Context(), ana, "Ana", "2026-11-30", freeCell, true); !errors.Is(err, daily.ErrNotToday) {
		t.Errorf("practice of yesterday's: %v", err)
	}
}

func TestStartRefusesWhatIsNotTodays(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell)
	for _, practice := range []bool{false, true} {
		for _, bad := range []struct {
			date, variant, field string
		}{
			{"2026-11-31", freeCell, "date"},
			{"30.11.2026", freeCell, "date"},
			{"", "", "variant"},
			{"", "FC1-C9", "variant"},
			{"", "FC1-C4-AAAAAAB", "variant"},
			{"2026-11-29", freeCell, ""},
			{"2026-12-01", freeCell, ""},
			{"", klondike, ""},
		} {
			_, err := c.Start(t.Context(), ana, "Ana", bad.date, bad.variant, practice)
			var field *daily.FieldError
			switch {
			case bad.field == "" && !errors.Is(err, daily.ErrNotToday):
				t.Errorf("%+v: error %v, want ErrNotToday", bad, err)
			case bad.field != "" && (!errors.As(err, &field) || field.Field != bad.field):
				t.Errorf("%+v: error %v, want a FieldError", bad, err)
			}
		}
	}
	if len(s.rooms.arranged) != 0 || s.rooms.codes != 0 {
		t.Errorf("%d codes were drawn, and the rooms are %v", s.rooms.codes, s.rooms.arranged)
	}
}
