package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/zap"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/gateway"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// The points at which a node can be killed: on a move's way, between its steps, and on the way of a claim.
var (
	movePoints = []string{
		"decoded",              // 2: the frame is a command, and not yet the room's
		"handed on",            // 3: it is in the room's mailbox
		"decided",              // 4: nothing is sent to the store yet
		"sent to the store",    // 5: it is on its way
		"kept by the store",    // 5: the store has it, and the node has not looked at the reply
		"committed",            // 6: the writer is about to hear of it
		"about to acknowledge", // 6: the board has advanced
		"acknowledged",         // 7: it waits to be written to the player's socket
		"about to tell",        // 8: a watcher is next
		"told",                 // 8: the watcher's frame waits to be written
		"about to ring",        // 8: the other nodes are next
		"rung",                 // 8: they have been told
	}
	claimPoints = []string{"about to claim", "claimed"}
	endPoints   = []string{"about to leave the race", "about to end the seat", "seat ended", "about to end the room"}
	// lastPoints are those after which nobody has to do anything before the room is next due.
	lastPoints = []string{"room ended", "about to set the expiry", "expiry set"}
)

// failpoints kills its own process at the points that a plan names, a line each, one after another. All
// nodes of a test share the plan, as a file, so that a point kills one of them.
type failpoints struct {
	plan string
	// isPlayed: this node has acted for a player.
	isPlayed atomic.Bool
	mu       sync.Mutex
}

// pass is called at a point. It does not return if that is the plan's next one.
func (f *failpoints) pass(point string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	plan, err := os.ReadFile(f.plan)
	first, rest, _ := strings.Cut(string(plan), "\n")
	if err != nil || point == "" || first != point {
		return
	}
	// Of two nodes that pass at once, one gets the file.
	taken := fmt.Sprintf("%s.%d", f.plan, os.Getpid())
	if os.Rename(f.plan, taken) != nil {
		return
	}
	_ = os.WriteFile(taken, []byte(rest), 0o600)
	_ = os.Rename(taken, f.plan)
	fmt.Println(point)
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// layer puts the points between the parts of a service.
func (f *failpoints) layer() layer {
	return layer{
		client: func(c redis.UniversalClient) {
			c.AddHook(failingHook{f})
			// The connection that is there already has no points; it is held, so that others are made.
			_ = c.(*redis.Client).Conn().Ping(context.Background())
		},
		stores: func(c room.Config) room.Config {
			c.Seats, c.Bell = failingSeats{c.Seats, f}, failingBell{c.Bell, f}
			c.Events, c.Races = failingEvents{c.Events, f}, failingRaces{c.Races, f}
			c.Results = failingResults{c.Results, f}
			return c
		},
		rooms: func(r gateway.Rooms) gateway.Rooms { return failingRooms{r, f} },
	}
}

// failingMain is the service with failpoints, in a process of its own: the address, the plan, and a Redis URL
// or a folder; then, if there are daily challenges, their variants, and by how much the clock is ahead.
func failingMain() {
	f := &failpoints{plan: os.Args[2]}
	c := serveCommand{Listen: os.Args[1], FrameRate: 1e6, FrameBurst: 1e6, PerAddress: 1e4, LogLevel: "warn"}
	between := f.layer()
	if len(os.Args) > 5 {
		c.Daily = os.Args[4]
		by, err := time.ParseDuration(os.Args[5])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(exitUsage)
		}
		between = between.ahead(by)
	}
	if strings.Contains(os.Args[3], "://") {
		c.Redis = os.Args[3]
	} else {
		c.Data = os.Args[3]
	}
	log, err := c.logger(os.Stderr)
	if err == nil {
		redis.SetLogger(redisLog{zap.NewNop()})
		_, err = startLayered(context.Background(), c, log, between)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailed)
	}
	select {} // until it is killed
}

type failingRooms struct {
	gateway.Rooms
	f *failpoints
}

func (r failingRooms) Open(v room.Visitor, c room.Conn) gateway.Session {
	return failingSession{r.Rooms.Open(v, &failingConn{c, r.f}), r.f}
}

