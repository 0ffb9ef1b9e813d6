package daily_test

import (
	"context"
	"time"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
)

// steps takes each call of a store as a step.
type steps struct{ store daily.Store }

// answer takes a step that gives something, which is lost if the step fails.
func answer[T any](ctx context.Context, call func() (T, error)) (T, error) {
	var given T
	err := step(ctx, func() (err error) { given, err = call(); return err })
	if err != nil {
		var nothing T
		return nothing, err
	}
	return given, nil
}

func (s steps) Secret(ctx context.Context, fresh []byte) ([]byte, error) {
	return answer(ctx, func() ([]byte, error) { return s.store.Secret(ctx, fresh) })
}

func (s steps) Days(ctx context.Context, dates ...leaderboard.Date) ([]map[string]daily.Deal, error) {
	return answer(ctx, func() ([]map[string]daily.Deal, error) { return s.store.Days(ctx, dates...) })
}

func (s steps) Keep(ctx context.Context, c daily.Challenge, d daily.Deal, until time.Time) (daily.Deal, error) {
	return answer(ctx, func() (daily.Deal, error) { return s.store.Keep(ctx, c, d, until) })
}

func (s steps) Void(ctx context.Context, c daily.Challenge, until time.Time) error {
	return step(ctx, func() error { return s.store.Void(ctx, c, until) })
}

func (s steps) Begin(ctx context.Context, c daily.Challenge, p leaderboard.Player, a daily.Attempt, until time.Time) (daily.Attempt, error) {
	return answer(ctx, func() (daily.Attempt, error) { return s.store.Begin(ctx, c, p, a, until) })
}

func (s steps) Attempts(ctx context.Context, p leaderboard.Player, c ...daily.Challenge) ([]daily.Attempt, error) {
	return answer(ctx, func() ([]daily.Attempt, error) { return s.store.Attempts(ctx, p, c...) })
}

func (s steps) Players(ctx context.Context, c daily.Challenge) ([]leaderboard.Player, error) {
	return answer(ctx, func() ([]leaderboard.Player, error) { return s.store.Players(ctx, c) })
}

func (s steps) Drop(ctx context.Context, p leaderboard.Player, c ...daily.Challenge) error {
	return step(ctx, func() error { return s.store.Drop(ctx, p, c...) })
}

func (s steps) History(ctx context.Context, p leaderboard.Player) (daily.History, error) {
	return answer(ctx, func() (daily.History, error) { return s.store.History(ctx, p) })
}

func (s steps) Note(ctx context.Context, p leaderboard.Player, c daily.Challenge, e daily.Entry, until time.Time) (daily.History, error) {
	return answer(ctx, func() (daily.History, error) { return s.store.Note(ctx, p, c, e, until) })
}

func (s steps) SetOffset(ctx context.Context, p leaderboard.Player, minutes int, until time.Time) (daily.History, error) {
	return answer(ctx, func() (daily.History, error) { return s.store.SetOffset(ctx, p, minutes, until) })
}

func (s steps) Remove(ctx context.Context, p leaderboard.Player, at, until time.Time) (daily.History, error) {
	return answer(ctx, func() (daily.History, error) { return s.store.Remove(ctx, p, at, until) })
}
