package daily

import (
	"context"
	"errors"
	"fmt"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// A window is the days that a total sums up.
type window struct {
	board    leaderboard.Board
	includes func(leaderboard.Date) bool
}

// windowsOf gives the ISO week and the month that a date lies in.
func windowsOf(date leaderboard.Date, v *engine.Variant) []window {
	week, month := date.Week(), date.Month()
	return []window{
		{leaderboard.WeekOfDaily(date, v), func(d leaderboard.Date) bool { return d.Week() == week }},
		{leaderboard.MonthOfDaily(date, v), func(d leaderboard.Date) bool { return d.Month() == month }},
	}
}

// total sums up what counts of the results of a variant in a window.
func (h History) total(variant string, w window) *samedealv1.Total {
	t := &samedealv1.Total{}
	for c, e := range h.Entries {
		if c.Variant != variant || e.Result == nil || e.Voided || !w.includes(c.Date) {
			continue
		}
		t.Days++
		t.Score += e.Result.GetScore()
		t.TimeMs += e.Result.GetTimeMs()
		if e.Result.GetEnding() == samedealv1.Ending_ENDING_HOME {
			t.Won++
			t.WonTimeMs += e.Result.GetTimeMs()
		}
	}
	return t
}

// submitTotals brings the boards of the week and the month of a date up to a player's history. It always sums up the
// whole history and never adds to a total, and hands its version on, so that of any number of them in any order
// the newest stands.
func (c *Challenges) submitTotals(
	ctx context.Context, player leaderboard.Player, h History, date leaderboard.Date, v *engine.Variant,
) error {
	for _, w := range windowsOf(date, v) {
		total := &samedealv1.StoredTotal{Total: h.total(v.String(), w), Version: h.Version}
		err := c.config.Boards.SubmitTotal(ctx, w.board, player, total)
		if err != nil && !errors.Is(err, leaderboard.ErrVoid) { // nothing counts there any more
			return fmt.Errorf("submitting a total to %s: %w", w.board, err)
		}
	}
	return nil
}
