package room

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// A panic ends neither the process nor a connection. What it happened in is begun again from its logs, with
// the connections that it had; if it fails again and again, it is given up, and they are told so.
const (
	// mostRevivals is how often on end something is begun again.
	mostRevivals = 5
	// revivalPause is before the first of these; each further one is twice as long.
	revivalPause = 100 * time.Millisecond
	// steadyLife is after how long without a panic the next one counts as the first.
	steadyLife = time.Minute
	// defaultRest is how long a room that was given up is left alone.
	defaultRest = 30 * time.Second
)

var errPanicked = errors.New("it panicked, which is logged")

// caught keeps a panic to the goroutine and the work that it happens in, and gives errPanicked for it. It is
// logged and counted here, once. Use it deferred.
func (h *Hub) caught(where string, log *zap.Logger, err *error) {
	reason := recover()
	if reason == nil {
		return
	}
	log.Error("panic", zap.String("where", where), zap.Any("reason", reason), zap.Stack("stack"))
	if h.config.Panicked != nil {
		h.config.Panicked(where)
	}
	*err = errPanicked
}

// survive does work, and again after each time that it fails. It gives the last error when that has been too
// often, or the context is done.
func (h *Hub) survive(ctx context.Context, where string, log *zap.Logger, work func(ctx context.Context, again bool) error) error {
	once := func(again bool) (err error) {
		defer h.caught(where, log, &err)
		return work(ctx, again)
	}
	began := time.Now()
	for err, tries := once(false), 1; err != nil; err, tries = once(true), tries+1 {
		if time.Since(began) >= steadyLife {
			tries = 1
		}
		if tries > mostRevivals || !waited(ctx, revivalPause<<(tries-1)) {
			return err
		}
		began = time.Now()
	}
	return nil
}

// waited waits so long, and reports whether the context still is not done.
func waited(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// hasFailed is what is told of a room, or of a seat in it, that was given up.
func hasFailed(code Code) *Fault {
	return NewFault(samedealv1.Reason_REASON_INTERNAL,
		"room %s has failed on this server, which has logged why; try again in a while", code)
}

// strayFrame tells a connection that a room cannot be gone on in.
func strayFrame(code Code, err error) *samedealv1.ServerFrame { return answerFrame(0, code, err) }

// rebuild begins the room again: its log and those of its seats are folded anew. The seats that are played here
// have not failed with it, and play on.
func (r *hosted) rebuild(ctx context.Context) error {
	bounded, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	lobby, events, _, err := r.hub.load(bounded, r.code) // the clock goes on, by which the seats stamp what they write
	if err != nil {
		r.log.Info("the room cannot be begun again yet", zap.Error(err))
		return err
	}
	r.lobby, r.events = lobby, events
	r.begun, r.overdue, r.delayed, r.present = false, false, nil, nil
	for i, s := range r.seats {
		live := s.live
		*s = *newSeatState(lobby.Race(), i)
		s.live = live
	}
	r.prepareSeats(ctx)
	for _, v := range r.visits {
		r.readmit(ctx, v)
	}
	return nil
}

// readmit brings a connection back into the room that was begun again.
func (r *hosted) readmit(ctx context.Context, v *visit) {
	if err := r.join(ctx, v.visitor, true); err != nil {
		r.gone(ctx, v.conn)
		v.conn.Send(strayFrame(r.code, err))
		return
	}
	r.showAll(v)
	i, found := r.lobby.SeatOf(v.visitor.Player)
	if found && i < len(r.seats) && v.attached {
		if live := r.playing(i); live != nil {
			live.send(ctx, func(context.Context) { live.tellRoom() })
			return
		}
	}
	r.attach(ctx, v)
}

// giveUp leaves the room alone for a while, and tells all who are in it, or wait for it.
func (r *hosted) giveUp() {
	r.hub.leaveAlone(r.code)
	fault := hasFailed(r.code)
	for _, s := range r.seats {
		if s.live != nil {
			s.live.retire()
			s.live = nil
		}
	}
	for _, c := range r.callers.end() {
		c.refuse(fault)
	}
	for conn := range r.visits {
		conn.Send(strayFrame(r.code, fault))
	}
	clear(r.visits)
}

// leaveAlone has a room not be hosted here for a while.
func (h *Hub) leaveAlone(code Code) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	for other, until := range h.resting {
		if now.After(until) {
			delete(h.resting, other)
		}
	}
	h.resting[code] = now.Add(h.config.Rest)
}

// isLeftAlone reports whether a room is not to be hosted now.
func (h *Hub) isLeftAlone(code Code) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	until, found := h.resting[code]
	return found && time.Now().Before(until)
}
