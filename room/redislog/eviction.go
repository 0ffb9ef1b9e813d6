package redislog

import (
	"context"
	"errors"
	"fmt"

	"github.com/redis/go-redis/v9"
)

// An EvictionError says that a Redis throws keys away when its memory is full: logs would vanish in the
// middle of a race.
type EvictionError struct {
	// Addr is where the server listens, Policy its maxmemory-policy.
	Addr, Policy string
}

// Error says what to do about it.
func (e *EvictionError) Error() string {
	return fmt.Sprintf("the Redis at %s has maxmemory-policy %s and would throw games away when it is full; set it to noeviction", e.Addr, e.Policy)
}

const keepsAll = "noeviction"

// checkEviction refuses a master that may throw keys away. One that does not tell its settings is taken
// as it is.
func checkEviction(ctx context.Context, master *redis.Client) error {
	memory, err := setting(ctx, master, "maxmemory")
	if err != nil || memory == "" || memory == "0" {
		return err
	}
	policy, err := setting(ctx, master, "maxmemory-policy")
	if err != nil || policy == "" || policy == keepsAll {
		return err
	}
	return &EvictionError{Addr: master.Options().Addr, Policy: policy}
}

// setting gives a setting of a server, empty if it does not tell.
func setting(ctx context.Context, master *redis.Client, name string) (string, error) {
	settings, err := master.ConfigGet(ctx, name).Result()
	var reply redis.Error
	if errors.As(err, &reply) {
		return "", nil
	}
	return settings[name], err
}
