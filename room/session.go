package room

import (
	"context"
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
	err := s.inRoom(s.hub.work, Code(p.GetRoom()), func(ctx context.Context, r *hosted) {
		if err := r.enter(ctx, s, true); err != nil {
			s.answer(0, "", err)
		}
	})
	if err != nil {
		s.answer(0, "", err)
	}
}

// Command carries out a command and has it answered. It waits while the room is busy, until the context
// is done.
func (s *Session) Command(ctx context.Context, c *samedealv1.Command) {
	err := s.inRoom(ctx, Code(c.GetRoom()), func(ctx context.Context, r *hosted) {
		rematch, err := r.command(ctx, s, c)
		s.answer(c.GetId(), rematch, err)
	})
	if err != nil {
		s.answer(c.GetId(), "", err)
	}
}

// Action hands an action to the seat it is for. It waits while the seat is busy, until the context is
// done.
func (s *Session) Action(ctx context.Context, a *samedealv1.Action) {
	act := Act{
		Number: a.GetNumber(), Word: a.GetWord(), Resign: a.GetResign() != nil, Tab: s.visitor.Holder.Tab,
	}
	err := s.inRoom(ctx, Code(a.GetRoom()), func(ctx context.Context, r *hosted) {
		if fault := r.act(ctx, s, int(a.GetSeat()), act); fault != nil {
			s.conn.Send(refusalFrame(&samedealv1.Refusal{
				Room: a.GetRoom(), Seat: a.GetSeat(), Number: a.GetNumber(),
				Why: &samedealv1.Refusal_Fault{Fault: fault.Message()},
			}))
		}
	})
	if err != nil {
		s.conn.Send(refusalFrame(&samedealv1.Refusal{
			Room: a.GetRoom(), Seat: a.GetSeat(), Number: a.GetNumber(),
			Why: &samedealv1.Refusal_Fault{Fault: FaultOf(err).Message()},
		}))
	}
}

// Close says that the connection is gone. Seats go on without it.
func (s *Session) Close() {
	s.mu.Lock()
	rooms := s.rooms
	s.rooms = map[Code]*hosted{}
	s.mu.Unlock()
	for _, r := range rooms {
		r.send(s.hub.work, func(ctx context.Context) { r.gone(ctx, s.conn) })
	}
}

// inRoom has a room's goroutine do something, the room being hosted here from now on.
func (s *Session) inRoom(ctx context.Context, code Code, do func(context.Context, *hosted)) error {
	for {
		r, err := s.hub.host(ctx, code)
		if err != nil {
			return err
		}
		if !r.callers.enter(s.conn) {
			s.hub.forget(r)
			continue
		}
		if !s.keep(code, r) {
			r.callers.leave(s.conn)
			return NewFault(samedealv1.Reason_REASON_TOO_MANY,
				"this connection is in %d rooms; want no more, leave one and wait a little", sessionRooms)
		}
		taken := r.send(ctx, func(ctx context.Context) {
			do(ctx, r)
			r.callers.leave(s.conn)
		})
		if taken {
			return nil
		}
		r.callers.leave(s.conn)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
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

func (s *Session) answer(id uint32, rematch Code, err error) {
	fault := FaultOf(err)
	if fault != nil && fault.Reason == samedealv1.Reason_REASON_INTERNAL {
		s.hub.config.Log.Warn("a command failed", zap.Error(err))
	}
	answer := &samedealv1.Answer{Id: id, Room: string(rematch)}
	if fault != nil {
		answer.Fault = fault.Message()
	}
	s.conn.Send(&samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Answer{Answer: answer}})
}

// enter lets a connection into the room, and shows it all that it may see.
func (r *hosted) enter(ctx context.Context, s *Session, watch bool) error {
	if _, in := r.lobby.person(s.visitor.Player); !watch && !in {
		if err := r.mustBeFree(ctx, s.visitor.Player); err != nil {
			return err
		}
	}
	err := r.decide(ctx, func(now time.Time) ([]*samedealv1.RoomEntry, error) {
		return r.lobby.Join(now, s.visitor.Player, s.visitor.Name, watch, r.hub.config.Distinct)
	})
	if err != nil {
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
