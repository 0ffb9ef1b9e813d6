package redislog_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/room"
	"github.com/samedeal/samedeal/room/redislog"
)

func isError(err, want error) bool { return errors.Is(err, want) }

// configure sets a setting of a server.
func configure(t *testing.T, client *redis.Client, name, value string) {
	t.Helper()
	if err := client.ConfigSet(t.Context(), name, value).Err(); err != nil {
		t.Fatal(err)
	}
}

func TestOpenRefusesARedisThatThrowsKeysAway(t *testing.T) {
	client := redistest.Single(t).Client()
	configure(t, client, "maxmemory-policy", "allkeys-lru")
	open(t, redislog.Config{Client: client}) // without a limit it throws nothing away
	configure(t, client, "maxmemory", "100mb")
	_, err := redislog.Open(t.Context(), redislog.Config{Client: client})
	var eviction *redislog.EvictionError
	if !errors.As(err, &eviction) || eviction.Policy != "allkeys-lru" || eviction.Addr != client.Options().Addr {
		t.Errorf("error %v, want an EvictionError", err)
	}
	configure(t, client, "maxmemory-policy", "noeviction")
	open(t, redislog.Config{Client: client})
}

func TestOpenWhereSettingsAreNotTold(t *testing.T) {
	client := redistest.Single(t).Client()
	configure(t, client, "maxmemory", "100mb")
	configure(t, client, "maxmemory-policy", "allkeys-lru")
	if err := client.Do(t.Context(), "ACL", "SETUSER", "default", "-config").Err(); err != nil {
		t.Fatal(err)
	}
	open(t, redislog.Config{Client: client})
}

func TestOpenRefusesClientsThatDoNotFit(t *testing.T) {
	for name, client := range map[string]redis.UniversalClient{
		"repeats":              redis.NewClient(&redis.Options{MaxRetries: 1}),
		"repeats by default":   redis.NewClient(&redis.Options{}),
		"repeats in a cluster": redis.NewClusterClient(&redis.ClusterOptions{MaxRetries: 1}),
		"reads from replicas":  redis.NewClusterClient(&redis.ClusterOptions{ReadOnly: true}),
		"ring":                 redis.NewRing(&redis.RingOptions{}),
	} {
		if _, err := redislog.Open(t.Context(), redislog.Config{Client: client}); !errors.Is(err, redislog.ErrClient) {
			t.Errorf("%s: %v, want ErrClient", name, err)
		}
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A full Redis still starts a node, so that running races can be read.
func TestOpenOnAFullRedis(t *testing.T) {
	client := redistest.Single(t).Client()
	open(t, redislog.Config{Client: client})
	configure(t, client, "maxmemory", "1")
	open(t, redislog.Config{Client: client})
}

func TestClosedStoreWritesNothing(t *testing.T) {
	s, err := redislog.Open(t.Context(), redislog.Config{Client: redistest.Single(t).Client()})
	if err != nil {
		t.Fatal(err)
	}
	e := room.Entry{ID: room.EntryID{Epoch: 1}, Data: []byte("open")}
	if _, err := s.Seats.Append(t.Context(), room.SeatID{}, e, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, seat := range []room.SeatID{{}, {Seat: 1}} {
		e.ID.Epoch++
		if _, err := s.Seats.Append(t.Context(), seat, e, time.Time{}); !errors.Is(err, room.ErrNotWritten) {
			t.Errorf("after Close: %v, want ErrNotWritten", err)
		}
	}
}

// counting is a hook that counts the commands it sees.
type counting map[string]int

func (c counting) DialHook(next redis.DialHook) redis.DialHook { return next }

func (c counting) ProcessHook(next redis.ProcessHook) redis.ProcessHook { return next }

func (c counting) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		for _, cmd := range cmds {
			c[cmd.Name()]++
		}
		return next(ctx, cmds)
	}
}

// The embedded store journals what its client's hook sees: an append that went past it would be lost.
func TestAppendsPassTheClientsHooks(t *testing.T) {
	client := redistest.Single(t).Client()
	seen := counting{}
	client.AddHook(seen)
	s := open(t, patient(client, ""))
	for i := range uint64(3) {
		e := room.Entry{ID: room.EntryID{Epoch: 1, Index: i}, Data: []byte("e")}
		if _, err := s.Seats.Append(t.Context(), room.SeatID{}, e, time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if seen["xadd"] != 3 || seen["xlen"] != 3 {
		t.Errorf("the hook has seen %v, want 3 appends", seen)
	}
}

func TestErrorsAreWrappedOnce(t *testing.T) {
	client := redistest.Single(t).Client()
	s := open(t, redislog.Config{Client: client})
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, e := t.Context(), room.Entry{ID: room.EntryID{Epoch: 1}}
	_, appendErr := s.Seats.Append(ctx, room.SeatID{}, e, time.Time{})
	_, entriesErr := s.Seats.Entries(ctx, room.SeatID{}, room.EntryID{})
	_, eventsErr := s.Events.Events(ctx, "", 1)
	_, nowErr := s.Events.Now(ctx, "")
	_, dueErr := s.Schedule.Due(ctx, time.Now(), 1)
	_, presentErr := s.Presence.Present(ctx, "")
	_, codeErr := s.Directory.NewCode(ctx)
	_, onceErr := s.Directory.Once(ctx, "ana", "1", "")
	_, listedErr := s.Directory.Listed(ctx, 1)
	_, openErr := redislog.Open(ctx, redislog.Config{Client: client})
	for i, err := range []error{
		appendErr, entriesErr, eventsErr, nowErr, dueErr, presentErr, codeErr, onceErr, listedErr, openErr,
		s.Events.AppendEvent(ctx, "", 1, nil, nil, time.Now()), s.Events.Expire(ctx, "", 1, time.Now()),
		s.Schedule.Set(ctx, "", time.Now()), s.Schedule.Clear(ctx, ""), s.Presence.Here(ctx, "", []room.PlayerID{"ana"}),
		s.Bell.Ring(ctx, "node", ""), s.Directory.List(ctx, "", time.Now()),
	} {
		if !errors.Is(err, redis.ErrClosed) || strings.Count(err.Error(), "Redis") != 1 {
			t.Errorf("error %d: %v", i, err)
		}
	}
}
