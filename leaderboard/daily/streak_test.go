package daily

import (
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func instants(t *testing.T, texts ...string) []time.Time {
	t.Helper()
	at := make([]time.Time, len(texts))
	for i, text := range texts {
		var err error
		if at[i], err = time.Parse(time.RFC3339, text); err != nil {
			t.Fatal(err)
		}
	}
	return at
}

func TestStreaks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		wins          []string
		now           string
		offset        int
		days, longest uint32
		wonToday      bool
	}{
		{"nothing won", nil, "2026-11-30T12:00:00Z", 0, 0, 0, false},
		{"won today", []string{"2026-11-30T00:00:00Z"}, "2026-11-30T12:00:00Z", 0, 1, 1, true},
		{"today is not over yet", []string{"2026-11-29T23:59:59.999Z"}, "2026-11-30T23:59:59.999Z", 0, 1, 1, false},
		{"a day was left out", []string{"2026-11-29T23:59:59.999Z"}, "2026-12-01T00:00:00Z", 0, 0, 1, false},
		{
			"all three of a day", []string{"2026-11-30T01:00:00Z", "2026-11-30T02:00:00Z", "2026-11-30T23:00:00Z"},
			"2026-11-30T23:30:00Z", 0, 1, 1, true,
		},
		{
			"over a leap day", []string{"2028-02-28T12:00:00Z", "2028-02-29T12:00:00Z", "2028-03-01T12:00:00Z"},
			"2028-03-01T13:00:00Z", 0, 3, 3, true,
		},
		{
			"a year without one", []string{"2027-02-28T12:00:00Z", "2027-03-01T12:00:00Z"},
			"2027-03-02T13:00:00Z", 0, 2, 2, false,
		},
		{
			"a longer run before", []string{"2026-11-01T12:00:00Z", "2026-11-02T12:00:00Z", "2026-11-03T12:00:00Z", "2026-11-30T12:00:00Z"},
			"2026-11-30T13:00:00Z", 0, 1, 3, true,
		},
		{
			"18:29 and 18:30 in UTC are two days in India", []string{"2026-11-30T18:29:59.999Z", "2026-11-30T18:30:00Z"},
			"2026-11-30T19:00:00Z", 330, 2, 2, true,
		},
		{
			"and one in Pakistan", []string{"2026-11-30T18:29:59.999Z", "2026-11-30T18:30:00Z"},
			"2026-11-30T19:00:00Z", 300, 1, 1, false,
		},
		{
			"days of the westernmost clock", []string{"2026-11-30T11:59:59.999Z", "2026-11-30T12:00:00Z"},
			"2026-11-30T12:00:01Z", -720, 2, 2, true,
		},
		{
			"days of the easternmost clock", []string{"2026-11-30T09:59:59.999Z", "2026-11-30T10:00:00Z"},
			"2026-11-30T10:00:01Z", 840, 2, 2, true,
		},
		{"a node whose clock is behind", []string{"2026-12-01T00:00:00Z"}, "2026-11-30T23:59:59.999Z", 0, 0, 1, false},
	} {
		want := &samedealv1.Streak{Days: c.days, Longest: c.longest, WonToday: c.wonToday, OffsetMinutes: int32(c.offset)}
		if got := streakOf(instants(t, c.wins...), instants(t, c.now)[0], c.offset); !proto.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.name, got, want)
		}
	}
}

// offsets draws one of those that may be set.
func offsets() *rapid.Generator[int] {
	return rapid.Map(rapid.IntRange(leastOffset/offsetStep, mostOffset/offsetStep), func(n int) int { return n * offsetStep })
}

// drawWins draws when an account was made, wins since then, and now. Most wins are close to a boundary of days of some
// offset.
func drawWins(t *rapid.T) (wins []time.Time, made, now time.Time) {
	made = time.Date(2028, 2, 20, 0, 0, 0, 0, time.UTC).Add(time.Duration(rapid.Int64Range(0, 3*24*3600*1000).Draw(t, "made")) * time.Millisecond)
	at := rapid.Custom(func(t *rapid.T) time.Time {
		half := time.Duration(rapid.IntRange(0, 40*48).Draw(t, "half hours")) * 30 * time.Minute
		near := time.Duration(rapid.SampledFrom([]int{-1, 0, 1, 60_000}).Draw(t, "ms")) * time.Millisecond
		return made.Truncate(24 * time.Hour).Add(half + near)
	})
	now = made
	for _, win := range rapid.SliceOfN(at, 0, 60).Draw(t, "wins") {
		if win.Before(made) {
			continue
		}
		wins = append(wins, win)
		if win.After(now) {
			now = win
		}
	}
	return wins, made, now.Add(time.Duration(rapid.IntRange(0, 3*24*60).Draw(t, "later")) * time.Minute)
}

// A clock of a fixed offset, and the calendar of the standard library, must find the same days in a row, one by one.
func TestStreaksAreDaysOfTheCalendar(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		wins, _, now := drawWins(t)
		offset := offsets().Draw(t, "offset")
		zone := time.FixedZone("", offset*60)
		won := map[string]bool{}
		for _, win := range wins {
			won[win.In(zone).Format(time.DateOnly)] = true
		}
		run := func(from time.Time) (days uint32) {
			for won[from.Format(time.DateOnly)] {
				days++
				from = from.AddDate(0, 0, -1)
			}
			return days
		}
		today := now.In(zone)
		want := &samedealv1.Streak{WonToday: run(today) > 0, OffsetMinutes: int32(offset), Days: run(today)}
		if !want.GetWonToday() {
			want.Days = run(today.AddDate(0, 0, -1))
		}
		for _, win := range wins {
			want.Longest = max(want.Longest, run(win.In(zone)))
		}
		if got := streakOf(wins, now, offset); !proto.Equal(got, want) {
			t.Fatalf("%v at %v: %v, want %v", wins, now, got, want)
		}
	})
}

// No order of wins, no offset, and no day claimed again makes a streak longer than the account is old, or than there
// were wins.
func TestStreaksAreNoLongerThanTheAccountIsOld(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		wins, made, now := drawWins(t)
		offset := offsets().Draw(t, "offset")
		got := streakOf(wins, now, offset)
		lived := uint32(dayOf(now, offset) - dayOf(made, offset) + 1)
		if got.GetDays() > got.GetLongest() || got.GetLongest() > lived || got.GetLongest() > uint32(len(wins)) {
			t.Fatalf("%d wins in %d days make a streak of %v", len(wins), lived, got)
		}
		again := streakOf(append(wins, wins...), now, offset)
		if !proto.Equal(again, got) {
			t.Fatalf("claimed twice, %v becomes %v", got, again)
		}
	})
}

// All attempts of one day are won within 24 hours, so by no offset are they on more than two days.
func TestADayGivesNoMoreThanTwo(t *testing.T) {
	t.Parallel()
	day := time.Date(2028, 2, 29, 0, 0, 0, 0, time.UTC)
	var wins []time.Time
	for ms := time.Duration(0); ms < 24*time.Hour; ms += 10 * time.Minute {
		wins = append(wins, day.Add(ms), day.Add(ms+10*time.Minute-time.Millisecond))
	}
	for offset := leastOffset; offset <= mostOffset; offset += offsetStep {
		want := uint32(2)
		if offset == 0 {
			want = 1
		}
		if got := streakOf(wins, day.Add(24*time.Hour-time.Millisecond), offset); got.GetDays() != want || got.GetLongest() != want {
			t.Errorf("at %d minutes: %v, want %d", offset, got, want)
		}
	}
}
