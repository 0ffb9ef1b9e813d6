// Package redisdeals keeps stocks of deals in Redis: it is the deals.Store and deals.Demand of every service.
// keys.go names what it keeps there; take.lua is the one step that must be whole.
//
// The client may send a command again whose answer was lost. A deal is lost then that was taken so, and none
// is ever given twice: one that was taken stays in its set for a while, marked, and cannot be put in again.
package redisdeals

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/room/deals"
)

//go:embed take.lua
var takeSource string

// take is sent whole to a master that does not have it.
var take = redis.NewScript(takeSource)

// inStock is the score of a deal that was not taken.
const inStock = 0

// A Store is a deals.Store and deals.Demand on Redis.
type Store struct {
	client redis.UniversalClient
	keys   keys
}

// New gives a store on that client, which stays the caller's to close. All its keys begin with the prefix,
// which may be empty.
func New(client redis.UniversalClient, prefix string) *Store {
	return &Store{client: client, keys: keys{prefix: prefix}}
}

// Take implements deals.Store.
func (s *Store) Take(ctx context.Context, stock string, now time.Time) (string, error) {
	forgotten := now.Add(-deals.TakenLife)
	code, err := take.Run(ctx, s.client, []string{s.keys.stock(stock)}, now.UnixMilli(), forgotten.UnixMilli()).Text()
	switch {
	case errors.Is(err, redis.Nil):
		return "", nil
	case err != nil:
		return "", fmt.Errorf("take a deal from Redis: %w", err)
	}
	return code, nil
}

// Add implements deals.Store.
func (s *Store) Add(ctx context.Context, stock, code string, until time.Time) error {
	key := s.keys.stock(stock)
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.ZAddNX(ctx, key, redis.Z{Score: inStock, Member: code})
		tx.PExpireAt(ctx, key, until)
		return nil
	})
	if err != nil {
		return fmt.Errorf("add a deal in Redis: %w", err)
	}
	return nil
}

// Counts implements deals.Store.
func (s *Store) Counts(ctx context.Context, stocks []string) ([]int, error) {
	if len(stocks) == 0 {
		return nil, nil
	}
	found := make([]*redis.IntCmd, len(stocks))
	zero := strconv.Itoa(inStock)
	_, err := s.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for i, stock := range stocks {
			found[i] = p.ZCount(ctx, s.keys.stock(stock), zero, zero)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count the deals in Redis: %w", err)
	}
	counts := make([]int, len(stocks))
	for i, cmd := range found {
		counts[i] = int(cmd.Val())
	}
	return counts, nil
}

// Ask implements deals.Demand.
func (s *Store) Ask(ctx context.Context, stock string, now time.Time) error {
	key := s.keys.asked()
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.ZAdd(ctx, key, redis.Z{Score: float64(now.UnixMilli()), Member: stock})
		tx.ZRemRangeByScore(ctx, key, "-inf", millis(now.Add(-deals.AskedLife)))
		tx.PExpireAt(ctx, key, now.Add(deals.AskedLife))
		return nil
	})
	if err != nil {
		return fmt.Errorf("note in Redis that deals are asked for: %w", err)
	}
	return nil
}

// Asked implements deals.Demand.
func (s *Store) Asked(ctx context.Context, now time.Time) ([]string, error) {
	after := &redis.ZRangeBy{Min: "(" + millis(now.Add(-deals.AskedLife)), Max: "+inf"}
	stocks, err := s.client.ZRangeByScore(ctx, s.keys.asked(), after).Result()
	if err != nil {
		return nil, fmt.Errorf("read from Redis which deals are asked for: %w", err)
	}
	return stocks, nil
}

func millis(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }
