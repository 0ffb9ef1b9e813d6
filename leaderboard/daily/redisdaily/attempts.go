package redisdaily

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
)

// Begin implements daily.Attempts.
func (s *Store) Begin(
	ctx context.Context, c daily.Challenge, player leaderboard.Player, a daily.Attempt, until time.Time,
) (daily.Attempt, error) {
	key := s.keys.attempts(c)
	var noted *redis.StringCmd
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.HSetNX(ctx, key, string(player), attemptText(a))
		noted = tx.HGet(ctx, key, string(player))
		tx.PExpireAt(ctx, key, until)
		return nil
	})
	if err != nil {
		return daily.Attempt{}, fmt.Errorf("note an attempt at %s in Redis: %w", c, err)
	}
	return readNoted(noted, c)
}

// Attempts implements daily.Attempts.
func (s *Store) Attempts(
	ctx context.Context, player leaderboard.Player, challenges ...daily.Challenge,
) ([]daily.Attempt, error) {
	answers := make([]*redis.StringCmd, len(challenges))
	_, err := s.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for i, c := range challenges {
			answers[i] = pipe.HGet(ctx, s.keys.attempts(c), string(player))
		}
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, fmt.Errorf("read a player's attempts in Redis: %w", err)
	}
	attempts := make([]daily.Attempt, len(challenges))
	for i, answer := range answers {
		if attempts[i], err = readNoted(answer, challenges[i]); err != nil {
			return nil, err
		}
	}
	return attempts, nil
}

// readNoted reads an answer: a zero attempt if there is none.
func readNoted(answer *redis.StringCmd, c daily.Challenge) (daily.Attempt, error) {
	text, err := answer.Result()
	if errors.Is(err, redis.Nil) {
		return daily.Attempt{}, nil
	}
	var a daily.Attempt
	if err == nil {
		a, err = readAttempt(text)
	}
	if err != nil {
		return daily.Attempt{}, fmt.Errorf("read an attempt at %s in Redis: %w", c, err)
	}
	return a, nil
}

// Players implements daily.Attempts.
func (s *Store) Players(ctx context.Context, c daily.Challenge) ([]leaderboard.Player, error) {
	ids, err := s.client.HKeys(ctx, s.keys.attempts(c)).Result()
	if err != nil {
		return nil, fmt.Errorf("list who has begun %s in Redis: %w", c, err)
	}
	players := make([]leaderboard.Player, len(ids))
	for i, id := range ids {
		players[i] = leaderboard.Player(id)
	}
	return players, nil
}

// Drop implements daily.Attempts.
func (s *Store) Drop(ctx context.Context, player leaderboard.Player, challenges ...daily.Challenge) error {
	_, err := s.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for _, c := range challenges {
			pipe.HDel(ctx, s.keys.attempts(c), string(player))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("drop a player's attempts in Redis: %w", err)
	}
	return nil
}
