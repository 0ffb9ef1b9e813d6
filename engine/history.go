package engine

// maxHistory is how many actions undo can take back.
const maxHistory = 100

// history is the positions that undo goes back to, the newest first: a ring, made when the first
// comes. Whole positions rather than what changed, so that undo is exact whatever a game's moves do.
type history struct {
	ring  *[maxHistory]Position
	next  int // where the next position goes
	count int
}

// push adds a position; of more than maxHistory the oldest falls out.
func (h *history) push(p Position) {
	if h.ring == nil {
		h.ring = new([maxHistory]Position)
	}
	h.ring[h.next] = p
	h.next = (h.next + 1) % maxHistory
	h.count = min(h.count+1, maxHistory)
}

// newest is the position pushed last; there must be one.
func (h *history) newest() Position { return h.ring[(h.next+maxHistory-1)%maxHistory] }

// pop drops the newest position; there must be one.
func (h *history) pop() {
	h.next = (h.next + maxHistory - 1) % maxHistory
	h.count--
}
