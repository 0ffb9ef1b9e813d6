package redislog

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

// A Config says where the rooms are kept, and how long things may take. A duration that is not above 0
// stands for its default.
type Config struct {
	// Client leads to Redis. It stays the caller's to close, after the Store.
	Client redis.UniversalClient
	// Prefix begins every key, so that several services may share one Redis; it may be empty.
	Prefix string
	// AppendWithin is how long it may take to send entries and get the answer, by default 2 s. After that
	// the connection is given up, and nobody knows whether they were written.
	AppendWithin time.Duration
	// QueueWait is how long an entry waits to be sent, by default 1 s. After that it is not written, and
	// what its player did since falls with it: worse than to wait out a store that halts for a moment. The
	// queue is short however long that is, for each seat has one entry in it at most.
	QueueWait time.Duration
	// CallEvery is how often a listener to the bell is told that it may have missed something, by default
	// 5 s. It is also how often the connection is tried.
	CallEvery time.Duration
}

const (
	defaultAppendWithin = 2 * time.Second
	defaultQueueWait    = time.Second
	defaultCallEvery    = 5 * time.Second
)

// A Store keeps rooms in Redis. Its fields are for use by many goroutines, until Close.
type Store struct {
	Seats     *Seats
	Events    *Events
	Schedule  *Schedule
	Presence  *Presence
	Bell      *Bell
	Directory *Directory
	Races     *Races
}

// Open makes ready what the stores need in Redis. The error is ErrClient, an *EvictionError, or comes
// from Redis.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	found, err := mastersOf(cfg.Client)
	if err != nil {
		return nil, err
	}
	b := base{client: cfg.Client, masters: found, keys: keys{prefix: cfg.Prefix}}
	if err := found.each(ctx, prepare); err != nil {
		return nil, fmt.Errorf("prepare Redis for rooms: %w", err)
	}
	directory, err := openDirectory(ctx, b)
	if err != nil {
		return nil, fmt.Errorf("open the directory of rooms in Redis: %w", err)
	}
	return &Store{
		Seats:     newSeats(b, orDefault(cfg.AppendWithin, defaultAppendWithin), orDefault(cfg.QueueWait, defaultQueueWait)),
		Events:    &Events{b},
		Schedule:  &Schedule{b},
		Presence:  &Presence{b},
		Bell:      &Bell{base: b, every: orDefault(cfg.CallEvery, defaultCallEvery)},
		Directory: directory,
		Races:     &Races{b},
	}, nil
}

func orDefault(d, otherwise time.Duration) time.Duration { return cmp.Or(max(d, 0), otherwise) }

// prepare makes sure that a master keeps what it has, and loads the scripts into it.
func prepare(ctx context.Context, master *redis.Client) error {
	if err := checkEviction(ctx, master); err != nil {
		return err
	}
	return appendEvent.Load(ctx, master).Err()
}

// Close ends the appends: those that were sent get their answer, which takes AppendWithin at most, and
// all others are not written. It waits for connections that were given up, as long as the client's
// time-outs make it. Closing again does nothing. A listener to the bell ends with its context.
func (s *Store) Close() error {
	s.Seats.close()
	return nil
}
