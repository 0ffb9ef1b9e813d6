package redisplayer

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/player"
)

// Rename implements player.Accounts.
func (s *Store) Rename(ctx context.Context, id player.ID, name player.Name, until time.Time) error {
	return s.change(ctx, id, until, fieldName, string(name))
}

// Ban implements player.Accounts.
func (s *Store) Ban(ctx context.Context, id player.ID, ban player.Ban, until time.Time) error {
	if ban == (player.Ban{}) {
		return s.change(ctx, id, until, fieldBan)
	}
	return s.change(ctx, id, until, fieldBan, banText(ban))
}

// change sets a field of the record of a player who is known, or without a value takes it out.
func (s *Store) change(ctx context.Context, id player.ID, until time.Time, field string, value ...any) error {
	args := append([]any{until.Unix(), field}, value...)
	known, err := changeRecord.Run(ctx, s.client, []string{s.keys.record(id)}, args...).Bool()
	switch {
	case err != nil:
		return fmt.Errorf("change a player's %s in Redis: %w", field, err)
	case !known:
		return player.ErrUnknown
	}
	return nil
}

// What log_out.lua answers that is no generation.
const (
	logOutUnknown = 0
	logOutRevoked = -1
)

// LogOut implements player.Accounts.
func (s *Store) LogOut(ctx context.Context, id player.ID, generation uint32, request string, until time.Time) (uint32, error) {
	keys := []string{s.keys.record(id)}
	raised, err := logOut.Run(ctx, s.client, keys, until.Unix(), generation, request).Int64()
	switch {
	case err != nil:
		return 0, fmt.Errorf("raise a player's generation in Redis: %w", err)
	case raised == logOutUnknown:
		return 0, player.ErrUnknown
	case raised == logOutRevoked:
		return 0, player.ErrRevoked
	}
	return readGeneration(strconv.FormatInt(raised, 10))
}

// Forget implements player.Accounts.
func (s *Store) Forget(ctx context.Context, id player.ID, until time.Time) error {
	record := s.keys.record(id)
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.HDel(ctx, record, fieldName, fieldRequest, fieldBan)
		tx.HIncrBy(ctx, record, fieldGeneration, 1)
		tx.ExpireAt(ctx, record, until)
		return nil
	})
	if err != nil {
		return fmt.Errorf("forget a player in Redis: %w", err)
	}
	return nil
}

func banText(ban player.Ban) string {
	return strconv.FormatInt(ban.Until.Unix(), 10) + " " + ban.Reason
}

func readBan(text string) (player.Ban, error) {
	until, reason, _ := strings.Cut(text, " ")
	seconds, err := strconv.ParseInt(until, 10, 64)
	if err != nil {
		return player.Ban{}, fmt.Errorf("read a player's ban in Redis: %w", err)
	}
	return player.BanUntil(time.Unix(seconds, 0), reason), nil
}
