package room

import "sync"

// callers are the connections that wait for a room to do something. A room does not end by itself while
// there are any, and one that fails sends them to connect again: nobody waits for an answer for ever.
type callers struct {
	mu      sync.Mutex
	ended   bool
	waiting map[Conn]int
}

func newCallers() *callers { return &callers{waiting: map[Conn]int{}} }

// enter notes that a connection waits; it reports false when the room has ended.
func (c *callers) enter(conn Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		c.waiting[conn]++
	}
	return !c.ended
}

func (c *callers) leave(conn Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting[conn]--; c.waiting[conn] <= 0 {
		delete(c.waiting, conn)
	}
}

// endIfNone ends the room unless somebody waits for it.
func (c *callers) endIfNone() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = c.ended || len(c.waiting) == 0
	return c.ended
}

// end ends the room, and gives those who wait in vain.
func (c *callers) end() []Conn {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	conns := make([]Conn, 0, len(c.waiting))
	for conn := range c.waiting {
		conns = append(conns, conn)
	}
	return conns
}
