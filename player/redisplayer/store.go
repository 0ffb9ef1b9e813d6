// Package redisplayer remembers players in Redis: it is the player.Store of every real service, and
// of the embedded one, and all else that package player asks of a store. The file keys.go names what it
// keeps there; the rest is one method for each of the interfaces', in files by interface. Each writes in
// a single step.
//
// The client may repeat a command whose answer was lost. None of these minds: a player is logged out
// once for a request, and to be forgotten twice is no more than once.
package redisplayer

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/player"
)

// A Store is a player.Store, and player.Accounts, Codes, Changes, Reports and FriendStore, on Redis.
type Store struct {
	client redis.UniversalClient
	keys   keys
}

// New gives a store on that client, which stays the caller's to close. All its keys begin with the
// prefix, so that several services may share one Redis; it may be empty.
func New(client redis.UniversalClient, prefix string) *Store {
	return &Store{client: client, keys: keys{prefix: prefix}}
}

// SigningKey implements player.Store.
func (s *Store) SigningKey(ctx context.Context, fresh []byte) ([]byte, error) {
	key, err := s.signingKey(ctx, fresh)
	if err != nil {
		return nil, fmt.Errorf("get the tokens' signing key from Redis: %w", err)
	}
	return key, nil
}

// signingKey reads before it writes, so that a Redis that takes no writes still starts a node.
func (s *Store) signingKey(ctx context.Context, fresh []byte) ([]byte, error) {
	name := s.keys.signing()
	key, err := s.client.Get(ctx, name).Bytes()
	if !errors.Is(err, redis.Nil) {
		return key, err
	}
	if err := s.client.SetNX(ctx, name, fresh, 0).Err(); err != nil {
		return nil, err
	}
	// Whether this call's key was kept or another's, the answer that counts is what is there now.
	return s.client.Get(ctx, name).Bytes()
}

// SaveName implements player.Store.
func (s *Store) SaveName(ctx context.Context, id player.ID, name player.Name, until time.Time) error {
	record := s.keys.record(id)
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.HSet(ctx, record, fieldName, string(name))
		tx.ExpireAt(ctx, record, until)
		return nil
	})
	if err != nil {
		return fmt.Errorf("save a player's name in Redis: %w", err)
	}
	return nil
}

// Load implements player.Store.
func (s *Store) Load(ctx context.Context, id player.ID, until time.Time) (player.Record, error) {
	record := s.keys.record(id)
	var fields *redis.MapStringStringCmd
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		fields = tx.HGetAll(ctx, record)
		for _, key := range []string{record, s.keys.friends(id), s.keys.blocked(id)} {
			tx.ExpireAt(ctx, key, until)
		}
		return nil
	})
	if err != nil {
		return player.Record{}, fmt.Errorf("load a player from Redis: %w", err)
	}
	loaded, err := readRecord(fields.Val())
	if err == nil && loaded.Name == "" {
		err = player.ErrUnknown
	}
	return loaded, err
}

// readRecord reads the fields of a record: a zero one if they have no name. The error says what cannot
// be read.
func readRecord(fields map[string]string) (player.Record, error) {
	name, known := fields[fieldName]
	if !known {
		return player.Record{}, nil
	}
	record := player.Record{Name: player.Name(name)}
	var err error
	if text, raised := fields[fieldGeneration]; raised {
		if record.Generation, err = readGeneration(text); err != nil {
			return player.Record{}, err
		}
	}
	if text, banned := fields[fieldBan]; banned {
		if record.Ban, err = readBan(text); err != nil {
			return player.Record{}, err
		}
	}
	return record, nil
}

func readGeneration(text string) (uint32, error) {
	generation, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("read a player's generation in Redis: %w", err)
	}
	return uint32(generation), nil
}
