package room

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"go.uber.org/zap"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Conn is a client's connection. Neither method blocks. Of frames that carry a state (Room,
// SeatProgress, WatchedBoard) it may send the newest alone.
type Conn interface {
	Send(frame *samedealv1.ServerFrame)
	// Close closes the connection with this code, after what was sent before.
	Close(code samedealv1.Close)
}

// Visitor is who is at the other end of a connection, as the gateway has made sure.
type Visitor struct {
	Player PlayerID
	Name   string
	// Holder is the tab that the connection is from.
	Holder Holder
}

// sessionRooms is how many rooms a connection may be in at once, or keep waiting.
const sessionRooms = 32

// Session is a visitor's connection to this node's rooms. Its methods are called one at a time.
type Session struct {
	hub     *Hub
	visitor Visitor
	conn    Conn

	mu    sync.Mutex
	rooms map[Code]*hosted
}

// Resume brings the connection back into the room that its client was in.
func (s *Session) Resume(p *samedealv1.Position) {
	refuse := func(err error) { s.answer(0, Code(p.GetRoom()), err) }
	s.inRoom(s.hub.work, Code(p.GetRoom()), refuse, func(ctx context.Context, r *hosted) {
		if err := r.enter(ctx, s, true); err != nil {
			refuse(err)
		}
	})
}

// Command carries out a command and has it answered. It waits while the room is busy, until the context
// is done.
func (s *Session) Command(ctx context.Context, c *samedealv1.Command) {
	refuse := func(err error) { s.answer(c.GetId(), "", err) }
	s.inRoom(ctx, Code(c.GetRoom()), refuse, func(ctx context.Context, r *hosted) {
		rematch, err := r.command(ctx, s, c)
		s.answer(c.GetId(), rematch, err)
	})
}

// Action hands an action to the seat it is for. It waits while the seat is busy, until the context is
// done.
func (s *Session) Action(ctx context.Context, a *samedealv1.Action) {
	act := Act{
		Number: a.GetNumber(), Word: a.GetWord(), Resign: a.GetResign() != nil, Tab: s.visitor.Holder.Tab,
	}
	refuse := func(err error) {
		s.conn.Send(refusalFrame(&samedealv1.Refusal{
			Room: a.GetRoom(), Seat: a.GetSeat(), Number: a.GetNumber(),
			Why: &samedealv1.Refusal_Fault{Fault: FaultOf(err).Message()},
		}))
	}
	s.inRoom(ctx, Code(a.GetRoom()), refuse, func(ctx context.Context, r *hosted) {
		if fault := r.act(ctx, s, int(a.GetSeat()), act); fault != nil {
			refuse(fault)
		}
	})
}

// Close says that the connection is gone. Seats go on without it.
func (s *Session) Close() {
	s.mu.Lock()
	rooms := s.rooms
	s.rooms = map[Code]*hosted{}
	s.mu.Unlock()
	var busy []*hosted
	for _, r := range rooms {
		if !r.offer(func(ctx context.Context) { r.gone(ctx, s.conn) }) {
			busy = append(busy, r) // one that hangs keeps no other from being told
		}
	}
	for _, r := range busy {
		r.send(s.hub.work, func(ctx context.Context) { r.gone(ctx, s.conn) })
	}
}

// inRoom has a room's goroutine do something, the room being hosted here from now on. What was not done is
// refused.
func (s *Session) inRoom(ctx context.Context, code Code, refuse func(error), do func(context.Context, *hosted)) {
	for {
		r, err := s.hub.host(ctx, code)
		if err != nil {
			refuse(err)
			return
		}
		waits := &call{conn: s.conn, refuse: refuse}
		if !r.callers.enter(waits) {
			s.hub.forget(r)
			continue
		}
		switch {
		case !s.keep(code, r):
			err = NewFault(samedealv1.Reason_REASON_TOO_MANY,
				"this connection is in %d rooms; want no more, leave one and wait a little", sessionRooms)
		case r.send(ctx, func(ctx context.Context) { r.serve(ctx, waits, do) }):
			return
		default:
			err = ctx.Err()
		}
		if !r.callers.leave(waits) {
			return // it was refused by the room that has ended
		}
		if err != nil {
			refuse(err)
			return
		}
	}
}

// serve does what a call wants. A panic refuses it, and is the room's to survive.
func (r *hosted) serve(ctx context.Context, waits *call, do func(context.Context, *hosted)) {
	isDone := false
	defer func() {
		if r.callers.leave(waits) && !isDone {
			waits.refuse(errPanicked)
		}
	}()
	do(ctx, r)
	isDone = true
}

