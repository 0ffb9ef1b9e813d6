package room

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"go.uber.org/zap"
	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// roomMailbox is how many messages wait for a room before their senders do.
const roomMailbox = 256

// hosted is a room on this node: its log folded, the seats that are played here, and the connections
// that are in it. Its goroutine owns all of it.
type hosted struct {
	hub     *Hub
	code    Code
	log     *zap.Logger
	clock   clock
	mailbox chan func(context.Context)
	stop    context.CancelFunc
	done    chan struct{}

	lobby   *Lobby
	last    []byte // the log's last event, as it is stored
	present []PlayerID
	// lastHere is when anybody was last heard of, as far as this node knows.
	lastHere time.Time
	visits   map[Conn]*visit
	seats    []*seatState // from the countdown on
	begun    bool
	overdue  bool
	delayed  []delayedStand
	news     news
	callers  *callers
}

// visit is a connection in the room.
type visit struct {
	visitor Visitor
	conn    Conn
	// playing: when the room was last shown to them, they held a seat that had not ended.
	playing bool
}

// seatState is what the room knows of a seat: from the seat itself if it is played here, else from its
// log.
type seatState struct {
	live   *liveSeat
	fold   *Seat
	cursor EntryID
	view   seatView
	// shown is how watchers see the seat, who may be shown it later.
	shown stand
}

// delayedStand is shown to the watchers at its time.
type delayedStand struct {
	at   time.Time
	seat int
	stand
}

// marshalEvent gives an event as it is stored.
func marshalEvent(now time.Time, event *samedealv1.RoomEntry) ([]byte, error) {
	event.AtMs = now.UnixMilli()
	data, err := proto.Marshal(event)
	if err != nil {
		return nil, fmt.Errorf("marshalling an event: %w", err)
	}
	return data, nil
}

// load reads a room's log, and the clock of its store. It fails with a *Fault if there is no such room.
func (h *Hub) load(ctx context.Context, code Code) (*Lobby, []byte, clock, error) {
	events, err := h.config.Events.Events(ctx, code, 1)
	if err != nil {
		return nil, nil, clock{}, fmt.Errorf("reading the log of room %s: %w", code, err)
	}
	if len(events) == 0 {
		return nil, nil, clock{}, NewFault(samedealv1.Reason_REASON_NO_SUCH_ROOM, "there is no room %s", code)
	}
	lobby := NewLobby(code)
	last, err := foldEvents(lobby, nil, events)
	if err != nil {
		return nil, nil, clock{}, err
	}
	now, err := h.config.Events.Now(ctx, code)
	if err != nil {
		return nil, nil, clock{}, fmt.Errorf("reading the clock of room %s: %w", code, err)
	}
	return lobby, last, clock{store: now, here: time.Now()}, nil
}

// foldEvents adds stored events to a room, and gives the last one.
func foldEvents(lobby *Lobby, last []byte, events [][]byte) ([]byte, error) {
	for _, data := range events {
		var event samedealv1.RoomEntry
		if err := proto.Unmarshal(data, &event); err != nil {
			return last, fmt.Errorf("event %d of room %s: %w", lobby.Events()+1, lobby.Code(), err)
		}
		if err := lobby.Add(lobby.Events()+1, &event); err != nil {
			return last, err
		}
		last = data
	}
	return last, nil
}

// host gives the room's goroutine on this node, started if need be.
func (h *Hub) host(ctx context.Context, code Code) (*hosted, error) {
	if r := h.hosting(code); r != nil {
		return r, nil
	}
	lobby, last, clock, err := h.load(ctx, code)
	if err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.rooms[code]; r != nil {
		return r, nil
	}
	work, stop := context.WithCancel(h.work)
	r := &hosted{
		hub: h, code: code, log: h.config.Log.With(zap.String("room", string(code))), clock: clock,
		mailbox: make(chan func(context.Context), roomMailbox), stop: stop, done: make(chan struct{}),
		lobby: lobby, last: last, visits: map[Conn]*visit{}, news: newNews(), callers: newCallers(),
	}
	h.rooms[code] = r
	h.workers.Go(func() { r.run(work) })
	return r, nil
}

