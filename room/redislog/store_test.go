package redislog_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/room"
	"github.com/samedeal/samedeal/room/redislog"
	"github.com/samedeal/samedeal/room/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open opens a store on a client, closed when the test ends.
func open(t testing.TB, cfg redislog.Config) *redislog.Store {
	t.Helper()
	s, err := redislog.Open(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// patient waits as long as a machine that is busy may need.
func patient(client redis.UniversalClient, prefix string) redislog.Config {
	return redislog.Config{Client: client, Prefix: prefix, AppendWithin: 20 * time.Second, QueueWait: 20 * time.Second}
}

func TestStores(t *testing.T) {
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		count := 0
		storetest.Run(t, func(t *testing.T) storetest.Stores {
			count++
			prefix := fmt.Sprintf("test%d:", count)
			t.Cleanup(func() { wantExpiries(t, client, prefix) })
			return stores(open(t, patient(client, prefix)), client, prefix)
		})
	})
}

func stores(s *redislog.Store, client redis.UniversalClient, prefix string) storetest.Stores {
	return storetest.Stores{
		Seats: s.Seats, Events: s.Events, Schedule: s.Schedule,
		Presence: s.Presence, Bell: s.Bell, Races: s.Races, Directory: s.Directory,
		Age: func(ctx context.Context, code room.Code, by time.Duration) error {
			return age(ctx, client, prefix+"{r:"+string(code)+"}:here", by)
		},
	}
}

// age takes the members of a sorted set back in time.
func age(ctx context.Context, client redis.UniversalClient, key string, by time.Duration) error {
	members, err := client.ZRange(ctx, key, 0, -1).Result()
	if err != nil {
		return err
	}
	for _, member := range members {
		if err := client.ZIncrBy(ctx, key, -float64(by.Milliseconds()), member).Err(); err != nil {
			return err
		}
	}
	return nil
}

// lasting are the keys that have no expiry, as keys.go says.
var lasting = []string{"rooms:due", "rooms:count", "rooms:secret"}

// wantExpiries holds all keys with the prefix but the lasting ones to have an expiry.
func wantExpiries(t *testing.T, client redis.UniversalClient, prefix string) {
	t.Helper()
	ctx := context.Background() // the test's own is done by now
	seen := 0
	for _, key := range allKeys(t, client) {
		name, ours := strings.CutPrefix(key, prefix)
		if !ours {
			continue
		}
		seen++
		left, err := client.PTTL(ctx, key).Result()
		switch {
		case err != nil:
			t.Error(err)
		case left == -1 && !slices.Contains(lasting, name):
			t.Errorf("%s never expires", key)
		case left > 25*time.Hour:
			t.Errorf("%s expires in %v, which nobody asked for", key, left)
		}
	}
	if seen == 0 {
		t.Errorf("there is no key with the prefix %s, not even the secret", prefix)
	}
}

func allKeys(t *testing.T, client redis.UniversalClient) []string {
	t.Helper()
	var mu sync.Mutex
	var all []string
	ask := func(ctx context.Context, master *redis.Client) error {
		keys, err := master.Keys(ctx, "*").Result()
		mu.Lock()
		defer mu.Unlock()
		all = append(all, keys...)
		return err
	}
	var err error
	if c, isCluster := client.(*redis.ClusterClient); isCluster {
		err = c.ForEachMaster(context.Background(), ask)
	} else {
		err = ask(context.Background(), client.(*redis.Client))
	}
	if err != nil {
		t.Error(err)
	}
	return all
}

// A room's keys are touched together, by a script or a pipeline: they must be on one master.
func TestKeysOfARoomAreOnOneMaster(t *testing.T) {
	client := redistest.Cluster(t)
	s := open(t, patient(client, "x:"))
	for _, code := range []room.Code{"BCDFGH", "KLMNPQ", "WXZBCD"} {
		fill(t, s, code)
		slot := client.ClusterKeySlot(t.Context(), "{r:"+string(code)+"}").Val()
		found := 0
		for _, key := range allKeys(t, client) {
			if strings.Contains(key, string(code)) {
				found++
				if got := client.ClusterKeySlot(t.Context(), key).Val(); got != slot {
					t.Errorf("%s is in slot %d, want %d", key, got, slot)
				}
			}
		}
		if found != 4 {
			t.Errorf("room %s has %d keys, want 4", code, found)
		}
	}
}

// fill makes a key of each kind that a room has, two of them for seats.
func fill(t *testing.T, s *redislog.Store, code room.Code) {
	t.Helper()
	until := time.Now().Add(time.Hour)
	for seat := range 2 {
		e := room.Entry{ID: room.EntryID{Epoch: 1}, Data: []byte("open")}
		if _, err := s.Seats.Append(t.Context(), room.SeatID{Room: code, Seat: seat}, e, until); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Events.AppendEvent(t.Context(), code, 1, []byte("created"), nil, until); err != nil {
		t.Fatal(err)
	}
	if err := s.Presence.Here(t.Context(), code, []room.PlayerID{"ana"}); err != nil {
		t.Fatal(err)
	}
}

// A node that restarts, or another that starts, must not give out the codes of before.
func TestCodesDoNotComeAgainFromAnotherNode(t *testing.T) {
	client := redistest.Single(t).Client()
	seen := map[room.Code]bool{}
	for range 4 {
		s := open(t, redislog.Config{Client: client})
		for range 50 {
			code, err := s.Directory.NewCode(t.Context())
			if err != nil || seen[code] {
				t.Fatalf("code %q, %v; seen before: %t", code, err, seen[code])
			}
			seen[code] = true
		}
	}
}

func TestAllCodesGiven(t *testing.T) {
	client := redistest.Single(t).Client()
	s := open(t, redislog.Config{Client: client})
	if err := client.Set(t.Context(), "rooms:count", 64_000_000-1, 0).Err(); err != nil {
		t.Fatal(err)
	}
	if code, err := s.Directory.NewCode(t.Context()); err != nil {
		t.Errorf("the last code: %q, %v", code, err)
	}
	if code, err := s.Directory.NewCode(t.Context()); !isError(err, redislog.ErrNoCodes) {
		t.Errorf("one more: %q, %v", code, err)
	}
}
