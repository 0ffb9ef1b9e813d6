package leaderboard_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// A row on a board where its game does not count must be named, though it replays.
func TestAdmits(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 30, 23, 59, 59, 999_000_000, time.UTC)
	row := func(change func(*samedealv1.StoredRow)) *samedealv1.StoredRow {
		r := &samedealv1.StoredRow{Deal: "KL1-D3N-AAAAAAB", Room: "BKTWRN", StartMs: start.UnixMilli(), Daily: "2026-11-30"}
		change(r)
		return r
	}
	asIs := func(*samedealv1.StoredRow) {}
	nextDay := func(r *samedealv1.StoredRow) { r.StartMs++ }
	known := func(r *samedealv1.StoredRow) { r.KnownDeal = true }
	noDaily := func(r *samedealv1.StoredRow) { r.Daily = "" }
	for _, c := range []struct {
		board  string
		change func(*samedealv1.StoredRow)
		want   string // in the error; empty for none
	}{
		{"deal/KL1-D3N-AAAAAAB", known, ""},
		{"deal/KL1-D3N-AAAAAAC", asIs, "the board is of the deal KL1-D3N-AAAAAAC"},
		{"daily/2026-11-30/KL1-D3N", nextDay, ""}, // it was begun before the race was
		{"daily/2026-11-29/KL1-D3N", asIs, `it is of the daily challenge "2026-11-30"`},
		{"daily/2026-11-30/KL1-D3N", noDaily, `it is of the daily challenge ""`},
		{"daily/2026-11-30/KL1-D1N", asIs, "the board is of KL1-D1N"},
		{"all/KL1-D3N", nextDay, ""},
		{"all/FC1-C4", asIs, "the board is of FC1-C4"},
		{"all/KL1-D3N", known, "its deal was known"},
		{"day/2026-11-30/KL1-D3N", asIs, ""},
		{"day/2026-11-30/KL1-D3N", nextDay, "it began on 2026-12-01, and the board is of 2026-11-30"},
		{"week/2026-W49/KL1-D3N", nextDay, ""},
		{"week/2026-W48/KL1-D3N", asIs, "it began on 2026-11-30, and the board is of 2026-W48"},
		{"month/2026-11/KL1-D3N", asIs, ""},
		{"month/2026-11/KL1-D3N", nextDay, "it began on 2026-12-01, and the board is of 2026-11"},
		{"all/KL1-D3N", func(r *samedealv1.StoredRow) { r.Deal = "KL1" }, "KL1"},
	} {
		board, err := leaderboard.ParseBoard(c.board)
		if err != nil {
			t.Fatal(err)
		}
		err = board.Admits(row(c.change))
		var ofRow *leaderboard.RowError
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.board, err)
		case c.want != "" && (!errors.As(err, &ofRow) || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v; want it to say %s", c.board, err, c.want)
		}
	}
}
