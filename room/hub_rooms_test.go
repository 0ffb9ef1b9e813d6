package room_test

import (
	"context"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// makeRoom makes a room of Ana's on the hub.
func makeRoom(t *testing.T, hub *room.Hub, options *samedealv1.RoomOptions) room.Code {
	t.Helper()
	code, err := hub.Create(context.Background(), room.Visitor{Player: "player Ana", Name: "Ana"}, "a request", options)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// startRace has Ana and Boris race in a room of hers, each connected to a node.
func startRace(t *testing.T, anas, boriss *room.Hub, options *samedealv1.RoomOptions) (ana, boris *testClient) {
	t.Helper()
	code := makeRoom(t, anas, options)
	ana, boris = connect(t, anas, "Ana", 1, code), connect(t, boriss, "Boris", 1, code)
	ana.mustDo(enter(false))
	boris.mustDo(enter(false))
	ana.mustDo(start())
	await(ana.fakeConn, "the start", ownBoard)
	await(boris.fakeConn, "the start", ownBoard)
	return ana, boris
}

func start() *samedealv1.Command {
	return &samedealv1.Command{Command: &samedealv1.Command_Start{Start: &samedealv1.Start{}}}
}

func rematch() *samedealv1.Command {
	return &samedealv1.Command{Command: &samedealv1.Command_Rematch{Rematch: &samedealv1.Rematch{}}}
}

// resign ends a client's seat.
func (c *testClient) resign(seat uint32, number uint32) {
	c.session.Action(context.Background(), &samedealv1.Action{
		Room: string(c.code), Seat: seat, Number: number, Action: &samedealv1.Action_Resign{Resign: &samedealv1.Resign{}},
	})
}

// A second tab takes the seat at once, and the first is told so for good; a late first attempt of a tab
// does not push out its later one.
func TestANewerTabTakesTheSeat(t *testing.T) {
	hub := newHub(t, redistest.Embedded(t))
	code := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 3})
	first := connect(t, hub, "Ana", 2, code)
	first.mustDo(enter(false))
	first.mustDo(start())
	await(first.fakeConn, "the start", ownBoard)

	late := connect(t, hub, "Ana", 1, code)
	late.session.Resume(&samedealv1.Position{Room: string(code)})
	late.awaitClose(samedealv1.Close_CLOSE_TAKEN_OVER)
	first.act(0, 1, "n")
	await(first.fakeConn, "an acknowledgement", acknowledged(t, 1))

	second := connect(t, hub, "Ana", 1, code)
	second.visitor.Holder.Tab = "another tab"
	second.session = hub.Open(second.visitor, second.fakeConn)
	second.session.Resume(&samedealv1.Position{Room: string(code)})
	first.awaitClose(samedealv1.Close_CLOSE_TAKEN_OVER)
	if own := await(second.fakeConn, "the board", ownBoard); own.GetNumber() != 1 {
		t.Errorf("the second tab is shown action %d, want 1", own.GetNumber())
	}
	second.act(0, 2, "n")
	await(second.fakeConn, "an acknowledgement", acknowledged(t, 2))
}

// A tab on another node takes the seat as well, without waiting for a move.
func TestATabOnAnotherNodeTakesTheSeat(t *testing.T) {
	client := redistest.Embedded(t)
	one, other := newHub(t, client), newHub(t, client)
	code := makeRoom(t, one, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 3})
	first := connect(t, one, "Ana", 1, code)
	first.mustDo(enter(false))
	first.mustDo(start())
	await(first.fakeConn, "the start", ownBoard)
	second := connect(t, other, "Ana", 2, code)
	second.session.Resume(&samedealv1.Position{Room: string(code)})
	await(second.fakeConn, "the board", ownBoard)
	first.awaitClose(samedealv1.Close_CLOSE_TAKEN_OVER)
}

// deafBell is a bell whose subscription has died.
type deafBell struct{ room.Bell }

func (deafBell) Hear(ctx context.Context, _ string, _ func(room.Code), _ func()) error {
	<-ctx.Done()
	return ctx.Err()
}

