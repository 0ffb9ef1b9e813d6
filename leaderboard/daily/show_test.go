package daily_test

import (
	"encoding/hex"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func show(t *testing.T, c *daily.Challenges, player leaderboard.Player, date string) *samedealv1.GetDailyResponse {
	t.Helper()
	shown, err := c.Show(t.Context(), player, date)
	if err != nil {
		t.Fatalf("showing %q: %v", date, err)
	}
	return shown
}

func TestShowADay(t *testing.T) {
	t.Parallel()
	s := emptyService(t, "2026-11-30")
	config := s.config(t)
	ticks := make(chan time.Time)
	config.Ticks = ticks
	c := start(t, config)
	ticks <- time.Time{} // the days were prepared before
	s.play(t, c, ana, freeCell, won(700, 1))
	s.play(t, c, ben, freeCell, lost(7, 1))
	room := begin(t, c, ana, klondike)
	s.clock.add(time.Millisecond)

	shown := show(t, c, ana, "")
	if shown.GetDate() != "2026-11-30" || shown.GetSecondsLeft() != 12*60*60 ||
		shown.GetEndsMs() != time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC).UnixMilli() {
		t.Errorf("the day is %v", shown)
	}
	if len(shown.GetChallenges()) != 3 || len(shown.GetNext()) != 3 {
		t.Fatalf("%d challenges, %d commitments of the next day", len(shown.GetChallenges()), len(shown.GetNext()))
	}
	thoughtful, freeCell, klondike := shown.GetChallenges()[0], shown.GetChallenges()[1], shown.GetChallenges()[2]
	if thoughtful.GetBoard() != "daily/2026-11-30/TF1-D1N" || thoughtful.GetPlayed() != 0 || thoughtful.GetMine() != nil {
		t.Errorf("shown is %v", thoughtful)
	}
	if freeCell.GetPlayed() != 2 || freeCell.GetWon() != 1 || !proto.Equal(freeCell.GetMine().GetRow().GetResult(), won(700, 1)) ||
		freeCell.GetMine().GetRow().GetPlace() != 1 {
		t.Errorf("shown is %v", freeCell)
	}
	if mine := klondike.GetMine(); mine.GetRoom() != room || mine.GetRow() != nil || mine.GetBegunMs() != s.clock.now().UnixMilli()-1 {
		t.Errorf("shown is %v", klondike)
	}
	if streak := shown.GetStreak(); streak.GetDays() != 1 || !streak.GetWonToday() || streak.GetOffsetSet() {
		t.Errorf("the streak is %v", streak)
	}
	nobody := show(t, c, "", "2026-11-30")
	if nobody.GetStreak() != nil || nobody.GetChallenges()[1].GetMine() != nil || nobody.GetChallenges()[1].GetPlayed() != 2 {
		t.Errorf("nobody is shown %v", nobody)
	}
	if before := show(t, c, ana, "2026-11-29"); len(before.GetChallenges()) != 0 || before.GetNext() != nil || before.GetSecondsLeft() != 0 {
		t.Errorf("of a day without challenges is shown %v", before)
	}
}

// The seconds to the next day, and what is told, turn at one instant.
func TestADayTurnsAtMidnight(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell)
	show(t, c, ana, "")
	end := dateOf(t, "2026-11-30").End()
	for _, c2 := range []struct {
		at   time.Duration
		left uint32
		over bool
	}{{-1001 * time.Millisecond, 2, false}, {-time.Second, 1, false}, {-time.Millisecond, 1, false}, {0, 0, true}, {time.Millisecond, 0, true}} {
		s.clock.set(end.Add(c2.at))
		shown := show(t, c, ana, "2026-11-30")
		told := shown.GetChallenges()[0]
		if shown.GetSecondsLeft() != c2.left || (told.GetCode() != "") != c2.over || (told.GetSalt() != "") != c2.over {
			t.Errorf("%v from its end: %v", c2.at, shown)
		}
		if today := show(t, c, ana, ""); (today.GetDate() != "2026-11-30") != c2.over {
			t.Errorf("%v from its end today is %s", c2.at, today.GetDate())
		}
		calendar, err := c.Calendar(t.Context(), ana, "2026-11")
		if err != nil || (calendar.GetDays()[29].GetEntries()[0].GetCode() != "") != c2.over {
			t.Errorf("%v from its end the calendar has %v, %v", c2.at, calendar.GetDays()[29], err)
		}
	}
}

