package redisplayer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/player"
)

// SaveInvitation implements player.Invitations. The code's key comes first: it alone is worth nothing. One
// that is left behind by a crash expires.
func (s *Store) SaveInvitation(ctx context.Context, code player.InvitationCode, from player.ID, until time.Time) error {
	if err := s.saveInvitation(ctx, code, from, until); err != nil {
		return fmt.Errorf("save an invitation in Redis: %w", err)
	}
	return nil
}

func (s *Store) saveInvitation(ctx context.Context, code player.InvitationCode, from player.ID, until time.Time) error {
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.Set(ctx, s.keys.inviter(code), string(from), 0)
		tx.PExpireAt(ctx, s.keys.inviter(code), until)
		return nil
	})
	if err != nil {
		return err
	}
	keys := []string{s.keys.invitation(from)}
	before, err := replaceInvitation.Run(ctx, s.client, keys, string(code), until.UnixMilli()).Text()
	switch {
	case errors.Is(err, redis.Nil) || before == string(code):
		return nil
	case err != nil:
		return err
	}
	return s.client.Del(ctx, s.keys.inviter(player.InvitationCode(before))).Err()
}

// Inviter implements player.Invitations.
func (s *Store) Inviter(ctx context.Context, code player.InvitationCode) (from player.ID, isOpen bool, err error) {
	text, err := s.client.Get(ctx, s.keys.inviter(code)).Result()
	switch {
	case errors.Is(err, redis.Nil):
		return "", false, player.ErrBadInvitation
	case err != nil:
		return "", false, fmt.Errorf("read an invitation from Redis: %w", err)
	}
	if from, err = player.ParseID(text); err != nil {
		return "", false, fmt.Errorf("read an invitation in Redis: %w", err)
	}
	now, err := s.client.Get(ctx, s.keys.invitation(from)).Result()
	if err != nil && !errors.Is(err, redis.Nil) {
		return "", false, fmt.Errorf("read an invitation from Redis: %w", err)
	}
	return from, now == string(code), nil
}

// What the scripts answer that change a player's side but nothing on it.
const (
	sideRefused = 0
	sideFull    = -1
)

// UseInvitation implements player.Invitations.
func (s *Store) UseInvitation(ctx context.Context, code player.InvitationCode, from, by player.ID, at time.Time) error {
	keys := []string{s.keys.invitation(from), s.keys.friends(from), s.keys.blocked(from)}
	done, err := useInvitation.Run(ctx, s.client, keys,
		string(code), string(by), at.UnixMilli(), player.FriendsMost, sideEnd(at)).Int()
	switch {
	case err != nil:
		return fmt.Errorf("use an invitation in Redis: %w", err)
	case done == sideRefused:
		return player.ErrBadInvitation
	case done == sideFull:
		return player.ErrInviterFull
	}
	return nil
}

// sideEnd is when a side expires that is written at that time.
func sideEnd(at time.Time) int64 { return at.Add(player.RecordLife).UnixMilli() }
