package embedded

import (
	"bufio"
	"bytes"
	"strings"
	"sync/atomic"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/alicebob/miniredis/v2/server"
)

// A database is a miniredis whose clock moves only when it is told to, so that the same commands at
// the same instants make the same data.
//
// Moving miniredis's clock costs a walk over all keys. It is moved only for commands that depend on
// the time, and when a key is due to expire; between, no command can tell.
type database struct {
	redis *miniredis.Miniredis
	self  *server.Peer // for the store's own commands
	reply *bytes.Buffer
	// settings are the answers to CONFIG GET: how a Redis server would say what the store does.
	settings map[string]string

	clock atomic.Int64 // milliseconds of Unix time
	due   atomic.Int64 // no key expires before it
}

// startDatabase starts an empty database at the beginning of Unix time. Kept says whether what is
// written to it is kept in a journal.
func startDatabase(password string, kept bool) (*database, error) {
	reply := new(bytes.Buffer)
	d := &database{
		redis: miniredis.NewMiniRedis(), self: server.NewPeer(bufio.NewWriter(reply)), reply: reply,
		settings: map[string]string{"appendonly": "no", "maxmemory": "0", "maxmemory-policy": "noeviction"},
	}
	if kept {
		d.settings["appendonly"], d.settings["appendfsync"] = "yes", "everysec"
	}
	d.due.Store(noExpiry)
	d.redis.RequireAuth(password)
	d.setClock(0)
	d.redis.ClockTTL(true)
	if err := d.redis.Start(); err != nil {
		return nil, err
	}
	d.redis.Server().SetPreHook(d.before)
	if answer := d.do(command{"AUTH", password}); isError(answer) {
		d.redis.Close()
		return nil, &RefusedError{Command: "AUTH", Reason: answer}
	}
	return d, nil
}

// before is called by miniredis for every command, those of scripts among them. It holds scripts to
// the table, and takes note of the next expiry.
func (d *database) before(peer *server.Peer, name string, args ...string) (done bool) {
	s, err := specOf(name)
	if err == nil {
		var expiry int64
		_, expiry, err = s.kept(append(command{name}, args...), d.clock.Load())
		if err == nil && expiry < d.due.Load() {
			d.due.Store(expiry)
		}
	}
	if err != nil {
		peer.WriteError(err.Error())
		return true
	}
	if name == "CONFIG" {
		d.answerConfig(peer, args)
		return true
	}
	return false
}

// advance moves the clock to now, in milliseconds of Unix time, if a command that runs now could tell.
// The clock does not go back.
func (d *database) advance(now int64, byClock bool) {
	clock, due := d.clock.Load(), d.due.Load()
	if now <= clock || !byClock && now < due {
		return
	}
	d.setClock(now)
	if now >= due {
		d.due.Store(d.nextExpiry())
	}
}

func (d *database) setClock(now int64) {
	d.clock.Store(now)
	d.redis.SetTime(time.UnixMilli(now))
}

func (d *database) nextExpiry() int64 {
	next := noExpiry
	db := d.redis.DB(0)
	for _, key := range db.Keys() {
		if at, ok := d.expiry(db, key); ok {
			next = min(next, at)
		}
	}
	return next
}

func (d *database) expiry(db *miniredis.RedisDB, key string) (at int64, ok bool) {
	left := db.TTL(key)
	return time.UnixMilli(d.clock.Load()).Add(left).UnixMilli(), left != 0
}

// do carries a command out without a connection, and gives the first line of the answer.
func (d *database) do(c command) string {
	d.reply.Reset()
	d.redis.Server().Dispatch(d.self, c)
	d.self.Flush()
	line, _, _ := strings.Cut(d.reply.String(), "\r\n")
	return line
}

func isError(answer string) bool { return strings.HasPrefix(answer, "-") }

// play carries a record out at its instant.
func (d *database) play(offset int64, r record) error {
	if r.at > d.clock.Load() {
		d.advance(r.at, true)
	}
	for _, c := range r.commands {
		answer := d.do(c)
		if isError(answer) && specs[c[0]].kind != runsScript {
			return &ReplayError{Offset: offset, Command: c[0], Answer: answer[1:]}
		}
	}
	return nil
}

// moveTo moves the clock to now, in milliseconds of Unix time. It does so backwards, too, if the wall
// clock was ahead when the journal was written: the data is then made anew, so that its expiries stay
// the instants that they are.
func (d *database) moveTo(now int64) error {
	if now >= d.clock.Load() {
		d.advance(now, true)
		return nil
	}
	r := record{at: now}
	for c, err := range d.dump() {
		if err != nil {
			return err
		}
		r.commands = append(r.commands, c)
	}
	d.redis.FlushAll()
	d.due.Store(noExpiry)
	d.setClock(now)
	return d.play(0, r)
}

// answerConfig answers CONFIG GET of one setting, which miniredis does not have.
func (d *database) answerConfig(peer *server.Peer, args []string) {
	if len(args) != 2 || !strings.EqualFold(args[0], "GET") {
		peer.WriteError((&RefusedError{Command: "CONFIG", Reason: "it knows CONFIG GET of one setting"}).Error())
		return
	}
	peer.Block(func(w *server.Writer) {
		name := strings.ToLower(args[1])
		value, found := d.settings[name]
		if !found {
			w.WriteMapLen(0)
			return
		}
		w.WriteMapLen(1)
		w.WriteBulk(name)
		w.WriteBulk(value)
	})
}
