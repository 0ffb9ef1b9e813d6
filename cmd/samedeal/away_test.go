package main

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func statusOf(t *testing.T, url string) int {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	return response.StatusCode
}

// Redis is away for some seconds, in make race for minutes: the service lives and is not ready, and then goes on
// by itself, with the action that was under way.
//
// It fails if what tells that the process lives asks for Redis too.
func TestRedisIsAwayForAWhile(t *testing.T) {
	t.Parallel()
	server := redistest.Single(t)
	s := testService(t, "redis://"+server.Addr())
	ana := seated(t, client.Config{Servers: []string{s.publicURL}}, 1)
	ana.playSome(10)
	server.Kill()
	for again := time.NewTicker(200 * time.Millisecond); ; {
		<-again.C
		if code := statusOf(t, s.publicURL+"/healthz"); code != http.StatusOK {
			t.Fatalf("without Redis the service is %d", code)
		}
		if statusOf(t, s.publicURL+"/readyz") == http.StatusServiceUnavailable {
			again.Stop()
			break
		}
	}
	away := time.After(time.Duration(*rounds) * 6 * time.Second)
	again := time.NewTicker(200 * time.Millisecond)
	defer again.Stop()
	for isAway := true; isAway; {
		select {
		case <-away:
			isAway = false
		case <-again.C:
			if code := statusOf(t, s.publicURL+"/healthz"); code != http.StatusOK {
				t.Fatalf("without Redis the service is %d", code)
			}
		}
	}
	server.Restart()
	awaitReady(t, s.publicURL)
	ana.playSome(10)
	ana.finish(s.publicURL)
}

// A full Redis has actions answered "busy", and nothing half done; with room again, the game goes on.
//
// It fails if "OOM" is not among the refusals.
func TestRedisIsFull(t *testing.T) {
	t.Parallel()
	server := redistest.Single(t)
	s := testService(t, "redis://"+server.Addr())
	ana := seated(t, client.Config{Servers: []string{s.publicURL}}, 1)
	ana.playSome(10)
	setting := func(value string) {
		if err := server.Client().ConfigSet(t.Context(), "maxmemory", value).Err(); err != nil {
			t.Fatal(err)
		}
	}
	setting("1")
	for range 10 {
		atOnce, cancel := context.WithTimeout(t.Context(), eventually)
		_, err := ana.Act(atOnce, ana.choose())
		cancel()
		if !client.IsFault(err, samedealv1.Reason_REASON_BUSY) {
			t.Fatalf("with a full Redis an action is answered %v, want that it is busy", err)
		}
	}
	setting("0")
	ana.playSome(10)
	ana.finish(s.publicURL)
}

// Two nodes are asked for the same things at the same moment: each is in the room's log once.
//
// It fails if tryDecide gives up when another node has been faster, instead of deciding anew.
func TestTwoNodesDoEachThingOnce(t *testing.T) {
	t.Parallel()
	server := redistest.Single(t)
	one, other := testService(t, "redis://"+server.Addr()), testService(t, "redis://"+server.Addr())
	ana, boris := dialRaw(t, one, "Ana"), dialRaw(t, other, "Boris")
	code := createRoom(t, one, ana.token, `{"deal":"`+turningDeal+`","countdownS":3,"seats":2}`)
	ana.command(code, `"enter":{}`)
	boris.command(code, `"enter":{}`)
	both := func(frame string) {
		ana.send(frame)
		boris.send(frame)
	}
	both(`{"command":{"id":100,"room":"` + code + `","ready":{"ready":true}}}`)
	ana.awaitBoard(0)
	boris.awaitBoard(0)
	ana.act(code, 0, 1, `"resign":{}`)
	boris.act(code, 1, 1, `"resign":{}`)
	ended := func(f *samedealv1.ServerFrame) bool { return isOver(f.GetRoom()) }
	ana.await("the end", ended)
	boris.await("the end", ended)
	both(`{"command":{"id":101,"room":"` + code + `","rematch":{}}}`)
	answer := func(f *samedealv1.ServerFrame) bool { return f.GetAnswer().GetId() == 101 }
	first, second := ana.await("the rematch", answer).GetAnswer(), boris.await("the rematch", answer).GetAnswer()
	if first.GetRoom() == "" || first.GetRoom() != second.GetRoom() {
		t.Errorf("the rematches are %v and %v", first, second)
	}
	counts := countEvents(t, server.Client(), code)
	if counts["started"] != 1 || counts["seat_ended"] != 2 || counts["ended"] != 1 || counts["rematch_made"] != 1 {
		t.Errorf("the room's log has %v", counts)
	}
}

// countEvents counts a room's events by their kind.
func countEvents(t *testing.T, c *redis.Client, code string) map[string]int {
	t.Helper()
	messages, err := c.XRange(t.Context(), "{r:"+code+"}:log", "-", "+").Result()
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, message := range messages {
		var event samedealv1.RoomEntry
		if err := proto.Unmarshal([]byte(message.Values["e"].(string)), &event); err != nil {
			t.Fatal(err)
		}
		kind := event.ProtoReflect().WhichOneof(event.ProtoReflect().Descriptor().Oneofs().ByName("event"))
		counts[string(kind.Name())]++
	}
	return counts
}
