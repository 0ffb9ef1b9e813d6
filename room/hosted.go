package room

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"go.uber.org/zap"

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
	events  [][]byte // the room's log, as it is stored
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
	telling  telling
	called   called
	// isPublic: the day of the challenge that the room is for is over.
	isPublic bool
}

// visit is a connection in the room.
type visit struct {
	visitor Visitor
	conn    Conn
	// playing: when the room was last shown to them, they held a seat that had not ended.
	playing bool
	// attached: they were handed to their seat, which answers them.
	attached bool
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

// load reads a room's log, and the clock of its store. It fails with a *Fault if there is no such room.
func (h *Hub) load(ctx context.Context, code Code) (_ *Lobby, _ [][]byte, _ clock, err error) {
	defer h.caught("load", h.config.Log.With(zap.String("room", string(code))), &err)
	events, err := h.config.Events.Events(ctx, code, 1)
	if err != nil {
		return nil, nil, clock{}, fmt.Errorf("reading the log of room %s: %w", code, err)
	}
	if len(events) == 0 {
		return nil, nil, clock{}, NewFault(samedealv1.Reason_REASON_NO_SUCH_ROOM, "there is no room %s", code)
	}
	lobby := NewLobby(code)
	if err := foldEvents(lobby, events); err != nil {
		return nil, nil, clock{}, err
	}
	now, err := h.config.Events.Now(ctx, code)
	if err != nil {
		return nil, nil, clock{}, fmt.Errorf("reading the clock of room %s: %w", code, err)
	}
	return lobby, events, clock{store: now, here: time.Now()}, nil
}

// isMissing reports whether an error is that there is no such room.
func isMissing(err error) bool {
	fault := FaultOf(err)
	return fault != nil && fault.Reason == samedealv1.Reason_REASON_NO_SUCH_ROOM
}

// host gives the room's goroutine on this node, started if need be.
func (h *Hub) host(ctx context.Context, code Code) (*hosted, error) {
	if r := h.hosting(code); r != nil {
		return r, nil
	}
	if h.isLeftAlone(code) {
		return nil, hasFailed(code)
	}
	lobby, events, clock, err := h.load(ctx, code)
	if errors.Is(err, errPanicked) {
		h.leaveAlone(code)
	}
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
		lobby: lobby, events: events, visits: map[Conn]*visit{}, news: newNews(), callers: newCallers(),
		telling: telling{told: map[int]bool{}}, called: called{names: map[PlayerID]string{}},
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

// run owns the room until nobody here needs it any more. A panic concerns this room alone, which is begun
// again.
func (r *hosted) run(ctx context.Context) {
	defer close(r.done)
	defer r.hub.forget(r)
	defer r.closeAll()
	if err := r.hub.survive(ctx, "room", r.log, r.live); err != nil && ctx.Err() == nil {
		r.giveUp()
	}
}

// live does what comes up in the room until nobody here needs it any more.
func (r *hosted) live(ctx context.Context, again bool) error {
	if again {
		if err := r.rebuild(ctx); err != nil {
			return err
		}
	}
	r.prepareSeats(ctx) // of the log that it was loaded with, whether or not it can be read again now
	r.reread(ctx)
	reread := time.NewTicker(r.hub.config.RereadEvery)
	defer reread.Stop()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case message := <-r.mailbox:
			message(ctx)
		case <-reread.C:
			r.reread(ctx)
			if r.isIdle() && r.callers.endIfNone() {
				return nil
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

// closeAll ends what the room has here. There are connections left only if this node ends, or the store has
// another log of the room.
func (r *hosted) closeAll() {
	for _, s := range r.seats {
		if s.live != nil {
			s.live.stop()
		}
	}
	for _, c := range r.callers.end() {
		c.conn.Close(samedealv1.Close_CLOSE_TRY_AGAIN)
	}
	for conn := range r.visits {
		conn.Close(samedealv1.Close_CLOSE_TRY_AGAIN)
	}
	r.stop()
}

// isIdle reports whether nobody here needs the room: no connection is in it, no seat that was played here is
// still to be ended, and none is being told of.
func (r *hosted) isIdle() bool {
	for i, s := range r.seats {
		if r.playing(i) != nil && !s.view.stand.ended {
			return false
		}
	}
	return len(r.visits) == 0 && !r.telling.isBusy
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

// offer puts a message into the room's mailbox, and reports whether there was room.
func (r *hosted) offer(message func(context.Context)) bool {
	select {
	case r.mailbox <- message:
		return true
	default:
		return false
	}
}

func (r *hosted) isDone() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
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
	if end, isDate := r.lobby.dayEnds(); isDate && !r.isPublic {
		next = earlier(next, end)
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
	if r.lobby.Daily() != nil && !r.isPublic && !r.lobby.isDayOn(now) {
		r.isPublic = true
		r.show()
	}
	for len(r.delayed) > 0 && !now.Before(r.delayed[0].at) {
		d := r.delayed[0]
		r.delayed = r.delayed[1:]
		r.seats[d.seat].show(d.stand)
		r.showWatchers(d.seat)
	}
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
	if err := r.readLog(ctx); err != nil {
		r.log.Info("the room cannot be read", zap.Error(err))
		return
	}
	for i := range r.seats {
		r.readSeat(ctx, i)
	}
	r.noteEnds(ctx)
}

// readLog reads what others have written into the room's own log, and shows it.
func (r *hosted) readLog(ctx context.Context) error {
	before := r.lobby.Events()
	if err := r.readEvents(ctx); err != nil {
		return err
	}
	if renamed := r.readNames(ctx); renamed || r.lobby.Events() != before {
		r.showChanged(ctx)
	}
	r.prepareSeats(ctx)
	return nil
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
	r.readNames(ctx)
	r.showChanged(ctx)
	r.prepareSeats(ctx)
	r.hub.bell(r.code)
}

// showChanged shows everybody the room as it is now, those for the last time who were sent away, on whatever node.
func (r *hosted) showChanged(ctx context.Context) {
	r.show()
	for conn, v := range r.visits {
		if r.lobby.kicked[v.visitor.Player] {
			r.gone(ctx, conn)
		}
	}
}
