package redislog

import (
	"maps"
	"slices"
	"sync"

	"github.com/samedeal/samedeal/room"
)

// inboxSize is how many rooms are kept for a listener who is slow.
const inboxSize = 4096

// An inbox holds the rooms that were rung for, each once, and whether some may have been missed. Putting
// something in never waits for who takes it out: a subscriber that does not read holds Redis up.
type inbox struct {
	some chan struct{} // has one when there is something to take

	mu     sync.Mutex
	codes  map[room.Code]struct{}
	missed bool
}

func newInbox() *inbox {
	return &inbox{some: make(chan struct{}, 1), codes: map[room.Code]struct{}{}}
}

func (in *inbox) put(names []string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, name := range names {
		in.codes[room.Code(name)] = struct{}{}
	}
	if len(in.codes) > inboxSize {
		clear(in.codes)
		in.missed = true
	}
	in.wake()
}

// miss notes that some may have been missed.
func (in *inbox) miss() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.missed = true
	in.wake()
}

func (in *inbox) wake() {
	select {
	case in.some <- struct{}{}:
	default:
	}
}

func (in *inbox) take() (codes []room.Code, missed bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	codes, missed = slices.Collect(maps.Keys(in.codes)), in.missed
	clear(in.codes)
	in.missed = false
	return codes, missed
}
