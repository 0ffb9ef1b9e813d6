package daily

import (
	"context"
	"fmt"
	"time"

	"go.uber.org/zap"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
)

// Record notes the result of an attempt that has ended, in its player's history, and brings the totals of week and
// month up to it. Results that are of no attempt are left alone. It is for calling after leaderboard.Boards.Record,
// and again until it succeeds: doing it again changes nothing.
func (c *Challenges) Record(ctx context.Context, f leaderboard.Finished) error {
	if f.Row.GetDaily() == "" {
		return nil
	}
	code, err := engine.ParseCode(f.Row.GetDeal())
	if err != nil {
		return fmt.Errorf("recording a daily attempt: %w", err)
	}
	date, err := leaderboard.ParseDate(f.Row.GetDaily())
	if err != nil {
		return fmt.Errorf("recording a daily attempt: %w", err)
	}
	challenge := Challenge{Date: date, Variant: code.Variant().String()}
	// It was noted when it began, unless the store has forgotten it since.
	raced := Attempt{Room: f.Row.GetRoom(), Begun: time.UnixMilli(f.Row.GetStartMs()).UTC()}
	begun, err := c.config.Store.Begin(ctx, challenge, f.Player, raced, challenge.until())
	if err != nil {
		return fmt.Errorf("reading the attempt at %s: %w", challenge, err)
	}
	if begun.Room != raced.Room {
		c.config.Log.Warn("a daily attempt ended in another room than it was noted in, and does not count",
			zap.Stringer("challenge", challenge), zap.String("room", raced.Room), zap.String("noted", begun.Room))
		return nil
	}
	return c.note(ctx, f, challenge, code.Variant(), begun)
}

func (c *Challenges) note(
	ctx context.Context, f leaderboard.Finished, challenge Challenge, v *engine.Variant, begun Attempt,
) error {
	// Who voids marks the challenge before looking who has begun. So either this sees the mark, or the attempt
	// was noted by then, and its entry is marked as well.
	kept, err := c.kept(ctx, challenge.Date)
	if err != nil {
		return err
	}
	entry := Entry{Begun: begun.Begun, Result: f.Row.GetResult(), Voided: kept[challenge.Variant].Voided}
	h, err := c.config.Store.Note(ctx, f.Player, challenge, entry, c.now().Add(Life))
	if err != nil {
		return fmt.Errorf("noting the result of %s: %w", challenge, err)
	}
	if h.Precludes(begun.Begun) {
		return c.dropOver(ctx, f.Player, challenge) // the player was taken out since
	}
	return c.submitTotals(ctx, f.Player, h, challenge.Date, v)
}
