package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
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
		Players: 2, Actions: 150, Pace: 20 * time.Millisecond, Nodes: 3, KillEvery: 700 * time.Millisecond,
		Seed: 1<<63 + 1, // more than an int holds
	}
	ctx, cancel := context.WithTimeout(t.Context(), c.For+3*time.Minute)
	defer cancel()
	var out bytes.Buffer
	if err := c.load(ctx, "samedeal", streams{out: &out, err: t.Output()}); err != nil {
		t.Error(err)
	}
	t.Logf("%s", &out)
	if !strings.Contains(out.String(), "Back in play") {
		t.Error("no node was killed under a player, which shows nothing")
	}
}

// A node that does not come back ends the races, which would else try for ever where no other answers. (Without the
// call of callOff.)
func TestLoadEndsWithItsNodes(t *testing.T) {
	t.Parallel()
	// It runs once, as a service that cannot reach its Redis any more would.
	program := filepath.Join(t.TempDir(), "once")
	if err := os.WriteFile(program, []byte(`#!/bin/sh
set -eu
if ! mkdir "$0.ran"; then exit 1; fi
exec samedeal "$@"
`), 0o700); err != nil {
		t.Fatal(err)
	}
	c := loadCommand{
		Redis: "redis://" + redistest.Single(t).Addr(), For: time.Hour, Rooms: 1, Players: 1, Actions: 10, Nodes: 1,
		KillEvery: time.Millisecond, Seed: 1,
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	var out bytes.Buffer
	err := c.load(ctx, program, streams{out: &out, err: t.Output()})
	if err == nil || !strings.Contains(err.Error(), "has ended; it says why above") || strings.Contains(err.Error(), "room") {
		t.Errorf("it ends with %v\n%s", err, &out)
	}
}