func (h *Hub) hosting(code Code) *hosted {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.rooms[code]
}

// run owns the room until nobody here needs it any more. A panic ends this room alone; its connections
// are sent to connect again.
func (r *hosted) run(ctx context.Context) {
	defer close(r.done)
	defer r.hub.forget(r)
	defer r.closeAll()
	defer r.hub.recover("room " + string(r.code))
	r.prepareSeats(ctx) // of the log that it was loaded with, whether or not it can be read again now
	r.reread(ctx)
	reread := time.NewTicker(r.hub.config.RereadEvery)
	defer reread.Stop()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case message := <-r.mailbox:
			message(ctx)
		case <-reread.C:
			r.reread(ctx)
			if r.isIdle() && r.callers.endIfNone() {
				return
			}
		case <-r.news.some:
			for seat, view := range r.news.take() {
				r.seatMoved(ctx, seat, view)
			}
			r.hub.bell(r.code)
		case <-timer.C:
			r.tick(ctx)
		}
		timer.Reset(r.untilNext())
	}
}

func (h *Hub) forget(r *hosted) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.rooms[r.code] == r {
		delete(h.rooms, r.code)
	}
}

// closeAll ends what the room has here. On a clean end there are no connections left.
func (r *hosted) closeAll() {
	for _, s := range r.seats {
		if s.live != nil {
			s.live.stop()
		}
	}
	for _, conn := range r.callers.end() {
		conn.Close(samedealv1.Close_CLOSE_TRY_AGAIN)
	}
	for conn := range r.visits {
		conn.Close(samedealv1.Close_CLOSE_TRY_AGAIN)
	}
	r.stop()
}

// isIdle reports whether nobody here needs the room: no connection is in it, and no seat that was
// played here is still to be ended.
func (r *hosted) isIdle() bool {
	for i, s := range r.seats {
		if r.playing(i) != nil && !s.view.stand.ended {
			return false
		}
	}
	return len(r.visits) == 0
}

// send puts a message into the room's mailbox, and waits for room in it; it reports whether the room
// took it.
func (r *hosted) send(ctx context.Context, message func(context.Context)) bool {
	select {
	case r.mailbox <- message:
		return true
	case <-r.done:
	case <-ctx.Done():
	}
	return false
}

// untilNext is the time to the next thing that happens by itself.
func (r *hosted) untilNext() time.Duration {
	now := r.clock.now()
	next := now.Add(r.hub.config.RereadEvery)
	if start, fixed := r.lobby.Start(); fixed && !r.begun {
		next = earlier(next, start)
	}
	if limit, fixed := r.lobby.Limit(); fixed && !r.overdue {
		next = earlier(next, limit)
	}
	if len(r.delayed) > 0 {
		next = earlier(next, r.delayed[0].at)
	}
	return max(0, next.Sub(now))
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// tick does what the time has come for.
func (r *hosted) tick(ctx context.Context) {
	now := r.clock.now()
	if start, fixed := r.lobby.Start(); fixed && !r.begun && !now.Before(start) {
		r.begin(ctx)
	}
	if limit, fixed := r.lobby.Limit(); fixed && !r.overdue && !now.Before(limit) {
		r.overdue = true
		for _, s := range r.seats {
			if s.live != nil {
				s.live.send(ctx, func(ctx context.Context) { s.live.finish(ctx, samedealv1.Ending_ENDING_TIME_UP) })
			}
		}
	}
	for len(r.delayed) > 0 && !now.Before(r.delayed[0].at) {
		d := r.delayed[0]
		r.delayed = r.delayed[1:]
		r.seats[d.seat].shown = d.stand
		r.showWatchers(d.seat)
	}
}

// decide has the room's log go on by what decided says, and tells everybody what is new in it. What
// somebody else has added in between is read first, and it is decided anew.
func (r *hosted) decide(ctx context.Context, decided func(now time.Time) ([]*samedealv1.RoomEntry, error)) error {
	before := r.lobby.Events()
	err := r.tryDecide(ctx, decided)
	if r.lobby.Events() != before {
		r.changed(ctx)
	}
	return err
}

func (r *hosted) tryDecide(ctx context.Context, decided func(now time.Time) ([]*samedealv1.RoomEntry, error)) error {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	for {
		now := r.clock.now()
		events, err := decided(now)
		if err != nil || len(events) == 0 {
			return err
		}
		err = r.append(ctx, now, events)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, ErrNotWritten):
			return err
		case ctx.Err() != nil:
			return fmt.Errorf("writing the log of room %s: %w", r.code, err)
		case !errors.Is(err, ErrNotAbove):
			pause(ctx)
		}
		if err := r.readEvents(ctx); err != nil {
			return err
		}
	}
}