// A player who comes back to a node that has never hosted the room is shown their seat at once, and a watcher
// the boards, not when the room next happens to read its logs.
func TestANewNodeShowsARaceAtOnce(t *testing.T) {
	client := redistest.Embedded(t)
	gone := newHub(t, client)
	code := makeRoom(t, gone, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 3})
	ana := connect(t, gone, "Ana", 1, code)
	ana.mustDo(enter(false))
	ana.mustDo(start())
	await(ana.fakeConn, "the start", ownBoard)
	ana.act(0, 1, "n")
	await(ana.fakeConn, "an acknowledgement", acknowledged(t, 1))
	gone.Close()

	config := hubConfig(t, client)
	config.RereadEvery, config.Bell = time.Hour, deafBell{config.Bell}
	hub := startHub(t, config)
	watcher := connect(t, hub, "Vera", 1, code)
	watcher.session.Resume(&samedealv1.Position{Room: string(code)})
	await(watcher.fakeConn, "Ana's board", func(f *samedealv1.ServerFrame) (any, bool) {
		return nil, f.GetWatchedBoard().GetBoard().GetMoves() == 1
	})
	back := connect(t, hub, "Ana", 2, code)
	back.session.Resume(&samedealv1.Position{Room: string(code)})
	if own := await(back.fakeConn, "the board", ownBoard); own.GetNumber() != 1 {
		t.Errorf("it is shown action %d, want 1", own.GetNumber())
	}
	back.act(0, 2, "n")
	await(back.fakeConn, "an acknowledgement", acknowledged(t, 2))
}

// A player whose game ended while they were away is shown how it ended, on whatever node, also when the race
// is over.
func TestAnEndedSeatIsShownAsItEnded(t *testing.T) {
	client := redistest.Embedded(t)
	hub := newHub(t, client)
	ana, boris := startRace(t, hub, hub, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 3})
	code := ana.code
	ana.act(0, 1, "n")
	ana.resign(0, 2)
	hasResult := func(f *samedealv1.ServerFrame) (any, bool) {
		seats := f.GetRoom().GetSeats()
		return nil, len(seats) > 0 && seats[0].GetResult() != nil
	}
	await(ana.fakeConn, "the result", hasResult)
	comeBack := func(hub *room.Hub, attempt uint32) {
		t.Helper()
		back := connect(t, hub, "Ana", attempt, code)
		back.session.Resume(&samedealv1.Position{Room: string(code)})
		if own := await(back.fakeConn, "the board", ownBoard); own.GetNumber() != 1 || len(own.GetLegal()) > 0 {
			t.Errorf("shown is %v", own)
		}
	}
	comeBack(hub, 2)
	comeBack(newHub(t, client), 3)
	boris.resign(1, 1)
	await(boris.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
	comeBack(hub, 4)
}

// Whose game has ended is shown the others' boards at once: a rival who thinks, or has ended before, does not
// move for long, or ever again.
func TestWhoHasEndedIsShownTheOthersAsTheyStand(t *testing.T) {
	for _, nodes := range []int{1, 2} {
		t.Run(strconv.Itoa(nodes), func(t *testing.T) {
			client := redistest.Embedded(t)
			anas := newHub(t, client)
			boriss := anas
			if nodes == 2 {
				boriss = newHub(t, client)
			}
			ana, boris := startRace(t, anas, boriss, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 3})
			boris.act(1, 1, "n")
			await(ana.fakeConn, "Boris' progress", func(f *samedealv1.ServerFrame) (any, bool) {
				return nil, f.GetProgress().GetProgress().GetMoves() == 1
			})
			ana.resign(0, 1)
			await(ana.fakeConn, "Boris' board", func(f *samedealv1.ServerFrame) (any, bool) {
				return nil, f.GetWatchedBoard().GetSeat() == 1 && f.GetWatchedBoard().GetBoard().GetMoves() == 1
			})
		})
	}
}