// The commitment that was told the day before must be that of the code and the salt that are told the day after.
func TestCommitmentsAreKept(t *testing.T) {
	t.Parallel()
	s := emptyService(t, "2026-11-29")
	config := s.config(t, freeCell, threeCells)
	ticks := make(chan time.Time)
	config.Ticks = ticks
	c := start(t, config)
	ticks <- time.Time{}
	before := map[string]string{}
	for _, told := range show(t, c, "", "").GetNext() {
		if told.GetDate() != "2026-11-30" {
			t.Errorf("a commitment of %s", told.GetDate())
		}
		before[told.GetVariant()] = told.GetCommitment()
	}
	s.clock.add(24 * time.Hour)
	for _, today := range show(t, c, "", "").GetChallenges() {
		if today.GetCommitment() != before[today.GetVariant()] {
			t.Errorf("the commitment was %s, and today it is %s", before[today.GetVariant()], today.GetCommitment())
		}
	}
	s.clock.add(24 * time.Hour)
	for _, told := range show(t, c, "", "2026-11-30").GetChallenges() {
		code, err := engine.ParseCode(told.GetCode())
		salt, saltErr := hex.DecodeString(told.GetSalt())
		if err != nil || saltErr != nil || engine.Commitment(code, salt) != before[told.GetVariant()] {
			t.Errorf("%v is not what was committed to: %s", told, before[told.GetVariant()])
		}
	}
}

