package daily

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
)

// A Voiding is what came of voiding challenges.
type Voiding struct {
	// Results is how many results are taken out, the same each time.
	Results int
	// Recomputed is from how many players' boards beside the challenges' own this call has taken an attempt.
	Recomputed int
	// Again says that all of the challenges had been voided before.
	Again bool
}

// Void takes a challenge out of all boards and streaks, for good, or without a variant all of the day's. Doing it again
// completes what has failed. The error may be a *FieldError.
func (c *Challenges) Void(ctx context.Context, date, variant string) (Voiding, error) {
	today := leaderboard.DateOf(c.now())
	day, err := parseDate(date, today)
	switch {
	case err != nil:
		return Voiding{}, err
	case date == "" || isToCome(day, today):
		return Voiding{}, &FieldError{Field: "date", Got: date, Want: "a day up to today, " + today.String()}
	}
	kept, err := c.kept(ctx, day)
	if err != nil {
		return Voiding{}, err
	}
	variants := slices.Sorted(maps.Keys(kept))
	if len(variants) == 0 {
		return Voiding{}, &FieldError{Field: "date", Got: date, Want: "a day that had challenges"}
	}
	if variant != "" {
		if _, found := kept[variant]; !found {
			return Voiding{}, &FieldError{Field: "variant", Got: variant, Want: "one that the day had: " + strings.Join(variants, ", ")}
		}
		variants = []string{variant}
	}
	voiding := Voiding{Again: true}
	recomputed := map[leaderboard.Player]bool{}
	for _, variant := range variants {
		results, players, err := c.void(ctx, Challenge{Date: day, Variant: variant})
		if err != nil {
			return Voiding{}, fmt.Errorf("voiding %s of %s: %w", variant, day, err)
		}
		voiding.Results += results
		voiding.Again = voiding.Again && kept[variant].Voided
		for _, player := range players {
			recomputed[player] = true
		}
	}
	voiding.Recomputed = len(recomputed)
	return voiding, nil
}

// void marks the challenge first, so that no result noted from then on counts, and then all that began it.
func (c *Challenges) void(ctx context.Context, challenge Challenge) (results int, recomputed []leaderboard.Player, err error) {
	v, err := engine.ParseVariant(challenge.Variant)
	if err != nil {
		return 0, nil, err
	}
	if err := c.config.Store.Void(ctx, challenge, challenge.until()); err != nil {
		return 0, nil, err
	}
	voided, err := c.config.Boards.Void(ctx, leaderboard.DailyOf(challenge.Date, v))
	if err != nil {
		return 0, nil, err
	}
	// Who has a row without having begun is one whose attempt was forgotten since.
	players, err := c.config.Store.Players(ctx, challenge)
	if err != nil {
		return 0, nil, err
	}
	players = append(players, voided.Players...)
	slices.Sort(players)
	for _, player := range slices.Compact(players) {
		h, err := c.config.Store.Note(ctx, player, challenge, Entry{Voided: true}, c.now().Add(Life))
		if err != nil {
			return 0, nil, err
		}
		if h.Entries[challenge].Result == nil {
			continue
		}
		results++
		if err := c.submitTotals(ctx, player, h, challenge.Date, v); err != nil {
			return 0, nil, err
		}
	}
	return results, voided.Recomputed, nil
}

// isToCome reports whether a day is after today.
func isToCome(date, today leaderboard.Date) bool { return date.Compare(today) > 0 }

// RemovePlayer takes all that the player has done so far out of their history and the totals, for good: none of it
// is noted again. That they have begun today's attempts is remembered, so that nobody gets a second one. It may be
// done again, and takes nothing off the boards of days: that is for leaderboard.Boards.RemovePlayer, after it.
func (c *Challenges) RemovePlayer(ctx context.Context, player leaderboard.Player) error {
	h, err := c.history(ctx, player)
	if err != nil {
		return err
	}
	if err := c.dropOver(ctx, player, slices.Collect(maps.Keys(h.Entries))...); err != nil {
		return err
	}
	now := c.now()
	removed, err := c.config.Store.Remove(ctx, player, now, now.Add(Life))
	if err != nil {
		return fmt.Errorf("removing a player's history: %w", err)
	}
	// A total that somebody sums up at this moment is older than these, and does not stand.
	maps.Copy(removed.Entries, h.Entries)
	for challenge := range removed.Entries {
		v, err := engine.ParseVariant(challenge.Variant)
		if err != nil {
			return err
		}
		if err := c.submitTotals(ctx, player, History{Version: removed.Version}, challenge.Date, v); err != nil {
			return err
		}
	}
	return nil
}

// dropOver forgets that a player has begun those of the challenges whose day is over.
func (c *Challenges) dropOver(ctx context.Context, player leaderboard.Player, challenges ...Challenge) error {
	now := c.now()
	over := slices.DeleteFunc(challenges, func(c Challenge) bool { return !isOver(c.Date, now) })
	if err := c.config.Store.Drop(ctx, player, over...); err != nil {
		return fmt.Errorf("removing a player's attempts: %w", err)
	}
	return nil
}
