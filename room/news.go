package room

import "sync"

// news is the seats' newest views on their way to the room. A seat never waits for its room, which may be
// waiting for the seat; of two views the room needs the newer alone.
type news struct {
	mu    *sync.Mutex
	views map[int]seatView
	some  chan struct{}
}

func newNews() news {
	return news{mu: &sync.Mutex{}, views: map[int]seatView{}, some: make(chan struct{}, 1)}
}

func (n news) put(seat int, view seatView) {
	n.mu.Lock()
	n.views[seat] = view
	n.mu.Unlock()
	select {
	case n.some <- struct{}{}:
	default:
	}
}

// take empties the news.
func (n news) take() map[int]seatView {
	n.mu.Lock()
	defer n.mu.Unlock()
	taken := make(map[int]seatView, len(n.views))
	for seat, view := range n.views {
		taken[seat] = view
	}
	clear(n.views)
	return taken
}
