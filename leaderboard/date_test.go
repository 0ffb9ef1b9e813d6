package leaderboard_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/leaderboard"
)

func TestDates(t *testing.T) {
	for _, c := range []struct{ date, week, month, next string }{
		{"2026-11-30", "2026-W49", "2026-11", "2026-12-01"},
		{"2026-12-31", "2026-W53", "2026-12", "2027-01-01"},
		{"2027-01-01", "2026-W53", "2027-01", "2027-01-02"},
		{"2027-01-04", "2027-W01", "2027-01", "2027-01-05"},
		{"2024-12-30", "2025-W01", "2024-12", "2024-12-31"},
		{"2028-02-28", "2028-W09", "2028-02", "2028-02-29"},
		{"2028-02-29", "2028-W09", "2028-02", "2028-03-01"},
		{"2100-02-28", "2100-W08", "2100-02", "2100-03-01"},
		{"2000-02-29", "2000-W09", "2000-02", "2000-03-01"},
	} {
		d := date(t, c.date)
		if d.String() != c.date || d.Week() != c.week || d.Month() != c.month || d.Add(1).String() != c.next {
			t.Errorf("%s: %s, %s, %s, then %s", c.date, d, d.Week(), d.Month(), d.Add(1))
		}
		if d.End() != date(t, c.next).Start() || d.End().Sub(d.Start()) != 24*time.Hour || d.Add(1).Add(-1) != d {
			t.Errorf("%s lasts from %v to %v", c.date, d.Start(), d.End())
		}
	}
}

func TestADayTurnsAtMidnightInUTC(t *testing.T) {
	midnight := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for _, zone := range []*time.Location{time.UTC, time.FixedZone("east", 14*3600), time.FixedZone("west", -12*3600+1800)} {
		for offset, want := range map[time.Duration]string{-time.Millisecond: "2026-11-30", 0: "2026-12-01", time.Millisecond: "2026-12-01"} {
			if got := leaderboard.DateOf(midnight.Add(offset).In(zone)); got != date(t, want) {
				t.Errorf("%v from midnight, seen from %v: %s, want %s", offset, zone, got, want)
			}
		}
	}
}

func TestDatesThatAreNone(t *testing.T) {
	for _, text := range []string{
		"", "2026", "2026-11", "2026-11-31", "2026-02-29", "2100-02-29", "1999-12-31", "0000-01-01", "2026-13-01", "2026-1-1",
		"2026-11-30 ", " 2026-11-30", "2026-11-30T00:00:00Z", "20261130", "+026-11-30", "२०२६-११-३०", strings.Repeat("9", 1000),
	} {
		var wrong *leaderboard.DateError
		if d, err := leaderboard.ParseDate(text); !errors.As(err, &wrong) || len(err.Error()) > 200 {
			t.Errorf("%q is read as %v, %v", text, d, err)
		}
	}
}

func TestDatesCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(946_684_800, 4_000_000_000).Draw(t, "at"), 0)
		days := rapid.IntRange(-3000, 3000).Draw(t, "days")
		d := leaderboard.DateOf(at)
		if at.Before(d.Start()) || !at.Before(d.End()) {
			t.Fatalf("%v is not in %s", at, d)
		}
		other := d.Add(days)
		if other.Sub(d) != days || other.Add(-days) != d {
			t.Fatalf("%s and %d days is %s", d, days, other)
		}
		if sign := other.Compare(d); sign*days < 0 || (sign == 0) != (days == 0) {
			t.Fatalf("%s against %s: %d", other, d, sign)
		}
	})
}
