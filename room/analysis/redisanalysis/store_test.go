package redisanalysis_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room/analysis"
	"github.com/samedeal/samedeal/room/analysis/analysistest"
	"github.com/samedeal/samedeal/room/analysis/redisanalysis"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStore(t *testing.T) {
	t.Parallel()
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		stores := 0
		analysistest.Run(t, func(*testing.T) analysis.Store {
			stores++
			return redisanalysis.New(client, fmt.Sprintf("%d:", stores))
		})
	})
}

// A key without an expiry stays for ever, and one that cannot be read must not keep a game from being analysed.
func TestKeys(t *testing.T) {
	t.Parallel()
	client := redistest.Embedded(t)
	s := redisanalysis.New(client, "test:")
	for _, damaged := range []string{"", "\xff\xff", "a text"} {
		if err := client.Set(t.Context(), "test:analysis:one", damaged, time.Hour).Err(); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Get(t.Context(), "one"); got != nil || err != nil {
			t.Errorf("%q is read as %v, %v", damaged, got, err)
		}
	}
	until := time.Now().Add(analysis.Life)
	if err := s.Put(t.Context(), "one", &samedealv1.AnalyseSeatResponse{Done: true}, until); err != nil {
		t.Fatal(err)
	}
	names, err := client.Keys(t.Context(), "*").Result()
	if err != nil || len(names) != 1 || names[0] != "test:analysis:one" {
		t.Fatalf("keys %q, %v", names, err)
	}
	left, err := client.PTTL(t.Context(), names[0]).Result()
	if err != nil || (time.Until(until)-left).Abs() > time.Minute/2 {
		t.Errorf("expires in %v, %v; want %v", left, err, analysis.Life)
	}
}

func TestErrorsAreWrappedOnce(t *testing.T) {
	t.Parallel()
	client := redis.NewClient(&redis.Options{})
	s := redisanalysis.New(client, "")
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := s.Get(t.Context(), "one")
	for _, err := range []error{err, s.Put(t.Context(), "one", &samedealv1.AnalyseSeatResponse{Done: true}, time.Now())} {
		if !errors.Is(err, redis.ErrClosed) || strings.Count(err.Error(), "Redis") != 1 {
			t.Errorf("error %v", err)
		}
	}
}