// append adds events to the room's log, one after the other.
func (r *hosted) append(ctx context.Context, now time.Time, events []*samedealv1.RoomEntry) error {
	for _, event := range events {
		data, err := marshalEvent(now, event)
		if err != nil {
			return err
		}
		err = r.hub.config.Events.AppendEvent(ctx, r.code, r.lobby.Events()+1, data, r.last, r.expires(now, event))
		if err != nil {
			return err
		}
		if r.last, err = foldEvents(r.lobby, r.last, [][]byte{data}); err != nil {
			return err
		}
	}
	return nil
}

// expires is when the room's keys go, once this event is in its log.
func (r *hosted) expires(now time.Time, event *samedealv1.RoomEntry) time.Time {
	start, fixed := r.lobby.Start()
	if started := event.GetStarted(); started != nil {
		start, fixed = time.UnixMilli(started.GetStartMs()), true
	}
	switch {
	case event.GetEnded() != nil, event.GetCancelled() != nil, event.GetRematchMade() != nil:
		return now.Add(r.hub.config.Retention)
	case fixed:
		return start.Add(time.Duration(r.lobby.Race().LimitMS)*time.Millisecond + unfinished)
	default:
		return now.Add(unfinished)
	}
}

// readEvents folds what others have added to the room's log.
func (r *hosted) readEvents(ctx context.Context) error {
	from := max(1, r.lobby.Events())
	events, err := r.hub.config.Events.Events(ctx, r.code, from)
	if err != nil {
		return fmt.Errorf("reading the log of room %s: %w", r.code, err)
	}
	if len(events) == 0 || !bytes.Equal(events[0], r.last) {
		return r.startAgain(ctx)
	}
	r.last, err = foldEvents(r.lobby, r.last, events[1:])
	return err
}

// startAgain folds the room's log from its first event: the store has come back with another one.
func (r *hosted) startAgain(ctx context.Context) error {
	lobby, last, _, err := r.hub.load(ctx, r.code)
	if err != nil {
		return err
	}
	r.log.Warn("the store has another log of the room", zap.Uint64("had", r.lobby.Events()), zap.Uint64("has", lobby.Events()))
	r.lobby, r.last = lobby, last
	return nil
}

// reread reads all that may have changed, who is in the room among it.
func (r *hosted) reread(ctx context.Context) {
	r.readPresent(ctx)
	r.readLogs(ctx)
}

// readLogs reads what others have written.
func (r *hosted) readLogs(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	before := r.lobby.Events()
	if err := r.readEvents(ctx); err != nil {
		r.log.Info("the room cannot be read", zap.Error(err))
		return
	}
	if r.lobby.Events() != before {
		r.show()
	}
	r.prepareSeats(ctx)
	for i := range r.seats {
		r.readSeat(ctx, i)
	}
}

func (r *hosted) readPresent(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	present, err := r.hub.config.Presence.Present(ctx, r.code)
	if err != nil {
		r.log.Info("who is in the room cannot be read", zap.Error(err))
		return
	}
	if len(present) > 0 {
		r.lastHere = r.clock.now()
	}
	slices.Sort(present)
	if !slices.Equal(present, r.present) {
		r.present = present
		r.show()
	}
}

// changed tells everybody of what is new in the room's log.
func (r *hosted) changed(ctx context.Context) {
	r.show()
	r.prepareSeats(ctx)
	r.hub.bell(r.code)
}
