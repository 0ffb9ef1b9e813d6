package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// aheadMain is the service in a process of its own, on a Redis whose clock it is told wrong, so that a limit has
// passed: the address, the Redis URL, and by how much. Of two such nodes neither sweeps, nor claims a seat, before
// the other is about to.
func aheadMain() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := serveAhead(ctx, os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitFailed)
	}
	<-ctx.Done()
}

func serveAhead(ctx context.Context, address, redisURL, ahead string) error {
	c := serveCommand{Listen: address, Redis: redisURL, FrameRate: 1e6, FrameBurst: 1e6, PerAddress: 1e3, LogLevel: "warn"}
	by, err := time.ParseDuration(ahead)
	if err != nil {
		return err
	}
	log, err := c.logger(os.Stderr)
	if err != nil {
		return err
	}
	var client redis.UniversalClient
	_, err = startLayered(ctx, c, log, layer{
		client: func(c redis.UniversalClient) { client = c },
		stores: func(c room.Config) room.Config {
			c.Events, c.Schedule = shifted{c.Events, by}, meetingSchedule{c.Schedule, client, new(atomic.Bool)}
			c.Seats = meetingSeats{c.Seats, client}
			return c
		},
	})
	return err
}

// meetingSchedule has the rooms that are due first be told to two nodes at once.
type meetingSchedule struct {
	room.Schedule
	client redis.UniversalClient
	met    *atomic.Bool
}

func (s meetingSchedule) Due(ctx context.Context, now time.Time, most int) ([]room.Code, error) {
	due, err := s.Schedule.Due(ctx, now, most)
	if err != nil || len(due) == 0 || s.met.Swap(true) {
		return due, err
	}
	return due, meet(ctx, s.client, "meeting")
}

// meetingSeats has each seat be claimed by two nodes at once. One that the other does not claim is claimed soon.
type meetingSeats struct {
	room.SeatStore
	client redis.UniversalClient
}

func (s meetingSeats) Append(ctx context.Context, seat room.SeatID, e room.Entry, create time.Time) (room.Appended, error) {
	if e.ID.Index == 0 {
		soon, cancel := context.WithTimeout(ctx, 2*time.Second)
		_ = meet(soon, s.client, fmt.Sprint("meeting at ", seat))
		cancel()
	}
	return s.SeatStore.Append(ctx, seat, e, create)
}

// meet waits until two nodes are at a place.
func meet(ctx context.Context, client redis.UniversalClient, place string) error {
	there, err := client.Incr(ctx, place).Result()
	again := time.NewTicker(time.Millisecond)
	defer again.Stop()
	for err == nil && there < 2 {
		select {
		case <-again.C:
			there, err = client.Get(ctx, place).Int64()
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	return err
}

// abandonedRaces has so many races be begun, of a minute each: Ana makes a move and is gone with her node, and
// Boris was gone with his before the start, so that he has never been at his seat.
func abandonedRaces(t *testing.T, redisURL string, races int) (rooms []string) {
	t.Helper()
	one, other := startNode(t, "--redis", redisURL), startNode(t, "--redis", redisURL)
	at := func(n *node) *service { return &service{publicURL: n.url()} }
	anas := make([]*rawClient, races)
	for i := range anas {
		ana, boris := dialRaw(t, at(one), "Ana"), dialRaw(t, at(other), "Boris")
		code := createRoom(t, at(one), ana.token, `{"deal":"`+turningDeal+`","countdownS":3,"minutes":1}`)
		ana.command(code, `"enter":{}`)
		boris.command(code, `"enter":{}`)
		anas[i], rooms = ana, append(rooms, code)
	}
	other.kill()
	for i, ana := range anas {
		ana.command(rooms[i], `"start":{}`)
	}
	for i, ana := range anas {
		ana.awaitBoard(0)
		ana.turn(rooms[i], 1)
	}
	one.kill()
	return rooms
}

// Two nodes sweep the same races, whose own nodes are gone: each seat is ended at its limit, once, the one with a
// move as the one to which nobody ever came, and so is each race.
//
// It fails if sweep does not end the seats that are overdue; or with two entries that count, if a claim does not
// read the log below it.
func TestTwoSweepersEndASeatOnce(t *testing.T) {
	t.Parallel()
	server := redistest.Single(t)
	redisURL := "redis://" + server.Addr()
	rooms := abandonedRaces(t, redisURL, 8)
	sweepers := []*node{
		startProgram(t, "samedeal-ahead", redisURL, "3m"), startProgram(t, "samedeal-ahead", redisURL, "3m"),
	}
	contested := 0
	for _, code := range rooms {
		games := gamesOf(t, code, sweepers[0].url(), sweepers[1].url())
		for seat, moves := range []uint32{1, 0} {
			result := games.GetRoom().GetSeats()[seat].GetResult()
			if result.GetEnding() != samedealv1.Ending_ENDING_TIME_UP || result.GetMoves() != moves {
				t.Errorf("seat %d has %v, want time up after %d moves", seat, result, moves)
			}
			claims, ends := countEntries(t, server.Client(), code, seat)
			if ends != 1 {
				t.Errorf("seat %d of room %s is ended %d times", seat, code, ends)
			}
			if claims > int(moves)+1 { // who moved had claimed it
				contested++
			}
		}
		if counts := countEvents(t, server.Client(), code); counts["seat_ended"] != 2 || counts["ended"] != 1 {
			t.Errorf("the log of room %s has %v", code, counts)
		}
	}
	if contested == 0 {
		t.Error("no seat was claimed by both, which shows nothing")
	}
	t.Logf("of %d seats %d were claimed by both", 2*len(rooms), contested)
	awaitThat(t, "no room is due any more", func() bool {
		due, err := server.Client().ZCard(t.Context(), "rooms:due").Result()
		return err == nil && due == 0
	})
}

// countEntries counts the claims and the ends in the log of a seat. An end is at the limit.
func countEntries(t *testing.T, c *redis.Client, code string, seat int) (claims, ends int) {
	t.Helper()
	messages, err := c.XRange(t.Context(), fmt.Sprintf("{r:%s}:seat:%d:log", code, seat), "-", "+").Result()
	if err != nil {
		t.Fatal(err)
	}
	for _, message := range messages {
		var entry samedealv1.SeatEntry
		if err := proto.Unmarshal([]byte(message.Values["e"].(string)), &entry); err != nil {
			t.Fatal(err)
		}
		if entry.GetOpen() != nil {
			claims++
		}
		if entry.GetFinish() != nil {
			ends++
			if entry.GetAtMs() != 60_000 {
				t.Errorf("seat %d of room %s is ended at %d ms", seat, code, entry.GetAtMs())
			}
		}
	}
	return claims, ends
}
