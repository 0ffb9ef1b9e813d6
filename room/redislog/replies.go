package redislog

import (
	"errors"
	"fmt"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/room"
)

// notAbove is how Redis refuses an entry whose id is not above the last one.
const notAbove = "ERR The ID specified in XADD is equal or smaller than the target stream top item"

// refusals are the replies to a write that was not carried out, by their first word. elsewhere says of
// each whether the server may no longer be the master that it was: entries that it has acknowledged may
// then be gone when it is one again.
var refusals = map[string]struct{ elsewhere bool }{
	"OOM":         {},
	"MISCONF":     {},
	"NOREPLICAS":  {},
	"TRYAGAIN":    {},
	"ASK":         {elsewhere: true},
	"MOVED":       {elsewhere: true},
	"READONLY":    {elsewhere: true},
	"MASTERDOWN":  {elsewhere: true},
	"CLUSTERDOWN": {elsewhere: true},
	"LOADING":     {elsewhere: true},
}

// meaning turns an error of a write into what the stores of package room answer. What is neither
// room.ErrNotAbove nor room.ErrNotWritten is unknown, and left as it is.
func meaning(err error) error {
	var reply redis.Error
	if !errors.As(err, &reply) {
		return err
	}
	if strings.HasPrefix(reply.Error(), notAbove) {
		return room.ErrNotAbove
	}
	if _, known := refusals[firstWord(reply)]; known {
		return notWritten(err)
	}
	return err
}

// notWritten says why an entry was not written.
func notWritten(reason error) error { return fmt.Errorf("%w: %w", room.ErrNotWritten, reason) }

// isElsewhere reports whether an error says that the key is with another server now, or may be.
func isElsewhere(err error) bool {
	var reply redis.Error
	return errors.As(err, &reply) && refusals[firstWord(reply)].elsewhere
}

// isBroken reports whether an error leaves open what becomes of the connection's further commands: it
// is no reply of Redis.
func isBroken(err error) bool {
	var reply redis.Error
	return err != nil && !errors.As(err, &reply)
}

func firstWord(reply redis.Error) string {
	word, _, _ := strings.Cut(reply.Error(), " ")
	return word
}
