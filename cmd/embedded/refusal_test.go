package embedded_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/embedded"
)

// What cannot be kept must not be done.
func TestWhatIsRefused(t *testing.T) {
	c := open(t, embedded.Config{Dir: t.TempDir()}).Client()
	for _, words := range []string{
		"XADD log * e 1",
		"XADD log 5-* e 1",
		"XADD log 5 e 1",
		"XADD log 0-0 e 1",
		"XADD log NOMKSTREAM * e 1",
		"XADD log MAXLEN 3 1-0 e 1",
		"XADD log NOMKSTREAM MINID ~ 3 1-0 e 1",
		"XDEL log 1-0",
		"XTRIM log MAXLEN 0",
		"XGROUP CREATE log g 0",
		"SPOP set",
		"SRANDMEMBER set",
		"RANDOMKEY",
		"HEXPIRE hash 10 FIELDS 1 f",
		"PFADD hll a",
		"BLPOP list 0",
		"SELECT 1",
		"MULTI",
		"EXEC",
		"CONFIG SET maxmemory 1",
		"NOSUCHCOMMAND",
		"SET k v PXAT 1",
		"SET k v EX 99999999999999999",
	} {
		var args []any
		for word := range strings.FieldsSeq(words) {
			args = append(args, word)
		}
		err := c.Do(t.Context(), args...).Err()
		var refused *embedded.RefusedError
		var answer redis.Error
		isCommand := errors.As(err, &refused) && refused.Command != ""
		if !errors.As(err, &answer) || !isCommand && args[0] != "CONFIG" || !strings.Contains(err.Error(), "refuses") {
			t.Errorf("%s: %v", words, err)
		}
	}
	for _, script := range []string{
		`return math.random(6)`,
		`return redis.call('SPOP', 'set')`,
		`return redis.call('XADD', 'log', '*', 'e', '1')`,
		`return redis.call('XTRIM', 'log', 'MAXLEN', 0)`,
	} {
		if err := c.Eval(t.Context(), script, nil).Err(); err == nil || !strings.Contains(err.Error(), "refuses") {
			t.Errorf("%s: %v", script, err)
		}
	}
	if n, err := c.DBSize(t.Context()).Result(); n != 0 {
		t.Errorf("there are %d keys, %v", n, err)
	}
}

// A pipeline of which one command is refused is not sent at all: half of it would be harder to explain.
func TestARefusedCommandStopsItsPipeline(t *testing.T) {
	c, ctx := open(t, embedded.Config{}).Client(), t.Context()
	cmds, err := c.Pipelined(ctx, func(p redis.Pipeliner) error {
		p.Set(ctx, "k", "v", 0)
		p.Do(ctx, "SPOP", "set")
		return nil
	})
	if err == nil || cmds[0].Err() == nil || exists(t, c, "k") {
		t.Errorf("the pipeline gives %v and the key exists: %v", err, exists(t, c, "k"))
	}
}

func TestSettings(t *testing.T) {
	for _, kept := range []bool{false, true} {
		cfg, want := embedded.Config{}, "no"
		if kept {
			cfg.Dir, want = t.TempDir(), "yes"
		}
		c, ctx := open(t, cfg).Client(), t.Context()
		if got, err := c.ConfigGet(ctx, "appendonly").Result(); got["appendonly"] != want {
			t.Errorf("appendonly is %v, %v", got, err)
		}
		if got, err := c.ConfigGet(ctx, "maxmemory-policy").Result(); got["maxmemory-policy"] != "noeviction" {
			t.Errorf("maxmemory-policy is %v, %v", got, err)
		}
		if got, err := c.ConfigGet(ctx, "no-such-setting").Result(); len(got) != 0 || err != nil {
			t.Errorf("a setting that there is not is %v, %v", got, err)
		}
		if info, err := c.Info(ctx, "clients").Result(); !strings.Contains(info, "connected_clients") {
			t.Errorf("INFO says %q, %v", info, err)
		}
	}
}

func TestWatchedTransactions(t *testing.T) {
	dir := t.TempDir()
	s := open(t, embedded.Config{Dir: dir})
	c, ctx := s.Client(), t.Context()
	raise := func(interfere bool) error {
		return c.Watch(ctx, func(tx *redis.Tx) error {
			if interfere {
				c.Set(ctx, "k", "other", 0)
			}
			_, err := tx.TxPipelined(ctx, func(p redis.Pipeliner) error {
				p.Set(ctx, "k", "mine", 0)
				p.Eval(ctx, `return redis.call('SET', KEYS[1], 'script')`, []string{"k2"})
				return nil
			})
			return err
		}, "k")
	}
	if err := raise(true); !errors.Is(err, redis.TxFailedErr) {
		t.Errorf("a transaction that lost gives %v", err)
	}
	closeStore(t, s)
	s = open(t, embedded.Config{Dir: dir})
	c = s.Client()
	if got := c.Get(ctx, "k").Val(); got != "other" || exists(t, c, "k2") {
		t.Errorf("after it the key is %q", got)
	}
	if err := raise(false); err != nil {
		t.Error(err)
	}
	closeStore(t, s)
	c = open(t, embedded.Config{Dir: dir}).Client()
	if got := c.Get(ctx, "k").Val() + c.Get(ctx, "k2").Val(); got != "minescript" {
		t.Errorf("after one that won the keys are %q", got)
	}
}
