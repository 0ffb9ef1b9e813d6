package room

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

const (
	// presenceEvery is how often it is noted who is connected here.
	presenceEvery = 10 * time.Second
	// absence is how long somebody must not have been heard of to count as gone.
	absence = 30 * time.Second
	// sweepEvery is how often the schedule is looked at.
	sweepEvery = time.Second
	// sweepMost is how many rooms are swept at a time.
	sweepMost = 64
	// sweepAgain is how long a room that could not be swept is passed over: those that cannot be, however many, must
	// not keep the others from it.
	sweepAgain = 10 * time.Second
	// grace is how long after the limit a seat is left to the node that plays it.
	grace = 10 * time.Second
)

// bell has the other nodes look at a room soon. A lost bell costs them a few seconds.
func (h *Hub) bell(code Code) {
	select {
	case h.ring <- code:
	default:
	}
}

// ringBells rings for all rooms that had something new while the last ringing was under way.
func (h *Hub) ringBells(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case code := <-h.ring:
			codes := map[Code]bool{code: true}
			for range len(h.ring) {
				codes[<-h.ring] = true
			}
			h.ringFor(ctx, codes)
		}
	}
}

func (h *Hub) ringFor(ctx context.Context, codes map[Code]bool) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	rooms := make([]Code, 0, len(codes))
	for code := range codes {
		rooms = append(rooms, code)
	}
	if err := h.config.Bell.Ring(ctx, h.name, rooms...); err != nil {
		h.config.Log.Debug("a bell was not rung", zap.Error(err))
	}
}

// hearBells has the rooms hosted here read their logs when a bell rings for them, and all of them when
// bells may have been missed.
func (h *Hub) hearBells(ctx context.Context) {
	heard := func(code Code) {
		if r := h.hosting(code); r != nil {
			r.wake()
		}
	}
	lost := func() {
		for _, r := range h.hosted() {
			r.wake()
		}
	}
	if err := h.config.Bell.Hear(ctx, h.name, heard, lost); err != nil && ctx.Err() == nil {
		h.config.Log.Error("bells are no longer heard; rooms are read every few seconds", zap.Error(err))
	}
}

func (h *Hub) hosted() []*hosted {
	h.mu.Lock()
	defer h.mu.Unlock()
	rooms := make([]*hosted, 0, len(h.rooms))
	for _, r := range h.rooms {
		rooms = append(rooms, r)
	}
	return rooms
}

// wake has the room read its logs, unless it is so busy that it will anyway.
func (r *hosted) wake() {
	r.offer(r.readLogs)
}

// keepPresence notes who is connected here, in every room.
func (h *Hub) keepPresence(ctx context.Context) {
	every := time.NewTicker(presenceEvery)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			for _, r := range h.hosted() {
				r.offer(r.noteHere) // one that is too busy for it now is not waited for
			}
		}
	}
}

func (r *hosted) noteHere(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	var players []PlayerID
	for _, v := range r.visits {
		players = append(players, v.visitor.Player)
	}
	if len(players) == 0 {
		return
	}
	if err := r.hub.config.Presence.Here(ctx, r.code, players); err != nil {
		r.log.Info("who is here cannot be noted", zap.Error(err))
	}
}

// sweep sees to what must happen to a room whether anybody hosts it or not. All nodes do, and what one
// has done the others find done.
func (h *Hub) sweep(ctx context.Context) {
	every := time.NewTicker(sweepEvery)
	defer every.Stop()
	failed := map[Code]time.Time{} // rooms that could not be swept, and until when they are passed over
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			if err := h.sweepDue(ctx, failed); err != nil && ctx.Err() == nil {
				h.config.Log.Info("the sweeper has to try again", zap.Error(err))
			}
		}
	}
}

