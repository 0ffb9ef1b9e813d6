package embedded_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/embedded"
)

// When the disk is full nobody may be told that a write is kept, or be shown it, until it is; and
// when there is room again the service goes on by itself.
func TestAJournalThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	s := open(t, embedded.Config{Dir: dir})
	s.StopUpkeep()
	c, ctx := s.Client(), t.Context()
	add(t, c, "log", "1-0", "e", "open")
	if err := s.BreakJournal(); err != nil {
		t.Fatal(err)
	}
	var unkept *embedded.JournalError
	var answer redis.Error
	if err := c.Set(ctx, "k", "v", 0).Err(); !errors.As(err, &unkept) || errors.As(err, &answer) {
		t.Errorf("the write that failed gives %v", err)
	}
	for name, err := range map[string]error{
		"read":  c.Get(ctx, "k").Err(),
		"write": c.Set(ctx, "k", "w", 0).Err(),
		"ping":  c.Ping(ctx).Err(),
	} {
		if !redis.HasErrorPrefix(err, "MISCONF") {
			t.Errorf("the next %s gives %v", name, err)
		}
	}
	s.Upkeep()
	if got, err := c.Get(ctx, "k").Result(); got != "v" {
		t.Errorf("after the upkeep the key is %q, %v", got, err)
	}
	add(t, c, "log", "1-1", "e", "move")
	closeStore(t, s)
	c = open(t, embedded.Config{Dir: dir}).Client()
	if n := c.XLen(ctx, "log").Val(); n != 2 || c.Get(ctx, "k").Val() != "v" {
		t.Errorf("after reopening the log has %d entries and the key is %q", n, c.Get(ctx, "k").Val())
	}
}

// A script that fails has written what it wrote before.
func TestAFailedScriptIsKept(t *testing.T) {
	dir := t.TempDir()
	s := open(t, embedded.Config{Dir: dir})
	const text = `redis.call('SET', 'k', 'v') return redis.call('INCR', 'k')`
	if err := s.Client().Eval(t.Context(), text, nil).Err(); err == nil {
		t.Fatal("it did not fail")
	}
	closeStore(t, s)
	if !exists(t, open(t, embedded.Config{Dir: dir}).Client(), "k") {
		t.Error("what it wrote is lost")
	}
}

// A script that is called by its sum is kept with its text: after a restart nobody has loaded it.
func TestScriptsBySum(t *testing.T) {
	dir := t.TempDir()
	s := open(t, embedded.Config{Dir: dir})
	c, ctx := s.Client(), t.Context()
	script := redis.NewScript(`return redis.call('SET', KEYS[1], ARGV[1])`)
	if err := script.EvalSha(ctx, c, []string{"k"}, "v").Err(); !redis.HasErrorPrefix(err, "NOSCRIPT") {
		t.Errorf("before it is loaded: %v", err)
	}
	if err := script.Load(ctx, c).Err(); err != nil {
		t.Fatal(err)
	}
	if err := script.EvalSha(ctx, c, []string{"k"}, "v").Err(); err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)
	c = open(t, embedded.Config{Dir: dir}).Client()
	if got, err := c.Get(ctx, "k").Result(); got != "v" {
		t.Errorf("the key is %q, %v", got, err)
	}
	if err := script.EvalSha(ctx, c, []string{"k"}, "v").Err(); !redis.HasErrorPrefix(err, "NOSCRIPT") {
		t.Errorf("after reopening: %v", err)
	}
}

// A caller that gives up leaves no write behind that the journal does not have.
func TestACallerThatHasGivenUp(t *testing.T) {
	s := open(t, embedded.Config{Dir: t.TempDir()})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Client().Set(ctx, "k", "v", 0).Err(); !errors.Is(err, context.Canceled) {
		t.Errorf("it is given %v", err)
	}
	if exists(t, s.Client(), "k") {
		t.Error("it was written all the same")
	}
}

func TestAGrownJournalIsWrittenAnew(t *testing.T) {
	dir := t.TempDir()
	s := open(t, embedded.Config{Dir: dir})
	s.StopUpkeep()
	c, ctx := s.Client(), t.Context()
	for n := range 1000 {
		c.Set(ctx, "k", n, time.Hour)
	}
	s.Upkeep()
	before := s.JournalSize()
	s.SetGrown()
	s.Upkeep()
	if after := s.JournalSize(); after > before/100 {
		t.Errorf("it had %d bytes and has %d", before, after)
	}
	c.Set(ctx, "k2", "v", 0)
	if info, err := os.Stat(filepath.Join(dir, "journal")); err != nil || info.Size() != s.JournalSize() {
		t.Errorf("the file has %d bytes, want %d, %v", info.Size(), s.JournalSize(), err)
	}
	closeStore(t, s)
	c = open(t, embedded.Config{Dir: dir}).Client()
	if got := c.Get(ctx, "k").Val(); got != "999" || !exists(t, c, "k2") {
		t.Errorf("after reopening the key is %q", got)
	}
}

// A crash while the journal is being written anew leaves the old one.
func TestAnUnfinishedJournalIsIgnored(t *testing.T) {
	dir := t.TempDir()
	s := open(t, embedded.Config{Dir: dir})
	s.Client().Set(t.Context(), "k", "v", 0)
	closeStore(t, s)
	unfinished := journalOf(t, slices.Repeat([][]string{{"SET", "k2", "from the unfinished one"}}, 100)...)
	if err := os.WriteFile(filepath.Join(dir, "journal.new"), unfinished, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s = open(t, embedded.Config{Dir: dir})
		if !exists(t, s.Client(), "k") || exists(t, s.Client(), "k2") {
			t.Error("the old journal was not read, or the unfinished one was")
		}
		closeStore(t, s)
	}
	if _, err := os.Stat(filepath.Join(dir, "journal.new")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the unfinished one is still there: %v", err)
	}
}
