package redisplayer_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/player"
	"github.com/samedeal/samedeal/player/playertest"
	"github.com/samedeal/samedeal/player/redisplayer"
)

const ana player.ID = "anaaaaaaaaaaaaaaaaaaaaaaaa"

// onEachServer runs a test on the embedded store and on a real Redis. What it is given makes a client
// to an empty one.
func onEachServer(t *testing.T, test func(t *testing.T, open func(t *testing.T) redis.UniversalClient)) {
	t.Run("embedded", func(t *testing.T) {
		test(t, func(t *testing.T) redis.UniversalClient { return connect(t, miniredis.RunT(t).Addr()) })
	})
	t.Run("redis-server", func(t *testing.T) {
		address := startRedis(t)
		test(t, func(t *testing.T) redis.UniversalClient {
			client := connect(t, address)
			if err := client.FlushAll(t.Context()).Err(); err != nil {
				t.Fatal(err)
			}
			return client
		})
	})
}

func TestStore(t *testing.T) {
	onEachServer(t, func(t *testing.T, open func(t *testing.T) redis.UniversalClient) {
		playertest.Run(t, func(t *testing.T) player.Store { return redisplayer.New(open(t), "test:") })
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
	onEachServer(t, func(t *testing.T, open func(t *testing.T) redis.UniversalClient) {
		client := open(t)
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
	})
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
	client := connect(t, miniredis.RunT(t).Addr())
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
	client := connect(t, startRedis(t))
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
	server := miniredis.RunT(t)
	store := redisplayer.New(connect(t, server.Addr()), "")
	until := time.Now().Add(time.Hour)
	for _, generation := range []string{"-1", "4294967296", "one", ""} {
		server.HSet("player:"+string(ana), "name", "Ana", "generation", generation)
		if record, err := store.Load(t.Context(), ana, until); err == nil {
			t.Errorf("generation %q is read as %+v", generation, record)
		}
	}
	server.HSet("player:"+string(ana), "generation", "4294967295")
	if generation, err := store.RaiseGeneration(t.Context(), ana, until); err == nil {
		t.Errorf("raised to %d", generation)
	}
	server.Del("player:" + string(ana))
	if err := server.Set("player:"+string(ana), "text"); err != nil {
		t.Fatal(err)
	}
	if record, err := store.Load(t.Context(), ana, until); err == nil || errors.Is(err, player.ErrUnknown) {
		t.Errorf("a text is read as %+v, %v", record, err)
	}
}

func TestErrorsAreWrappedOnce(t *testing.T) {
	client := connect(t, miniredis.RunT(t).Addr())
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
