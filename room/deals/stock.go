package deals

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
)

// Config is what a Stock is made of. Store and Demand must be given.
type Config struct {
	Store  Store
	Demand Demand
	// Random is what deals are drawn from, by many goroutines at once: crypto/rand's if nil.
	Random io.Reader
	// Now is the clock by which stocks expire: time.Now if nil.
	Now func() time.Time
	// Log is told of what failed: nobody is if nil.
	Log *zap.Logger
	// Variants are always stocked: Common if nil.
	Variants []*engine.Variant
	// Keep is how many deals a stock has when it is full: 8 if 0.
	Keep int
	// Budget is how many states the worker may look at to solve a deal: 300,000 if 0, a quarter of a
	// second. What it cannot decide within that it leaves.
	Budget uint64
	// Pause is how long the worker rests after each deal that it has looked at: 250 ms if 0.
	Pause time.Duration
	// Every is how often the worker looks at stocks that were full, and that nobody here has taken from:
	// 10 s if 0.
	Every time.Duration
}

const (
	defaultKeep   = 8
	defaultBudget = 300_000
	defaultPause  = 250 * time.Millisecond
	defaultEvery  = 10 * time.Second
	// workerMemory is the bytes that the worker may solve in, spotMemory those that a call may.
	workerMemory = 32 << 20
	spotMemory   = 8 << 20
)

// Common gives the variants that most rooms play.
func Common() []*engine.Variant {
	var common []*engine.Variant
	for _, v := range engine.Variants() {
		switch v.String() {
		case "TF1-D1N", "TF1-D3N", "FC1-C4", "KL1-D1N", "KL1-D3N":
			common = append(common, v)
		}
	}
	return common
}

// Stock gives out deals that can be won, and has a worker that sees to it that there are some. It may be used
// from any number of goroutines.
type Stock struct {
	config Config
	always []kind // those that are always stocked

	spot  chan struct{} // holds one for each call that solves on the spot
	taken chan struct{} // holds one when something has been taken
	away  atomic.Bool   // the store failed when it was last asked

	work   context.Context
	stop   context.CancelFunc
	worker sync.WaitGroup
}

// New makes a stock and starts its worker. It must be closed.
func New(c Config) *Stock {
	if c.Random == nil {
		c.Random = rand.Reader
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = zap.NewNop()
	}
	if c.Variants == nil {
		c.Variants = Common()
	}
	c.Keep = cmp.Or(c.Keep, defaultKeep)
	c.Budget = cmp.Or(c.Budget, defaultBudget)
	c.Pause = cmp.Or(c.Pause, defaultPause)
	c.Every = cmp.Or(c.Every, defaultEvery)
	s := &Stock{config: c, spot: make(chan struct{}, spotAtOnce), taken: make(chan struct{}, 1)}
	for _, v := range c.Variants {
		s.always = append(s.always, kindOf(v, true))
	}
	s.work, s.stop = context.WithCancel(context.Background())
	s.worker.Go(func() { s.refill(s.work) })
	return s
}

// Close stops the worker and waits for it.
func (s *Stock) Close() {
	s.stop()
	s.worker.Wait()
}

// Take gives a deal of the variant that can be won and was given to nobody before, with a long number if that
// is asked for and the variant has them, else with a short one. It reports false if there is none to be had
// within a few tenths of a second, or while the store is away. It fails only with the context's error, or that
// of the random source.
func (s *Stock) Take(ctx context.Context, v *engine.Variant, long bool) (engine.Code, bool, error) {
	k := kindOf(v, long)
	code, found, err := s.fromStore(ctx, k)
	switch {
	case ctx.Err() != nil:
		return engine.Code{}, false, ctx.Err()
	case s.failed(err):
		return engine.Code{}, false, nil
	case found:
		return code, true, nil
	}
	return s.onTheSpot(ctx, k)
}

// fromStore notes that the kind is asked for, and takes a deal of its stock. What cannot be read is dropped.
func (s *Stock) fromStore(ctx context.Context, k kind) (engine.Code, bool, error) {
	now, name := s.config.Now(), k.String()
	if !slices.Contains(s.always, k) {
		if err := s.config.Demand.Ask(ctx, name, now); err != nil {
			return engine.Code{}, false, fmt.Errorf("note that %s is asked for: %w", name, err)
		}
	}
	defer s.wake()
	for range 2 * s.config.Keep { // a stock of nothing else is not emptied by one call
		text, err := s.config.Store.Take(ctx, name, now)
		if err != nil {
			return engine.Code{}, false, fmt.Errorf("take a deal of %s: %w", name, err)
		}
		if text == "" {
			break
		}
		if code, known := k.parseCode(text); known {
			return code, true, nil
		}
		s.config.Log.Warn("a deal in stock cannot be read", zap.String("stock", name), zap.String("deal", text))
	}
	return engine.Code{}, false, nil
}

// wake has the worker look at the stocks soon.
func (s *Stock) wake() {
	select {
	case s.taken <- struct{}{}:
	default:
	}
}

// failed reports whether that is an error. Of those in a row the first is logged: a store that is away would
// fill the log.
func (s *Stock) failed(err error) bool {
	if err == nil {
		s.away.Store(false)
		return false
	}
	if !s.away.Swap(true) {
		s.config.Log.Error("the stock of deals that can be won cannot be used", zap.Error(err))
	}
	return true
}

// canBeWon reports whether a way to win the deal was found within so many states. A solver that panics has
// found none.
func (s *Stock) canBeWon(ctx context.Context, code engine.Code, budget uint64, memory int) (won bool) {
	defer func() {
		if reason := recover(); reason != nil {
			won = false
			s.config.Log.Error("solving a deal panicked", zap.Stringer("deal", code), zap.Any("panic", reason), zap.Stack("stack"))
		}
	}()
	start := code.Start()
	result, err := solve.Solve(code.Variant(), &start, solve.Options{
		States: budget, Memory: memory,
		Cancelled: func() bool {
			runtime.Gosched() // a game's move goes first
			return ctx.Err() != nil
		},
	})
	if err != nil {
		s.config.Log.Error("a deal cannot be solved", zap.Stringer("deal", code), zap.Error(err))
		return false
	}
	return result.Verdict == solve.Won
}
