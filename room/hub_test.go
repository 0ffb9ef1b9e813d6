package room_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/zap/zaptest"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
	"github.com/samedeal/samedeal/room/redislog"
)

// eventually is how long a test waits for what must come.
const eventually = 20 * time.Second

// fakeConn is a connection that keeps all frames, and whom it was closed by.
type fakeConn struct {
	t      testing.TB
	mu     sync.Mutex
	frames []*samedealv1.ServerFrame
	closed samedealv1.Close
	more   chan struct{}
	read   int
}

func newConn(t testing.TB) *fakeConn { return &fakeConn{t: t, more: make(chan struct{}, 1)} }

func (c *fakeConn) Send(frame *samedealv1.ServerFrame) {
	c.mu.Lock()
	c.frames = append(c.frames, frame)
	c.mu.Unlock()
	c.signal()
}

func (c *fakeConn) Close(code samedealv1.Close) {
	c.mu.Lock()
	c.closed = code
	c.mu.Unlock()
	c.signal()
}

func (c *fakeConn) signal() {
	select {
	case c.more <- struct{}{}:
	default:
	}
}

// await gives the next frame, not given before, that is wanted; others are passed over.
func await[T any](c *fakeConn, what string, wanted func(*samedealv1.ServerFrame) (T, bool)) T {
	c.t.Helper()
	deadline := time.After(eventually)
	for {
		c.mu.Lock()
		for c.read < len(c.frames) {
			frame := c.frames[c.read]
			c.read++
			if found, ok := wanted(frame); ok {
				c.mu.Unlock()
				return found
			}
		}
		closed := c.closed
		c.mu.Unlock()
		select {
		case <-c.more:
		case <-deadline:
			frames := c.sent()
			c.t.Fatalf("waiting for %s; closed %v, the last frames: %v", what, closed, frames[max(0, len(frames)-3):])
		}
	}
}

// sent is all frames so far.
func (c *fakeConn) sent() []*samedealv1.ServerFrame {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.frames)
}

func (c *fakeConn) awaitClose(code samedealv1.Close) {
	c.t.Helper()
	deadline := time.After(eventually)
	for {
		c.mu.Lock()
		closed := c.closed
		c.mu.Unlock()
		if closed == code {
			return
		}
		select {
		case <-c.more:
		case <-deadline:
			c.t.Fatalf("waiting for the close %v; it is %v", code, closed)
		}
	}
}

func answerTo(id uint32) func(*samedealv1.ServerFrame) (*samedealv1.Answer, bool) {
	return func(f *samedealv1.ServerFrame) (*samedealv1.Answer, bool) {
		return f.GetAnswer(), f.GetAnswer() != nil && f.GetAnswer().GetId() == id
	}
}

func roomIn(phase samedealv1.Phase) func(*samedealv1.ServerFrame) (*samedealv1.Room, bool) {
	return func(f *samedealv1.ServerFrame) (*samedealv1.Room, bool) {
		return f.GetRoom(), f.GetRoom().GetPhase() == phase && f.GetRoom() != nil
	}
}

func ownBoard(f *samedealv1.ServerFrame) (*samedealv1.OwnBoard, bool) {
	return f.GetOwnBoard(), f.GetOwnBoard() != nil
}

// acknowledged waits for the answer to an action, which must be an acknowledgement.
func acknowledged(t testing.TB, number uint32) func(*samedealv1.ServerFrame) (*samedealv1.Acknowledgement, bool) {
	return func(f *samedealv1.ServerFrame) (*samedealv1.Acknowledgement, bool) {
		if f.GetRefusal() != nil || f.GetGap() != nil {
			t.Errorf("action %d: %v", number, f)
		}
		return f.GetAcknowledgement(), f.GetAcknowledgement().GetOwn().GetNumber() == number
	}
}

// testClient is a player's tab, connected to a node.
type testClient struct {
	*fakeConn
	session *room.Session
	visitor room.Visitor
	code    room.Code
	command uint32
}

