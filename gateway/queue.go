package gateway

import (
	"sync"
	"sync/atomic"

	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// queueCost is what a frame in a queue is taken to cost besides its encoded size, in bytes, so that a
// great many small frames are not free.
const queueCost = 64

// queueKept is the most places that an empty queue keeps.
const queueKept = 16

// queue holds what waits to be sent on a connection, in the order in which it was sent. Pushing never
// waits. Of frames that carry a state, a newer one takes the place of the one that waits. What waits is
// bounded in bytes; the push that goes past the bound frees it all.
//
// In the end a queue is finished, and gives out what waits and then the closure; or abandoned, and
// gives out nothing. The first of these counts.
type queue struct {
	limit int           // bytes
	total *atomic.Int64 // bytes in all queues
	// ready has a token when there may be something to take.
	ready chan struct{}

	mu      sync.Mutex
	stage   queueStage
	end     *closure
	waiting []waiting // from head on
	head    int
	taken   uint64              // how many frames have left the front
	states  map[stateKey]uint64 // by the number of frames that leave before
	bytes   int
}

type queueStage int

const (
	queueOpen      queueStage = iota
	queueOver                 // past the bound, and not yet finished
	queueFinished             // gives out what waits, then the closure
	queueAbandoned            // gives out nothing
)

type waiting struct {
	frame *samedealv1.ServerFrame
	bytes int
	key   stateKey
}

// stateKey says what a state is of: frames of one key replace each other. It is zero for an answer.
type stateKey struct {
	kind byte
	room string
	seat uint32
}

// keyOf finds what a frame is the state of.
func keyOf(frame *samedealv1.ServerFrame) stateKey {
	switch f := frame.GetFrame().(type) {
	case *samedealv1.ServerFrame_Room:
		return stateKey{kind: 'r', room: f.Room.GetCode()}
	case *samedealv1.ServerFrame_Progress:
		return stateKey{kind: 'p', room: f.Progress.GetRoom(), seat: f.Progress.GetSeat()}
	case *samedealv1.ServerFrame_WatchedBoard:
		return stateKey{kind: 'w', room: f.WatchedBoard.GetRoom(), seat: f.WatchedBoard.GetSeat()}
	default:
		return stateKey{}
	}
}

func newQueue(limit int, total *atomic.Int64) *queue {
	return &queue{limit: limit, total: total, ready: make(chan struct{}, 1)}
}

// pushed is what became of a frame.
type pushed int

const (
	pushedLast    pushed = iota // it waits behind all others
	pushedInPlace               // it waits in the place of an older state
	pushedNowhere               // the connection is ending
	pushedOver                  // it was too much: the queue is freed, and to be finished
)

// push puts a frame in. The frame must not be changed afterwards.
func (q *queue) push(frame *samedealv1.ServerFrame) pushed {
	item := waiting{frame: frame, bytes: proto.Size(frame) + queueCost, key: keyOf(frame)}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.stage != queueOpen {
		return pushedNowhere
	}
	became := pushedLast
	if place := q.place(item.key); place != nil {
		item = afterSkipping(item)
		q.count(item.bytes - place.bytes)
		*place = item
		became = pushedInPlace
	} else {
		q.append(item)
	}
	if q.bytes > q.limit {
		q.free()
		q.stage = queueOver
		return pushedOver
	}
	q.wake()
	return became
}

// place is where a state of that key waits, nil if none does.
func (q *queue) place(key stateKey) *waiting {
	if key == (stateKey{}) {
		return nil
	}
	number, found := q.states[key]
	if !found {
		return nil
	}
	return &q.waiting[q.head+int(number-q.taken)]
}

func (q *queue) append(item waiting) {
	if item.key != (stateKey{}) {
		if q.states == nil {
			q.states = map[stateKey]uint64{}
		}
		q.states[item.key] = q.taken + uint64(len(q.waiting)-q.head)
	}
	// The places at the front that were taken from are used again before there are more of them than
	// frames.
	if q.head > 0 && len(q.waiting) == cap(q.waiting) && q.head >= len(q.waiting)/2 {
		n := copy(q.waiting, q.waiting[q.head:])
		clear(q.waiting[n:])
		q.waiting, q.head = q.waiting[:n], 0
	}
	q.waiting = append(q.waiting, item)
	q.count(item.bytes)
}

// afterSkipping is a state as it is sent to whoever was not sent the one before: a watched board is
// then no single step from what they have.
func afterSkipping(item waiting) waiting {
	b := item.frame.GetWatchedBoard()
	if b.GetWord() == "" {
		return item
	}
	item.bytes -= proto.Size(item.frame)
	item.frame = &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_WatchedBoard{WatchedBoard: &samedealv1.WatchedBoard{
		Room: b.GetRoom(), Seat: b.GetSeat(), Entry: b.GetEntry(), Board: b.GetBoard(), ElapsedMs: b.GetElapsedMs(),
	}}}
	item.bytes += proto.Size(item.frame)
	return item
}

// take gives the next frame, or when none waits in a finished queue, its closure. It gives neither if
// there is nothing to take now; over says that there never will be.
func (q *queue) take() (frame *samedealv1.ServerFrame, end *closure, over bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.head == len(q.waiting) {
		return nil, q.end, q.stage == queueAbandoned
	}
	item := &q.waiting[q.head]
	frame = item.frame
	q.count(-item.bytes)
	if number, found := q.states[item.key]; found && number == q.taken {
		delete(q.states, item.key)
	}
	*item = waiting{}
	q.head++
	q.taken++
	if q.head == len(q.waiting) {
		q.reset()
	}
	return frame, nil, false
}

// finish ends the queue with a closure, and reports whether it was the first to end it. If so, note is
// called before the closure can be taken: whoever is told of a close finds it noted.
func (q *queue) finish(end *closure, note func()) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.stage == queueFinished || q.stage == queueAbandoned {
		return false
	}
	note()
	q.stage, q.end = queueFinished, end
	q.wake()
	return true
}

// abandon ends the queue with nothing and frees it, and reports whether it was the first to end it.
func (q *queue) abandon() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.stage == queueFinished || q.stage == queueAbandoned {
		return false
	}
	q.stage = queueAbandoned
	q.free()
	q.wake()
	return true
}

// free drops all that waits.
func (q *queue) free() {
	q.count(-q.bytes)
	q.taken += uint64(len(q.waiting) - q.head)
	q.waiting, q.states = nil, nil
	q.reset()
}

// reset makes the places of an empty queue free again, and keeps no more than a few of them.
func (q *queue) reset() {
	q.waiting, q.head = q.waiting[:0], 0
	if cap(q.waiting) > queueKept {
		q.waiting, q.states = nil, nil
	}
}

// drop frees what waits in a queue that has ended: nothing can be sent any more.
func (q *queue) drop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free()
}

func (q *queue) count(bytes int) {
	q.bytes += bytes
	q.total.Add(int64(bytes))
}

func (q *queue) wake() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}
