package redisdaily_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	"github.com/samedeal/samedeal/leaderboard/daily/dailytest"
	"github.com/samedeal/samedeal/leaderboard/daily/redisdaily"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStore(t *testing.T) {
	t.Parallel()
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		stores := 0
		dailytest.Run(t, func(*testing.T) daily.Store {
			stores++
			return redisdaily.New(client, fmt.Sprintf("%d:", stores))
		})
	})
}

// A key without an expiry stays for ever: only the secret may. Each write moves the expiry of what it writes to.
func TestEveryKeyButOneExpires(t *testing.T) {
	t.Parallel()
	const ana leaderboard.Player = "ana"
	now := time.Now().UTC().Truncate(time.Millisecond)
	challenge := daily.Challenge{Date: leaderboard.DateOf(now), Variant: "KL1-D3N"}
	code, err := engine.ParseCode("KL1-D3N-AAAAAAB")
	if err != nil {
		t.Fatal(err)
	}
	entry := daily.Entry{Begun: now, Result: &samedealv1.Result{Ending: samedealv1.Ending_ENDING_HOME}}
	for _, client := range []*redis.Client{redistest.Embedded(t), redistest.Single(t).Client()} {
		store := redisdaily.New(client, "test:")
		if _, err := store.Secret(t.Context(), []byte("secret")); err != nil {
			t.Fatal(err)
		}
		day := "test:daily:{d:" + challenge.Date.String() + "}:"
		for _, use := range []struct {
			name, key string
			call      func(until time.Time) error
		}{
			{"Keep", day + "deals", func(until time.Time) error {
				_, err := store.Keep(t.Context(), challenge, daily.Deal{Code: code}, until)
				return err
			}},
			{"Void", day + "deals", func(until time.Time) error { return store.Void(t.Context(), challenge, until) }},
			{"Begin", day + "attempts:KL1-D3N", func(until time.Time) error {
				_, err := store.Begin(t.Context(), challenge, ana, daily.Attempt{Room: "ROOM", Begun: now}, until)
				return err
			}},
			{"Note", "test:daily:{p:ana}:history", func(until time.Time) error {
				_, err := store.Note(t.Context(), ana, challenge, entry, until)
				return err
			}},
			{"SetOffset", "test:daily:{p:ana}:history", func(until time.Time) error {
				_, err := store.SetOffset(t.Context(), ana, 30, until)
				return err
			}},
			{"Remove", "test:daily:{p:ana}:history", func(until time.Time) error {
				_, err := store.Remove(t.Context(), ana, now, until)
				return err
			}},
		} {
			for _, until := range []time.Time{now.Add(time.Hour), now.Add(daily.Life)} {
				if err := use.call(until); err != nil {
					t.Fatalf("%s: %v", use.name, err)
				}
				if at, err := client.PExpireTime(t.Context(), use.key).Result(); err != nil || at.Milliseconds() != until.UnixMilli() {
					t.Errorf("after %s %s expires at %v, %v; want %v", use.name, use.key, at, err, until)
				}
			}
		}
		names, err := client.Keys(t.Context(), "*").Result()
		if err != nil || len(names) != 4 {
			t.Errorf("keys %q, %v; want the secret, the deals, the attempts and the history", names, err)
		}
	}
}
