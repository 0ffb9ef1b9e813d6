package redisplayer

import "github.com/samedeal/samedeal/player"

// keys names the package's keys in Redis. Each begins with the prefix, and stands alone: no command
// touches two of them, so on a cluster they may lie anywhere.
type keys struct{ prefix string }

// signing is a string: the key that tokens are signed with, as bytes. It is written once and has no
// expiry, since with it every player's token would go.
func (k keys) signing() string { return k.prefix + "player:key" }

// record is a hash of a player's fieldName and fieldGeneration. EXPIREAT: the last use and
// player.RecordLife, set in one transaction with every write and every read.
func (k keys) record(id player.ID) string { return k.prefix + "player:" + string(id) }

const (
	fieldName       = "name"       // missing where only the generation was ever raised
	fieldGeneration = "generation" // in decimal; missing means 0
)
