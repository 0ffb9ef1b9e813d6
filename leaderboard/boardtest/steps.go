package boardtest

import (
	"context"
	"iter"
	"time"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
)

// steps takes each call of a store on which a voiding or a recording hangs as a step. One of them may fail, before it is done
// or after, and before one of them something else may happen.
type steps struct {
	leaderboard.Store
	failAt int
	after  bool
	// before is called before the step meanwhileAt.
	meanwhileAt int
	before      func()

	taken int
}

func (s *steps) step(do func() error) error {
	s.taken++
	if s.taken == s.meanwhileAt {
		s.before()
	}
	if s.taken != s.failAt {
		return do()
	}
	if s.after {
		_ = do() // its answer is lost
	}
	return errCrash
}

func (s *steps) Note(
	ctx context.Context, p leaderboard.Player, boards []leaderboard.Noted, now, until time.Time,
) (removed time.Time, err error) {
	err = s.step(func() (err error) { removed, err = s.Store.Note(ctx, p, boards, now, until); return err })
	return removed, err
}

func (s *steps) Submit(ctx context.Context, b leaderboard.Board, sub leaderboard.Submission, until time.Time) (first bool, err error) {
	err = s.step(func() (err error) { first, err = s.Store.Submit(ctx, b, sub, until); return err })
	return first, err
}

func (s *steps) Void(ctx context.Context, b leaderboard.Board, until time.Time) (rows []leaderboard.Voided, err error) {
	err = s.step(func() (err error) { rows, err = s.Store.Void(ctx, b, until); return err })
	return rows, err
}

func (s *steps) Settle(ctx context.Context, b leaderboard.Board, p leaderboard.Player) error {
	return s.step(func() error { return s.Store.Settle(ctx, b, p) })
}

func (s *steps) IsVoid(ctx context.Context, b leaderboard.Board) (is bool, err error) {
	err = s.step(func() (err error) { is, err = s.Store.IsVoid(ctx, b); return err })
	return is, err
}

func (s *steps) Load(ctx context.Context, b leaderboard.Board, p leaderboard.Player) (kept leaderboard.Kept, err error) {
	err = s.step(func() (err error) { kept, err = s.Store.Load(ctx, b, p); return err })
	return kept, err
}

func (s *steps) Replace(
	ctx context.Context, b leaderboard.Board, p leaderboard.Player, old, with leaderboard.Kept, until time.Time,
) (done bool, err error) {
	err = s.step(func() (err error) { done, err = s.Store.Replace(ctx, b, p, old, with, until); return err })
	return done, err
}

func (s *steps) Deals(ctx context.Context, p leaderboard.Player, v *engine.Variant) iter.Seq2[leaderboard.Board, error] {
	return func(yield func(leaderboard.Board, error) bool) {
		if err := s.step(func() error { return nil }); err != nil {
			yield(leaderboard.Board{}, err)
			return
		}
		s.Store.Deals(ctx, p, v)(yield)
	}
}
