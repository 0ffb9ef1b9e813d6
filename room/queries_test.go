package room_test

import (
	"context"
	"maps"
	"math"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// stuckDeal has no useful move from the start on, which its player is told once the stock has been seen.
const stuckDeal = "KL1-D3N-AAAAACY"

// wantFault checks that a query has failed, for this reason.
func wantFault(t *testing.T, err error, reason samedealv1.Reason) {
	t.Helper()
	if fault := room.FaultOf(err); fault == nil || fault.Reason != reason || fault.Text == "" {
		t.Errorf("the error is %v, want %v", err, reason)
	}
}

// awaited is the frame that was waited for last.
func (c *fakeConn) awaited() *samedealv1.ServerFrame {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.frames[c.read-1]
}

// playStuck plays a game on stuckDeal that sees the whole stock and takes an action back, over two
// connections, and gives the steps that its player was shown.
func playStuck(t *testing.T, hub *room.Hub, ana *testClient) []*samedealv1.ReplayStep {
	t.Helper()
	steps := []*samedealv1.ReplayStep{{Board: ana.awaited().GetOwnBoard().GetBoard()}}
	play := func(c *testClient, words ...string) {
		for _, word := range words {
			number := uint32(len(steps))
			c.act(0, number, word)
			own := await(c.fakeConn, "an acknowledgement of "+word, acknowledged(t, number)).GetOwn()
			steps = append(steps, &samedealv1.ReplayStep{Word: word, AtMs: own.GetElapsedMs(), Board: own.GetBoard()})
		}
	}
	play(ana, "n", "n", "u", "n", "n", "n")
	back := connect(t, hub, "Ana", 2, ana.code)
	back.session.Resume(&samedealv1.Position{Room: string(ana.code)})
	await(back.fakeConn, "the board again", ownBoard)
	play(back, "n", "n", "n", "n", "n", "u")
	back.resign(0, uint32(len(steps)))
	return steps
}

// A replay that shows another board than the player saw, or tells of a stuck game before the player could
// know, is no replay of that game.
func TestAReplayShowsWhatThePlayerSaw(t *testing.T) {
	hub, ctx := newHub(t, redistest.Embedded(t)), context.Background()
	ana, boris := startRace(t, hub, hub, &samedealv1.RoomOptions{Deal: stuckDeal, CountdownS: 3})
	want := playStuck(t, hub, ana)
	if want[1].GetBoard().GetNoMoves() || !want[len(want)-1].GetBoard().GetNoMoves() {
		t.Fatal("the player is not told in the course of the game that it is stuck")
	}
	boris.resign(1, 1)
	await(boris.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))

	for _, c := range []struct {
		from, most uint32
		want       []*samedealv1.ReplayStep
	}{
		{0, 500, want},
		{0, 1, want[:1]},
		{3, 4, want[3:7]},
		{10, 500, want[10:]},
		{uint32(len(want)), 500, nil},
		{math.MaxUint32, 500, nil},
	} {
		replay, err := hub.Replay(ctx, "", room.SeatID{Room: ana.code}, c.from, c.most)
		if err != nil {
			t.Fatal(err)
		}
		if replay.GetTotal() != uint32(len(want)) || replay.GetRoom().GetPhase() != samedealv1.Phase_PHASE_ENDED {
			t.Errorf("from %d: total %d, want %d, of %v", c.from, replay.GetTotal(), len(want), replay.GetRoom())
		}
		checkSteps(t, replay.GetSteps(), c.want)
	}
	untouched, err := hub.Replay(ctx, "", room.SeatID{Room: ana.code, Seat: 1}, 0, 500)
	if err != nil || untouched.GetTotal() != 1 {
		t.Fatalf("of a game without an action: %v, %v", untouched, err)
	}
	checkSteps(t, untouched.GetSteps(), want[:1])
}

func checkSteps(t *testing.T, got, want []*samedealv1.ReplayStep) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d steps, want %d", len(got), len(want))
		return
	}
	for i := range want {
		if !proto.Equal(got[i], want[i]) {
			t.Errorf("step %d of the answer is\n%v\nwant\n%v", i, got[i], want[i])
		}
	}
}

