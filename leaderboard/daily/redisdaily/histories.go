package redisdaily

import (
	"context"
	_ "embed" // for the scripts
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
)

//go:embed note.lua
var noteSource string

//go:embed remove.lua
var removeSource string

// The scripts are sent whole to a master that does not have them.
var (
	note   = redis.NewScript(noteSource)
	remove = redis.NewScript(removeSource)
)

// History implements daily.Histories.
func (s *Store) History(ctx context.Context, player leaderboard.Player) (daily.History, error) {
	fields, err := s.client.HGetAll(ctx, s.keys.history(player)).Result()
	if err != nil {
		return daily.History{}, fmt.Errorf("read a player's days in Redis: %w", err)
	}
	return readHistory(fields)
}

// Note implements daily.Histories.
func (s *Store) Note(
	ctx context.Context, player leaderboard.Player, c daily.Challenge, e daily.Entry, until time.Time,
) (daily.History, error) {
	var result, voided string
	if e.Result != nil {
		result = entryText(e)
	}
	if e.Voided {
		voided = voidField + c.String()
	}
	keys := []string{s.keys.history(player)}
	return s.changed(note.Run(ctx, s.client, keys, until.UnixMilli(), c.String(), result, e.Begun.UnixMilli(), voided),
		"note "+c.String()+" among a player's days")
}

// SetOffset implements daily.Histories.
func (s *Store) SetOffset(
	ctx context.Context, player leaderboard.Player, minutes int, until time.Time,
) (daily.History, error) {
	key := s.keys.history(player)
	var fields *redis.MapStringStringCmd
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.HSetNX(ctx, key, fieldOffset, minutes)
		fields = tx.HGetAll(ctx, key)
		tx.PExpireAt(ctx, key, until)
		return nil
	})
	if err != nil {
		return daily.History{}, fmt.Errorf("set a player's offset in Redis: %w", err)
	}
	return readHistory(fields.Val())
}

// Remove implements daily.Histories.
func (s *Store) Remove(ctx context.Context, player leaderboard.Player, at, until time.Time) (daily.History, error) {
	keys := []string{s.keys.history(player)}
	return s.changed(remove.Run(ctx, s.client, keys, until.UnixMilli(), at.UnixMilli()), "remove a player's days")
}

// changed reads the history that a script gives.
func (s *Store) changed(answer *redis.Cmd, what string) (daily.History, error) {
	flat, err := answer.StringSlice()
	if err != nil {
		return daily.History{}, fmt.Errorf("%s in Redis: %w", what, err)
	}
	fields := make(map[string]string, len(flat)/2)
	for i := 1; i < len(flat); i += 2 {
		fields[flat[i-1]] = flat[i]
	}
	return readHistory(fields)
}
