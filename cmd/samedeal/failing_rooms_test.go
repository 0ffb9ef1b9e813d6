package main

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// onKey does something where a command is sent for a key, as long as it is armed.
type onKey struct {
	redis.Hook
	key   string
	armed *atomic.Bool
	do    func()
}

func (h onKey) DialHook(next redis.DialHook) redis.DialHook { return next }

func (h onKey) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if h.armed.Load() && slices.ContainsFunc(cmd.Args(), func(arg any) bool { return arg == h.key }) {
			h.do()
		}
		return next(ctx, cmd)
	}
}

func (h onKey) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func panicInRoom() { panic("a fault in the room") }

// raceAlone has each of these begin a race alone, in a room of their own, and play five actions.
func raceAlone(t *testing.T, s *service, clients ...*rawClient) (rooms []string) {
	t.Helper()
	for _, c := range clients {
		code := createRoom(t, s, c.token, `{"deal":"TF1-D1N","seats":1,"countdownS":3}`)
		rooms = append(rooms, code)
		c.command(code, `"enter":{}`)
		c.command(code, `"start":{}`)
	}
	for i, c := range clients {
		c.await("the start", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard() != nil })
		c.play(rooms[i], 0, 0, 5)
	}
	return rooms
}

// enterAgain asks to watch a room, and gives how that is answered.
func (c *rawClient) enterAgain(room string) samedealv1.Reason {
	c.t.Helper()
	c.read++
	c.send(fmt.Sprintf(`{"command":{"id":%d,"room":%q,"enter":{"watch":true}}}`, c.read, room))
	return c.await("an answer", func(f *samedealv1.ServerFrame) bool {
		return f.GetAnswer() != nil && f.GetAnswer().GetId() == uint32(c.read)
	}).GetAnswer().GetFault().GetReason()
}

func inRoom(code string) func(f *samedealv1.ServerFrame) bool {
	return func(f *samedealv1.ServerFrame) bool { return f.GetRoom().GetCode() == code }
}

// A room that panics takes no socket with it, nor another room on the same socket: who asked is answered, and its
// people are shown the room again and play on. One that panics on is given up, which its people are told, and
// their other room goes on all the same. (Without the recovery in caught the process ends; without the refusal in
// serve, who asked is not answered; without giveUp its people are not told.)
func TestAPanicInOneRoom(t *testing.T) {
	t.Parallel()
	s := testService(t, "")
	ana, boris := dialRaw(t, s, "Ana"), dialRaw(t, s, "Boris")
	rooms := raceAlone(t, s, ana, boris)
	ana.command(rooms[1], `"enter":{"watch":true}`)
	var once, on atomic.Bool
	log := "{r:" + rooms[0] + "}:log"
	s.store.AddHook(onKey{key: log, armed: &once, do: func() {
		once.Store(false)
		panicInRoom()
	}})
	s.store.AddHook(onKey{key: log, armed: &on, do: panicInRoom})
	once.Store(true)
	vera := dialRaw(t, s, "Vera")
	if reason := vera.enterAgain(rooms[0]); reason != samedealv1.Reason_REASON_INTERNAL {
		t.Errorf("who asked is answered %v", reason)
	}
	ana.await("the room again", inRoom(rooms[0]))
	ana.play(rooms[0], 0, 5, 5)
	if reason := vera.enterAgain(rooms[0]); reason != 0 {
		t.Errorf("the room that was begun again answers %v", reason)
	}
	ana.play(rooms[0], 0, 10, 1)
	vera.await("the board", func(f *samedealv1.ServerFrame) bool { return f.GetWatchedBoard().GetBoard().GetMoves() == 11 })
	if n := panicsIn(t, s, "room"); n != 1 {
		t.Errorf("%v panics were counted", n)
	}

	on.Store(true)
	isStray := func(f *samedealv1.ServerFrame) bool { return f.GetAnswer() != nil && f.GetAnswer().GetId() == 0 }
	for _, c := range []*rawClient{ana, vera} {
		if told := c.await("that the room is given up", isStray); told.GetAnswer().GetFault().GetReason() != samedealv1.Reason_REASON_INTERNAL {
			t.Errorf("told is %v", told)
		}
	}
	boris.play(rooms[1], 0, 5, 5)
	ana.await("Boris' board", func(f *samedealv1.ServerFrame) bool {
		return f.GetWatchedBoard().GetRoom() == rooms[1] && f.GetWatchedBoard().GetBoard().GetMoves() == 10
	})
}

// panicsIn is how many panics were counted there.
func panicsIn(t *testing.T, s *service, where string) float64 {
	t.Helper()
	families, err := s.metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if family.GetName() == "samedeal_room_panics_total" && m.GetLabel()[0].GetValue() == where {
				return m.GetCounter().GetValue()
			}
		}
	}
	return 0
}

// A room that hangs holds no other up: neither one on the same socket, nor what the sweeper has to do, nor who
// leaves. (Without the goroutine in sweepDue, the sweeper comes to no room behind it; without offer in
// Session.Close and keepPresence, a socket's end is told to no room behind it, and presence is noted in none.)
func TestARoomThatHangs(t *testing.T) {
	t.Parallel()
	server := redistest.Single(t)
	s := testService(t, "redis://"+server.Addr())
	ana, boris := dialRaw(t, s, "Ana"), dialRaw(t, s, "Boris")
	rooms := raceAlone(t, s, ana, boris)
	ana.command(rooms[1], `"enter":{"watch":true}`)
	var armed atomic.Bool
	hangs, release := make(chan struct{}, 1000), make(chan struct{})
	t.Cleanup(func() { close(release) })
	s.store.AddHook(onKey{key: "{r:" + rooms[0] + "}:log", armed: &armed, do: func() {
		hangs <- struct{}{}
		<-release
	}})
	armed.Store(true)
	ana.send(fmt.Sprintf(`{"command":{"id":500,"room":%q,"ready":{"ready":true}}}`, rooms[0]))
	select {
	case <-hangs:
	case <-time.After(eventually):
		t.Fatal("the room does not hang")
	}
	boris.play(rooms[1], 0, 5, 5)
	ana.await("Boris' board", func(f *samedealv1.ServerFrame) bool { return f.GetWatchedBoard().GetBoard().GetMoves() == 10 })
	sweepNow(t, server.Client(), rooms...)
}

// sweepNow makes rooms due, and waits until the last has been swept.
func sweepNow(t *testing.T, client *redis.Client, rooms ...string) {
	t.Helper()
	for i, code := range rooms {
		if err := client.ZAdd(t.Context(), "rooms:due", redis.Z{Score: float64(i + 1), Member: code}).Err(); err != nil {
			t.Fatal(err)
		}
	}
	last := rooms[len(rooms)-1]
	awaitThat(t, "the last room is swept", func() bool {
		score, err := client.ZScore(t.Context(), "rooms:due", last).Result()
		return err == nil && score > float64(len(rooms))
	})
}

// awaitThat asks again and again until something holds.
func awaitThat(t testing.TB, what string, holds func() bool) {
	t.Helper()
	deadline, again := time.After(eventually), time.NewTicker(20*time.Millisecond)
	defer again.Stop()
	for !holds() {
		select {
		case <-again.C:
		case <-deadline:
			t.Fatalf("not within %v: %s", eventually, what)
		}
	}
}
