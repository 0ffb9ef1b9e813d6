package embedded_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/embedded"
)

// A wallClock is one that a test moves.
type wallClock struct{ milliseconds atomic.Int64 }

func newClock() *wallClock {
	w := new(wallClock)
	w.milliseconds.Store(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli())
	return w
}

func (w *wallClock) Now() time.Time          { return time.UnixMilli(w.milliseconds.Load()) }
func (w *wallClock) Advance(d time.Duration) { w.milliseconds.Add(d.Milliseconds()) }

func exists(t testing.TB, c *redis.Client, key string) bool {
	t.Helper()
	n, err := c.Exists(t.Context(), key).Result()
	if err != nil {
		t.Fatal(err)
	}
	return n == 1
}

func TestKeysExpireWithTheClock(t *testing.T) {
	clock := newClock()
	c, ctx := open(t, embedded.Config{Now: clock.Now}).Client(), t.Context()
	c.Set(ctx, "k", "v", time.Second)
	clock.Advance(999 * time.Millisecond)
	if !exists(t, c, "k") {
		t.Error("it expired too early")
	}
	clock.Advance(time.Millisecond)
	if exists(t, c, "k") {
		t.Error("it has not expired")
	}
	if now, err := c.Time(ctx).Result(); !now.Equal(clock.Now()) || err != nil {
		t.Errorf("the time is %v, want %v, %v", now, clock.Now(), err)
	}
}

func TestExpiryGoesOnWhileTheStoreIsClosed(t *testing.T) {
	for name, set := range map[string]func(c *redis.Client, at time.Time) error{
		"SET EX": func(c *redis.Client, _ time.Time) error { return c.Set(t.Context(), "k", "v", time.Minute).Err() },
		"SETEX":  func(c *redis.Client, _ time.Time) error { return c.Do(t.Context(), "setex", "k", 60, "v").Err() },
		"SET PXAT": func(c *redis.Client, at time.Time) error {
			return c.Do(t.Context(), "set", "k", "v", "NX", "pxat", at.UnixMilli()).Err()
		},
		"EXPIRE": func(c *redis.Client, _ time.Time) error {
			c.Set(t.Context(), "k", "v", 0)
			return c.Expire(t.Context(), "k", time.Minute).Err()
		},
		"PEXPIRE": func(c *redis.Client, _ time.Time) error {
			c.Set(t.Context(), "k", "v", 0)
			return c.PExpire(t.Context(), "k", time.Minute).Err()
		},
		"EXPIREAT": func(c *redis.Client, at time.Time) error {
			add(t, c, "k", "1-0", "e", "open")
			return c.ExpireAt(t.Context(), "k", at).Err()
		},
		"a script": func(c *redis.Client, _ time.Time) error {
			return c.Eval(t.Context(), `redis.call('SET', KEYS[1], 'v', 'EX', 60) return 1`, []string{"k"}).Err()
		},
	} {
		clock, dir := newClock(), t.TempDir()
		for _, wait := range []time.Duration{0, 59_999 * time.Millisecond, time.Millisecond} {
			clock.Advance(wait)
			s := open(t, embedded.Config{Dir: dir, Now: clock.Now})
			if wait == 0 {
				if err := set(s.Client(), clock.Now().Add(time.Minute)); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			if want := wait != time.Millisecond; exists(t, s.Client(), "k") != want {
				t.Errorf("%s: after another %v it exists: %v", name, wait, !want)
			}
			closeStore(t, s)
		}
	}
}

// A key that expires and is made again must not come back with what it had before, or lose what it
// has now, because the journal is played at another time.
func TestExpiredKeysAreNotPartOfWhatFollows(t *testing.T) {
	clock, dir := newClock(), t.TempDir()
	s := open(t, embedded.Config{Dir: dir, Now: clock.Now})
	c, ctx := s.Client(), t.Context()
	c.Set(ctx, "expired", 5, time.Minute)
	c.Set(ctx, "counted", 5, time.Hour)
	clock.Advance(time.Minute)
	c.Incr(ctx, "expired")
	c.Incr(ctx, "counted")
	clock.Advance(30 * time.Minute)
	closeStore(t, s)
	c = open(t, embedded.Config{Dir: dir, Now: clock.Now}).Client()
	for key, want := range map[string]string{"expired": "1", "counted": "6"} {
		if got, err := c.Get(ctx, key).Result(); got != want {
			t.Errorf("%s is %q, want %q, %v", key, got, want, err)
		}
	}
	clock.Advance(time.Hour)
	if !exists(t, c, "expired") || exists(t, c, "counted") {
		t.Error("an expiry has moved from one life of a key to the next")
	}
}

// A computer whose clock was a day ahead must not keep its keys a day too long, nor stop its clock
// for a day.
func TestAWallClockThatHasBeenSetBack(t *testing.T) {
	clock, dir := newClock(), t.TempDir()
	right := clock.Now()
	clock.Advance(24 * time.Hour)
	s := open(t, embedded.Config{Dir: dir, Now: clock.Now})
	add(t, s.Client(), "k", "1-0", "e", "open")
	s.Client().ExpireAt(t.Context(), "k", right.Add(25*time.Hour))
	closeStore(t, s)
	clock.Advance(-24 * time.Hour)
	c := open(t, embedded.Config{Dir: dir, Now: clock.Now}).Client()
	if now, err := c.Time(t.Context()).Result(); !now.Equal(right) {
		t.Errorf("the time is %v, want %v, %v", now, right, err)
	}
	if left, err := c.TTL(t.Context(), "k").Result(); left != 25*time.Hour {
		t.Errorf("the key has %v left, %v", left, err)
	}
}
