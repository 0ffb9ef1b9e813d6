// Package redisdaily keeps the daily challenge in Redis: it is the daily.Store of every service, on a single server,
// on a cluster and on the embedded store. The file keys.go names what it keeps there; deals.go, attempts.go and
// histories.go have the methods of one interface each, and text.go what is written in the values.
//
// Each method is one command, one MULTI or one script on one key, but for those that read of several days, which read
// each in a command of its own. The client may repeat any whose answer was lost.
package redisdaily

import (
	"github.com/redis/go-redis/v9"
)

// A Store is a daily.Store on Redis.
type Store struct {
	client redis.UniversalClient
	keys   keys
}

// New gives a store on that client, which stays the caller's to close. All its keys begin with the prefix, so that
// several services may share one Redis; it may be empty.
func New(client redis.UniversalClient, prefix string) *Store {
	return &Store{client: client, keys: keys{prefix: prefix}}
}
