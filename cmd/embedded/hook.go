package embedded

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"
)

// A hook leads the client's commands through the store.
type hook struct{ store *Store }

func (h hook) DialHook(next redis.DialHook) redis.DialHook { return next }

func (h hook) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		return h.store.run(ctx, []redis.Cmder{cmd}, func(ctx context.Context) error {
			err := next(ctx, cmd)
			// The client does this too, but only after the hook.
			cmd.SetErr(err)
			return err
		})
	}
}

func (h hook) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		return h.store.run(ctx, cmds, func(ctx context.Context) error { return next(ctx, cmds) })
	}
}

// A step is one command of a pipeline, or the only one.
type step struct {
	cmd  redis.Cmder
	spec spec
	text command // as it is sent, then as it is kept
}

// A batch is what goes to the server in one go.
type batch []step

// run carries commands out with next, and keeps what they wrote before it returns.
func (s *Store) run(ctx context.Context, cmds []redis.Cmder, next func(context.Context) error) error {
	b, err := batchOf(cmds)
	switch {
	case err != nil:
		return refuse(cmds, err)
	case b.isAboutConnection():
		return next(ctx)
	case b.waits():
		return s.wait(ctx, b, next)
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.prepare(ctx, b); err != nil {
		return refuse(cmds, err)
	}
	// From here on the command runs to its end, whoever still waits for it: one that was given up
	// half-way might run after the journal has lost sight of it.
	answer := next(context.WithoutCancel(ctx))
	if err := s.keep(b); err != nil {
		return refuse(cmds, err)
	}
	return answer
}

// wait carries out a command that waits for another's write, outside the mutex that the other needs.
// What it then saw is in the journal as soon as the mutex is free.
func (s *Store) wait(ctx context.Context, b batch, next func(context.Context) error) error {
	answer := next(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(); err != nil {
		return refuse([]redis.Cmder{b[0].cmd}, err)
	}
	return answer
}

// refuse gives every command the error as its answer.
func refuse(cmds []redis.Cmder, err error) error {
	for _, cmd := range cmds {
		cmd.SetErr(err)
	}
	return err
}

func batchOf(cmds []redis.Cmder) (batch, error) {
	b := make(batch, len(cmds))
	for i, cmd := range cmds {
		text, err := commandOf(cmd.Args())
		if err != nil {
			return nil, err
		}
		known, err := specOf(text[0])
		if err != nil {
			return nil, err
		}
		b[i] = step{cmd: cmd, spec: known, text: text}
	}
	return b, b.check()
}

// check refuses what can only be sent by itself, or only around a pipeline.
func (b batch) check() error {
	for i, st := range b {
		edge := i == 0 && st.text[0] == "MULTI" || i == len(b)-1 && b.isTransaction()
		switch {
		case st.spec.kind == bracket && !edge:
			return &RefusedError{Command: st.text[0], Reason: "transactions are sent with the client's TxPipeline"}
		case len(b) > 1 && st.waits():
			return &RefusedError{Command: st.text[0] + " with BLOCK", Reason: "it would hold up its pipeline"}
		}
	}
	if len(b) > 0 && b[0].text[0] == "MULTI" && !b.isTransaction() {
		return &RefusedError{Command: "MULTI", Reason: "transactions are sent with the client's TxPipeline"}
	}
	return nil
}

func (b batch) isTransaction() bool {
	return len(b) > 1 && b[0].text[0] == "MULTI" && b[len(b)-1].text[0] == "EXEC"
}

func (b batch) isAboutConnection() bool {
	for _, st := range b {
		if st.spec.kind != aboutConnection {
			return false
		}
	}
	return true
}

func (b batch) byClock() bool {
	for _, st := range b {
		if st.spec.byClock {
			return true
		}
	}
	return false
}

func (b batch) waits() bool { return len(b) == 1 && b[0].waits() }

// waits reports whether the command is an XREAD with BLOCK.
func (st step) waits() bool {
	if st.text[0] != "XREAD" {
		return false
	}
	for _, word := range st.text[1:] {
		if strings.EqualFold(word, "STREAMS") {
			return false
		}
		if strings.EqualFold(word, "BLOCK") {
			return true
		}
	}
	return false
}

// prepare sets the clock and works out the forms in which the commands are kept.
func (s *Store) prepare(ctx context.Context, b batch) error {
	if err := s.usable(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	s.db.advance(s.now().UnixMilli(), b.byClock())
	for i, st := range b {
		if err := s.scripts.learn(st.text); err != nil {
			return err
		}
		kept, _, err := st.spec.kept(s.scripts.spelledOut(st.text), s.db.clock.Load())
		if err != nil {
			return err
		}
		b[i].text = kept
	}
	return nil
}

// keep appends what the commands wrote to the journal. The error is a *JournalError.
func (s *Store) keep(b batch) error {
	if s.journal == nil {
		return nil
	}
	r := record{at: s.db.clock.Load(), commands: make([]command, 0, len(b))}
	for _, st := range b {
		switch outcome := outcomeOf(st.cmd); {
		case st.spec.kind != writes && st.spec.kind != runsScript:
		case outcome == unknown:
			s.stopFor(fmt.Errorf("%w: %w", errUnanswered, st.cmd.Err()))
		case outcome == done || st.spec.kind == runsScript && b.ran(st):
			r.commands = append(r.commands, st.text)
		}
	}
	if len(r.commands) == 0 {
		return nil
	}
	if err := s.journal.append(r); err != nil {
		s.stopFor(err)
		return s.fault
	}
	return nil
}

// ran reports whether a script that gave an error was begun at all.
func (b batch) ran(script step) bool {
	if b.isTransaction() && b[len(b)-1].cmd.Err() != nil {
		return false
	}
	return !redis.HasErrorPrefix(script.cmd.Err(), "NOSCRIPT")
}

// errUnanswered says that a write was sent and no answer came, so that only the live data can tell
// whether it ran.
var errUnanswered = errors.New("a write was not answered")

// An outcome is what a command's answer says about it.
type outcome uint8

const (
	done outcome = iota
	refused
	unknown
)

func outcomeOf(cmd redis.Cmder) outcome {
	err := cmd.Err()
	var answered redis.Error
	switch {
	case err == nil, errors.Is(err, redis.Nil):
		return done
	case errors.As(err, &answered):
		return refused
	default:
		return unknown
	}
}