// No answer of any method may hold the code or the salt of a day to come or of today: the year's answers in a page
// are worth its boards.
func TestNothingIsToldBeforeItsDayIsOver(t *testing.T) {
	t.Parallel()
	s := emptyService(t, "2026-11-30")
	config := s.config(t, freeCell, threeCells)
	ticks := make(chan time.Time)
	config.Ticks = ticks
	c := start(t, config)
	ticks <- time.Time{}
	s.play(t, c, ana, freeCell, won(700, 1))
	var told strings.Builder
	for _, player := range []leaderboard.Player{ana, ben, ""} {
		for _, date := range []string{"", "2026-11-30", "2026-12-01", "2026-12-02"} {
			shown, err := c.Show(t.Context(), player, date)
			told.WriteString(prototext.Format(shown) + errorText(err))
			for _, variant := range []string{freeCell, threeCells, klondike} {
				for _, practice := range []bool{false, true} {
					room, err := c.Start(t.Context(), player, "name", date, variant, practice)
					told.WriteString(room + errorText(err))
				}
				ended, err := c.Ended(t.Context(), player, date, variant)
				if ended && date > "2026-11-30" {
					t.Errorf("%s has ended an attempt at %s of %s", player, variant, date)
				}
				told.WriteString(errorText(err))
			}
		}
		for _, month := range []string{"", "2026-11", "2026-12"} {
			calendar, err := c.Calendar(t.Context(), player, month)
			told.WriteString(prototext.Format(calendar) + errorText(err))
		}
	}
	days, err := s.memory.Days(t.Context(), dateOf(t, "2026-11-30"), dateOf(t, "2026-12-01"), dateOf(t, "2026-12-02"))
	if err != nil || len(days[0]) != 2 || len(days[1]) != 2 || len(days[2]) != 0 {
		t.Fatalf("prepared are %v, %v", days, err)
	}
	for _, day := range days {
		for _, deal := range day {
			_, number, _ := strings.Cut(deal.Code.String()[4:], "-")
			for _, secret := range []string{number, hex.EncodeToString(deal.Salt), string(deal.Salt), string(aSecret)} {
				if strings.Contains(told.String(), secret) {
					t.Errorf("%q of %s is told", secret, deal.Code)
				}
			}
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestShowRefusesWhatIsNoDay(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell)
	for _, date := range []string{"2026-12-01", "2026-02-29", "2026-1-1", "today", "9999-12-31", "\x00"} {
		_, err := c.Show(t.Context(), ana, date)
		var field *daily.FieldError
		if !errors.As(err, &field) || field.Field != "date" || !strings.Contains(err.Error(), "2026-11-30") {
			t.Errorf("%q: error %v", date, err)
		}
	}
	for _, month := range []string{"2026-12", "2026-13", "2026-11-30", "11.2026", "2026-11-01\x00"} {
		_, err := c.Calendar(t.Context(), ana, month)
		var field *daily.FieldError
		if !errors.As(err, &field) || field.Field != "month" {
			t.Errorf("%q: error %v", month, err)
		}
	}
}

func TestCalendar(t *testing.T) {
	t.Parallel()
	s := newService(t, "2028-02-28")
	c := s.node(t, freeCell, klondike)
	s.play(t, c, ana, freeCell, won(700, 1))
	s.clock.add(24 * time.Hour)
	s.play(t, c, ana, klondike, lost(5, 5))
	begin(t, c, ana, freeCell)
	calendar, err := c.Calendar(t.Context(), ana, "")
	if err != nil || calendar.GetMonth() != "2028-02" || len(calendar.GetDays()) != 29 {
		t.Fatalf("%v, %v; want the 29 days of a leap year's February", calendar, err)
	}
	for i, day := range calendar.GetDays()[:27] {
		if len(day.GetEntries()) != 0 {
			t.Errorf("day %d has %v", i+1, day)
		}
	}
	first, second := calendar.GetDays()[27], calendar.GetDays()[28]
	if first.GetDate() != "2028-02-28" || len(first.GetEntries()) != 2 ||
		!proto.Equal(first.GetEntries()[0].GetResult(), won(700, 1)) || first.GetEntries()[1].GetResult() != nil ||
		!strings.HasPrefix(first.GetEntries()[1].GetCode(), klondike) {
		t.Errorf("the first day is %v", first)
	}
	if second.GetEntries()[0].GetResult() != nil || !proto.Equal(second.GetEntries()[1].GetResult(), lost(5, 5)) ||
		second.GetEntries()[0].GetCode() != "" {
		t.Errorf("the second day is %v", second)
	}
	s.clock.set(dateOf(t, "2028-03-02").Start())
	if months, err := c.Calendar(t.Context(), ana, "2028-03"); err != nil || len(months.GetDays()) != 2 {
		t.Errorf("on the second of a month it has %d days, %v", len(months.GetDays()), err)
	}
	if months, err := c.Calendar(t.Context(), "", "2028-02"); err != nil || months.GetDays()[27].GetEntries()[0].GetResult() != nil {
		t.Errorf("nobody's calendar has %v, %v", months.GetDays()[27], err)
	}
}

// The offset, by which days could be claimed twice, can be set once.
func TestTheOffsetIsSetOnce(t *testing.T) {
	t.Parallel()
	s := newService(t, "2026-11-30")
	c := s.node(t, freeCell)
	s.clock.set(dateOf(t, "2026-11-30").End().Add(-time.Hour))
	s.play(t, c, ana, freeCell, won(700, 1))
	for _, minutes := range []int{-721, -735, -750, 841, 870, 1, 15, 45, -29, 1 << 40} {
		_, err := c.SetOffset(t.Context(), ana, minutes)
		var field *daily.FieldError
		if !errors.As(err, &field) || field.Field != "minutes" {
			t.Errorf("%d minutes: error %v", minutes, err)
		}
	}
	streak, err := c.SetOffset(t.Context(), ana, 120)
	if err != nil || !streak.GetOffsetSet() || streak.GetOffsetMinutes() != 120 || streak.GetDays() != 1 || !streak.GetWonToday() {
		t.Errorf("the streak is %v, %v", streak, err)
	}
	for _, minutes := range []int{0, -120, 150} {
		if _, err := c.SetOffset(t.Context(), ana, minutes); !errors.Is(err, daily.ErrOffsetSet) {
			t.Errorf("set again, to %d: %v", minutes, err)
		}
	}
	if again, err := c.SetOffset(t.Context(), ana, 120); err != nil || !proto.Equal(again, streak) {
		t.Errorf("the request sent again gives %v, %v; before it gave %v", again, err, streak)
	}
	// At midnight in UTC the player's day goes on.
	s.clock.add(90 * time.Minute)
	if streak := show(t, c, ana, "").GetStreak(); !streak.GetWonToday() || streak.GetDays() != 1 {
		t.Errorf("at 02:30 by the player's clock the streak is %v", streak)
	}
	s.clock.add(22 * time.Hour)
	if streak := show(t, c, ana, "").GetStreak(); streak.GetWonToday() || streak.GetDays() != 1 {
		t.Errorf("the day after, at 00:30 by the player's clock, the streak is %v", streak)
	}
	// All that may be set.
	set := map[int]bool{}
	for minutes := -1000; minutes <= 1000; minutes++ {
		if _, err := c.SetOffset(t.Context(), leaderboard.Player(rune(5000+minutes)), minutes); err == nil {
			set[minutes] = true
		}
	}
	if all := slices.Sorted(maps.Keys(set)); len(all) != 53 || all[0] != -720 || all[52] != 840 {
		t.Errorf("these may be set: %v", all)
	}
}
