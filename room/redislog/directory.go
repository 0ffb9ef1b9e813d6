package redislog

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/room"
)

// The letters of a code: no vowels, which would make words, and none that is read for another.
const (
	codeLetters = "BCDFGHJKLMNPQRSTVWXZ"
	codeLength  = 6
	allCodes    = 20 * 20 * 20 * 20 * 20 * 20
)

const (
	secretBytes = 32
	onceLife    = 24 * time.Hour
)

// ErrNoCodes says that all 64 million codes have been given out.
var ErrNoCodes = errors.New("all codes of rooms have been given out")

// Directory is a room.Directory.
type Directory struct {
	base
	codes permutation
}

func openDirectory(ctx context.Context, b base) (*Directory, error) {
	secret, err := b.secret(ctx)
	if err != nil {
		return nil, err
	}
	return &Directory{base: b, codes: newPermutation(secret, allCodes)}, nil
}

// secret gives the secret of the codes, which is made if there is none. It is read before it is written,
// so that a Redis that takes no writes still starts a node.
func (b base) secret(ctx context.Context) ([]byte, error) {
	key := b.keys.secret()
	secret, err := b.client.Get(ctx, key).Bytes()
	if !errors.Is(err, redis.Nil) {
		return secret, err
	}
	fresh := make([]byte, secretBytes)
	_, _ = rand.Read(fresh) // it does not fail
	if err := b.client.SetNX(ctx, key, fresh, 0).Err(); err != nil {
		return nil, err
	}
	// Whether this one was kept or another node's, the one that counts is there now.
	return b.client.Get(ctx, key).Bytes()
}

// NewCode implements room.Directory. It fails with ErrNoCodes when there are no more.
//
// A Redis that fails over may lose the newest numbers, and the codes come again. So whoever makes a room
// must begin its log with its first event, and take another code if that is refused.
func (d *Directory) NewCode(ctx context.Context) (room.Code, error) {
	count, err := d.client.Incr(ctx, d.keys.count()).Uint64()
	if err == nil && count > allCodes {
		err = ErrNoCodes
	}
	if err != nil {
		return "", fmt.Errorf("get a new code from Redis: %w", err)
	}
	return spell(d.codes.of(count - 1)), nil
}

// spell writes a number below allCodes as a code.
func spell(n uint64) room.Code {
	var code [codeLength]byte
	for i := range code {
		code[codeLength-1-i] = codeLetters[n%uint64(len(codeLetters))]
		n /= uint64(len(codeLetters))
	}
	return room.Code(code[:])
}

// Once implements room.Directory.
func (d *Directory) Once(ctx context.Context, player room.PlayerID, request string, code room.Code) (room.Code, error) {
	first, err := d.once(ctx, d.keys.once(player, request), code)
	if err != nil {
		return "", fmt.Errorf("note in Redis which room a request made: %w", err)
	}
	return first, nil
}

func (d *Directory) once(ctx context.Context, key string, code room.Code) (room.Code, error) {
	now, err := d.now(ctx, key)
	if err != nil {
		return "", err
	}
	for {
		err := d.client.SetArgs(ctx, key, string(code), redis.SetArgs{
			Mode: "NX", ExpireAt: now.Add(onceLife).Truncate(time.Second),
		}).Err()
		if !errors.Is(err, redis.Nil) {
			return code, err
		}
		first, err := d.client.Get(ctx, key).Result()
		if !errors.Is(err, redis.Nil) {
			return room.Code(first), err
		}
		// It has expired in between; now there is room for this one.
	}
}

// List implements room.Directory.
func (d *Directory) List(ctx context.Context, code room.Code, until time.Time) error {
	if err := d.list(ctx, d.keys.listed(), code, until); err != nil {
		return fmt.Errorf("list room %s in Redis: %w", code, err)
	}
	return nil
}

func (d *Directory) list(ctx context.Context, key string, code room.Code, until time.Time) error {
	now, err := d.now(ctx, key)
	if err != nil {
		return err
	}
	if !until.After(now) {
		return d.client.ZRem(ctx, key, string(code)).Err()
	}
	_, err = d.client.Pipelined(ctx, func(pipe redis.Pipeliner) error {
		pipe.ZAdd(ctx, key, redis.Z{Score: score(until), Member: string(code)})
		pipe.ZRemRangeByScore(ctx, key, "-inf", bound(now))
		// The first is for a set that is new, the second for one that has an expiry.
		pipe.Do(ctx, "pexpireat", key, until.UnixMilli(), "nx")
		pipe.Do(ctx, "pexpireat", key, until.UnixMilli(), "gt")
		return nil
	})
	return err
}

// Listed implements room.Directory: the rooms listed for longest come first.
func (d *Directory) Listed(ctx context.Context, most int) ([]room.Code, error) {
	if most <= 0 {
		return nil, nil
	}
	codes, err := d.listed(ctx, d.keys.listed(), most)
	if err != nil {
		return nil, fmt.Errorf("read the listed rooms in Redis: %w", err)
	}
	return codes, nil
}

func (d *Directory) listed(ctx context.Context, key string, most int) ([]room.Code, error) {
	now, err := d.now(ctx, key)
	if err != nil {
		return nil, err
	}
	codes, err := d.client.ZRangeArgs(ctx, redis.ZRangeArgs{
		Key: key, ByScore: true, Rev: true, Start: "+inf", Stop: "(" + bound(now), Count: int64(most),
	}).Result()
	return typed[room.Code](codes), err
}
