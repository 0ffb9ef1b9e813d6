package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
	"go.uber.org/zap"
)

// openRedis gives a client of the Redis at a URL. It does not send anything again by itself: an entry
// of a log that was sent twice would be taken for another's.
func openRedis(address string) (redis.UniversalClient, error) {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		return nil, redisURLError(address)
	}
	quiet := &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	switch scheme {
	case "redis", "rediss":
		options, err := redis.ParseURL(address)
		if err != nil {
			return nil, redisURLError(address)
		}
		options.MaxRetries, options.DisableIdentity, options.MaintNotificationsConfig = -1, true, quiet
		return redis.NewClient(options), nil
	case "redis+cluster", "rediss+cluster":
		options, err := redis.ParseClusterURL(strings.TrimSuffix(scheme, "+cluster") + "://" + rest)
		if err != nil {
			return nil, redisURLError(address)
		}
		options.MaxRetries, options.DisableIdentity, options.MaintNotificationsConfig = -1, true, quiet
		return redis.NewClusterClient(options), nil
	case "redis+sentinel", "rediss+sentinel":
		options, err := redis.ParseFailoverURL(strings.TrimSuffix(scheme, "+sentinel") + "://" + rest)
		if err != nil {
			return nil, redisURLError(address)
		}
		options.MaxRetries, options.DisableIdentity = -1, true
		return redis.NewFailoverClient(options), nil
	default:
		return nil, redisURLError(address)
	}
}

// redisLog has the Redis client log as everything else does.
type redisLog struct{ log *zap.Logger }

// Printf implements the client's logger.
func (l redisLog) Printf(_ context.Context, format string, values ...any) {
	l.log.Info(fmt.Sprintf(format, values...), zap.String("from", "the Redis client"))
}

// redisURLError does not repeat the URL as it is: it may hold a password.
func redisURLError(address string) error {
	return usageError("the Redis URL is " + redacted(address) +
		"; want redis://HOST:PORT, rediss://, redis+cluster://HOST:PORT?addr=HOST:PORT or redis+sentinel://HOST:PORT?master_name=NAME")
}

// redacted shows of a secret only what is none: a URL without its passwords, of anything else nothing.
func redacted(secret string) string {
	address, err := url.Parse(secret)
	if err != nil || address.Host == "" {
		return "(not shown)"
	}
	options, err := url.ParseQuery(address.RawQuery)
	if err != nil {
		return "(not shown)"
	}
	// With redis+sentinel:// the password before the host is the sentinels', and Redis' own is among the options.
	if options.Has("password") {
		options.Set("password", "xxxxx")
		address.RawQuery = options.Encode()
	}
	return address.Redacted()
}

// redisPromise says what an acknowledgement means on this Redis, as it is set up.
func redisPromise(ctx context.Context, client redis.UniversalClient) string {
	setting := func(name string) string {
		return client.ConfigGet(ctx, name).Val()[name]
	}
	kept := "in Redis' memory alone: a Redis that restarts has lost it (turn on appendonly)"
	if setting("appendonly") == "yes" {
		kept = fmt.Sprintf("in Redis' append-only file (appendfsync %s)", setting("appendfsync"))
	}
	replicas := setting("min-replicas-to-write")
	if replicas == "" || replicas == "0" {
		return "An acknowledged move is " + kept + "; no replica need have it."
	}
	return "An acknowledged move is " + kept + "; Redis takes moves only while " + replicas + " replicas follow it."
}
