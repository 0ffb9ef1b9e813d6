package redislog

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/room"
)

// Seats is a room.SeatStore.
type Seats struct {
	base
	within, wait time.Duration
	connections  atomic.Uint64  // how many were made
	running      sync.WaitGroup // pipelines

	mu         sync.Mutex
	committers map[*redis.Client]*committer
	closed     bool
}

func newSeats(b base, within, wait time.Duration) *Seats {
	return &Seats{base: b, within: within, wait: wait, committers: map[*redis.Client]*committer{}}
}

// Append implements room.SeatStore. It takes QueueWait and AppendWithin at most. The entry's data must not
// be changed after it, not even if it fails: they may still be on their way.
func (s *Seats) Append(ctx context.Context, seat room.SeatID, e room.Entry, create time.Time) (room.Appended, error) {
	key := s.keys.seat(seat)
	appended, err := s.append(ctx, write{key: key, id: e.ID.String(), data: e.Data, create: create})
	if err != nil {
		return room.Appended{}, fmt.Errorf("append entry %s to %s in Redis: %w", e.ID, key, err)
	}
	return appended, nil
}

func (s *Seats) append(ctx context.Context, w write) (room.Appended, error) {
	master, err := s.masters.of(ctx, w.key)
	if err != nil {
		return room.Appended{}, notWritten(err)
	}
	c, err := s.committer(master)
	if err != nil {
		return room.Appended{}, err
	}
	return c.append(ctx, w)
}

// committer gives the committer of a master. That of one that has left the cluster stays until the end.
func (s *Seats) committer(master *redis.Client) (*committer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errClosed
	}
	c, found := s.committers[master]
	if !found {
		c = startCommitter(s.wait, func(ctx context.Context) (link, error) { return s.pin(ctx, master) })
		s.committers[master] = c
	}
	return c, nil
}

func (s *Seats) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for _, c := range s.committers {
		c.close()
	}
	s.running.Wait()
}

// Entries implements room.SeatStore.
func (s *Seats) Entries(ctx context.Context, seat room.SeatID, from room.EntryID) ([]room.Entry, error) {
	key := s.keys.seat(seat)
	entries, err := s.entries(ctx, key, from)
	if err != nil {
		return nil, fmt.Errorf("read %s in Redis: %w", key, err)
	}
	return entries, nil
}
