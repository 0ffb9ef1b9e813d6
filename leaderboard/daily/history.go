package daily

import (
	"context"
	"fmt"
	"time"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// history reads a player's history.
func (c *Challenges) history(ctx context.Context, player leaderboard.Player) (History, error) {
	h, err := c.config.Store.History(ctx, player)
	if err != nil {
		return History{}, fmt.Errorf("reading a player's history: %w", err)
	}
	return h, nil
}

// ended reports whether the attempt has ended: there is its result, or it was begun before all was removed, so that
// no result of it will be noted.
func (h History) ended(c Challenge, a Attempt) bool {
	return h.Entries[c].Result != nil || a.Room != "" && h.Precludes(a.Begun)
}

// Precludes reports whether an attempt begun then is one of those that were taken out.
func (h History) Precludes(begun time.Time) bool {
	return !h.Removed.IsZero() && !begun.After(h.Removed)
}

// wins gives when the attempts began that count and were won, in no order.
func (h History) wins() []time.Time {
	var wins []time.Time
	for _, e := range h.Entries {
		if !e.Voided && e.Result.GetEnding() == samedealv1.Ending_ENDING_HOME {
			wins = append(wins, e.Begun)
		}
	}
	return wins
}

// Ended reports whether the player has ended their own attempt at a challenge. The error may be a *FieldError.
func (c *Challenges) Ended(ctx context.Context, player leaderboard.Player, date, variant string) (bool, error) {
	challenge, _, err := parse(date, variant, leaderboard.DateOf(c.now()))
	if err != nil {
		return false, err
	}
	return c.hasEnded(ctx, player, challenge)
}

func (c *Challenges) hasEnded(ctx context.Context, player leaderboard.Player, challenge Challenge) (bool, error) {
	h, err := c.history(ctx, player)
	if err != nil || h.Removed.IsZero() {
		return h.ended(challenge, Attempt{}), err
	}
	begun, err := c.begun(ctx, player, challenge)
	return h.ended(challenge, begun), err
}
