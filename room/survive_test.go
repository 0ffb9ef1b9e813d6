package room_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// fault panics at some of the times that it is asked to: what a fault in a room looks like.
type fault struct{ times atomic.Int64 }

func (f *fault) happen() {
	if f.times.Add(-1) >= 0 {
		panic("a fault in the room")
	}
}

// arm has the next so many calls panic; 0 none.
func (f *fault) arm(times int64) { f.times.Store(times) }

type faultyEvents struct {
	room.EventStore
	append, read *fault
	// code is the room whose reading is armed.
	code atomic.Value
}

func (s *faultyEvents) AppendEvent(ctx context.Context, code room.Code, n uint64, event, last []byte, expires time.Time) error {
	s.append.happen()
	return s.EventStore.AppendEvent(ctx, code, n, event, last, expires)
}

func (s *faultyEvents) Events(ctx context.Context, code room.Code, n uint64) ([][]byte, error) {
	if code == s.code.Load() {
		s.read.happen()
	}
	return s.EventStore.Events(ctx, code, n)
}

type faultySeats struct {
	room.SeatStore
	before, after *fault
}

func (s *faultySeats) Append(ctx context.Context, seat room.SeatID, e room.Entry, create time.Time) (room.Appended, error) {
	s.before.happen()
	appended, err := s.SeatStore.Append(ctx, seat, e, create)
	s.after.happen()
	return appended, err
}

type faultyPresence struct {
	room.Presence
	here *fault
}

func (p *faultyPresence) Here(ctx context.Context, code room.Code, players []room.PlayerID) error {
	p.here.happen()
	return p.Presence.Here(ctx, code, players)
}

// faulty is a node whose store panics as it is armed.
type faulty struct {
	*room.Hub
	events   *faultyEvents
	seats    *faultySeats
	presence *faultyPresence
	panics   atomic.Int64
}

func newFaulty(t *testing.T, change func(*room.Config)) *faulty {
	t.Helper()
	config := hubConfig(t, redistest.Embedded(t))
	f := &faulty{
		events: &faultyEvents{EventStore: config.Events, append: &fault{}, read: &fault{}},
		seats:  &faultySeats{SeatStore: config.Seats, before: &fault{}, after: &fault{}},
	}
	f.presence = &faultyPresence{Presence: config.Presence, here: &fault{}}
	config.Events, config.Seats, config.Presence = f.events, f.seats, f.presence
	config.Panicked = func(string) { f.panics.Add(1) }
	change(&config)
	f.Hub = startHub(t, config)
	return f
}

func asItIs(*room.Config) {}

// in is the connection in another room, of which it is told as well.
func (c *testClient) in(code room.Code) *testClient {
	other := *c
	other.code, other.command = code, 1000
	return &other
}

// strayFrom wants to hear why a room cannot be gone on in.
func strayFrom(code room.Code) func(f *samedealv1.ServerFrame) (*samedealv1.Fault, bool) {
	return func(f *samedealv1.ServerFrame) (*samedealv1.Fault, bool) {
		a := f.GetAnswer()
		return a.GetFault(), a.GetFault() != nil && a.GetId() == 0 && a.GetRoom() == string(code)
	}
}

// mustBeOpen fails if a connection was closed.
func (c *fakeConn) mustBeOpen() {
	c.t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed != 0 {
		c.t.Fatalf("closed with %v", c.closed)
	}
}

// A room that panics takes no connection with it: what was asked of it is answered, and its people are shown it
// again, begun anew from its log. (Without the recovery in caught the process ends; without the refusal in serve,
// who asked waits for ever.)
func TestARoomThatPanicsIsBegunAgain(t *testing.T) {
	t.Parallel()
	f := newFaulty(t, asItIs)
	code := makeRoom(t, f.Hub, &samedealv1.RoomOptions{Deal: "KL1-D1N"})
	ana, boris := connect(t, f.Hub, "Ana", 1, code), connect(t, f.Hub, "Boris", 1, code)
	ana.mustDo(enter(false))
	f.events.append.arm(1)
	if answer := boris.do(enter(false)); answer.GetFault().GetReason() != samedealv1.Reason_REASON_INTERNAL {
		t.Errorf("who asked is answered %v", answer)
	}
	again := await(ana.fakeConn, "the room again", roomIn(samedealv1.Phase_PHASE_LOBBY))
	if len(again.GetPeople()) != 1 || again.GetPeople()[0].GetName() != "Ana" {
		t.Errorf("the room has %v", again.GetPeople())
	}
	boris.mustDo(enter(false))
	await(ana.fakeConn, "Boris", func(f *samedealv1.ServerFrame) (any, bool) { return nil, len(f.GetRoom().GetPeople()) == 2 })
	ana.mustDo(ready())
	ana.mustBeOpen()
	boris.mustBeOpen()
	if n := f.panics.Load(); n != 1 {
		t.Errorf("%d panics were counted", n)
	}
}

