// Package redisanalysis keeps what was found of games in Redis: it is the analysis.Store of every service.
package redisanalysis

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room/analysis"
)

var _ analysis.Store = (*Store)(nil)

// keys names the package's keys in Redis.
type keys struct{ prefix string }

// found is a string: an AnalyseSeatResponse in protobuf, whose line has no boards. SET with EXAT: analysis.Life
// after it was found.
func (k keys) found(key string) string { return k.prefix + "analysis:" + key }

// A Store is an analysis.Store on Redis.
type Store struct {
	client redis.UniversalClient
	keys   keys
}

// New gives a store on that client, which stays the caller's to close. All its keys begin with the prefix,
// which may be empty.
func New(client redis.UniversalClient, prefix string) *Store {
	return &Store{client: client, keys: keys{prefix: prefix}}
}

// Get implements analysis.Store.
func (s *Store) Get(ctx context.Context, key string) (*samedealv1.AnalyseSeatResponse, error) {
	data, err := s.client.Get(ctx, s.keys.found(key)).Bytes()
	switch {
	case errors.Is(err, redis.Nil):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("read what was analysed from Redis: %w", err)
	}
	found := new(samedealv1.AnalyseSeatResponse)
	if proto.Unmarshal(data, found) != nil || !found.GetDone() {
		return nil, nil
	}
	return found, nil
}

// Put implements analysis.Store.
func (s *Store) Put(ctx context.Context, key string, found *samedealv1.AnalyseSeatResponse, until time.Time) error {
	data, err := proto.Marshal(found)
	if err != nil {
		return fmt.Errorf("write what was analysed: %w", err)
	}
	if err := s.client.SetArgs(ctx, s.keys.found(key), data, redis.SetArgs{ExpireAt: until}).Err(); err != nil {
		return fmt.Errorf("keep what was analysed in Redis: %w", err)
	}
	return nil
}
