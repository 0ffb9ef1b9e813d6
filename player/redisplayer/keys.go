package redisplayer

import (
	"strings"

	"github.com/samedeal/samedeal/player"
)

// keys names the package's keys in Redis. Each begins with the prefix, and stands alone, so that on a
// cluster they may lie anywhere; only those of codes carry a tag, since two of them are written
// together, and those that lie beside a player's record.
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

// beside is what the keys begin with that lie on the same master of a cluster as a player's record: their
// tag is the record's whole name, unless the prefix brings a tag to all.
func (k keys) beside(id player.ID) string {
	if strings.ContainsAny(k.prefix, "{}") {
		return k.record(id) + ":"
	}
	return "{" + k.record(id) + "}:"
}

// friends is a sorted set of the ids of those who are friends on a player's side, by when that was noted
// last, in Unix milliseconds. PEXPIREAT: player.RecordLife after it was added to; with every read of the
// record that lets its player in, the record's.
func (k keys) friends(id player.ID) string { return k.beside(id) + "friends" }

// blocked is a sorted set of the ids of those whom a player blocks, by when, in Unix milliseconds.
// PEXPIREAT: as the friends'.
func (k keys) blocked(id player.ID) string { return k.beside(id) + "blocked" }

// invitation is a string: the code that a player invites by now. It goes when the code is used. PEXPIREAT:
// player.InvitationLife after it is made.
func (k keys) invitation(id player.ID) string { return k.beside(id) + "invitation" }

// inviter is a string: the id of the player whose code it is. It goes when another takes its place that
// was not used. PEXPIREAT: player.InvitationLife after it is made.
func (k keys) inviter(code player.InvitationCode) string {
	return k.prefix + "player:invitation:" + string(code)
}

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