// keep remembers a room that is to be told of the connection's end, and reports whether it is not one too
// many. Those that have ended here, as rooms do that nobody here is in, do not count.
func (s *Session) keep(code Code, r *hosted) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.rooms[code]; !known && len(s.rooms) >= sessionRooms {
		for other, room := range s.rooms {
			if room.isDone() {
				delete(s.rooms, other)
			}
		}
		if len(s.rooms) >= sessionRooms {
			return false
		}
	}
	s.rooms[code] = r
	return true
}

func (s *Session) answer(id uint32, about Code, err error) {
	var known *Fault
	fault := FaultOf(err)
	if fault != nil && fault.Reason == samedealv1.Reason_REASON_INTERNAL && !errors.As(err, &known) && !errors.Is(err, errPanicked) {
		s.hub.config.Log.Warn("a command failed", zap.Error(err))
	}
	s.conn.Send(answerFrame(id, about, err))
}

func answerFrame(id uint32, about Code, err error) *samedealv1.ServerFrame {
	answer := &samedealv1.Answer{Id: id, Room: string(about)}
	if fault := FaultOf(err); fault != nil {
		answer.Fault = fault.Message()
	}
	return &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Answer{Answer: answer}}
}

// enter lets a connection into the room, and shows it all that it may see.
func (r *hosted) enter(ctx context.Context, s *Session, watch bool) error {
	if _, in := r.lobby.person(s.visitor.Player); in {
		r.readWhoLeft(ctx)
	}
	if _, in := r.lobby.person(s.visitor.Player); !in {
		if err := r.hub.mustHavePlayed(ctx, r.lobby, r.clock.now(), s.visitor.Player); err != nil {
			return err
		}
		if r.lobby.Daily() != nil && !r.lobby.isOf(s.visitor.Player) {
			watch = true // its one seat is kept, should it not have been wholly arranged
		}
		if !watch {
			if err := r.mustBeFree(ctx, s.visitor.Player); err != nil {
				return err
			}
		}
	}
	if err := r.join(ctx, s.visitor, watch); err != nil {
		return err
	}
	v := &visit{visitor: s.visitor, conn: s.conn}
	r.visits[s.conn] = v
	r.noteHere(ctx)
	if !slices.Contains(r.present, s.visitor.Player) {
		r.present = append(r.present, s.visitor.Player)
		slices.Sort(r.present)
		r.show()
	}
	r.showAll(v)
	r.attach(ctx, v)
	return nil
}

// readWhoLeft reads the room's log for somebody who comes back and may have left on another node. Without an answer
// they are in the room, as far as this node knows.
func (r *hosted) readWhoLeft(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	if err := r.readLog(ctx); err != nil {
		r.log.Info("who has left the room cannot be read", zap.Error(err))
	}
}

// join makes a visitor one of the room's people, unless they are.
func (r *hosted) join(ctx context.Context, v Visitor, watch bool) error {
	r.rename(v.Player, v.Name)
	return r.decide(ctx, func(now time.Time) ([]*samedealv1.RoomEntry, error) {
		return r.lobby.Join(now, v.Player, watch)
	})
}

// gone forgets a connection. Whether its player has left is seen from their presence.
func (r *hosted) gone(ctx context.Context, conn Conn) {
	delete(r.visits, conn)
	for _, s := range r.seats {
		if live := s.live; live != nil {
			live.send(ctx, func(context.Context) { live.detach(conn) })
		}
	}
}

// act hands an action on to the seat, or says why not.
func (r *hosted) act(ctx context.Context, s *Session, seat int, a Act) *Fault {
	mine, found := r.lobby.SeatOf(s.visitor.Player)
	switch _, fixed := r.lobby.Start(); {
	case !fixed:
		return NewFault(samedealv1.Reason_REASON_NOT_STARTED, "the race has not started")
	case !found || mine != seat:
		return NewFault(samedealv1.Reason_REASON_NOT_YOUR_SEAT, "seat %d is not this player's", seat)
	case r.visits[s.conn] == nil:
		return NewFault(samedealv1.Reason_REASON_NOT_IN_ROOM, "enter the room first")
	case r.lobby.Seats()[seat].Result != nil && !r.visits[s.conn].attached:
		return NewFault(samedealv1.Reason_REASON_SEAT_ENDED, "the seat has ended") // it does not know this connection
	}
	live := r.playing(seat)
	switch {
	case live != nil:
	case r.lobby.Seats()[seat].Result != nil:
		return NewFault(samedealv1.Reason_REASON_SEAT_ENDED, "the seat has ended")
	default:
		return NewFault(samedealv1.Reason_REASON_NOT_IN_ROOM, "enter the room first")
	}
	live.send(ctx, func(ctx context.Context) { live.act(ctx, s.conn, a) })
	return nil
}
