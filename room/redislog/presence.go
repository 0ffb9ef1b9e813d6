package redislog

import (
	"context"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/room"
)

// presenceLife is how long a player counts as present after they were noted: 30 s.
const presenceLife = 30 * time.Second

// Presence is a room.Presence.
type Presence struct{ base }

// Here implements room.Presence. It also forgets who is no longer present.
func (p *Presence) Here(ctx context.Context, code room.Code, players []room.PlayerID) error {
	if len(players) == 0 {
		return nil
	}
	if err := p.note(ctx, p.keys.here(code), players); err != nil {
		return fmt.Errorf("note who is in room %s in Redis: %w", code, err)
	}
	return nil
}

func (p *Presence) note(ctx context.Context, key string, players []room.PlayerID) error {
	now, err := p.now(ctx, key)
	if err != nil {
		return err
	}
	members := make([]redis.Z, len(players))
	for i, player := range players {
		members[i] = redis.Z{Score: score(now), Member: string(player)}
	}
	_, err = p.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.ZAdd(ctx, key, members...)
		pipe.ZRemRangeByScore(ctx, key, "-inf", "("+bound(now.Add(-presenceLife)))
		pipe.PExpireAt(ctx, key, now.Add(presenceLife))
		return nil
	})
	return err
}

// Present implements room.Presence.
func (p *Presence) Present(ctx context.Context, code room.Code) ([]room.PlayerID, error) {
	players, err := p.present(ctx, p.keys.here(code))
	if err != nil {
		return nil, fmt.Errorf("read who is in room %s in Redis: %w", code, err)
	}
	return players, nil
}

func (p *Presence) present(ctx context.Context, key string) ([]room.PlayerID, error) {
	now, err := p.now(ctx, key)
	if err != nil {
		return nil, err
	}
	players, err := p.client.ZRangeByScore(ctx, key, &redis.ZRangeBy{
		Min: bound(now.Add(-presenceLife)), Max: "+inf",
	}).Result()
	return typed[room.PlayerID](players), err
}
