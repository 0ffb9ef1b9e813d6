package redislog

import (
	"context"
	_ "embed" // for the script
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/room"
)

// Schedule is a room.Schedule, with instants to the millisecond.
type Schedule struct{ base }

// Set implements room.Schedule.
func (s *Schedule) Set(ctx context.Context, code room.Code, at time.Time) error {
	if err := s.client.ZAdd(ctx, s.keys.due(), redis.Z{Score: score(at), Member: string(code)}).Err(); err != nil {
		return fmt.Errorf("set when room %s is due in Redis: %w", code, err)
	}
	return nil
}

//go:embed postpone.lua
var postponeSource string

var postpone = redis.NewScript(postponeSource)

// Postpone implements room.Schedule.
func (s *Schedule) Postpone(ctx context.Context, code room.Code, seen, to time.Time) (bool, error) {
	put, err := postpone.Run(ctx, s.client, []string{s.keys.due()}, string(code), seen.UnixMilli(), to.UnixMilli()).Bool()
	if err != nil {
		return false, fmt.Errorf("postpone when room %s is due in Redis: %w", code, err)
	}
	return put, nil
}

// Clear implements room.Schedule.
func (s *Schedule) Clear(ctx context.Context, code room.Code) error {
	if err := s.client.ZRem(ctx, s.keys.due(), string(code)).Err(); err != nil {
		return fmt.Errorf("take room %s out of the schedule in Redis: %w", code, err)
	}
	return nil
}

// Due implements room.Schedule.
func (s *Schedule) Due(ctx context.Context, now time.Time, most int) ([]room.Code, error) {
	if most <= 0 {
		return nil, nil
	}
	due, err := s.client.ZRangeByScore(ctx, s.keys.due(), &redis.ZRangeBy{
		Min: "-inf", Max: bound(now), Count: int64(most),
	}).Result()
	if err != nil {
		return nil, fmt.Errorf("read which rooms are due in Redis: %w", err)
	}
	return typed[room.Code](due), nil
}

// typed gives texts the type of what they name.
func typed[T ~string](texts []string) []T {
	names := make([]T, len(texts))
	for i, text := range texts {
		names[i] = T(text)
	}
	return names
}
