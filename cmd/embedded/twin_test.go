package embedded_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/cmd/embedded"
)

// twins are a store on a folder, which is closed and opened, and one in memory, which is not. The
// same is done to both.
type twins struct {
	t     *rapid.T
	clock *wallClock
	dir   string
	kept  *embedded.Store
	twin  *embedded.Store
	entry int
}

// A journal that is played, or written anew, gives the data that was there.
func TestReopenedEqualsNeverClosed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w := &twins{t: rt, clock: newClock(), dir: t.TempDir()}
		w.twin = w.open(embedded.Config{Now: w.clock.Now})
		w.kept = w.open(embedded.Config{Now: w.clock.Now, Dir: w.dir})
		defer func() { w.close(w.kept); w.close(w.twin) }()
		rt.Repeat(map[string]func(*rapid.T){
			"":            func(*rapid.T) { w.compare() },
			"command":     func(rt *rapid.T) { w.send(w.command(rt)) },
			"another":     func(rt *rapid.T) { w.send(w.command(rt)) },
			"pipeline":    w.pipeline,
			"transaction": w.transaction,
			"time":        func(rt *rapid.T) { w.clock.Advance(rapid.SampledFrom(steps).Draw(rt, "step")) },
			"reopen":      func(*rapid.T) { w.reopen() },
			"compact":     func(*rapid.T) { w.compact() },
		})
	})
}

var steps = []time.Duration{0, time.Millisecond, 5 * time.Millisecond, time.Second, 3 * time.Second}