// Where a room says so, watchers see the boards later, and those who play see at once how far the others are.
func TestWatchersSeeTheBoardsLater(t *testing.T) {
	hub := newHub(t, redistest.Embedded(t))
	code := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 3, WatchDelayS: 2})
	ana, boris, watcher := connect(t, hub, "Ana", 1, code), connect(t, hub, "Boris", 1, code), connect(t, hub, "Vera", 1, code)
	ana.mustDo(enter(false))
	boris.mustDo(enter(false))
	watcher.mustDo(enter(true))
	ana.mustDo(start())
	await(ana.fakeConn, "the start", ownBoard)
	acted := time.Now()
	ana.act(0, 1, "n")
	await(ana.fakeConn, "an acknowledgement", acknowledged(t, 1))
	await(boris.fakeConn, "Ana's progress", func(f *samedealv1.ServerFrame) (any, bool) {
		return nil, f.GetProgress().GetProgress().GetMoves() == 1
	})
	await(watcher.fakeConn, "Ana's board", func(f *samedealv1.ServerFrame) (any, bool) {
		return nil, f.GetWatchedBoard().GetBoard().GetMoves() == 1
	})
	if early := 2*time.Second - time.Since(acted); early > 100*time.Millisecond {
		t.Errorf("the watcher sees the board %v early", early)
	}
}

// A node whose Redis is behind, after a failover, does not stamp a move before one that is in the room's logs.
func TestTheClockOfARoomDoesNotGoBack(t *testing.T) {
	client := redistest.Embedded(t)
	hub := newHub(t, client)
	ana, _ := startRace(t, hub, hub, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 3})
	code := ana.code
	hub.Close()

	moveOn := func(events func(room.EventStore) room.EventStore, name string, seat uint32) uint32 {
		t.Helper()
		config := hubConfig(t, client)
		config.Events = events(config.Events)
		hub := startHub(t, config)
		defer hub.Close()
		c := connect(t, hub, name, 2, code)
		c.session.Resume(&samedealv1.Position{Room: string(code)})
		await(c.fakeConn, "the board", ownBoard)
		c.act(seat, 1, "n")
		return await(c.fakeConn, "an acknowledgement", acknowledged(t, 1)).GetOwn().GetElapsedMs()
	}
	ahead := moveOn(func(s room.EventStore) room.EventStore { return laterEvents{s, time.Minute} }, "Ana", 0)
	behind := moveOn(func(s room.EventStore) room.EventStore { return s }, "Boris", 1)
	if ahead < 60_000 || behind < ahead {
		t.Errorf("Boris' move is stamped %d ms, after Ana's at %d ms", behind, ahead)
	}
}

// However many ask for a rematch at once, on whatever node, there is one new room.
func TestOneRematchHoweverManyAsk(t *testing.T) {
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		hubs := []*room.Hub{newHub(t, client), newHub(t, client)}
		ana, boris := startRace(t, hubs[0], hubs[1], &samedealv1.RoomOptions{Deal: "FC1-C4-AAAAAKH", CountdownS: 3})
		if answer := ana.do(rematch()); answer.GetFault().GetReason() != samedealv1.Reason_REASON_NOT_ENDED {
			t.Errorf("a rematch before the end is answered %v", answer)
		}
		ana.resign(0, 1)
		boris.resign(1, 1)
		await(ana.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
		await(boris.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))

		answers := make([]*samedealv1.Answer, 2)
		var asking sync.WaitGroup
		for i, c := range []*testClient{ana, boris} {
			asking.Go(func() { answers[i] = c.do(rematch()) })
		}
		asking.Wait()
		if answers[0].GetRoom() == "" || answers[0].GetRoom() != answers[1].GetRoom() {
			t.Fatalf("the rematch is in two rooms: %v", answers)
		}
		made, err := hubs[1].Describe(context.Background(), room.Code(answers[0].GetRoom()))
		if err != nil || made.GetPhase() != samedealv1.Phase_PHASE_LOBBY || made.GetOptions().GetCountdownS() != 3 {
			t.Errorf("the room of the rematch is %v, %v", made, err)
		}
	})
}

