package embedded_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"github.com/samedeal/samedeal/cmd/embedded"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childFolder); dir != "" {
		os.Exit(writeUntilKilled(dir, os.Getenv(childSeed)))
	}
	goleak.VerifyTestMain(m)
}

func open(t testing.TB, cfg embedded.Config) *embedded.Store {
	t.Helper()
	s, err := embedded.Open(t.Context(), cfg)
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

func closeStore(t testing.TB, s *embedded.Store) {
	t.Helper()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func add(t testing.TB, c *redis.Client, key, id string, values ...any) {
	t.Helper()
	if err := c.XAdd(t.Context(), &redis.XAddArgs{Stream: key, ID: id, Values: values}).Err(); err != nil {
		t.Fatal(err)
	}
}

func TestWhatIsWrittenIsThereAfterReopening(t *testing.T) {
	dir := t.TempDir()
	s := open(t, embedded.Config{Dir: dir})
	c, ctx := s.Client(), t.Context()
	add(t, c, "log", "1-0", "e", "open")
	if _, err := c.TxPipelined(ctx, func(p redis.Pipeliner) error {
		p.XAdd(ctx, &redis.XAddArgs{Stream: "log", ID: "1-1", Values: []any{"e", "move"}, NoMkStream: true})
		p.XLen(ctx, "log")
		p.ZAdd(ctx, "due", redis.Z{Score: 2.5, Member: "room"})
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.HSet(ctx, "hash", "a", 1, "b", 2)
		p.SAdd(ctx, "set", "x", "y")
		p.RPush(ctx, "list", "1", "2")
		p.Set(ctx, "text", "with\r\nline \x00 end", time.Hour)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)

	c = open(t, embedded.Config{Dir: dir}).Client()
	entries, err := c.XRange(ctx, "log", "-", "+").Result()
	if err != nil || len(entries) != 2 || entries[1].ID != "1-1" || entries[1].Values["e"] != "move" {
		t.Errorf("the stream is %v, %v", entries, err)
	}
	if score, err := c.ZScore(ctx, "due", "room").Result(); score != 2.5 {
		t.Errorf("the score is %v, %v", score, err)
	}
	if h, err := c.HGetAll(ctx, "hash").Result(); len(h) != 2 || h["b"] != "2" {
		t.Errorf("the hash is %v, %v", h, err)
	}
	if text, err := c.Get(ctx, "text").Result(); text != "with\r\nline \x00 end" {
		t.Errorf("the string is %q, %v", text, err)
	}
	if left, err := c.PTTL(ctx, "text").Result(); left <= 59*time.Minute || left > time.Hour {
		t.Errorf("the string has %v left, %v", left, err)
	}
}

func TestTheFolderIsForItsOwner(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	open(t, embedded.Config{Dir: dir})
	for path, want := range map[string]os.FileMode{
		dir: 0o700 | os.ModeDir, filepath.Join(dir, "journal"): 0o600, filepath.Join(dir, "lock"): 0o600,
	} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != want {
			t.Errorf("%s is %v, want %v", path, info.Mode(), want)
		}
	}
}

// Another user of the machine must not write into the store.
func TestTheStoreHasAPassword(t *testing.T) {
	s := open(t, embedded.Config{})
	stranger := redis.NewClient(&redis.Options{Addr: s.Addr(), MaxRetries: -1, DisableIdentity: true})
	defer stranger.Close() //nolint:errcheck // it has written nothing
	if err := stranger.Set(t.Context(), "k", "v", 0).Err(); err == nil {
		t.Error("a client without the password has written")
	}
}

func TestMessagesArrive(t *testing.T) {
	c, ctx := open(t, embedded.Config{Dir: t.TempDir()}).Client(), t.Context()
	bell := c.Subscribe(ctx, "bell")
	defer bell.Close() //nolint:errcheck // the store closes it too
	if _, err := bell.Receive(ctx); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Publish(ctx, "bell", "room").Result(); n != 1 || err != nil {
		t.Fatalf("%d heard it, %v", n, err)
	}
	message, err := bell.ReceiveMessage(ctx)
	if err != nil || message.Payload != "room" {
		t.Errorf("the message is %v, %v", message, err)
	}
}

// A reader that waits must not hold up the writer that it waits for.
func TestAWaitingReaderIsWoken(t *testing.T) {
	c, ctx := open(t, embedded.Config{Dir: t.TempDir()}).Client(), t.Context()
	read := make(chan error, 1)
	go func() {
		read <- c.XRead(ctx, &redis.XReadArgs{Streams: []string{"log"}, ID: "$", Block: 0}).Err()
	}()
	// Only an entry that is added while it waits wakes it.
	for n := 0; ; n++ {
		add(t, c, "log", fmt.Sprintf("1-%d", n), "e", n)
		select {
		case err := <-read:
			if err != nil {
				t.Error(err)
			}
			return
		default:
		}
	}
}

func TestClosing(t *testing.T) {
	s := open(t, embedded.Config{Dir: t.TempDir()})
	c := s.Client()
	waiting := make(chan error, 1)
	go func() {
		waiting <- c.XRead(context.Background(), &redis.XReadArgs{Streams: []string{"log", "0"}, Block: 0}).Err()
	}()
	closeStore(t, s)
	if err := <-waiting; !errors.Is(err, embedded.ErrClosed) {
		t.Errorf("who waited is given %v", err)
	}
	if err := c.Get(t.Context(), "k").Err(); !errors.Is(err, embedded.ErrClosed) {
		t.Errorf("a closed store answers %v", err)
	}
	closeStore(t, s)
}

func TestASecondStoreOnTheFolderIsRefused(t *testing.T) {
	dir := t.TempDir()
	open(t, embedded.Config{Dir: dir})
	_, err := embedded.Open(t.Context(), embedded.Config{Dir: dir})
	if !errors.Is(err, embedded.ErrInUse) || !strings.Contains(err.Error(), dir) {
		t.Errorf("the second is given %v", err)
	}
}
