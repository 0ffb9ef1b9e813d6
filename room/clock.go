package room

import "time"

// clock is the time of a room's store, taken once and carried on by this machine's monotonic clock, so
// that no node's own time of day decides anything.
type clock struct {
	store time.Time // by the store's clock
	here  time.Time // the same moment on this machine
}

func (c clock) now() time.Time { return c.store.Add(time.Since(c.here)) }
