package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// botPlayer is one bot: a client, and what it plays.
type botPlayer struct {
	*client.Client
	name   string
	random *rand.Rand
	pace   time.Duration
	// words are the game it was given; nil for one that plays as its strategy says.
	words    []string
	strategy *strategy
	// note is told what somebody may want to know of the bot's game.
	note func(string)
}

// farewell is how long a bot that is called off tries to resign, so that nobody has to wait for it.
const farewell = 2 * time.Second

// play plays from the start of the race to the end of the bot's seat.
func (b *botPlayer) play(ctx context.Context) error {
	state, err := b.Await(ctx, func(s client.State) bool { return s.Own != nil || isOver(s.Room) })
	if err != nil {
		return err
	}
	for !b.isDone(state) {
		if err := b.playOne(ctx, state); err != nil {
			b.giveUp(ctx)
			return err
		}
		state = b.State()
	}
	return nil
}

// isDone reports whether there is nothing more to play.
func (b *botPlayer) isDone(s client.State) bool {
	if isOver(s.Room) || s.Own.GetBoard().GetWon() || s.Seat < 0 {
		return true
	}
	seats := s.Room.GetSeats()
	return s.Seat < len(seats) && seats[s.Seat].GetResult() != nil
}

func isOver(r *samedealv1.Room) bool {
	return r.GetPhase() == samedealv1.Phase_PHASE_ENDED || r.GetPhase() == samedealv1.Phase_PHASE_CANCELLED
}

// playOne plays a word, or resigns.
func (b *botPlayer) playOne(ctx context.Context, s client.State) error {
	word, goesOn, err := b.choose(s)
	if err != nil {
		return err
	}
	if err := b.rest(ctx); err != nil {
		return err
	}
	if goesOn {
		_, err := b.Act(ctx, word)
		goesOn, err = b.judge(ctx, word, err)
		if err != nil || goesOn {
			return err
		}
	}
	if err := b.Resign(ctx); err != nil {
		_, err = b.judge(ctx, "resigning", err) // where it was busy, it comes to resign again
		return err
	}
	_, err = b.Await(ctx, b.isDone)
	return err
}

// choose gives the next word; false is to resign.
func (b *botPlayer) choose(s client.State) (string, bool, error) {
	if b.words != nil {
		// The word is found by the number of actions, which also holds after a lost connection.
		n := int(s.Own.GetNumber())
		if n >= len(b.words) {
			return "", false, nil
		}
		return b.words[n], true, nil
	}
	if b.strategy == nil {
		v, err := engine.ParseVariant(s.Room.GetDeal().GetVariant())
		if err != nil {
			return "", false, err
		}
		b.strategy = newStrategy(v, b.random)
	}
	return b.strategy.next(s.Own)
}

// judge says what an action's answer means for the game: false is to resign.
func (b *botPlayer) judge(ctx context.Context, word string, err error) (bool, error) {
	var broken *client.RuleError
	switch {
	case err == nil, errors.Is(err, client.ErrResync):
		return true, nil
	case errors.As(err, &broken):
		b.note(fmt.Sprintf("%s resigns: %s: %v", b.name, word, err))
		return false, nil
	case client.IsFault(err, samedealv1.Reason_REASON_MOVE_BUDGET):
		return false, nil
	case client.IsFault(err, samedealv1.Reason_REASON_SEAT_ENDED), client.IsFault(err, samedealv1.Reason_REASON_ROOM_ENDED):
		_, err := b.Await(ctx, b.isDone)
		return true, err
	case client.IsFault(err, samedealv1.Reason_REASON_BUSY), client.IsFault(err, samedealv1.Reason_REASON_TOO_MANY):
		return true, wait(ctx, time.Second)
	default:
		return false, err
	}
}

// rest waits as long as the bot thinks.
func (b *botPlayer) rest(ctx context.Context) error {
	if b.pace == 0 {
		return ctx.Err()
	}
	return wait(ctx, b.pace*3/4+time.Duration(b.random.Int64N(int64(b.pace/2)+1)))
}

// giveUp resigns where the bot is called off.
func (b *botPlayer) giveUp(ctx context.Context) {
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	_ = b.Resign(last)
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
