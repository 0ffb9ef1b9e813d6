package redistest_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"github.com/samedeal/samedeal/cmd/redistest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestEachHasAnEmptyStoreThatWorks(t *testing.T) {
	for range 2 {
		redistest.Each(t, func(t *testing.T, c redis.UniversalClient) {
			for n := range 20 {
				key := fmt.Sprintf("{r:%d}:log", n)
				added, err := c.XAdd(t.Context(), &redis.XAddArgs{Stream: key, ID: "1-0", Values: []any{"e", "open"}}).Result()
				if err != nil || added != "1-0" {
					t.Fatalf("%s: %s, %v", key, added, err)
				}
			}
		})
	}
}

func TestClusterUsesAllMasters(t *testing.T) {
	c := redistest.Cluster(t)
	for n := range 100 {
		if err := c.Set(t.Context(), fmt.Sprint("k", n), n, 0).Err(); err != nil {
			t.Fatal(err)
		}
	}
	sizes := make(chan int64, 3)
	if err := c.ForEachMaster(t.Context(), func(ctx context.Context, master *redis.Client) error {
		n, err := master.DBSize(ctx).Result()
		sizes <- n
		return err
	}); err != nil {
		t.Fatal(err)
	}
	close(sizes)
	total, used := int64(0), 0
	for n := range sizes {
		total += n
		if n > 0 {
			used++
		}
	}
	if total != 100 || used != 3 {
		t.Errorf("%d keys on %d masters, want 100 on 3", total, used)
	}
}

func TestKillAndRestartKeepTheDataAndTheAddress(t *testing.T) {
	s := redistest.Single(t)
	c, addr := s.Client(), s.Addr()
	if err := c.Set(t.Context(), "k", "v", 0).Err(); err != nil {
		t.Fatal(err)
	}
	s.Kill()
	if err := c.Get(t.Context(), "k").Err(); err == nil {
		t.Error("a killed server answers")
	}
	s.Restart()
	if got, err := s.Client().Get(t.Context(), "k").Result(); got != "v" || s.Addr() != addr {
		t.Errorf("after the restart on %s: %q, %v", s.Addr(), got, err)
	}
}

// An address that was free and is given to another meanwhile is a program that does not start, now and then.
// (Without the connection in heldport.Hold.)
func TestAFreeAddressIsGivenToNobodyElse(t *testing.T) {
	address := redistest.FreeAddress(t)
	listen := func(at string) string {
		t.Helper()
		listener, err := net.Listen("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close() //nolint:errcheck // it has only listened
		return listener.Addr().String()
	}
	for range 50_000 { // the system has some ten thousands to give
		if listen("127.0.0.1:0") == address {
			t.Fatal("another was given the address")
		}
	}
	for range 2 {
		listen(address)
	}
}

func TestAStoppedServerDoesNotAnswerUntilItContinues(t *testing.T) {
	s := redistest.Single(t)
	options := s.Client().Options()
	options.ReadTimeout, options.ContextTimeoutEnabled = time.Minute, true
	c := redis.NewClient(options)
	defer c.Close() //nolint:errcheck // it has only asked
	if err := c.Ping(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := c.Ping(ctx).Err(); !isTimeout(err) {
		t.Errorf("a stopped server: %v", err)
	}
	s.Continue()
	if err := c.Ping(t.Context()).Err(); err != nil {
		t.Errorf("a server that continues: %v", err)
	}
}

func isTimeout(err error) bool {
	var timeout interface{ Timeout() bool }
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout()
}

const inChild = "SAMEDEAL_REDISTEST_CHILD"

// A test that is skipped where redis-server is missing is a test that never runs.
func TestWithoutRedisServerTestsFail(t *testing.T) {
	if os.Getenv(inChild) != "" {
		redistest.Single(t)
		return
	}
	child := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	child.Env = append(os.Environ(), inChild+"=1", "PATH="+t.TempDir())
	output, err := child.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || !strings.Contains(string(output), "Debian package redis-server") {
		t.Errorf("without redis-server: %v\n%s", err, output)
	}
}
