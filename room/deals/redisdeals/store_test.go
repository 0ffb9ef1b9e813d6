package redisdeals_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
	"github.com/samedeal/samedeal/room/deals"
	"github.com/samedeal/samedeal/room/deals/dealstest"
	"github.com/samedeal/samedeal/room/deals/redisdeals"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStore(t *testing.T) {
	t.Parallel()
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		stores := 0
		dealstest.Run(t, func(*testing.T) dealstest.Store {
			stores++
			return redisdeals.New(client, fmt.Sprintf("%d:", stores))
		})
	})
}

// A key without an expiry stays for ever.
func TestEveryKeyExpires(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for _, client := range []*redis.Client{redistest.Embedded(t), redistest.Single(t).Client()} {
		s := redisdeals.New(client, "test:")
		for _, err := range []error{
			s.Add(t.Context(), "KL1-D3N", "A", now.Add(time.Minute)),
			s.Add(t.Context(), "KL1-D3N", "B", now.Add(deals.Life)), // renews what the first began
			s.Ask(t.Context(), "KL1-D3N", now.Add(-time.Hour)),
			s.Ask(t.Context(), "KL1-D1N", now),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Take(t.Context(), "KL1-D3N", now); err != nil {
			t.Fatal(err)
		}
		want := map[string]time.Duration{"test:deals:stock:KL1-D3N": deals.Life, "test:deals:asked": deals.AskedLife}
		names, err := client.Keys(t.Context(), "*").Result()
		if err != nil || len(names) != len(want) {
			t.Errorf("keys %q, %v", names, err)
		}
		for name, life := range want {
			left, err := client.PTTL(t.Context(), name).Result()
			if err != nil || (time.Until(now.Add(life))-left).Abs() > time.Minute/2 {
				t.Errorf("%s expires in %v, %v; want %v after it was written", name, left, err, life)
			}
		}
	}
}

func TestErrorsAreWrappedOnce(t *testing.T) {
	t.Parallel()
	client := redis.NewClient(&redis.Options{})
	s := redisdeals.New(client, "")
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	_, takeErr := s.Take(t.Context(), "KL1-D3N", time.Now())
	_, countsErr := s.Counts(t.Context(), []string{"KL1-D3N"})
	_, askedErr := s.Asked(t.Context(), time.Now())
	for _, err := range []error{
		takeErr, countsErr, askedErr,
		s.Add(t.Context(), "KL1-D3N", "A", time.Now()), s.Ask(t.Context(), "KL1-D3N", time.Now()),
	} {
		if !errors.Is(err, redis.ErrClosed) || strings.Count(err.Error(), "Redis") != 1 {
			t.Errorf("error %v", err)
		}
	}
}

// Rooms on several nodes that are made at once must not get the same deal, nor one that nobody can win, while
// workers fill what they empty.
func TestDealsAreWonAndGivenOnce(t *testing.T) {
	t.Parallel()
	const nodes, takers, each = 2, 4, 12
	client := redistest.Single(t).Client()
	variants := []*engine.Variant{variant(t, "KL1-D3N"), variant(t, "FC1-C4"), variant(t, "TF1-D1N")}
	var mu sync.Mutex
	given := map[engine.Code]int{}
	var work sync.WaitGroup
	for range nodes {
		store := redisdeals.New(client, "")
		stock := deals.New(deals.Config{Store: store, Demand: store, Keep: 3, Pause: time.Millisecond, Variants: variants})
		t.Cleanup(stock.Close)
		for range takers {
			work.Go(func() {
				for n := range each {
					v, long := variants[n%len(variants)], n%2 == 0
					code, found, err := stock.Take(t.Context(), v, long)
					for !found && err == nil { // the machine is busy
						code, found, err = stock.Take(t.Context(), v, long)
					}
					isLong := code.Number() > v.LastShortNumber()
					switch hasLong := v.LastNumber() > v.LastShortNumber(); {
					case err != nil:
						t.Errorf("no deal of %s: %v", v, err)
						return
					case code.Variant() != v || isLong != (long && hasLong):
						t.Errorf("took %s for %s, long: %t", code, v, long)
					}
					mu.Lock()
					given[code]++
					mu.Unlock()
				}
			})
		}
	}
	work.Wait()
	for code, times := range given {
		if times != 1 {
			t.Errorf("%s was given %d times", code, times)
		}
		start := code.Start()
		if r, err := solve.Solve(code.Variant(), &start, solve.Options{Memory: 64 << 20}); err != nil || r.Verdict != solve.Won {
			t.Errorf("%s is %s, %v", code, r.Verdict, err)
		}
	}
	if want := nodes * takers * each; len(given) != want {
		t.Errorf("%d deals were given, want %d", len(given), want)
	}
}

func variant(t *testing.T, text string) *engine.Variant {
	t.Helper()
	v, err := engine.ParseVariant(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
