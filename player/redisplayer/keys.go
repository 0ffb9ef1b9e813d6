package redisplayer

import "github.com/samedeal/samedeal/player"

// keys names the package's keys in Redis. Each begins with the prefix, and stands alone, so that on a
// cluster they may lie anywhere; only those of codes carry a tag, since two of them are written
// together.
type keys struct{ prefix string }

// signing is a string: the key that tokens are signed with, as bytes. It is written once and has no
// expiry, since with it every player's token would go.
func (k keys) signing() string { return k.prefix + "player:key" }

// record is a hash of what is remembered of a player, in the fields below. EXPIREAT: the last use and
// player.RecordLife, set in one step with every write and every read that lets somebody in.
func (k keys) record(id player.ID) string { return k.prefix + "player:" + string(id) }

const (
	fieldName       = "name"       // missing where the player was forgotten
	fieldGeneration = "generation" // in decimal; missing means 0
	fieldRequest    = "request"    // the one that raised the generation last
	fieldBan        = "ban"        // its end in Unix seconds, a space, its reason; missing where there is none
)

// codes is what the keys of all codes for other devices begin with.
func (k keys) codes() string { return k.prefix + "player:{codes}:" }

// code is a string: the id, the generation and the expiry in Unix milliseconds of the player whose code
// it is, with spaces between. PEXPIREAT: player.DeviceCodeLife after it is made.
func (k keys) code(code player.DeviceCode) string { return k.codes() + "code:" + string(code) }

// codeOf is a string: a player's code. PEXPIREAT: as the code's.
func (k keys) codeOf(id player.ID) string { return k.codes() + "of:" + string(id) }

// changed is a sorted set of the players whose standing has changed, by when, in Unix milliseconds; each
// write takes out what is older than player.ChangeLife. PEXPIREAT: player.ChangeLife after the last.
func (k keys) changed() string { return k.prefix + "player:changed" }

// reports is a sorted set of reports as JSON, by when they were made, in Unix milliseconds; each use
// takes out what is older than player.ReportLife. PEXPIREAT: player.ReportLife after the last.
func (k keys) reports() string { return k.prefix + "player:reports" }

// reported is a string: how many reports a player has made. PEXPIREAT: player.ReportWindow after the
// first of them.
func (k keys) reported(id player.ID) string { return k.prefix + "player:reported:" + string(id) }
