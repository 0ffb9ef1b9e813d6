package redislog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/room"
)

// Races is a room.Races.
type Races struct{ base }

// Enter implements room.Races.
func (r *Races) Enter(ctx context.Context, player room.PlayerID, code room.Code, until time.Time) error {
	err := r.client.SetArgs(ctx, r.keys.race(player), string(code), redis.SetArgs{ExpireAt: until}).Err()
	if err != nil {
		return fmt.Errorf("note in Redis where a player races: %w", err)
	}
	return nil
}

// Where implements room.Races.
func (r *Races) Where(ctx context.Context, player room.PlayerID) (room.Code, error) {
	code, err := r.client.Get(ctx, r.keys.race(player)).Result()
	if err != nil && !errors.Is(err, redis.Nil) {
		return "", fmt.Errorf("read from Redis where a player races: %w", err)
	}
	return room.Code(code), nil
}

// Leave implements room.Races. A race that the player enters at the same moment may be forgotten.
func (r *Races) Leave(ctx context.Context, player room.PlayerID, code room.Code) error {
	where, err := r.Where(ctx, player)
	if err != nil || where != code {
		return err
	}
	if err := r.client.Del(ctx, r.keys.race(player)).Err(); err != nil {
		return fmt.Errorf("forget in Redis where a player races: %w", err)
	}
	return nil
}
