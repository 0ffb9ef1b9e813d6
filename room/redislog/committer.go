package redislog

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/samedeal/samedeal/room"
)

// A write is an entry on its way into a log.
type write struct {
	key, id string
	data    []byte
	create  time.Time // as for room.SeatStore
}

// A link carries writes to a server.
type link interface {
	// commit sends writes in one go and gives the outcome of each. Afterwards the link is as good as
	// before, or it is not and must be closed.
	commit(ctx context.Context, writes []write) (outcomes []outcome, good bool)
	close()
}

// An outcome is what became of a write: as for room.SeatStore.
type outcome struct {
	appended room.Appended
	err      error
}

// What goes in one pipeline.
const (
	maxWrites     = 256
	maxWriteBytes = 64 << 10
)

// A committer writes the entries of many seats over one link, one pipeline at a time.
//
// An entry is in the queue, or in flight, or answered, and goes only that way. Whoever waits for it may
// take it out of the queue, and then it was surely not written; once it is in flight, only an answer
// tells. Both are decided under the mutex. The goroutine alone has the link.
type committer struct {
	wait time.Duration
	dial func(context.Context) (link, error)
	stop context.CancelFunc
	done chan struct{} // closed when the goroutine has ended

	mu     sync.Mutex
	some   sync.Cond // signalled when the queue is no longer empty, and when closed
	queue  list.List // of *pending
	closed bool
}

// pending is a write that somebody waits for.
type pending struct {
	write
	place  *list.Element // nil once it is not in the queue
	answer chan outcome  // has room for it
}

var (
	errClosed = fmt.Errorf("%w: the store is closed", room.ErrNotWritten)
	errQueued = fmt.Errorf("%w: others are still being written", room.ErrNotWritten)
)

// startCommitter starts a committer, to be closed. It dials when there is something to write. An entry
// waits in the queue for so long at most.
func startCommitter(wait time.Duration, dial func(context.Context) (link, error)) *committer {
	ctx, stop := context.WithCancel(context.Background())
	c := &committer{wait: wait, dial: dial, stop: stop, done: make(chan struct{})}
	c.some.L = &c.mu
	go c.run(ctx)
	return c
}

// append writes an entry, as for room.SeatStore.
func (c *committer) append(ctx context.Context, w write) (room.Appended, error) {
	if ctx.Err() != nil {
		return room.Appended{}, notWritten(ctx.Err())
	}
	p := &pending{write: w, answer: make(chan outcome, 1)}
	if !c.enqueue(p) {
		return room.Appended{}, errClosed
	}
	timer := time.NewTimer(c.wait)
	defer timer.Stop()
	select {
	case o := <-p.answer:
		return o.appended, o.err
	case <-ctx.Done():
	case <-timer.C:
		if c.withdraw(p) {
			return room.Appended{}, errQueued
		}
	}
	return c.await(ctx, p)
}

// await waits for the answer of an entry as long as the context allows.
func (c *committer) await(ctx context.Context, p *pending) (room.Appended, error) {
	select {
	case o := <-p.answer:
		return o.appended, o.err
	case <-ctx.Done():
	}
	if c.withdraw(p) {
		return room.Appended{}, notWritten(ctx.Err())
	}
	return room.Appended{}, ctx.Err()
}

func (c *committer) enqueue(p *pending) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return false
	}
	p.place = c.queue.PushBack(p)
	if c.queue.Len() == 1 {
		c.some.Signal()
	}
	return true
}

// withdraw takes an entry out of the queue, if it is still there.
func (c *committer) withdraw(p *pending) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if p.place == nil {
		return false
	}
	c.queue.Remove(p.place)
	p.place = nil
	return true
}

// run writes what is in the queue until the committer is closed.
func (c *committer) run(ctx context.Context) {
	defer close(c.done)
	var to link
	for c.isNeeded() {
		if to == nil {
			var err error
			if to, err = c.dial(ctx); err != nil {
				to = nil
				c.refuse(notWritten(err))
				continue
			}
		}
		if !c.commit(ctx, to, c.take()) {
			to.close()
			to = nil
		}
	}
	if to != nil {
		to.close()
	}
	c.refuse(errClosed)
}

// isNeeded waits for something in the queue. It gives false once the committer is closed.
func (c *committer) isNeeded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.queue.Len() == 0 && !c.closed {
		c.some.Wait()
	}
	return !c.closed
}

// take puts in flight as much of the queue as goes in one pipeline, and at least one if there is any.
func (c *committer) take() []*pending {
	c.mu.Lock()
	defer c.mu.Unlock()
	batch := make([]*pending, 0, min(c.queue.Len(), maxWrites))
	size := 0
	for first := c.queue.Front(); first != nil && len(batch) < maxWrites; first = c.queue.Front() {
		p := first.Value.(*pending)
		if size += len(p.data); size > maxWriteBytes && len(batch) > 0 {
			break
		}
		c.queue.Remove(first)
		p.place = nil
		batch = append(batch, p)
	}
	return batch
}

// commit sends a batch and answers it. It reports whether the link is still good.
func (c *committer) commit(ctx context.Context, to link, batch []*pending) bool {
	if len(batch) == 0 {
		return true
	}
	writes := make([]write, len(batch))
	for i, p := range batch {
		writes[i] = p.write
	}
	// What was sent is waited for also when the committer is closed: only the answer tells.
	outcomes, good := to.commit(context.WithoutCancel(ctx), writes)
	for i, p := range batch {
		p.answer <- outcomes[i]
	}
	return good
}

// refuse answers all that is in the queue.
func (c *committer) refuse(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for first := c.queue.Front(); first != nil; first = c.queue.Front() {
		p := first.Value.(*pending)
		c.queue.Remove(first)
		p.place = nil
		p.answer <- outcome{err: err}
	}
}

// close refuses what is in the queue and waits for what is in flight.
func (c *committer) close() {
	c.mu.Lock()
	c.closed = true
	c.some.Signal()
	c.mu.Unlock()
	c.stop()
	<-c.done
}