// A race that goes on must not be shown to somebody who has only its code, and who asks for what there is
// not is told what there is.
func TestWhatCannotBeReplayed(t *testing.T) {
	hub, ctx := newHub(t, redistest.Embedded(t)), context.Background()
	ana, boris := startRace(t, hub, hub, &samedealv1.RoomOptions{Deal: "KL1-D1N", CountdownS: 3})
	replay := func(code room.Code, seat int) error {
		_, err := hub.Replay(ctx, "", room.SeatID{Room: code, Seat: seat}, 0, 500)
		return err
	}
	wantFault(t, replay("XXXXXX", 0), samedealv1.Reason_REASON_NO_SUCH_ROOM)
	wantFault(t, replay(ana.code, 0), samedealv1.Reason_REASON_NOT_ENDED)
	wantFault(t, replay(ana.code, 9), samedealv1.Reason_REASON_NOT_ENDED)
	ana.resign(0, 1)
	boris.resign(1, 1)
	await(ana.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
	err := replay(ana.code, 2)
	wantFault(t, err, samedealv1.Reason_REASON_BAD_FIELD)
	if text := "room " + string(ana.code) + " has no seat 2; want 0 to 1"; err == nil || err.Error() != text {
		t.Errorf("the error is %q, want %q", err, text)
	}
}

// A room that ended before any race has no seat to replay, which is said so.
func TestARoomThatEndedInItsLobbyHasNoGames(t *testing.T) {
	hub, ctx := newHub(t, redistest.Embedded(t)), context.Background()
	code := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "KL1-D1N"})
	ana := connect(t, hub, "Ana", 1, code)
	ana.mustDo(enter(false))
	ana.mustDo(&samedealv1.Command{Command: &samedealv1.Command_Leave{Leave: &samedealv1.Leave{}}})
	games, err := hub.Games(ctx, "", code)
	if err != nil || len(games.GetGames()) > 0 || games.GetRoom().GetPhase() != samedealv1.Phase_PHASE_ENDED {
		t.Fatalf("%v, %v", games, err)
	}
	_, err = hub.Replay(ctx, "", room.SeatID{Room: code}, 0, 500)
	wantFault(t, err, samedealv1.Reason_REASON_BAD_FIELD)
	if text := "room " + string(code) + " ended before its race began: it has no seats"; err == nil || err.Error() != text {
		t.Errorf("the error is %q, want %q", err, text)
	}
}

// A room that was called off has no games: that is the asker's to know, and no failure of the server.
func TestARoomCalledOffHasNoGames(t *testing.T) {
	config, ctx := hubConfig(t, redistest.Embedded(t)), context.Background()
	hub := startHub(t, config)
	code := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "KL1-D1N"})
	callOff(t, config.Events, code)
	_, err := hub.Games(ctx, "", code)
	wantFault(t, err, samedealv1.Reason_REASON_NOT_ENDED)
	_, err = hub.Replay(ctx, "", room.SeatID{Room: code}, 0, 500)
	wantFault(t, err, samedealv1.Reason_REASON_NOT_ENDED)
}

// callOff calls off a room that has just been made.
func callOff(t *testing.T, store room.EventStore, code room.Code) {
	t.Helper()
	ctx := context.Background()
	events, err := store.Events(ctx, code, 1)
	if err != nil || len(events) != 1 {
		t.Fatalf("%d events, %v", len(events), err)
	}
	event, err := proto.Marshal(&samedealv1.RoomEntry{
		Event: &samedealv1.RoomEntry_Cancelled{Cancelled: &samedealv1.Cancelled{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.AppendEvent(ctx, code, 2, event, events[0], time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
}

// Whoever has left may still report somebody, and be reported: the log remembers them, watchers too.
func TestEverInRemembersThoseWhoLeft(t *testing.T) {
	hub := newHub(t, redistest.Embedded(t))
	code := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "TF1-D1N"})
	ana, vera := connect(t, hub, "Ana", 1, code), connect(t, hub, "Vera", 1, code)
	ana.mustDo(enter(false))
	vera.mustDo(enter(true))
	vera.mustDo(&samedealv1.Command{Command: &samedealv1.Command_Leave{Leave: &samedealv1.Leave{}}})
	names, err := hub.EverIn(context.Background(), code)
	want := map[room.PlayerID]string{"player Ana": "Ana", "player Vera": "Vera"}
	if err != nil || !maps.Equal(names, want) {
		t.Errorf("%v, %v; want %v", names, err, want)
	}
	_, err = hub.EverIn(context.Background(), "BBBBBB")
	wantFault(t, err, samedealv1.Reason_REASON_NO_SUCH_ROOM)
}
