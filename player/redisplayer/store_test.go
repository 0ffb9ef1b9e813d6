package redisplayer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/player"
	"github.com/samedeal/samedeal/player/playertest"
	"github.com/samedeal/samedeal/player/redisplayer"
)

const ana player.ID = "anaaaaaaaaaaaaaaaaaaaaaaaa"

func TestStore(t *testing.T) {
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		stores := 0
		playertest.Run(t, func(*testing.T) player.Store {
			stores++
			return redisplayer.New(client, fmt.Sprintf("%d:", stores))
		})
	})
}

// A key without an expiry stays for ever: only the signing key may.
func TestEveryKeyButOneExpires(t *testing.T) {
	until := time.Now().Add(player.RecordLife).Truncate(time.Second)
	uses := []func(context.Context, player.Store) error{
		func(ctx context.Context, s player.Store) error { return s.SaveName(ctx, ana, "Ana", until) },
		func(ctx context.Context, s player.Store) error { _, err := s.Load(ctx, ana, until); return err },
		func(ctx context.Context, s player.Store) error {
			_, err := s.RaiseGeneration(ctx, ana, until)
			return err
		},
	}
	for _, client := range []*redis.Client{redistest.Embedded(t), redistest.Single(t).Client()} {
		store := redisplayer.New(client, "test:")
		if _, err := store.SigningKey(t.Context(), []byte("key")); err != nil {
			t.Fatal(err)
		}
		for i, use := range uses {
			// An end that is near is moved away, too.
			if err := store.SaveName(t.Context(), ana, "Ana", time.Now().Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			if err := use(t.Context(), store); err != nil {
				t.Fatal(err)
			}
			wantKeys(t, client, map[string]time.Time{"test:player:key": {}, "test:player:" + string(ana): until})
			if t.Failed() {
				t.Fatalf("after use %d", i)
			}
		}
	}
}

// wantKeys holds all there is in Redis to these keys, each with its expiry, the zero time for none.
func wantKeys(t *testing.T, client redis.UniversalClient, want map[string]time.Time) {
	t.Helper()
	names, err := client.Keys(t.Context(), "*").Result()
	if err != nil || len(names) != len(want) {
		t.Errorf("keys %q, %v; want %d", names, err, len(want))
	}
	for name, until := range want {
		left, err := client.PTTL(t.Context(), name).Result()
		switch {
		case err != nil || left == -2:
			t.Errorf("%s: %v, %v", name, left, err)
		case until.IsZero() != (left == -1):
			t.Errorf("%s expires in %v, want %v", name, left, until)
		case !until.IsZero() && time.Until(until.Add(-left)).Abs() > time.Minute/2:
			t.Errorf("%s expires in %v, want at %v", name, left, until)
		}
	}
}

func TestPrefixesAreApart(t *testing.T) {
	client := redistest.Embedded(t)
	one, other := redisplayer.New(client, "one:"), redisplayer.New(client, "other:")
	until := time.Now().Add(time.Hour)
	if err := one.SaveName(t.Context(), ana, "Ana", until); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Load(t.Context(), ana, until); !errors.Is(err, player.ErrUnknown) {
		t.Errorf("error %v, want ErrUnknown", err)
	}
	a, errA := one.SigningKey(t.Context(), []byte("a"))
	b, errB := other.SigningKey(t.Context(), []byte("b"))
	if string(a) != "a" || string(b) != "b" || errA != nil || errB != nil {
		t.Errorf("keys %q, %v and %q, %v", a, errA, b, errB)
	}
}

// A node must start while Redis is full: the key that is there is read without writing.
func TestTheKeyIsReadWithoutWriting(t *testing.T) {
	client := redistest.Single(t).Client()
	store := redisplayer.New(client, "")
	if _, err := store.SigningKey(t.Context(), []byte("key")); err != nil {
		t.Fatal(err)
	}
	if err := client.ConfigSet(t.Context(), "maxmemory", "1").Err(); err != nil {
		t.Fatal(err)
	}
	if err := store.SaveName(t.Context(), ana, "Ana", time.Now().Add(time.Hour)); err == nil {
		t.Fatal("a full Redis took a name")
	}
	if key, err := store.SigningKey(t.Context(), []byte("another")); string(key) != "key" || err != nil {
		t.Errorf("key %q, %v", key, err)
	}
	wantKeys(t, client, map[string]time.Time{"player:key": {}})
}

// Something else may have written there, or a later version: say so rather than let anyone in.
func TestARecordThatCannotBeRead(t *testing.T) {
	client := redistest.Embedded(t)
	store := redisplayer.New(client, "")
	until := time.Now().Add(time.Hour)
	put := func(generation string) {
		t.Helper()
		if err := client.HSet(t.Context(), "player:"+string(ana), "name", "Ana", "generation", generation).Err(); err != nil {
			t.Fatal(err)
		}
	}
	for _, generation := range []string{"-1", "4294967296", "one", ""} {
		put(generation)
		if record, err := store.Load(t.Context(), ana, until); err == nil {
			t.Errorf("generation %q is read as %+v", generation, record)
		}
	}
	put("4294967295")
	if generation, err := store.RaiseGeneration(t.Context(), ana, until); err == nil {
		t.Errorf("raised to %d", generation)
	}
	if err := client.Set(t.Context(), "player:"+string(ana), "text", 0).Err(); err != nil {
		t.Fatal(err)
	}
	if record, err := store.Load(t.Context(), ana, until); err == nil || errors.Is(err, player.ErrUnknown) {
		t.Errorf("a text is read as %+v, %v", record, err)
	}
}

func TestErrorsAreWrappedOnce(t *testing.T) {
	client := redis.NewClient(&redis.Options{})
	store := redisplayer.New(client, "")
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	until := time.Now().Add(time.Hour)
	_, keyErr := store.SigningKey(t.Context(), []byte("key"))
	_, loadErr := store.Load(t.Context(), ana, until)
	_, raiseErr := store.RaiseGeneration(t.Context(), ana, until)
	for _, err := range []error{keyErr, loadErr, raiseErr, store.SaveName(t.Context(), ana, "Ana", until)} {
		if !errors.Is(err, redis.ErrClosed) || strings.Count(err.Error(), "Redis: ") != 1 {
			t.Errorf("error %v", err)
		}
	}
}
