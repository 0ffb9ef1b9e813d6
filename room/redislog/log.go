package redislog

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/room"
)

// base is what the stores share.
type base struct {
	client  redis.UniversalClient
	masters masters
	keys    keys
}

// pageSize is how many entries of a log are asked for at once.
const pageSize = 1000

var errDamaged = errors.New("a log holds what no writer of it writes")

// entries reads a log from an id on.
func (b base) entries(ctx context.Context, key string, from room.EntryID) ([]room.Entry, error) {
	var entries []room.Entry
	start := from.String()
	for {
		page, err := b.client.XRangeN(ctx, key, start, "+", pageSize).Result()
		if err != nil {
			return nil, err
		}
		for _, message := range page {
			e, err := entryOf(message)
			if err != nil {
				return nil, err
			}
			entries = append(entries, e)
		}
		if len(page) < pageSize {
			return entries, nil
		}
		start = "(" + page[len(page)-1].ID
	}
}

func entryOf(message redis.XMessage) (room.Entry, error) {
	id, err := room.ParseEntryID(message.ID)
	if err != nil {
		return room.Entry{}, err
	}
	data, found := message.Values[fieldEntry].(string)
	if !found || len(message.Values) != 1 {
		return room.Entry{}, fmt.Errorf("entry %s: %w", id, errDamaged)
	}
	return room.Entry{ID: id, Data: []byte(data)}, nil
}

// now is the time by the clock of the master on which a key lives.
func (b base) now(ctx context.Context, key string) (time.Time, error) {
	master, err := b.masters.of(ctx, key)
	if err != nil {
		return time.Time{}, err
	}
	return master.Time(ctx).Result()
}

// score is how an instant stands in a sorted set: in milliseconds of Unix time.
func score(at time.Time) float64 { return float64(at.UnixMilli()) }

// bound is a score as the end of a range.
func bound(at time.Time) string { return strconv.FormatInt(at.UnixMilli(), 10) }
