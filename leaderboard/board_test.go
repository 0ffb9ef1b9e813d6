package leaderboard_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func TestBoards(t *testing.T) {
	d, v := date(t, "2026-11-30"), variant(t, "KL1-D3N")
	code, err := engine.ParseCode("KL1-D3N-AAAAAAB")
	if err != nil {
		t.Fatal(err)
	}
	// How long each is kept when it is written to at a given instant.
	now := time.Date(2026, 12, 2, 5, 6, 7, 8, time.UTC)
	days := func(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }
	end, endOfWeek := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 12, 7, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		board leaderboard.Board
		id    string
		until time.Time
	}{
		{leaderboard.DailyOf(d, v), "daily/2026-11-30/KL1-D3N", end.Add(days(800))},
		{leaderboard.WeekOfDaily(d, v), "daily-week/2026-W49/KL1-D3N", endOfWeek.Add(days(800))},
		{leaderboard.WeekOfDaily(d.Add(6), v), "daily-week/2026-W49/KL1-D3N", endOfWeek.Add(days(800))},
		{leaderboard.MonthOfDaily(d, v), "daily-month/2026-11/KL1-D3N", end.Add(days(800))},
		{leaderboard.AllTime(v), "all/KL1-D3N", now.Add(days(800))},
		{leaderboard.DayOf(d, v), "day/2026-11-30/KL1-D3N", end.Add(days(60))},
		{leaderboard.WeekOf(d.Add(3), v), "week/2026-W49/KL1-D3N", endOfWeek.Add(days(120))},
		{leaderboard.MonthOf(d.Add(-29), v), "month/2026-11/KL1-D3N", end.Add(days(800))},
		{leaderboard.OnDeal(code), "deal/KL1-D3N-AAAAAAB", now.Add(days(800))},
	} {
		read, err := leaderboard.ParseBoard(c.id)
		if err != nil || read != c.board || c.board.String() != c.id || read.Variant() != v {
			t.Errorf("%s: read as %v, %v; written as %s", c.id, read, err, c.board)
		}
		if got := c.board.Until(now); !got.Equal(c.until) {
			t.Errorf("%s is kept until %v, want %v", c.id, got, c.until)
		}
	}
	if id := (leaderboard.Board{}).String(); id != "" {
		t.Errorf("no board is %q", id)
	}
}

// A week ends on Sunday, wherever the host is, and a board does not end early.
func TestWindowsHaveAllTheirDays(t *testing.T) {
	v := variant(t, "KL1-D3N")
	for d := date(t, "2024-01-01"); d.Compare(date(t, "2029-01-01")) < 0; d = d.Add(1) {
		for _, b := range []leaderboard.Board{
			leaderboard.DailyOf(d, v), leaderboard.WeekOfDaily(d, v), leaderboard.MonthOfDaily(d, v), leaderboard.WeekOf(d, v), leaderboard.MonthOf(d, v),
		} {
			read, err := leaderboard.ParseBoard(b.String())
			if err != nil || read != b || b.First().Compare(d) > 0 {
				t.Fatalf("%s of %s: read as %v, %v; it begins on %s", b, d, read, err, b.First())
			}
		}
		if d.Start().Weekday() == time.Sunday && leaderboard.WeekOf(d, v) == leaderboard.WeekOf(d.Add(1), v) ||
			d.Start().Weekday() != time.Sunday && leaderboard.WeekOf(d, v) != leaderboard.WeekOf(d.Add(1), v) {
			t.Fatalf("%s is in %s, and the next day in %s", d, d.Week(), d.Add(1).Week())
		}
	}
}

func TestDefaultRankings(t *testing.T) {
	for _, v := range engine.Variants() {
		want := samedealv1.Ranking_RANKING_SCORE_AND_TIME
		if strings.HasPrefix(v.String(), "FC") {
			want = samedealv1.Ranking_RANKING_FIRST_HOME
		}
		if got := leaderboard.AllTime(v).DefaultRanking(); got != want {
			t.Errorf("%s: %v, want %v", v, got, want)
		}
	}
}

