package room_test

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

var arrangedSalt = bytes.Repeat([]byte{0xC5, 0x7A}, engine.SaltBytes/2)

// arranged is a race of these players on a long deal.
func arranged(t *testing.T, daily *samedealv1.DailyRoom, names ...string) room.Arranged {
	t.Helper()
	a := room.Arranged{Deal: codeOf(t, "KL1-D3N", firstLong+12345), Salt: arrangedSalt, Minutes: 60, Winnable: true, Daily: daily}
	for _, name := range names {
		a.Players = append(a.Players, room.PlayerID("player "+name))
	}
	return a
}

// arrange arranges a race under a new code.
func arrange(t *testing.T, hub *room.Hub, a room.Arranged) room.Code {
	t.Helper()
	code, err := hub.NewCode(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := hub.Arrange(context.Background(), code, a); err != nil {
		t.Fatal(err)
	}
	return code
}

func eventsOf(t *testing.T, config room.Config, code room.Code) []*samedealv1.RoomEntry {
	t.Helper()
	stored, err := config.Events.Events(context.Background(), code, 1)
	if err != nil {
		t.Fatal(err)
	}
	events := make([]*samedealv1.RoomEntry, len(stored))
	for i, data := range stored {
		events[i] = &samedealv1.RoomEntry{}
		if err := proto.Unmarshal(data, events[i]); err != nil {
			t.Fatal(err)
		}
	}
	return events
}

// An arranged race begins by itself, 3 s later, for those whom it was arranged for, sealed, and shown in no list.
func TestAnArrangedRaceBeginsByItself(t *testing.T) {
	t.Parallel()
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		config := hubConfig(t, client)
		hub, other := startHub(t, config), newHub(t, client)
		before := time.Now().Truncate(time.Millisecond)
		code := arrange(t, hub, arranged(t, nil, "Ana", "Boris"))
		ana, boris := connect(t, hub, "Ana", 1, code), connect(t, other, "Boris", 1, code)
		ana.mustDo(enter(false))
		boris.mustDo(enter(false))
		await(ana.fakeConn, "the start", ownBoard)
		await(boris.fakeConn, "the start", ownBoard)
		boris.act(1, 1, "n")
		await(boris.fakeConn, "an acknowledgement", acknowledged(t, 1))
		shown, err := hub.Describe(context.Background(), code)
		if err != nil {
			t.Fatal(err)
		}
		if wait := time.UnixMilli(shown.GetStartMs()).Sub(before); wait < 3*time.Second || wait > 4*time.Second+eventually {
			t.Errorf("it begins after %v", wait)
		}
		if deal := shown.GetDeal(); deal.GetCommitment() != engine.Commitment(codeOf(t, "KL1-D3N", firstLong+12345), arrangedSalt) ||
			!deal.GetWinnable() || deal.GetCode() != "" {
			t.Errorf("its deal is %v", deal)
		}
		if o := shown.GetOptions(); o.GetListed() || o.GetWatchDelayS() != 0 || o.GetMinutes() != 60 || o.GetSeats() != 2 {
			t.Errorf("its options are %v", o)
		}
		if listed, err := hub.List(context.Background(), 10); err != nil || len(listed) > 0 {
			t.Errorf("listed are %v, %v", listed, err)
		}
		if shown.GetOwner() != "player Ana" || len(shown.GetSeats()) != 2 || len(shown.GetPeople()) != 2 {
			t.Errorf("it is %v", shown)
		}
	})
}

