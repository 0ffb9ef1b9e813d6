package redislog

import (
	"context"
	_ "embed" // for the script
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/room"
)

// Events is a room.EventStore.
type Events struct{ base }

//go:embed append_event.lua
var appendEventSource string

var appendEvent = redis.NewScript(appendEventSource)

// AppendEvent implements room.EventStore.
func (s *Events) AppendEvent(ctx context.Context, code room.Code, n uint64, event, last []byte, expires time.Time) error {
	key := s.keys.events(code)
	args := []any{n, event, expires.UnixMilli()}
	if last != nil {
		args = append(args, last)
	}
	added, err := s.run(ctx, key, args)
	if err == nil && !added {
		err = room.ErrNotAbove
	}
	if err != nil {
		return fmt.Errorf("append event %d to %s in Redis: %w", n, key, err)
	}
	return nil
}

// run runs the script on the master itself: a cluster's client would send it again when a connection
// breaks, and the second time it finds what the first has added, and says no.
func (s *Events) run(ctx context.Context, key string, args []any) (added bool, err error) {
	master, err := s.masters.of(ctx, key)
	if err != nil {
		return false, notWritten(err)
	}
	run := func() (bool, error) { return appendEvent.EvalSha(ctx, master, []string{key}, args...).Bool() }
	added, err = run()
	if redis.HasErrorPrefix(err, "NOSCRIPT") {
		// It has been restarted since the script was loaded, and has run nothing.
		if err := appendEvent.Load(ctx, master).Err(); err != nil {
			return false, notWritten(err)
		}
		added, err = run()
	}
	if isElsewhere(err) {
		s.masters.moved(ctx)
	}
	return added, meaning(err)
}

// Events implements room.EventStore.
func (s *Events) Events(ctx context.Context, code room.Code, n uint64) ([][]byte, error) {
	key := s.keys.events(code)
	entries, err := s.entries(ctx, key, room.EntryID{Index: n})
	if err != nil {
		return nil, fmt.Errorf("read %s in Redis: %w", key, err)
	}
	events := make([][]byte, len(entries))
	for i, e := range entries {
		events[i] = e.Data
	}
	return events, nil
}

// Expire implements room.EventStore.
func (s *Events) Expire(ctx context.Context, code room.Code, seats int, at time.Time) error {
	_, err := s.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.PExpireAt(ctx, s.keys.events(code), at)
		pipe.PExpireAt(ctx, s.keys.here(code), at)
		for seat := range seats {
			pipe.PExpireAt(ctx, s.keys.seat(room.SeatID{Room: code, Seat: seat}), at)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("set when room %s expires in Redis: %w", code, err)
	}
	return nil
}

// Now implements room.EventStore.
func (s *Events) Now(ctx context.Context, code room.Code) (time.Time, error) {
	now, err := s.now(ctx, s.keys.events(code))
	if err != nil {
		return time.Time{}, fmt.Errorf("ask Redis for the time of room %s: %w", code, err)
	}
	return now, nil
}