// Nobody forgets a race by starting another: who still races is told where, may watch, and may race again
// once they have ended there. A game against nobody does not count.
func TestOneLiveRaceAPlayer(t *testing.T) {
	hub := newHub(t, redistest.Embedded(t))
	ana, _ := startRace(t, hub, hub, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 3})
	code := ana.code

	create := func(request string, seats uint32) *testClient {
		other, err := hub.Create(context.Background(), ana.visitor, request, &samedealv1.RoomOptions{Deal: "KL1-D1N", Seats: seats})
		if err != nil {
			t.Fatal(err)
		}
		return connect(t, hub, "Ana", 1, other)
	}
	elsewhere := create("another", 2)
	if answer := elsewhere.do(enter(false)); answer.GetFault().GetReason() != samedealv1.Reason_REASON_RACING_ELSEWHERE ||
		!strings.Contains(answer.GetFault().GetText(), string(code)) {
		t.Errorf("a second race is answered %v", answer)
	}
	create("alone", 1).mustDo(enter(false))
	ana.resign(0, 1)
	await(ana.fakeConn, "the result", func(f *samedealv1.ServerFrame) (any, bool) {
		seats := f.GetRoom().GetSeats()
		return nil, len(seats) > 0 && seats[0].GetResult() != nil
	})
	elsewhere.mustDo(enter(false))
}

// laterEvents is the rooms' store on a node whose Redis is minutes ahead: the limit has passed.
type laterEvents struct {
	room.EventStore
	by time.Duration
}

func (s laterEvents) Now(ctx context.Context, code room.Code) (time.Time, error) {
	now, err := s.EventStore.Now(ctx, code)
	return now.Add(s.by), err
}

// A race whose node is gone, and a seat whose player never came, end at the limit all the same, by any
// node's sweeper; and then nothing is left to be done, and no key without an expiry.
func TestTheSweeperEndsWhatNobodyHosts(t *testing.T) {
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		gone := newHub(t, client)
		ana, _ := startRace(t, gone, gone, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 3, Minutes: 1})
		code := ana.code
		ana.act(0, 1, "n")
		await(ana.fakeConn, "an acknowledgement", acknowledged(t, 1))
		gone.Close()

		config := hubConfig(t, client)
		config.Events = laterEvents{config.Events, 3 * time.Minute}
		sweeper := startHub(t, config)
		watcher := connect(t, sweeper, "Vera", 1, code)
		watcher.mustDo(enter(true))
		end := await(watcher.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
		for i, seat := range end.GetSeats() {
			if seat.GetResult().GetEnding() != samedealv1.Ending_ENDING_TIME_UP {
				t.Errorf("seat %d ends with %v", i, seat.GetResult())
			}
		}
		if r := end.GetSeats()[0].GetResult(); r.GetMoves() != 1 {
			t.Errorf("Ana's move is lost: %v", r)
		}
		checkExpiries(t, client)
	})
}

// permanentKeys are the keys that are to stay for ever.
var permanentKeys = []string{"rooms:due", "rooms:count", "rooms:secret"}

// checkExpiries fails on a key that would stay for ever, but for those that are meant to.
func checkExpiries(t *testing.T, client redis.UniversalClient) {
	t.Helper()
	forever := map[string]bool{}
	for _, key := range permanentKeys {
		forever[key] = true
	}
	ctx := context.Background()
	check := func(ctx context.Context, c *redis.Client) error {
		for _, key := range c.Keys(ctx, "*").Val() {
			if c.TTL(ctx, key).Val() == -1 && !forever[key] { // -2 is of one that has just expired
				t.Errorf("the key %s has no expiry", key)
			}
		}
		return nil
	}
	if cluster, ok := client.(*redis.ClusterClient); ok {
		if err := cluster.ForEachMaster(ctx, check); err != nil {
			t.Error(err)
		}
		return
	}
	if err := check(ctx, client.(*redis.Client)); err != nil {
		t.Error(err)
	}
}
