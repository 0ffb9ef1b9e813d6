package redisplayer

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/player"
)

// SaveCode implements player.Codes.
func (s *Store) SaveCode(ctx context.Context, code player.DeviceCode, claims player.Claims) error {
	keys := []string{s.keys.code(code), s.keys.codeOf(claims.ID)}
	err := saveCode.Run(ctx, s.client, keys,
		claimsText(claims), claims.Expires.UnixMilli(), s.keys.code(""), string(code)).Err()
	if err != nil {
		return fmt.Errorf("save a code for another device in Redis: %w", err)
	}
	return nil
}

// TakeCode implements player.Codes. The player's own key is left behind: what it names is gone, and it
// expires.
func (s *Store) TakeCode(ctx context.Context, code player.DeviceCode) (player.Claims, error) {
	text, err := s.client.GetDel(ctx, s.keys.code(code)).Result()
	switch {
	case errors.Is(err, redis.Nil):
		return player.Claims{}, player.ErrBadDeviceCode
	case err != nil:
		return player.Claims{}, fmt.Errorf("take a code for another device from Redis: %w", err)
	}
	return readClaims(text)
}

func claimsText(claims player.Claims) string {
	return fmt.Sprintf("%s %d %d", claims.ID, claims.Generation, claims.Expires.UnixMilli())
}

func readClaims(text string) (player.Claims, error) {
	parts := strings.Split(text, " ")
	if len(parts) != 3 {
		return player.Claims{}, fmt.Errorf("read a code for another device in Redis: it has %d parts; want 3", len(parts))
	}
	id, idErr := player.ParseID(parts[0])
	generation, generationErr := strconv.ParseUint(parts[1], 10, 32)
	expires, expiresErr := strconv.ParseInt(parts[2], 10, 64)
	if err := errors.Join(idErr, generationErr, expiresErr); err != nil {
		return player.Claims{}, fmt.Errorf("read a code for another device in Redis: %w", err)
	}
	return player.Claims{ID: id, Generation: uint32(generation), Expires: time.UnixMilli(expires)}, nil
}