func TestBoardsThatAreNone(t *testing.T) {
	for id, want := range map[string]string{
		"":                                            "daily, daily-week",
		"daily":                                       "want daily/2026-11-30/KL1-D3N",
		"year/2026/KL1-D3N":                           "daily, daily-week",
		"Daily/2026-11-30/KL1-D3N":                    "daily, daily-week",
		"daily/2026-11-30":                            "want daily/2026-11-30/KL1-D3N",
		"daily/2026-11-30/KL1-D3N/":                   "want daily/2026-11-30/KL1-D3N",
		"daily/2026-11-31/KL1-D3N":                    "the date is",
		"daily/2026-W49/KL1-D3N":                      "the date is",
		"daily-week/2026-W54/KL1-D3N":                 "the week is",
		"daily-week/2027-W53/KL1-D3N":                 "the week is",
		"week/2026-W00/KL1-D3N":                       "the week is",
		"week/2026-w49/KL1-D3N":                       "the week is",
		"week/2026-W+9/KL1-D3N":                       "the week is",
		"week/2026-W9/KL1-D3N":                        "the week is",
		"month/2026-13/KL1-D3N":                       "the month is",
		"month/2026-11-30/KL1-D3N":                    "the month is",
		"all/KL1-D3N-AAAAAAB":                         "KL1-D3N",
		"all/XX1-D3N":                                 "the code's game",
		"all/kl1-d3n":                                 "want it written all/KL1-D3N",
		"all/ KL1-D3N":                                "want it written all/KL1-D3N",
		"deal/KL1-D3N":                                "the code is",
		"deal/KL1-D3N-AAAAAAA":                        "the code's number",
		"deal/kl1-d3n-aaaaaab":                        "want it written deal/KL1-D3N-AAAAAAB",
		"day/2026-11-30/" + strings.Repeat("x", 5000): "the code is",
	} {
		b, err := leaderboard.ParseBoard(id)
		var wrong *leaderboard.BoardError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), want) || len(err.Error()) > 400 || b != (leaderboard.Board{}) {
			t.Errorf("%.60q is read as %v, %v; want an error with %q", id, b, err, want)
		}
	}
}

func ExampleParseBoard() {
	b, err := leaderboard.ParseBoard("week/2026-W49/FC1-C4")
	fmt.Println(b.Kind(), b.First(), b.Variant(), b.DefaultRanking(), err)

	_, err = leaderboard.ParseBoard("week/2026-W54/FC1-C4")
	fmt.Println(err)
	// Output:
	// week 2026-11-30 FC1-C4 RANKING_FIRST_HOME <nil>
	// the board is "week/2026-W54/FC1-C4"; the week is "2026-W54"; want an ISO week that there is, written as 2026-W49
}

// Whatever comes over the wire is read or refused, and what is read has one form.
func FuzzParseBoard(f *testing.F) {
	for _, id := range []string{
		"daily/2026-11-30/KL1-D3N", "daily-week/2026-W49/TF1-D1N", "daily-month/2026-11/FC1-C4", "all/KL1-D3N", "day/2028-02-29/KL1-D1N",
		"week/2026-W53/KL1-D3N", "month/2026-12/KL1-D3N", "deal/KL1-D3N-AAAAAAB", "deal/FC1-C4-AAAAAAB", "", "/", "week/2000-W01/KL1-D3N", "all/",
	} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		b, err := leaderboard.ParseBoard(id)
		var wrong *leaderboard.BoardError
		switch {
		case err == nil && (b.String() != id || b.Variant() == nil || b.Until(time.Unix(0, 0)).IsZero()):
			t.Errorf("%q is read as %q", id, b)
		case err != nil && (!errors.As(err, &wrong) || b != leaderboard.Board{} || len(err.Error()) > 400):
			t.Errorf("%q: %v", id, err)
		}
	})
}
