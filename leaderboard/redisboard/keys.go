package redisboard

import "github.com/samedeal/samedeal/leaderboard"

// keys names the package's keys in Redis. Each begins with the prefix. The keys of a board carry its tag,
// so that a cluster has them on one master and a script may touch all of them; those of a player's index
// likewise.
//
// All keys of a board have one expiry, PEXPIREAT: the instant that came with the last submission, removal, voiding or repair.
// All keys of a player's index have one too: that of the last note or removal.
type keys struct{ prefix string }

func (k keys) board(b leaderboard.Board, name string) string {
	return k.prefix + "{b:" + b.String() + "}:" + name
}

// The names of a board's keys.
const (
	// Sorted sets of players by their keys in each ranking, which are whole numbers below 2^53.
	nameScore = "score"
	nameFirst = "first"
	// Hashes by player: the row of the player's best game by score and time, a StoredRow without its game,
	// or on boards of sums a StoredTotal; and the game, a StoredRow with nothing else. One after the other
	// they are the whole StoredRow.
	nameRows  = "rows"
	nameGames = "games"
	// The same of the best game by first home, only where that is another.
	nameFirstRows  = "first-rows"
	nameFirstGames = "first-games"
	// seen is a hash by player, on boards of a deal: the room and seat of the first game that was submitted.
	nameSeen = "seen"
	// versions is a hash by player, on boards of sums: the newest total's version, in 20 digits.
	nameVersions = "versions"
	// removed is a hash by player: the instant, in Unix milliseconds, up to which games are refused.
	nameRemoved = "removed"
	// void is a hash by player of the rows that were taken off with the board, empty for who was settled since. It has the
	// field "" too, so that it is there if there were none: while it is, the board takes nothing.
	nameVoid = "void"
	// attempts is a string, on boards of a deal: the date of the daily that a game there was an attempt at.
	nameAttempts = "attempts"
)

// names is the order in which the scripts are given all keys of a board; board.lua names them again.
var names = []string{
	nameScore, nameFirst, nameRows, nameGames, nameFirstRows, nameFirstGames,
	nameSeen, nameVersions, nameRemoved, nameVoid, nameAttempts,
}

// all gives the names of all keys of a board, in the order of names.
func (k keys) all(b leaderboard.Board) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = k.board(b, name)
	}
	return all
}

func (k keys) player(p leaderboard.Player, name string) string {
	return k.prefix + "{boards:" + string(p) + "}:" + name
}

// noted is a sorted set of the ids of boards that a player may have a row on, by when each board is gone, in
// Unix milliseconds, +inf for one that may be kept longer than this index; each note takes out those that are gone.
func (k keys) noted(p leaderboard.Player) string { return k.player(p, "noted") }

// leaving is such a set, of the boards that the player is being taken off. It is there while that is going on.
func (k keys) leaving(p leaderboard.Player) string { return k.player(p, "leaving") }

// gone is a string: the instant, in Unix milliseconds, up to which the player's games were removed.
func (k keys) gone(p leaderboard.Player) string { return k.player(p, "gone") }

// index gives the names of all keys of a player's index.
func (k keys) index(p leaderboard.Player) []string {
	return []string{k.noted(p), k.leaving(p), k.gone(p)}
}
