package redisplayer

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/player"
)

// changesMost is how many changes are told at once: in a storm of them, every node would read them all
// every second.
const changesMost = 1000

// NoteChange implements player.Changes.
func (s *Store) NoteChange(ctx context.Context, id player.ID, at time.Time) error {
	key := s.keys.changed()
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.ZAdd(ctx, key, redis.Z{Score: float64(at.UnixMilli()), Member: string(id)})
		tx.ZRemRangeByScore(ctx, key, "-inf", "("+millis(at.Add(-player.ChangeLife)))
		tx.ZRemRangeByRank(ctx, key, 0, -changesMost-1)
		tx.PExpireAt(ctx, key, at.Add(player.ChangeLife))
		return nil
	})
	if err != nil {
		return fmt.Errorf("note a player's change in Redis: %w", err)
	}
	return nil
}

// Changed implements player.Changes.
func (s *Store) Changed(ctx context.Context) ([]player.ID, error) {
	names, err := s.client.ZRange(ctx, s.keys.changed(), 0, -1).Result()
	if err != nil {
		return nil, fmt.Errorf("read which players changed from Redis: %w", err)
	}
	ids := make([]player.ID, len(names))
	for i, name := range names {
		ids[i] = player.ID(name)
	}
	return ids, nil
}

// Records implements player.Changes.
func (s *Store) Records(ctx context.Context, ids []player.ID) ([]player.Record, error) {
	found := make([]*redis.SliceCmd, len(ids))
	_, err := s.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for i, id := range ids {
			found[i] = p.HMGet(ctx, s.keys.record(id), fieldName, fieldGeneration, fieldBan)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read players from Redis: %w", err)
	}
	records := make([]player.Record, len(ids))
	for i, cmd := range found {
		if records[i], err = readFields(cmd.Val()); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// readFields reads a record's name, generation and ban, each nil where it is missing.
func readFields(values []any) (player.Record, error) {
	fields := map[string]string{}
	for i, field := range []string{fieldName, fieldGeneration, fieldBan} {
		if text, there := values[i].(string); there {
			fields[field] = text
		}
	}
	return readRecord(fields)
}

func millis(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }
