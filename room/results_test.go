package room_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// ledger keeps what it is told of.
type ledger struct {
	t    *testing.T
	mu   sync.Mutex
	told map[room.SeatID][]room.EndedSeat
	news chan room.EndedSeat
}

func newLedger(t *testing.T) *ledger {
	return &ledger{t: t, told: map[room.SeatID][]room.EndedSeat{}, news: make(chan room.EndedSeat, 1024)}
}

func (l *ledger) SeatEnded(_ context.Context, ended room.EndedSeat) error {
	l.mu.Lock()
	l.told[ended.ID] = append(l.told[ended.ID], ended)
	l.mu.Unlock()
	l.news <- ended
	return nil
}

// await waits until it is told of a seat, any time from the last one it was waited for on.
func (l *ledger) await(id room.SeatID) room.EndedSeat {
	l.t.Helper()
	deadline := time.After(eventually)
	for {
		select {
		case ended := <-l.news:
			if ended.ID == id {
				return ended
			}
		case <-deadline:
			l.t.Fatalf("nobody is told of %v", id)
		}
	}
}

// check checks that all seats of an ended room were told of, each time with the game and the result that
// everybody is told of.
func (l *ledger) check(hub *room.Hub, code room.Code) {
	l.t.Helper()
	games, err := hub.Games(context.Background(), "", code)
	if err != nil {
		l.t.Fatal(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, seat := range games.GetRoom().GetSeats() {
		told := l.told[room.SeatID{Room: code, Seat: i}]
		if len(told) == 0 {
			l.t.Errorf("nobody was told of seat %d", i)
		}
		for _, ended := range told {
			if string(ended.Player) != seat.GetPlayer() || !proto.Equal(ended.Result, seat.GetResult()) ||
				!proto.Equal(ended.Game, games.GetGames()[i]) || ended.Start.UnixMilli() != games.GetRoom().GetStartMs() {
				l.t.Errorf("seat %d is told as\n%v\nwant\n%v, %v", i, ended, seat, games.GetGames()[i])
			}
		}
	}
}

// watchedSchedule tells when a room is taken out of the schedule.
type watchedSchedule struct {
	room.Schedule
	cleared chan room.Code
}

func watchSchedule(config *room.Config) chan room.Code {
	cleared := make(chan room.Code, 1024)
	config.Schedule = watchedSchedule{config.Schedule, cleared}
	return cleared
}

func (s watchedSchedule) Clear(ctx context.Context, code room.Code) error {
	err := s.Schedule.Clear(ctx, code)
	if err == nil {
		s.cleared <- code
	}
	return err
}

func awaitCleared(t *testing.T, cleared chan room.Code, code room.Code) {
	t.Helper()
	deadline := time.After(eventually)
	for {
		select {
		case got := <-cleared:
			if got == code {
				return
			}
		case <-deadline:
			t.Fatalf("room %s is not taken out of the schedule", code)
		}
	}
}

// checkUnscheduled checks that no node is to look at a room again.
func checkUnscheduled(t *testing.T, config room.Config, code room.Code) {
	t.Helper()
	due, err := config.Schedule.Due(context.Background(), time.Now().AddDate(100, 0, 0), 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range due {
		if other == code {
			t.Errorf("room %s is still in the schedule", code)
		}
	}
}

// beginRace makes a room whose race has begun a second ago, as if its players had been there in time. A sweeper
// has seen it since: it is due after its limit.
func beginRace(t *testing.T, config room.Config, options *samedealv1.RoomOptions, names ...string) room.Code {
	t.Helper()
	ctx := context.Background()
	options, err := room.CheckOptions(options)
	if err != nil {
		t.Fatal(err)
	}
	deal, err := room.NewDeal(options, config.Random)
	if err != nil {
		t.Fatal(err)
	}
	code, err := config.Directory.NewCode(ctx)
	if err != nil {
		t.Fatal(err)
	}
	now, err := config.Events.Now(ctx, code)
	if err != nil {
		t.Fatal(err)
	}
	lobby, last, then := room.NewLobby(code), []byte(nil), now.Add(-time.Duration(options.GetCountdownS()+1)*time.Second)
	add := func(events []*samedealv1.RoomEntry, err error) {
		t.Helper()
		for _, event := range events {
			var data []byte
			if data, err = proto.Marshal(event); err != nil {
				break
			}
			if err = config.Events.AppendEvent(ctx, code, lobby.Events()+1, data, last, now.Add(time.Hour)); err != nil {
				break
			}
			if err = lobby.Add(lobby.Events()+1, event); err != nil {
				break
			}
			last = data
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	owner := room.PlayerID("player " + names[0])
	add([]*samedealv1.RoomEntry{{AtMs: then.UnixMilli(), Event: &samedealv1.RoomEntry_Created{Created: room.NewRoom(options, owner, deal)}}}, nil)
	for _, name := range names {
		add(lobby.Join(then, room.PlayerID("player "+name), false))
	}
	add(lobby.StartCountdown(then, owner))
	limit, _ := lobby.Limit()
	if err := config.Schedule.Set(ctx, code, limit.Add(10*time.Second)); err != nil {
		t.Fatal(err)
	}
	return code
}

// comeBack has a player of a race that has begun take their seat.
func comeBack(t *testing.T, hub *room.Hub, name string, code room.Code) *testClient {
	t.Helper()
	c := connect(t, hub, name, 1, code)
	c.session.Resume(&samedealv1.Position{Room: string(code)})
	await(c.fakeConn, "the board", ownBoard)
	return c
}

// Every seat's end is told once it is in the room's log, of rooms on one node and on two, and then the room is
// forgotten by the schedule. A game that was resigned before it began is told, too.
func TestEveryEndIsTold(t *testing.T) {
	t.Parallel()
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		told := newLedger(t)
		one, other := hubConfig(t, client), hubConfig(t, client)
		one.Results, other.Results = told, told
		cleared := watchSchedule(&one)
		hub, away := startHub(t, one), startHub(t, other)
		code := beginRace(t, one, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 3}, "Ana", "Boris")
		ana, boris := comeBack(t, hub, "Ana", code), comeBack(t, away, "Boris", code)
		boris.act(1, 1, "n")
		boris.resign(1, 2)
		if ended := told.await(room.SeatID{Room: code, Seat: 1}); ended.Player != "player Boris" || !ended.Sealed ||
			ended.Daily != nil || ended.LimitMS != 15*60_000 || ended.Deal.Variant().String() != "KL1-D1N" || len(ended.Game.GetWords()) != 1 {
			t.Errorf("Boris' seat is told as %+v", ended)
		}
		ana.resign(0, 1)
		awaitCleared(t, cleared, code)
		told.check(hub, code)
		checkUnscheduled(t, one, code)
	})
}

// One who leaves in the countdown has resigned; that has no game to replay, and is told all the same, with an
// ending in both.
func TestAResignationInTheCountdownIsTold(t *testing.T) {
	t.Parallel()
	told, config := newLedger(t), hubConfig(t, redistest.Embedded(t))
	config.Results = told
	cleared := watchSchedule(&config)
	hub := startHub(t, config)
	code := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 30})
	ana := connect(t, hub, "Ana", 1, code)
	ana.mustDo(enter(false))
	ana.mustDo(start())
	ana.mustDo(leave())
	awaitCleared(t, cleared, code)
	told.check(hub, code)
	if ended := told.await(room.SeatID{Room: code}); ended.Game.GetEnding() != samedealv1.Ending_ENDING_RESIGNED {
		t.Errorf("the game is %v", ended.Game)
	}
}

// hesitant is whom it takes a while to tell: each call waits for a word, or an error.
type hesitant struct {
	room.Results
	asked chan room.EndedSeat
	word  chan error
}

func newHesitant(told room.Results) hesitant {
	return hesitant{told, make(chan room.EndedSeat, 1024), make(chan error)}
}

// awaitAsked waits until somebody tells.
func (h hesitant) awaitAsked(t *testing.T) {
	t.Helper()
	select {
	case <-h.asked:
	case <-time.After(eventually):
		t.Fatal("nobody tells")
	}
}

func (h hesitant) SeatEnded(ctx context.Context, ended room.EndedSeat) error {
	h.asked <- ended
	select {
	case err := <-h.word:
		if err != nil {
			return err
		}
		return h.Results.SeatEnded(ctx, ended)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Who is told may take their time: the race goes on meanwhile. (Were the seats told of by the room's goroutine,
// without that of tellEnds.)
func TestARaceDoesNotWaitForWhomIsTold(t *testing.T) {
	t.Parallel()
	told, config := newLedger(t), hubConfig(t, redistest.Embedded(t))
	slow := newHesitant(told)
	config.Results = slow
	cleared := watchSchedule(&config)
	hub := startHub(t, config)
	code := beginRace(t, config, &samedealv1.RoomOptions{Deal: "KL1-D1N"}, "Ana", "Boris")
	ana, boris := comeBack(t, hub, "Ana", code), comeBack(t, hub, "Boris", code)
	ana.resign(0, 1)
	slow.awaitAsked(t)
	boris.act(1, 1, "n")
	await(boris.fakeConn, "an acknowledgement", acknowledged(t, 1))
	await(ana.fakeConn, "Boris' board", func(f *samedealv1.ServerFrame) (any, bool) {
		return nil, f.GetWatchedBoard().GetBoard().GetMoves() == 1
	})
	boris.resign(1, 2)
	await(ana.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
	close(slow.word)
	awaitCleared(t, cleared, code)
	told.check(hub, code)
}

// Two nodes that tell of a seat at once tell the same, and the room leaves the schedule.
func TestTwoNodesTellAtOnce(t *testing.T) {
	t.Parallel()
	client, told := redistest.Embedded(t), newLedger(t)
	config := hubConfig(t, client)
	slow := newHesitant(told)
	config.Results = slow
	cleared := watchSchedule(&config)
	hub := startHub(t, config)
	code := beginRace(t, config, &samedealv1.RoomOptions{Deal: "KL1-D1N", Seats: 1}, "Ana")
	ana := comeBack(t, hub, "Ana", code)
	ana.act(0, 1, "n")
	ana.resign(0, 2)
	slow.awaitAsked(t)

	other := hubConfig(t, client)
	other.Results, other.Events = slow, laterEvents{other.Events, time.Minute}
	also := watchSchedule(&other)
	sweeper := startHub(t, other)
	slow.awaitAsked(t)
	close(slow.word)
	awaitCleared(t, cleared, code)
	awaitCleared(t, also, code)
	told.check(sweeper, code)
	checkUnscheduled(t, config, code)
}

// forgetful fails the first few times.
type forgetful struct {
	room.Results
	left *atomic.Int64
}

func (f forgetful) SeatEnded(ctx context.Context, ended room.EndedSeat) error {
	if n := f.left.Add(-1); n >= 0 {
		return fmt.Errorf("%d more failures", n)
	}
	return f.Results.SeatEnded(ctx, ended)
}

// movedEvents is a store whose clock can be moved on, for who sweeps.
type movedEvents struct {
	room.EventStore
	by *atomic.Int64
}

func (s movedEvents) Now(ctx context.Context, code room.Code) (time.Time, error) {
	now, err := s.EventStore.Now(ctx, code)
	return now.Add(time.Duration(s.by.Load())), err
}

// Who cannot be told now, or panics at it, is told later, by a node that still has the room or has to read it
// again; as long as they were not, the room is in the schedule.
func TestWhomCannotBeToldIsToldLater(t *testing.T) {
	t.Parallel()
	told, config := newLedger(t), hubConfig(t, redistest.Embedded(t))
	left, by := &atomic.Int64{}, &atomic.Int64{}
	left.Store(4)
	slow := newHesitant(told)
	config.Results = forgetful{slow, left}
	config.Events = movedEvents{config.Events, by}
	cleared := watchSchedule(&config)
	hub := startHub(t, config)
	code := beginRace(t, config, &samedealv1.RoomOptions{Deal: "KL1-D1N"}, "Ana", "Boris")
	ana, boris := comeBack(t, hub, "Ana", code), comeBack(t, hub, "Boris", code)
	ana.act(0, 1, "n")
	ana.resign(0, 2)
	boris.resign(1, 1)
	await(boris.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
	by.Store(int64(time.Hour))
	for range 2 {
		slow.awaitAsked(t)
		if due, err := config.Schedule.Due(context.Background(), time.Now().AddDate(1, 0, 0), 10); err != nil || len(due) != 1 {
			t.Errorf("before all were told, these rooms are in the schedule: %v, %v", due, err)
		}
		slow.word <- nil
	}
	awaitCleared(t, cleared, code)
	told.check(hub, code)
	checkUnscheduled(t, config, code)
}

// An end that one node has noted, and was about to tell when it died, is told by the node that notes the next one.
// (Were untold only the seats that are played here.)
func TestTheNextEndTellsOfTheLast(t *testing.T) {
	t.Parallel()
	client, told := redistest.Embedded(t), newLedger(t)
	config := hubConfig(t, client)
	slow := newHesitant(told)
	config.Results = slow
	gone := startHub(t, config)
	code := beginRace(t, config, &samedealv1.RoomOptions{Deal: "KL1-D1N"}, "Ana", "Boris")
	comeBack(t, gone, "Ana", code).resign(0, 1)
	slow.awaitAsked(t)
	gone.Close()

	other := hubConfig(t, client)
	other.Results = told
	cleared := watchSchedule(&other)
	hub := startHub(t, other)
	comeBack(t, hub, "Boris", code).resign(1, 1)
	awaitCleared(t, cleared, code)
	told.check(hub, code)
}

// A game that the store has forgotten, as a failover may, has no result to tell of: it would not replay. The room is
// done with all the same.
func TestALostGameIsNotToldOf(t *testing.T) {
	t.Parallel()
	ctx, told, config := context.Background(), newLedger(t), hubConfig(t, redistest.Embedded(t))
	config.Results = told
	cleared := watchSchedule(&config)
	code := beginRace(t, config, &samedealv1.RoomOptions{Deal: "KL1-D1N", Seats: 1}, "Ana")
	stored, err := config.Events.Events(ctx, code, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range []*samedealv1.RoomEntry{
		{AtMs: time.Now().UnixMilli(), Event: &samedealv1.RoomEntry_SeatEnded{SeatEnded: &samedealv1.SeatEnded{Result: home(700, 1000, 120)}}},
		{AtMs: time.Now().UnixMilli(), Event: &samedealv1.RoomEntry_Ended{Ended: &samedealv1.Ended{}}},
	} {
		data, err := proto.Marshal(event)
		if err != nil {
			t.Fatal(err)
		}
		if err := config.Events.AppendEvent(ctx, code, uint64(len(stored)+1), data, stored[len(stored)-1], time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		stored = append(stored, data)
	}
	if err := config.Schedule.Set(ctx, code, time.Now()); err != nil {
		t.Fatal(err)
	}
	hub := startHub(t, config)
	awaitCleared(t, cleared, code)
	if hub.Close(); len(told.told) > 0 {
		t.Errorf("told is %v", told.told)
	}
}
