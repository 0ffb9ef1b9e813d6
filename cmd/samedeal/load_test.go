package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/samedeal/samedeal/cmd/redistest"
)

// Rooms race while nodes are killed at random, for some seconds; make race has it go on for longer.
//
// It fails if Writer.Append does not wait for settle, or if the client does not send again what has no answer.
func TestNothingIsLostUnderLoad(t *testing.T) {
	t.Parallel()
	c := loadCommand{
		Redis: "redis://" + redistest.Single(t).Addr(), For: time.Duration(*rounds) * 5 * time.Second, Rooms: 3,
		Players: 2, Actions: 150, Pace: 20 * time.Millisecond, Nodes: 3, KillEvery: 700 * time.Millisecond, Seed: 1,
	}
	ctx, cancel := context.WithTimeout(t.Context(), c.For+3*time.Minute)
	defer cancel()
	var out bytes.Buffer
	if err := c.load(ctx, "samedeal", &out); err != nil {
		t.Error(err)
	}
	t.Logf("%s", &out)
	if !strings.Contains(out.String(), "Back in play") {
		t.Error("no node was killed under a player, which shows nothing")
	}
}
