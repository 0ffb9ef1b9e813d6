package redislog

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// ErrClient says that the stores cannot be kept with that client.
var ErrClient = errors.New("the Redis client does not fit")

// masters finds the servers that take writes.
type masters interface {
	// of gives the client of the server on which a key lives. It does not follow a key that has moved.
	of(ctx context.Context, key string) (*redis.Client, error)
	// each calls visit for every master, at once, and gives an error of one of them.
	each(ctx context.Context, visit func(context.Context, *redis.Client) error) error
	// moved says that a key was not where of said. It does not wait.
	moved(ctx context.Context)
}

// mastersOf checks that a client does what the stores rely on. The error is ErrClient.
func mastersOf(client redis.UniversalClient) (masters, error) {
	switch c := client.(type) {
	case *redis.Client:
		if c.Options().MaxRetries > 0 {
			return nil, fmt.Errorf("%w: it sends commands again by itself; set MaxRetries to -1", ErrClient)
		}
		return single{c}, nil
	case *redis.ClusterClient:
		if c.Options().MaxRetries > 0 {
			return nil, fmt.Errorf("%w: it sends commands again by itself; set MaxRetries to -1", ErrClient)
		}
		if c.Options().ReadOnly {
			return nil, fmt.Errorf("%w: it reads from replicas, which may lag behind; set neither ReadOnly nor a routing", ErrClient)
		}
		return cluster{c}, nil
	default:
		return nil, fmt.Errorf("%w: it is a %T, want a *redis.Client or a *redis.ClusterClient", ErrClient, client)
	}
}

type single struct{ client *redis.Client }

func (s single) of(context.Context, string) (*redis.Client, error) { return s.client, nil }

func (s single) each(ctx context.Context, visit func(context.Context, *redis.Client) error) error {
	return visit(ctx, s.client)
}

func (s single) moved(context.Context) {}

type cluster struct{ client *redis.ClusterClient }

func (c cluster) of(ctx context.Context, key string) (*redis.Client, error) {
	return c.client.MasterForKey(ctx, key)
}

func (c cluster) each(ctx context.Context, visit func(context.Context, *redis.Client) error) error {
	return c.client.ForEachMaster(ctx, visit)
}

func (c cluster) moved(ctx context.Context) { c.client.ReloadState(ctx) }
