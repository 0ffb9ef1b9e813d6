package daily

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// lateness is how long after its day an attempt that was noted in it may still get its room: it may have been noted
// in the day's last moment. Later there is none to be had, for a room that was played in is not kept for ever.
const lateness = time.Hour

// Start begins the player's one ranked attempt at a challenge, and gives the code of its room, in which the race
// starts by itself and runs for up to an hour whether the player is there or not. Asked again it gives that room. With
// practice, a new room on the same deal each time, once the attempt has ended.
//
// The date is the day that is meant; an empty one is today's. Name is how the player is called in the room. The error
// is a *FieldError, ErrNotToday or ErrAttemptNotEnded, or the store's or the rooms' own: then nobody knows whether the
// attempt has begun, and who asks again finds out.
func (c *Challenges) Start(
	ctx context.Context, player leaderboard.Player, name, date, variant string, practice bool,
) (string, error) {
	challenge, v, err := parse(date, variant, leaderboard.DateOf(c.now()))
	if err != nil {
		return "", err
	}
	s := start{Challenges: c, challenge: challenge, variant: v, player: player, name: name}
	if practice {
		return s.practice(ctx)
	}
	return s.attempt(ctx)
}

// start is one call of Start.
type start struct {
	*Challenges
	challenge Challenge
	variant   *engine.Variant
	player    leaderboard.Player
	name      string
}

// attempt gives the room of the attempt that was begun before, or begins it. The attempt is noted before its room is
// opened, so that of any number of callers at once all open the same; and opening it again completes what was left
// half done.
func (s start) attempt(ctx context.Context) (string, error) {
	begun, err := s.begun(ctx, s.player, s.challenge)
	if err != nil {
		return "", err
	}
	if begun.Room != "" {
		return begun.Room, s.reopen(ctx, begun)
	}
	deal, err := s.today(ctx)
	if err != nil {
		return "", err
	}
	if deal.Voided {
		return "", fmt.Errorf("%w: it was taken out of the boards", ErrNotToday)
	}
	room, err := s.config.Rooms.NewCode(ctx)
	if err != nil {
		return "", fmt.Errorf("taking a room's code: %w", err)
	}
	// It may have taken long, so that the day is over only now.
	now := s.now()
	if err := s.isToday(now); err != nil {
		return "", err
	}
	begun, err = s.config.Store.Begin(ctx, s.challenge, s.player, Attempt{Room: room, Begun: now}, s.challenge.until())
	if err != nil {
		return "", fmt.Errorf("noting the attempt at %s: %w", s.challenge, err)
	}
	return begun.Room, s.arrange(ctx, begun.Room, deal, false)
}

// reopen opens the room of an attempt that was noted before, unless it has ended or it is too late.
func (s start) reopen(ctx context.Context, begun Attempt) error {
	if !s.now().Before(s.challenge.Date.End().Add(lateness)) {
		return nil
	}
	h, err := s.history(ctx, s.player)
	if err != nil {
		return err
	}
	if h.ended(s.challenge, begun) {
		return nil
	}
	kept, err := s.kept(ctx, s.challenge.Date)
	if err != nil {
		return err
	}
	deal, found := kept[s.challenge.Variant]
	if !found {
		return fmt.Errorf("%s has an attempt, but its deal is not kept any more", s.challenge)
	}
	return s.arrange(ctx, begun.Room, deal, false)
}

func (s start) practice(ctx context.Context) (string, error) {
	deal, err := s.today(ctx)
	if err != nil {
		return "", err
	}
	ended, err := s.hasEnded(ctx, s.player, s.challenge)
	switch {
	case err != nil:
		return "", err
	case !ended && !deal.Voided:
		return "", ErrAttemptNotEnded
	}
	room, err := s.config.Rooms.NewCode(ctx)
	if err != nil {
		return "", fmt.Errorf("taking a room's code: %w", err)
	}
	return room, s.arrange(ctx, room, deal, true)
}

// today gives the challenge's deal. The error is ErrNotToday if it is not one of today's.
func (s start) today(ctx context.Context) (Deal, error) {
	if err := s.isToday(s.now()); err != nil {
		return Deal{}, err
	}
	if !slices.Contains(s.variants, s.challenge.Variant) {
		return Deal{}, fmt.Errorf("%w: it has no %s", ErrNotToday, s.challenge.Variant)
	}
	deals, err := s.deals(ctx, s.challenge.Date)
	return deals[s.challenge.Variant], err
}

func (s start) isToday(now time.Time) error {
	if today := leaderboard.DateOf(now); s.challenge.Date != today {
		return fmt.Errorf("%w: it is of %s, and today is %s", ErrNotToday, s.challenge.Date, today)
	}
	return nil
}

// arrange opens a room.
func (s start) arrange(ctx context.Context, room string, deal Deal, practice bool) error {
	err := s.config.Rooms.Arrange(ctx, room, Arranged{
		Deal: deal.Code, Salt: deal.Salt, Minutes: Minutes, Ranking: leaderboard.DailyOf(s.challenge.Date, s.variant).DefaultRanking(),
		Player: s.player, Name: s.name,
		Daily: &samedealv1.DailyRoom{Date: s.challenge.Date.String(), Practice: practice},
	})
	if err != nil {
		return fmt.Errorf("opening room %s for %s: %w", room, s.challenge, err)
	}
	return nil
}

// begun gives the player's attempt; a zero one if they have not begun.
func (c *Challenges) begun(ctx context.Context, player leaderboard.Player, challenge Challenge) (Attempt, error) {
	attempts, err := c.config.Store.Attempts(ctx, player, challenge)
	if err != nil {
		return Attempt{}, fmt.Errorf("reading the attempt at %s: %w", challenge, err)
	}
	return attempts[0], nil
}
