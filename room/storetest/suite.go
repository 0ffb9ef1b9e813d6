// Package storetest is the suite that every store of rooms must pass: Run holds an implementation to
// what the comments of package room's interfaces promise. An implementation's test calls it with a way
// to make stores:
//
//	func TestStores(t *testing.T) {
//		storetest.Run(t, func(t *testing.T) storetest.Stores { return open(t) })
//	}
//
// Each interface has its file here, and its parts in the table of that file.
package storetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/samedeal/samedeal/room"
)

// Stores is what is tested.
type Stores struct {
	Seats     room.SeatStore
	Events    room.EventStore
	Schedule  room.Schedule
	Presence  room.Presence
	Bell      room.Bell
	Races     room.Races
	Directory room.Directory
	// Age makes all that Presence has noted in a room older, since nobody wants to wait.
	Age func(ctx context.Context, code room.Code, by time.Duration) error
}

// Run runs the suite, each part of it on stores of its own that are empty, that open makes and closes
// when the part's test ends.
func Run(t *testing.T, open func(t *testing.T) Stores) {
	for _, group := range []struct {
		name  string
		parts []part
	}{
		{"seats", seatParts},
		{"events", eventParts},
		{"schedule", scheduleParts},
		{"presence", presenceParts},
		{"bell", bellParts},
		{"races", raceParts},
		{"directory", directoryParts},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, p := range group.parts {
				t.Run(p.name, func(t *testing.T) { p.test(t, open(t)) })
			}
		})
	}
}

// A part is one promise.
type part struct {
	name string
	test func(t *testing.T, s Stores)
}

// Two rooms, and how many do the same thing at once.
const (
	home    room.Code = "KLMNPQ"
	away    room.Code = "BCDFGH"
	callers           = 8
)

// inADay is an expiry that does not come within a test.
func inADay() time.Time { return time.Now().AddDate(0, 0, 1).Truncate(time.Second) }

// atOnce calls a function from many goroutines and waits for all of them.
func atOnce(call func(i int)) {
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() { call(i) })
	}
	all.Wait()
}

const (
	patience = 20 * time.Second
	askEvery = 10 * time.Millisecond
)

// await asks until the answer is true. It fails the test after patience.
func await(t *testing.T, what string, ask func() bool) {
	t.Helper()
	again := time.NewTicker(askEvery)
	defer again.Stop()
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	for !ask() {
		select {
		case <-deadline.C:
			t.Fatalf("after %v, still waiting: %s", patience, what)
		case <-again.C:
		}
	}
}

// oddBytes are what a store must keep as they are: no text, and no end that is cut off.
var oddBytes = [][]byte{
	{},
	{0},
	[]byte("\r\n$-1\r\n"),
	[]byte("\xff\xfe not UTF-8 \x80"),
	[]byte("e"),
	[]byte("0-1"),
	long(300),
	long(100_000),
}

// long gives so many bytes, of all kinds.
func long(n int) []byte {
	data := make([]byte, n)
	for i := range data {
		data[i] = byte(i)
	}
	return data
}
