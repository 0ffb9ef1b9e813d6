package room

import (
	"maps"
	"slices"
	"sync"
)

// call is something that a connection waits for a room to do.
type call struct {
	conn Conn
	// refuse answers it with why it was not done.
	refuse func(error)
}

// callers are the calls that a room has not done yet. It does not end by itself while there are any, and one
// that fails answers them: nobody waits for ever.
type callers struct {
	mu      sync.Mutex
	ended   bool
	waiting map[*call]bool
}

func newCallers() *callers { return &callers{waiting: map[*call]bool{}} }

// enter notes a call; it reports false when the room has ended.
func (c *callers) enter(waits *call) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		c.waiting[waits] = true
	}
	return !c.ended
}

// leave forgets a call. It reports false if it was given out by end, and is not to be done or answered again.
func (c *callers) leave(waits *call) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	waited := c.waiting[waits]
	delete(c.waiting, waits)
	return waited
}

// endIfNone ends the room unless somebody waits for it.
func (c *callers) endIfNone() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = c.ended || len(c.waiting) == 0
	return c.ended
}

// end ends the room, and gives the calls that wait in vain.
func (c *callers) end() []*call {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	calls := slices.Collect(maps.Keys(c.waiting))
	clear(c.waiting)
	return calls
}