func connect(t testing.TB, hub *room.Hub, name string, attempt uint32, code room.Code) *testClient {
	conn := newConn(t)
	v := room.Visitor{Player: room.PlayerID("player " + name), Name: name, Holder: room.Holder{Tab: "tab of " + name, Attempt: attempt}}
	return &testClient{fakeConn: conn, session: hub.Open(v, conn), visitor: v, code: code}
}

// do sends a command and waits for its answer.
func (c *testClient) do(command *samedealv1.Command) *samedealv1.Answer {
	c.t.Helper()
	c.command++
	command.Id, command.Room = c.command, string(c.code)
	c.session.Command(context.Background(), command)
	return await(c.fakeConn, fmt.Sprintf("the answer to %v", command), answerTo(c.command))
}

func (c *testClient) mustDo(command *samedealv1.Command) *samedealv1.Answer {
	c.t.Helper()
	answer := c.do(command)
	if answer.GetFault() != nil {
		c.t.Fatalf("%v: %v", command, answer.GetFault())
	}
	return answer
}

func (c *testClient) act(seat, number uint32, word string) {
	c.session.Action(context.Background(), &samedealv1.Action{
		Room: string(c.code), Seat: seat, Number: number, Action: &samedealv1.Action_Word{Word: word},
	})
}

func enter(watch bool) *samedealv1.Command {
	return &samedealv1.Command{Command: &samedealv1.Command_Enter{Enter: &samedealv1.Enter{Watch: watch}}}
}

func ready() *samedealv1.Command {
	return &samedealv1.Command{Command: &samedealv1.Command_Ready{Ready: &samedealv1.Ready{Ready: true}}}
}

// hubConfig is a node's configuration on the store.
func hubConfig(t *testing.T, client redis.UniversalClient) room.Config {
	t.Helper()
	// On a busy machine a store that is not busy may take long.
	logs, err := redislog.Open(context.Background(), redislog.Config{Client: client, AppendWithin: eventually, QueueWait: eventually})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := logs.Close(); err != nil {
			t.Error(err)
		}
	})
	return room.Config{
		Seats: logs.Seats, Events: logs.Events, Schedule: logs.Schedule, Presence: logs.Presence, Bell: logs.Bell,
		Directory: logs.Directory, Races: logs.Races, Random: rand.Reader, Log: zaptest.NewLogger(t),
		Distinct: numbered, Names: namesInIDs{},
	}
}

// namesInIDs calls a player by what their id says: "player Ana" is Ana.
type namesInIDs struct{}

func (namesInIDs) Names(_ context.Context, players ...room.PlayerID) (map[room.PlayerID]string, error) {
	names := map[room.PlayerID]string{}
	for _, player := range players {
		if name, found := strings.CutPrefix(string(player), "player "); found {
			names[player] = name
		}
	}
	return names, nil
}

// startHub starts a node, which ends with the test at the latest.
func startHub(t *testing.T, config room.Config) *room.Hub {
	t.Helper()
	hub := room.NewHub(config)
	t.Cleanup(hub.Close)
	return hub
}

func newHub(t *testing.T, client redis.UniversalClient) *room.Hub {
	t.Helper()
	return startHub(t, hubConfig(t, client))
}

