package daily

import (
	"context"
	"fmt"
	"time"

	"go.uber.org/zap"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
)

// prepareEvery is how often the worker looks whether deals are missing.
const prepareEvery = time.Minute

// work prepares today's and tomorrow's deals, at the start and whenever some are missing, so that nobody waits
// for a deal and the commitments to tomorrow's can be told. All nodes do, and what one has kept the others find.
func (c *Challenges) work(ctx context.Context) {
	ticks := c.config.Ticks
	if ticks == nil {
		every := time.NewTicker(prepareEvery)
		defer every.Stop()
		ticks = every.C
	}
	for {
		if err := c.prepare(ctx); err != nil && ctx.Err() == nil {
			c.config.Log.Warn("the daily challenges' deals are not all prepared; this is tried again", zap.Error(err))
		}
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
	}
}

func (c *Challenges) prepare(ctx context.Context) error {
	today := leaderboard.DateOf(c.now())
	for _, date := range []leaderboard.Date{today, today.Add(1)} {
		if _, err := c.deals(ctx, date); err != nil {
			return err
		}
	}
	return nil
}

// deals gives the deals of a day by their variants, with those of the configured variants among them: what is
// missing is drawn and kept.
func (c *Challenges) deals(ctx context.Context, date leaderboard.Date) (map[string]Deal, error) {
	kept, err := c.kept(ctx, date)
	if err != nil {
		return nil, err
	}
	for _, variant := range c.variants {
		if _, found := kept[variant]; found {
			continue
		}
		deal, err := c.draw(ctx, Challenge{Date: date, Variant: variant})
		if err != nil {
			return nil, err
		}
		kept[variant] = deal
	}
	return kept, nil
}

// kept gives the deals of a day that there are.
func (c *Challenges) kept(ctx context.Context, date leaderboard.Date) (map[string]Deal, error) {
	days, err := c.config.Store.Days(ctx, date)
	if err != nil {
		return nil, fmt.Errorf("reading the deals of %s: %w", date, err)
	}
	return days[0], nil
}

// draw gives the deal of a challenge that had none a moment ago, which it draws and keeps unless another was first.
func (c *Challenges) draw(ctx context.Context, challenge Challenge) (Deal, error) {
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return Deal{}, ctx.Err()
	}
	// Whoever had the turn may have drawn just this one.
	kept, err := c.kept(ctx, challenge.Date)
	if err != nil {
		return Deal{}, err
	}
	if deal, found := kept[challenge.Variant]; found {
		return deal, nil
	}
	v, err := engine.ParseVariant(challenge.Variant)
	if err != nil {
		return Deal{}, err
	}
	secret, err := c.key(ctx)
	if err != nil {
		return Deal{}, err
	}
	deal, err := drawing{secret, challenge}.deal(ctx, v)
	if err != nil {
		return Deal{}, fmt.Errorf("drawing the deal of %s: %w", challenge, err)
	}
	deal, err = c.config.Store.Keep(ctx, challenge, deal, challenge.until())
	if err != nil {
		return Deal{}, fmt.Errorf("keeping the deal of %s: %w", challenge, err)
	}
	return deal, nil
}