// In mid-race the seats play on while their room is begun again: who watches is shown them, and their ends are
// noted as ever. (With neither readmit nor the start being done again in rebuild, nobody is shown how they stand.)
func TestSeatsOutliveAPanicOfTheirRoom(t *testing.T) {
	t.Parallel()
	f := newFaulty(t, asItIs)
	ana, boris := startRace(t, f.Hub, f.Hub, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 3})
	vera, eve := connect(t, f.Hub, "Vera", 1, ana.code), connect(t, f.Hub, "Eve", 1, ana.code)
	vera.mustDo(enter(true))
	hasMoves := func(moves uint32) func(f *samedealv1.ServerFrame) (any, bool) {
		return func(f *samedealv1.ServerFrame) (any, bool) {
			return nil, f.GetWatchedBoard().GetSeat() == 0 && f.GetWatchedBoard().GetBoard().GetMoves() == moves
		}
	}
	for n := uint32(1); n <= 3; n++ {
		ana.act(0, n, "n")
		await(ana.fakeConn, "an acknowledgement", acknowledged(t, n))
	}
	await(vera.fakeConn, "Ana's board", hasMoves(3))
	f.events.append.arm(1)
	eve.do(enter(true))
	await(vera.fakeConn, "Ana's board again", hasMoves(3))
	ana.act(0, 4, "n")
	await(ana.fakeConn, "an acknowledgement", acknowledged(t, 4))
	await(boris.fakeConn, "Ana's progress", func(f *samedealv1.ServerFrame) (any, bool) {
		return nil, f.GetProgress().GetProgress().GetMoves() == 4
	})
	ana.resign(0, 5)
	boris.resign(1, 1)
	await(ana.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
	await(boris.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
	ana.mustBeOpen()
	if n := f.panics.Load(); n != 1 {
		t.Errorf("%d panics were counted", n)
	}
}

// Who had got half way into a room when it panicked is in it once it is begun again. (Without readmit their seat
// does not know them.)
func TestWhoWasHalfWayInIsIn(t *testing.T) {
	t.Parallel()
	f := newFaulty(t, asItIs)
	ana, _ := startRace(t, f.Hub, f.Hub, &samedealv1.RoomOptions{Deal: "TF1-D1N", CountdownS: 3})
	back := connect(t, f.Hub, "Ana", 2, ana.code)
	f.presence.here.arm(1)
	back.session.Resume(&samedealv1.Position{Room: string(ana.code)})
	await(back.fakeConn, "that it failed", strayFrom(ana.code))
	await(back.fakeConn, "the board", ownBoard)
	back.act(0, 1, "n")
	await(back.fakeConn, "an acknowledgement", acknowledged(t, 1))
	ana.awaitClose(samedealv1.Close_CLOSE_TAKEN_OVER)
	back.mustBeOpen()
}

// A room that panics again and again is given up: each of its people, and who asked, is told of that room alone,
// and goes on in another on the same connection. After a rest it is begun again. (Without giveUp nobody is told;
// without leaveAlone it is begun again at once, and panics on.)
func TestARoomThatPanicsOnIsGivenUp(t *testing.T) {
	t.Parallel()
	const rest = 6 * time.Second
	f := newFaulty(t, func(c *room.Config) { c.RereadEvery, c.Rest = 50*time.Millisecond, rest })
	code := makeRoom(t, f.Hub, &samedealv1.RoomOptions{Deal: "KL1-D1N"})
	other, err := f.Create(t.Context(), room.Visitor{Player: "player Ana"}, "another", &samedealv1.RoomOptions{Deal: "KL1-D1N"})
	if err != nil {
		t.Fatal(err)
	}
	ana := connect(t, f.Hub, "Ana", 1, code)
	ana.mustDo(enter(false))
	elsewhere := ana.in(other)
	elsewhere.mustDo(enter(false))
	f.events.code.Store(code)
	f.events.read.arm(1 << 40)
	begun := time.Now()
	if told := await(ana.fakeConn, "that it is given up", strayFrom(code)); told.GetReason() != samedealv1.Reason_REASON_INTERNAL {
		t.Errorf("told is %v", told)
	}
	elsewhere.mustDo(ready())
	counted := f.panics.Load()
	if counted < 2 {
		t.Errorf("%d panics were counted", counted)
	}
	if answer := ana.do(ready()); answer.GetFault().GetReason() != samedealv1.Reason_REASON_INTERNAL {
		t.Errorf("a room at rest answers %v", answer)
	}
	if n := f.panics.Load(); n != counted && time.Since(begun) < rest { // it may begin anew after that
		t.Errorf("%d panics of a room at rest", n-counted)
	}
	f.events.read.arm(0)
	for deadline := time.After(eventually); ; {
		ana.session.Resume(&samedealv1.Position{Room: string(code)})
		isBack := await(ana.fakeConn, "the room, or that it rests", func(f *samedealv1.ServerFrame) (bool, bool) {
			_, stray := strayFrom(code)(f)
			return !stray, stray || f.GetRoom().GetCode() == string(code)
		})
		if isBack {
			break
		}
		select {
		case <-deadline:
			t.Fatal("the room rests for ever")
		default:
		}
	}
	ana.mustDo(ready())
	ana.mustBeOpen()
}

// A seat that panics over an action answers it all the same, by whether its log has it, and plays on. (Without
// survive in startSeat the process ends; without the answer in liveSeat.rebuild, its player waits for ever.)
func TestASeatThatPanicsPlaysOn(t *testing.T) {
	t.Parallel()
	f := newFaulty(t, asItIs)
	ana, _ := startRace(t, f.Hub, f.Hub, &samedealv1.RoomOptions{Deal: "TF1-D1N", CountdownS: 3})
	f.seats.before.arm(1)
	ana.act(0, 1, "n")
	ana.act(0, 2, "n")
	refusal := await(ana.fakeConn, "the refusal", func(f *samedealv1.ServerFrame) (*samedealv1.Refusal, bool) {
		return f.GetRefusal(), f.GetRefusal() != nil
	})
	if refusal.GetNumber() != 1 || refusal.GetFault().GetReason() != samedealv1.Reason_REASON_INTERNAL {
		t.Errorf("it is refused by %v", refusal)
	}
	await(ana.fakeConn, "the gap behind it", func(f *samedealv1.ServerFrame) (any, bool) {
		return nil, f.GetGap().GetExpected() == 1
	})
	ana.act(0, 1, "n")
	await(ana.fakeConn, "an acknowledgement", acknowledged(t, 1))
	f.seats.after.arm(1)
	ana.act(0, 2, "n")
	if own := await(ana.fakeConn, "the board", ownBoard); own.GetNumber() != 2 {
		t.Errorf("an action that was kept is answered %v", own)
	}
	ana.act(0, 3, "n")
	await(ana.fakeConn, "an acknowledgement", acknowledged(t, 3))
	ana.mustBeOpen()
	if n := f.panics.Load(); n != 2 {
		t.Errorf("%d panics were counted", n)
	}
}

// A seat that panics again and again is given up: its player is told so, and comes back to it on the same
// connection. (Without liveSeat.giveUp the player is told nothing.)
func TestASeatThatPanicsOnIsGivenUp(t *testing.T) {
	t.Parallel()
	f := newFaulty(t, asItIs)
	ana, boris := startRace(t, f.Hub, f.Hub, &samedealv1.RoomOptions{Deal: "TF1-D1N", CountdownS: 3})
	f.seats.before.arm(1 << 40)
	ana.act(0, 1, "n")
	if told := await(ana.fakeConn, "that it is given up", strayFrom(ana.code)); told.GetReason() != samedealv1.Reason_REASON_INTERNAL {
		t.Errorf("told is %v", told)
	}
	f.seats.before.arm(0)
	boris.act(1, 1, "n")
	await(boris.fakeConn, "an acknowledgement", acknowledged(t, 1))
	ana.session.Resume(&samedealv1.Position{Room: string(ana.code)})
	await(ana.fakeConn, "the board", ownBoard)
	ana.act(0, 1, "n")
	await(ana.fakeConn, "an acknowledgement", acknowledged(t, 1))
	ana.mustBeOpen()
	boris.mustBeOpen()
}