// Two friends on two nodes race on a Microsoft deal that a solver has won, a third watches; one of the
// nodes goes away in mid-race. Nothing is lost, everybody sees what they may, and the standings are right.
func TestRaceOverTwoNodes(t *testing.T) {
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		const solution = "1h 6a 64 62 65 15 1h 61 65 a6 21 2h 6a 76 74 7h 5h a2 57 5a 51 a5 58 6a 54 56 58 78 23 a5 65 87 42 45 82 8h 7h 86 8a 38 42 4h 1h 1h 7h 1h 14 16 31 68 61 76 7h 2h 81 26 2h 2h 18 48 41 81 8h 42 4h 4h 6h 62 34 36 53 6h a6 18 1h 3h 4h 34 7a 57 5h 6h a6 5a 5h a6 81 8a 8h a5 15 18v2 1h 2h 5h 2h 5h 2h 5h 2h 8h 7h 2h 8h 3a 3h 5h 4h 2h 2h 2h 1h 3h 3h 6h 6h ah"
		one, other := newHub(t, client), newHub(t, client)
		ctx := context.Background()
		owner := room.Visitor{Player: "player Ana", Name: "Ana"}
		code, err := one.Create(ctx, owner, "a request", &samedealv1.RoomOptions{Deal: "FC1-C1-AAAAAAC", CountdownS: 3})
		if err != nil {
			t.Fatal(err)
		}
		if again, err := other.Create(ctx, owner, "a request", &samedealv1.RoomOptions{Deal: "FC1-C1-AAAAAAC", CountdownS: 3}); err != nil || again != code {
			t.Fatalf("asked again it is room %s, not %s: %v", again, code, err)
		}
		ana, boris := connect(t, one, "Ana", 1, code), connect(t, other, "Boris", 1, code)
		watcher := connect(t, other, "Vera", 1, code)
		ana.mustDo(enter(false))
		boris.mustDo(enter(false))
		watcher.mustDo(enter(true))
		ana.mustDo(ready())
		boris.mustDo(ready())
		start := await(ana.fakeConn, "the start", ownBoard)
		if start.GetNumber() != 0 || len(start.GetLegal()) == 0 {
			t.Fatalf("the race starts with %v", start)
		}
		await(boris.fakeConn, "the start", ownBoard)

		words := slices.Collect(engine.Words(solution))
		half := len(words) / 2
		for i, word := range words[:half] {
			ana.act(0, uint32(i+1), word)
			await(ana.fakeConn, "an acknowledgement of "+word, acknowledged(t, uint32(i+1)))
		}
		await(boris.fakeConn, "Ana's progress", func(f *samedealv1.ServerFrame) (any, bool) {
			return nil, f.GetProgress().GetSeat() == 0 && f.GetProgress().GetProgress().GetMoves() == uint32(half)
		})
		await(watcher.fakeConn, "Ana's board", func(f *samedealv1.ServerFrame) (any, bool) {
			return nil, f.GetWatchedBoard().GetSeat() == 0 && f.GetWatchedBoard().GetBoard().GetMoves() == uint32(half)
		})
		boris.act(1, 1, words[0])
		await(boris.fakeConn, "an acknowledgement", acknowledged(t, 1))

		one.Close()
		back := connect(t, other, "Ana", 2, code)
		back.session.Resume(&samedealv1.Position{Room: string(code)})
		resumed := await(back.fakeConn, "the board again", ownBoard)
		if resumed.GetNumber() != uint32(half) {
			t.Fatalf("after the node is gone the seat has %d actions, want %d", resumed.GetNumber(), half)
		}
		for i, word := range words[half:] {
			back.act(0, uint32(half+i+1), word)
			await(back.fakeConn, "an acknowledgement of "+word, acknowledged(t, uint32(half+i+1)))
		}
		boris.session.Action(ctx, &samedealv1.Action{
			Room: string(code), Seat: 1, Number: 2, Action: &samedealv1.Action_Resign{Resign: &samedealv1.Resign{}},
		})
		end := await(watcher.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
		if p := []uint32{end.GetSeats()[0].GetPlace(), end.GetSeats()[1].GetPlace()}; !slices.Equal(p, []uint32{1, 2}) {
			t.Errorf("the places are %v: %v", p, end.GetSeats())
		}
		if r := end.GetSeats()[0].GetResult(); r.GetEnding() != samedealv1.Ending_ENDING_HOME || r.GetScore() != 555 || r.GetMoves() != 117 {
			t.Errorf("Ana's result is %v", r)
		}
		games, err := other.Games(ctx, "", code)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(games.GetGames()[0].GetWords(), words) {
			t.Errorf("Ana's game is %v", games.GetGames()[0].GetWords())
		}
		await(boris.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
		for _, f := range boris.sent() {
			if f.GetWatchedBoard() != nil {
				t.Fatalf("Boris is shown a board while he plays: %v", f)
			}
			if seats := f.GetRoom().GetSeats(); len(seats) > 1 && seats[1].GetResult() != nil {
				break // his game has ended, and he may see hers
			}
		}
	})
}