type failingSession struct {
	gateway.Session
	f *failpoints
}

func (s failingSession) Action(ctx context.Context, a *samedealv1.Action) {
	s.f.isPlayed.Store(true)
	s.f.pass("decoded")
	s.Session.Action(ctx, a)
	s.f.pass("handed on")
}

type failingConn struct {
	room.Conn
	f *failpoints
}

func (c *failingConn) Send(frame *samedealv1.ServerFrame) {
	switch {
	case frame.GetAcknowledgement() != nil:
		c.f.pass("about to acknowledge")
		defer c.f.pass("acknowledged")
	case frame.GetWatchedBoard() != nil && c.f.isPlayed.Load():
		c.f.pass("about to tell")
		defer c.f.pass("told")
	}
	c.Conn.Send(frame)
}

type failingSeats struct {
	room.SeatStore
	f *failpoints
}

func (s failingSeats) Append(ctx context.Context, seat room.SeatID, e room.Entry, create time.Time) (room.Appended, error) {
	before, after := "decided", "committed"
	if e.ID.Index == 0 {
		before, after = "about to claim", "claimed"
	}
	s.f.pass(before)
	appended, err := s.SeatStore.Append(ctx, seat, e, create)
	if err == nil {
		s.f.pass(after)
	}
	return appended, err
}

type failingBell struct {
	room.Bell
	f *failpoints
}

func (b failingBell) Ring(ctx context.Context, node string, rooms ...room.Code) error {
	if !b.f.isPlayed.Load() {
		return b.Bell.Ring(ctx, node, rooms...)
	}
	b.f.pass("about to ring")
	err := b.Bell.Ring(ctx, node, rooms...)
	b.f.pass("rung")
	return err
}

type failingEvents struct {
	room.EventStore
	f *failpoints
}

func (s failingEvents) AppendEvent(ctx context.Context, code room.Code, n uint64, event, last []byte, expires time.Time) error {
	before, after := pointsOf(event)
	s.f.pass(before)
	err := s.EventStore.AppendEvent(ctx, code, n, event, last, expires)
	if err == nil {
		s.f.pass(after)
	}
	return err
}

func pointsOf(event []byte) (before, after string) {
	var entry samedealv1.RoomEntry
	switch err := proto.Unmarshal(event, &entry); {
	case err != nil:
		return "", ""
	case entry.GetSeatEnded() != nil:
		return "about to end the seat", "seat ended"
	case entry.GetEnded() != nil:
		return "about to end the room", "room ended"
	default:
		return "", ""
	}
}

func (s failingEvents) Expire(ctx context.Context, code room.Code, seats int, at time.Time) error {
	s.f.pass("about to set the expiry")
	err := s.EventStore.Expire(ctx, code, seats, at)
	s.f.pass("expiry set")
	return err
}

type failingRaces struct {
	room.Races
	f *failpoints
}

func (r failingRaces) Leave(ctx context.Context, player room.PlayerID, code room.Code) error {
	r.f.pass("about to leave the race")
	return r.Races.Leave(ctx, player, code)
}

// failingHook has the points on the way to the store and back.
type failingHook struct{ f *failpoints }

func (h failingHook) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := next(ctx, network, address)
		return &failingWire{conn, h.f}, err
	}
}

func (h failingHook) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		h.f.pass(submissionPoint(cmd))
		return next(ctx, cmd)
	}
}

func (h failingHook) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, commands []redis.Cmder) error {
		err := next(ctx, commands)
		if len(commands) > 0 && strings.Contains(commands[0].String(), "nomkstream") {
			h.f.pass("kept by the store")
		}
		return err
	}
}

type failingWire struct {
	net.Conn
	f *failpoints
}

func (w *failingWire) Write(data []byte) (int, error) {
	n, err := w.Conn.Write(data)
	if bytes.Contains(data, []byte("nomkstream")) {
		w.f.pass("sent to the store")
	}
	return n, err
}
