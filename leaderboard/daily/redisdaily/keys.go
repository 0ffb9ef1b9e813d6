package redisdaily

import (
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
)

// keys names the package's keys in Redis. Each begins with the prefix. Those of a day and those of a player carry a
// tag, so that on a cluster a day's lie together; the secret stands alone.
type keys struct{ prefix string }

// secret is a string: what deals are drawn by, as bytes. It is written once and has no expiry, since with it the
// deals of days to come would be others.
func (k keys) secret() string { return k.prefix + "daily:secret" }

func (k keys) day(date leaderboard.Date) string { return k.prefix + "daily:{d:" + date.String() + "}:" }

// deals is a hash of a day's deals: a variant is the field of its deal, the code, a space, and the salt in
// hexadecimal; voidField and the variant is that of a 1 if it was voided. PEXPIREAT: daily.Life after the day, set
// with every write.
func (k keys) deals(date leaderboard.Date) string { return k.day(date) + "deals" }

// attempts is a hash of who has begun an attempt at a challenge: a player's id is the field of the room's code, a
// space, and when it began in Unix milliseconds. PEXPIREAT: daily.Life after the day, set with every write.
func (k keys) attempts(c daily.Challenge) string { return k.day(c.Date) + "attempts:" + c.Variant }

// history is a hash of what is kept of a player, in the fields below. PEXPIREAT: daily.Life after the last write,
// set with it.
func (k keys) history(player leaderboard.Player) string {
	return k.prefix + "daily:{p:" + string(player) + "}:history"
}

// Fields of a history. Those of its entries are challenges, such as 2026-11-30/KL1-D3N, each with the result as
// entryText writes it. The two scripts know these names too.
const (
	fieldVersion = "version" // in decimal; missing means 0
	fieldOffset  = "offset"  // in minutes; missing where it is not set
	fieldRemoved = "removed" // in Unix milliseconds; missing where nothing was ever taken out
)

// voidField begins the fields of what is voided: before a variant among a day's deals, before a challenge in a
// history.
const voidField = "void:"
