package playertest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/samedeal/samedeal/player"
)

func reportParts() []part {
	return []part{
		{"reports are counted for each player", reportsAreCounted},
		{"the newest reports come first", newestFirst},
		{"reports are bounded", reportsAreBounded},
		{"reports go when their time is over", reportsGo},
		{"a report is done", aReportIsDone},
	}
}

func reportsAreCounted(t *testing.T, store Store) {
	count := func(by player.ID, until time.Time, want int) {
		t.Helper()
		if got, err := store.CountReport(t.Context(), by, until); err != nil || got != want {
			t.Errorf("%d reports, %v; want %d", got, err, want)
		}
	}
	count(ana, inAYear(), 1)
	count(ana, time.Now().Add(-time.Hour), 2) // the first one's end counts
	count(ana, inAYear(), 3)
	count(ben, time.Now().Add(-time.Hour), 1)
	count(ben, inAYear(), 1)
}

func aReport(n int, at time.Time) player.Report {
	return player.Report{
		At: time.UnixMilli(at.UnixMilli()).UTC(), By: ana, Player: ben, NameInRoom: "Ben \"B\" נֹעָה", Room: "BKTWRN",
		Kind: player.ReportOther, Text: fmt.Sprintf("report %d\n\x00<b> {}", n),
	}
}

func add(t *testing.T, store Store, r player.Report) {
	t.Helper()
	if err := store.AddReport(t.Context(), r); err != nil {
		t.Fatalf("AddReport: %v", err)
	}
}

func wantReports(t *testing.T, store Store, after time.Time, most int, want ...player.Report) {
	t.Helper()
	if got, err := store.Reports(t.Context(), after, most); err != nil || !slices.Equal(got, want) {
		t.Errorf("the reports are %+v, %v; want %+v", got, err, want)
	}
}

func newestFirst(t *testing.T, store Store) {
	now := time.Now()
	wantReports(t, store, now.Add(-time.Hour), 10)
	first, second, third := aReport(1, now.Add(-time.Minute)), aReport(2, now), aReport(3, now.Add(time.Second))
	for _, r := range []player.Report{second, first, third, second} {
		add(t, store, r)
	}
	wantReports(t, store, now.Add(-time.Hour), 10, third, second, first)
	wantReports(t, store, now.Add(-time.Hour), 2, third, second)
}

func reportsAreBounded(t *testing.T, store Store) {
	now := time.Now()
	for n := range player.ReportsKept + 3 {
		add(t, store, aReport(n, now.Add(time.Duration(n)*time.Millisecond)))
	}
	got, err := store.Reports(t.Context(), now.Add(-time.Hour), 2*player.ReportsKept)
	if err != nil || len(got) != player.ReportsKept || got[len(got)-1] != aReport(3, now.Add(3*time.Millisecond)) {
		t.Errorf("%d reports, %v; want %d, from the fourth on", len(got), err, player.ReportsKept)
	}
}

func reportsGo(t *testing.T, store Store) {
	now := time.Now()
	add(t, store, aReport(1, now.Add(-player.ReportLife/2)))
	add(t, store, aReport(2, now))
	wantReports(t, store, now.Add(-time.Minute), 10, aReport(2, now))
	// Who asks has the old ones taken out; so has whoever reports.
	wantReports(t, store, now.Add(-player.ReportLife), 10, aReport(2, now))
	late := now.Add(player.ReportLife + time.Minute)
	add(t, store, aReport(3, late))
	wantReports(t, store, now.Add(-player.ReportLife), 10, aReport(3, late))
}

func aReportIsDone(t *testing.T, store Store) {
	now := time.Now()
	first, second, never := aReport(1, now.Add(-time.Minute)), aReport(2, now), aReport(3, now)
	add(t, store, first)
	add(t, store, second)
	for _, r := range []player.Report{first, first, never} {
		if err := store.FinishReport(t.Context(), r); err != nil {
			t.Fatalf("FinishReport: %v", err)
		}
	}
	done := first
	done.Done = true
	wantReports(t, store, now.Add(-time.Hour), 10, second, done)
	if done.ID() != first.ID() || first.ID() == second.ID() {
		t.Errorf("the ids are %s, %s when it is done, and %s", first.ID(), done.ID(), second.ID())
	}
	wantReports(t, store, now.Add(-time.Minute/2), 10, second)
}