func (w *twins) open(cfg embedded.Config) *embedded.Store {
	s, err := embedded.Open(w.t.Context(), cfg)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

func (w *twins) close(s *embedded.Store) {
	if err := s.Close(); err != nil {
		w.t.Fatal(err)
	}
}

func (w *twins) reopen() {
	w.close(w.kept)
	w.kept = w.open(embedded.Config{Now: w.clock.Now, Dir: w.dir})
}

func (w *twins) compact() {
	if err := w.kept.Compact(); err != nil {
		w.t.Fatal(err)
	}
}

func (w *twins) compare() {
	kept, err := w.kept.Data()
	other, otherErr := w.twin.Data()
	if err := errors.Join(err, otherErr); err != nil {
		w.t.Fatal(err)
	}
	if !reflect.DeepEqual(kept, other) {
		w.t.Fatalf("the data is\n%q\nand that of the store that was never closed\n%q", kept, other)
	}
}

func (w *twins) send(args []any) {
	got, err := w.kept.Client().Do(w.t.Context(), args...).Result()
	want, wantErr := w.twin.Client().Do(w.t.Context(), args...).Result()
	if fmt.Sprint(got, err) != fmt.Sprint(want, wantErr) {
		w.t.Fatalf("%v: %v %v, and on the store that was never closed %v %v", args, got, err, want, wantErr)
	}
}

func (w *twins) pipeline(rt *rapid.T)    { w.sendTogether(rt, (*redis.Client).Pipelined) }
func (w *twins) transaction(rt *rapid.T) { w.sendTogether(rt, (*redis.Client).TxPipelined) }

type together = func(*redis.Client, context.Context, func(redis.Pipeliner) error) ([]redis.Cmder, error)

func (w *twins) sendTogether(rt *rapid.T, how together) {
	var all [][]any
	for range rapid.IntRange(1, 4).Draw(rt, "commands") {
		all = append(all, w.command(rt))
	}
	answers := func(s *embedded.Store) string {
		ctx := rt.Context()
		cmds, _ := how(s.Client(), ctx, func(p redis.Pipeliner) error {
			for _, args := range all {
				p.Do(ctx, args...)
			}
			return nil
		})
		return fmt.Sprint(cmds)
	}
	if got, want := answers(w.kept), answers(w.twin); got != want {
		w.t.Fatalf("%v: %s, and on the store that was never closed %s", all, got, want)
	}
}

// commands are what is tried, mostly on keys of the right type. K is a key of the type, N a small
// number, E a fresh entry id, T an instant not far away, in milliseconds, and S in seconds.
var commands = [][]any{
	{"SET", "string", "N"},
	{"SET", "string", "N", "EX", "N"},
	{"SET", "string", "N", "PX", "N", "NX"},
	{"SET", "string", "N", "XX", "PXAT", "T", "GET"},
	{"SET", "string", "N", "EXAT", "S"},
	{"SET", "string", "N", "KEEPTTL"},
	{"SETEX", "string", "N", "N"},
	{"PSETEX", "string", "N", "N"},
	{"SETNX", "string", "N"},
	{"GETSET", "string", "N"},
	{"GETDEL", "string"},
	{"INCRBY", "string", "N"},
	{"INCRBYFLOAT", "string", "0.1"},
	{"APPEND", "string", "N"},
	{"XADD", "stream", "E", "e", "N"},
	{"XADD", "stream", "E", "e", "N", "f", ""},
	{"XADD", "stream", "NOMKSTREAM", "E", "e", "N"},
	{"XADD", "stream", "1-N", "e", "N"},
	{"XADD", "stream", "E", "odd"},
	{"ZADD", "zset", "N", "N"},
	{"ZADD", "zset", "GT", "CH", "N", "N"},
	{"ZINCRBY", "zset", "0.1", "N"},
	{"ZREM", "zset", "N"},
	{"ZPOPMIN", "zset"},
	{"ZPOPMAX", "zset", "N"},
	{"ZREMRANGEBYRANK", "zset", "0", "N"},
	{"ZREMRANGEBYSCORE", "zset", "N", "+inf"},
	{"ZREMRANGEBYLEX", "zset", "-", "[5"},
	{"ZADD", "zset", "inf", "N"},
	{"HSET", "hash", "N", "N"},
	{"HDEL", "hash", "N"},
	{"HINCRBY", "hash", "N", "N"},
	{"HINCRBYFLOAT", "hash", "N", "0.3"},
	{"HSETNX", "hash", "N", "N"},
	{"MSET", "string", "N", "string", "N"},
	{"MSETNX", "string", "N", "string", "N"},
	{"SETRANGE", "string", "N", "N"},
	{"SADD", "set", "N", "N"},
	{"SREM", "set", "N"},
	{"SMOVE", "set", "set", "N"},
	{"RPUSH", "list", "N", "N"},
	{"LPOP", "list"},
	{"LTRIM", "list", "N", "N"},
	{"LREM", "list", "0", "N"},
	{"LSET", "list", "N", "N"},
	{"LINSERT", "list", "BEFORE", "N", "N"},
	{"LMOVE", "list", "list", "LEFT", "RIGHT"},
	{"RPOPLPUSH", "list", "list"},
	{"RPOP", "list", "N"},
	{"DEL", "string"},
	{"DEL", "stream", "zset"},
	{"RENAME", "string", "string"},
	{"EXPIRE", "any", "N"},
	{"EXPIRE", "any", "-N"},
	{"PEXPIRE", "any", "N", "GT"},
	{"EXPIREAT", "any", "S"},
	{"PEXPIREAT", "any", "T", "NX"},
	{"PERSIST", "any"},
	{"PEXPIRETIME", "any"},
	{"RENAME", "any", "any"},
	{"RENAMENX", "any", "any"},
	{"SADD", "any", "N"},
	{"ZADD", "any", "N", "N"},
	{"RPUSH", "any", "N"},
	{"XADD", "any", "E", "e", "N"},
	{"LPOP", "any"},
	{"HSET", "any", "N", "N"},
	{"INCR", "any"},
	{"TIME"},
	{"EVAL", "redis.call('SET', KEYS[1], ARGV[1]) return redis.call('INCR', KEYS[1])", "1", "string", "N"},
	{"EVAL", "redis.call('SET', KEYS[1], 'x', 'PX', ARGV[1]) return redis.call('INCR', KEYS[1])", "1", "string", "N"},
	{"EVAL", "return redis.call('SET', KEYS[1], redis.call('TIME')[1])", "1", "string"},
	{"FLUSHALL"},
}

// types are the kinds of keys that the commands speak of; there are two of each.
var types = []string{"string", "stream", "zset", "hash", "set", "list"}

func (w *twins) command(rt *rapid.T) []any {
	pattern := rapid.SampledFrom(commands).Draw(rt, "command")
	args := slices.Clone(pattern)
	for i, arg := range args[1:] {
		args[i+1] = w.word(rt, arg.(string))
	}
	return args
}

func (w *twins) word(rt *rapid.T, word string) any {
	now := w.clock.Now().UnixMilli()
	switch word {
	case "N":
		return rapid.IntRange(1, 9).Draw(rt, "number")
	case "-N":
		return -rapid.IntRange(0, 9).Draw(rt, "number")
	case "1-N":
		return "1-" + strconv.Itoa(rapid.IntRange(1, 9).Draw(rt, "number"))
	case "E":
		w.entry++
		return "2-" + strconv.Itoa(w.entry)
	case "T":
		return now + rapid.Int64Range(-3, 9).Draw(rt, "milliseconds")
	case "S":
		return now/1000 + rapid.Int64Range(-3, 9).Draw(rt, "seconds")
	case "any":
		word = rapid.SampledFrom(types).Draw(rt, "type")
	}
	if slices.Contains(types, word) {
		return word + strconv.Itoa(rapid.IntRange(1, 2).Draw(rt, "key"))
	}
	return word
}