func (h *Hub) sweepDue(ctx context.Context, failed map[Code]time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	now, err := h.config.Events.Now(ctx, "")
	if err != nil {
		return fmt.Errorf("reading the clock: %w", err)
	}
	h.time.Store(&clock{store: now, here: time.Now()})
	maps.DeleteFunc(failed, func(_ Code, until time.Time) bool { return !now.Before(until) })
	due, err := h.config.Schedule.Due(ctx, now, sweepMost+len(failed))
	if err != nil {
		return fmt.Errorf("reading the schedule: %w", err)
	}
	due = slices.DeleteFunc(due, func(code Code) bool { return !failed[code].IsZero() })
	due = due[:min(len(due), sweepMost)]
	// One that hangs keeps no other waiting.
	var sweeping sync.WaitGroup
	errs := make([]error, len(due))
	for i, code := range due {
		sweeping.Go(func() {
			if err := h.sweepRoom(ctx, code, now); err != nil {
				errs[i] = fmt.Errorf("sweeping room %s: %w", code, err)
			}
		})
	}
	sweeping.Wait()
	for i, err := range errs {
		if err != nil {
			failed[due[i]] = now.Add(sweepAgain)
		}
	}
	return errors.Join(errs...)
}

// sweepRoom does what was found due in a room, and schedules what comes next.
func (h *Hub) sweepRoom(ctx context.Context, code Code, found time.Time) error {
	r, err := h.host(ctx, code)
	if isMissing(err) {
		return h.config.Schedule.Clear(ctx, code)
	}
	if err != nil {
		return err
	}
	swept := make(chan error, 1)
	sweep := func(ctx context.Context) {
		err := errPanicked
		defer func() { swept <- err }()
		err = r.sweep(ctx, found)
	}
	if !r.send(ctx, sweep) {
		return ctx.Err()
	}
	select {
	case err := <-swept:
		return err
	case <-r.done:
		return nil // swept when it is next due
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (r *hosted) sweep(ctx context.Context, found time.Time) error {
	r.reread(ctx)
	now := r.clock.now()
	for _, seat := range r.lobby.Overdue(now.Add(-grace)) {
		r.finishFor(ctx, seat)
	}
	err := r.decide(ctx, func(now time.Time) ([]*samedealv1.RoomEntry, error) {
		return r.lobby.Due(now, r.present, r.lastHere)
	})
	if err != nil {
		return err
	}
	r.tellEnds(ctx)
	return r.schedule(ctx, found)
}

// finishFor ends a seat whose time is up, and whom nobody else has ended: its node is gone, or its
// player never came.
func (r *hosted) finishFor(ctx context.Context, seat int) {
	live := r.playing(seat)
	if live == nil {
		live = r.startSeat(seat)
		r.seats[seat].live = live
	}
	live.send(ctx, func(ctx context.Context) { live.finish(ctx, samedealv1.Ending_ENDING_TIME_UP) })
}

// schedule puts the room's next instant in the place of one up to seen, or takes the room out when nothing is left
// to be done.
func (r *hosted) schedule(ctx context.Context, seen time.Time) error {
	now := r.clock.now()
	next, hasToTell := r.nextTelling(now)
	switch phase := r.lobby.Phase(now); phase {
	case samedealv1.Phase_PHASE_LOBBY:
		return r.hub.config.Schedule.Set(ctx, r.code, now.Add(absence))
	case samedealv1.Phase_PHASE_COUNTDOWN, samedealv1.Phase_PHASE_RACING:
		limit, _ := r.lobby.Limit()
		ends := limit.Add(grace)
		if !now.Before(ends) {
			ends = now.Add(grace)
		}
		if !hasToTell {
			next = ends
		}
		return r.postpone(ctx, seen, earlier(next, ends))
	default:
		if err := r.hub.config.Events.Expire(ctx, r.code, len(r.seats), now.Add(r.hub.config.Retention)); err != nil {
			return err
		}
		if r.lobby.Options().GetListed() {
			if err := r.hub.config.Directory.List(ctx, r.code, time.Time{}); err != nil {
				return err
			}
		}
		if hasToTell {
			return r.postpone(ctx, seen, next)
		}
		return r.hub.config.Schedule.Clear(ctx, r.code)
	}
}

func (r *hosted) postpone(ctx context.Context, seen, to time.Time) error {
	put, err := r.hub.config.Schedule.Postpone(ctx, r.code, seen, to)
	if put {
		r.telling.due = to
	}
	return err
}
