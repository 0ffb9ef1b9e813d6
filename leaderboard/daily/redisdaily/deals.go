package redisdaily

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
)

// Secret implements daily.Deals.
func (s *Store) Secret(ctx context.Context, fresh []byte) ([]byte, error) {
	secret, err := s.secret(ctx, fresh)
	if err != nil {
		return nil, fmt.Errorf("get the daily challenge's secret from Redis: %w", err)
	}
	return secret, nil
}

// secret reads before it writes, so that a Redis that takes no writes still gives it.
func (s *Store) secret(ctx context.Context, fresh []byte) ([]byte, error) {
	name := s.keys.secret()
	secret, err := s.client.Get(ctx, name).Bytes()
	if !errors.Is(err, redis.Nil) {
		return secret, err
	}
	if err := s.client.SetNX(ctx, name, fresh, 0).Err(); err != nil {
		return nil, err
	}
	// Whether this call's was kept or another's, the answer that counts is what is there now.
	return s.client.Get(ctx, name).Bytes()
}

// Days implements daily.Deals.
func (s *Store) Days(ctx context.Context, dates ...leaderboard.Date) ([]map[string]daily.Deal, error) {
	answers := make([]*redis.MapStringStringCmd, len(dates))
	_, err := s.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		for i, date := range dates {
			answers[i] = pipe.HGetAll(ctx, s.keys.deals(date))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read days' deals in Redis: %w", err)
	}
	days := make([]map[string]daily.Deal, len(dates))
	for i, answer := range answers {
		if days[i], err = readDeals(answer.Val()); err != nil {
			return nil, fmt.Errorf("read the deals of %s in Redis: %w", dates[i], err)
		}
	}
	return days, nil
}

// readDeals reads the fields of a day's deals.
func readDeals(fields map[string]string) (map[string]daily.Deal, error) {
	deals := map[string]daily.Deal{}
	for field, text := range fields {
		if strings.HasPrefix(field, voidField) {
			continue
		}
		deal, err := readDeal(text)
		if err != nil {
			return nil, err
		}
		_, deal.Voided = fields[voidField+field]
		deals[field] = deal
	}
	return deals, nil
}

// Keep implements daily.Deals.
func (s *Store) Keep(ctx context.Context, c daily.Challenge, d daily.Deal, until time.Time) (daily.Deal, error) {
	key := s.keys.deals(c.Date)
	var kept *redis.MapStringStringCmd
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.HSetNX(ctx, key, c.Variant, dealText(d))
		kept = tx.HGetAll(ctx, key)
		tx.PExpireAt(ctx, key, until)
		return nil
	})
	if err != nil {
		return daily.Deal{}, fmt.Errorf("keep the deal of %s in Redis: %w", c, err)
	}
	deals, err := readDeals(kept.Val())
	if err != nil {
		return daily.Deal{}, fmt.Errorf("read the deal of %s in Redis: %w", c, err)
	}
	return deals[c.Variant], nil
}

// Void implements daily.Deals.
func (s *Store) Void(ctx context.Context, c daily.Challenge, until time.Time) error {
	key := s.keys.deals(c.Date)
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.HSet(ctx, key, voidField+c.Variant, 1)
		tx.PExpireAt(ctx, key, until)
		return nil
	})
	if err != nil {
		return fmt.Errorf("void %s in Redis: %w", c, err)
	}
	return nil
}
