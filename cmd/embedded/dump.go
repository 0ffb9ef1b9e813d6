package embedded

import (
	"iter"
	"maps"
	"slices"
	"strconv"

	"github.com/alicebob/miniredis/v2"
)

// chunk is how many words of a key's value go into one command.
const chunk = 512

// dump gives commands that make the live data anew in an empty database. Nothing may write
// meanwhile.
func (d *database) dump() iter.Seq2[command, error] {
	return func(yield func(command, error) bool) {
		db := d.redis.DB(0)
		for _, key := range db.Keys() {
			commands, err := valueOf(db, key)
			if err != nil {
				yield(nil, err)
				return
			}
			if at, ok := d.expiry(db, key); ok {
				commands = append(commands, command{"PEXPIREAT", key, strconv.FormatInt(at, 10)})
			}
			for _, c := range commands {
				if !yield(c, nil) {
					return
				}
			}
		}
	}
}

// valueOf gives the commands that make a key.
func valueOf(db *miniredis.RedisDB, key string) ([]command, error) {
	switch kind := db.Type(key); kind {
	case "string":
		value, err := db.Get(key)
		return []command{{"SET", key, value}}, err
	case "list":
		elements, err := db.List(key)
		return chunks(elements, "RPUSH", key), err
	case "set":
		members, err := db.Members(key)
		return chunks(members, "SADD", key), err
	case "hash":
		pairs, err := hashOf(db, key)
		return chunks(pairs, "HSET", key), err
	case "zset":
		pairs, err := sortedSetOf(db, key)
		return chunks(pairs, "ZADD", key), err
	case "stream":
		entries, err := db.Stream(key)
		commands := make([]command, len(entries))
		for i, e := range entries {
			commands[i] = append(command{"XADD", key, e.ID}, e.Values...)
		}
		return commands, err
	default:
		return nil, &RefusedError{Command: "a key of type " + kind, Reason: notSupported}
	}
}

func chunks(words []string, start ...string) []command {
	var commands []command
	for part := range slices.Chunk(words, chunk) {
		commands = append(commands, slices.Concat(start, part))
	}
	return commands
}

func hashOf(db *miniredis.RedisDB, key string) ([]string, error) {
	fields, err := db.HKeys(key)
	pairs := make([]string, 0, 2*len(fields))
	for _, field := range fields {
		pairs = append(pairs, field, db.HGet(key, field))
	}
	return pairs, err
}

func sortedSetOf(db *miniredis.RedisDB, key string) ([]string, error) {
	scores, err := db.SortedSet(key)
	pairs := make([]string, 0, 2*len(scores))
	for _, member := range slices.Sorted(maps.Keys(scores)) {
		pairs = append(pairs, strconv.FormatFloat(scores[member], 'g', -1, 64), member)
	}
	return pairs, err
}
