package redislog

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/room"
)

// pinned is a link over one connection to one server. The client's hooks see all that it carries; so it
// is the client's own connection, not one of a copy with other time-outs, which would have no hooks.
type pinned struct {
	conn    *redis.Conn
	number  uint64
	within  time.Duration
	moved   func(context.Context)
	running *sync.WaitGroup
	late    chan replies // of a pipeline that was given up, otherwise nil
}

// replies are what commit gives.
type replies struct {
	outcomes []outcome
	good     bool
}

// pin makes a connection to a master, and sees that it answers. As long as that has not succeeded,
// nothing has been written.
func (s *Seats) pin(ctx context.Context, master *redis.Client) (link, error) {
	ctx, cancel := context.WithTimeout(ctx, s.within)
	defer cancel()
	conn := master.Conn()
	if err := conn.Ping(ctx).Err(); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &pinned{
		conn: conn, number: s.connections.Add(1), within: s.within, moved: s.masters.moved, running: &s.running,
	}, nil
}

// close gives the connection back to the client, or ends it if it is broken. One that is still in use is
// left to whoever uses it.
func (p *pinned) close() {
	if p.late == nil {
		_ = p.conn.Close() // one that has ended already is what is wanted
		return
	}
	p.running.Go(func() {
		<-p.late
		_ = p.conn.Close()
	})
}

var errNoReply = errors.New("no reply in time")

// commit implements link. It gives up on its own clock: the client's time-outs may be longer, and
// contexts do not bound them.
func (p *pinned) commit(ctx context.Context, writes []write) (outcomes []outcome, good bool) {
	ctx, cancel := context.WithTimeout(ctx, p.within)
	defer cancel()
	done := make(chan replies, 1)
	p.running.Go(func() { done <- p.exchange(ctx, writes) })
	select {
	case r := <-done:
		return r.outcomes, r.good
	case <-ctx.Done():
		p.late = done
		return slices.Repeat([]outcome{{err: errNoReply}}, len(writes)), false
	}
}

// exchange sends writes and reads the replies.
func (p *pinned) exchange(ctx context.Context, writes []write) replies {
	commands := make([]sent, len(writes))
	pipe := p.conn.Pipeline()
	for i, w := range writes {
		commands[i] = send(ctx, pipe, w)
	}
	// Each command has its own error; this is only the first of them.
	_, _ = pipe.Exec(ctx)
	r := replies{outcomes: make([]outcome, len(writes)), good: true}
	for i, w := range writes {
		err := commands[i].err(w)
		if isElsewhere(err) {
			p.moved(ctx)
		}
		r.good = r.good && !isElsewhere(err) && !isBroken(err)
		r.outcomes[i] = p.outcome(commands[i], err)
	}
	return r
}

// sent are the commands of a write.
type sent struct {
	add    *redis.StringCmd
	expire *redis.IntCmd // nil unless the log may be begun
	length *redis.IntCmd
}

// send puts the commands of a write into a pipeline. The expiry is set only where there is none, so that
// it heals a log that was begun without, and moves no other.
func send(ctx context.Context, pipe redis.Pipeliner, w write) sent {
	var s sent
	if w.create.IsZero() {
		s.add = redis.NewStringCmd(ctx, "xadd", w.key, "nomkstream", w.id, fieldEntry, w.data)
	} else {
		s.add = redis.NewStringCmd(ctx, "xadd", w.key, w.id, fieldEntry, w.data)
		s.expire = redis.NewIntCmd(ctx, "pexpireat", w.key, w.create.UnixMilli(), "nx")
	}
	s.length = redis.NewIntCmd(ctx, "xlen", w.key)
	_ = pipe.Process(ctx, s.add) // a pipeline only takes note
	if s.expire != nil {
		_ = pipe.Process(ctx, s.expire)
	}
	_ = pipe.Process(ctx, s.length)
	return s
}

var errOtherReply = errors.New("another reply than to what was sent")

// err is the error of the whole write: nil if the entry is in the log, which expires, and its length is
// known. That there is no error is not enough: after some replies the client closes the connection, and
// leaves the commands that come next on it as if they had none.
func (s sent) err(w write) error {
	if err := s.add.Err(); err != nil {
		return err
	}
	if s.add.Val() != w.id {
		return fmt.Errorf("%w: %q", errOtherReply, s.add.Val())
	}
	if s.expire != nil && s.expire.Err() != nil {
		return s.expire.Err()
	}
	return s.length.Err()
}

// outcome is what the replies to a write mean.
func (p *pinned) outcome(s sent, err error) outcome {
	switch {
	case err == nil:
		return outcome{appended: room.Appended{Length: s.length.Val(), Connection: p.number}}
	case errors.Is(s.add.Err(), redis.Nil):
		return outcome{err: room.ErrNoLog}
	case s.add.Err() != nil:
		return outcome{err: meaning(err)}
	default:
		// The entry was added and something behind it failed, whatever the reply is: send it again.
		return outcome{err: err}
	}
}