// An arrangement that a crash cuts short at any step is completed when it is made again, by whatever node; and its
// start, once decided, is not decided again. (Without the loop in Arrange, or without its ErrNotAbove.)
func TestAnArrangementIsCompleted(t *testing.T) {
	t.Parallel()
	client := redistest.Embedded(t)
	config := hubConfig(t, client)
	hub := startHub(t, config)
	a := arranged(t, nil, "Ana", "Boris")
	for k, died := 1, true; died; k++ {
		for _, after := range []bool{false, true} {
			code, err := hub.NewCode(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			m := &mortal{left: k, after: after, died: make(chan struct{})}
			weak := config
			weak.Results = newLedger(t)
			weak = m.node(weak)
			gone := startHub(t, weak)
			err = gone.Arrange(context.Background(), code, a)
			died = err != nil
			gone.Close()
			left := eventsOf(t, config, code)
			for range 2 {
				if err := hub.Arrange(context.Background(), code, a); err != nil {
					t.Fatal(err)
				}
			}
			events := eventsOf(t, config, code)
			if len(events) != 4 || !slices.Equal(events[3].GetStarted().GetPlayers(), []string{"player Ana", "player Boris"}) {
				t.Fatalf("killed at step %d: %v", k, events)
			}
			for i := range left {
				if !proto.Equal(left[i], events[i]) {
					t.Errorf("killed at step %d: event %d was %v, and is %v", k, i+1, left[i], events[i])
				}
			}
		}
	}
}

// However many nodes arrange a race at once, it is one race, with one start.
func TestOneArrangementHoweverManyMakeIt(t *testing.T) {
	t.Parallel()
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		config := hubConfig(t, client)
		hubs := []*room.Hub{startHub(t, config), newHub(t, client), newHub(t, client)}
		code, err := hubs[0].NewCode(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		a := arranged(t, nil, "Ana", "Boris")
		var arranging sync.WaitGroup
		for i := range 6 {
			arranging.Go(func() {
				if err := hubs[i%3].Arrange(context.Background(), code, a); err != nil {
					t.Error(err)
				}
			})
		}
		arranging.Wait()
		if events := eventsOf(t, config, code); len(events) != 4 || events[3].GetStarted() == nil {
			t.Errorf("the room has %v", events)
		}
	})
}

// The only attempt of a daily's player is not lost with the node that began it: the room waits to be arranged
// wholly, where any other empty one is ended. And nobody takes the seat that is kept in it. (Without the case
// of Daily in Due.)
func TestAHalfArrangedDailyWaits(t *testing.T) {
	t.Parallel()
	client := redistest.Embedded(t)
	config := hubConfig(t, client)
	m := &mortal{left: 3, died: make(chan struct{})} // the schedule, the room's first event; not the player
	weak := config
	weak.Results = newLedger(t)
	gone := startHub(t, m.node(weak))
	a := arranged(t, &samedealv1.DailyRoom{Date: "2999-01-01"}, "Ana")
	code, err := gone.NewCode(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := gone.Arrange(context.Background(), code, a); err == nil {
		t.Fatal("the node does not die")
	}
	gone.Close()
	empty := makeRoom(t, startHub(t, config), &samedealv1.RoomOptions{Deal: "KL1-D3N"})

	later := config
	later.Events, later.Dailies = laterEvents{config.Events, time.Hour}, playedBy{"player Vera": true}
	cleared := watchSchedule(&later)
	hub := startHub(t, later)
	awaitCleared(t, cleared, empty)
	vera := connect(t, hub, "Vera", 1, code)
	vera.mustDo(enter(false))
	if events := eventsOf(t, config, code); len(events) != 2 || events[1].GetJoined().GetPlays() {
		t.Fatalf("the room has %v", events)
	}
	if err := hub.Arrange(context.Background(), code, a); err != nil {
		t.Fatal(err)
	}
	shown := await(vera.fakeConn, "the countdown", roomIn(samedealv1.Phase_PHASE_COUNTDOWN))
	if len(shown.GetSeats()) != 1 || shown.GetSeats()[0].GetPlayer() != "player Ana" {
		t.Errorf("the seats are %v", shown.GetSeats())
	}
}

// A race that cannot be is refused, and nothing is made.
func TestWhatCannotBeArranged(t *testing.T) {
	t.Parallel()
	config := hubConfig(t, redistest.Embedded(t))
	hub := startHub(t, config)
	for name, spoil := range map[string]func(*room.Arranged){
		"no deal":     func(a *room.Arranged) { a.Deal = engine.Code{} },
		"no salt":     func(a *room.Arranged) { a.Salt = nil },
		"no player":   func(a *room.Arranged) { a.Players = nil },
		"too long":    func(a *room.Arranged) { a.Minutes = 61 },
		"no ranking":  func(a *room.Arranged) { a.Ranking = 9 },
		"many":        func(a *room.Arranged) { a.Players = slices.Repeat(a.Players, 17) },
		"one doubled": func(a *room.Arranged) { a.Players = slices.Repeat(a.Players, 2) },
	} {
		a := arranged(t, nil, "Ana")
		spoil(&a)
		err := hub.Arrange(context.Background(), "BCDFGH", a)
		if fault := room.FaultOf(err); fault == nil || fault.Reason != samedealv1.Reason_REASON_BAD_FIELD {
			t.Errorf("%s: %v", name, err)
		}
		if events := eventsOf(t, config, "BCDFGH"); len(events) > 0 {
			t.Errorf("%s: made is %v", name, events)
		}
	}
}
