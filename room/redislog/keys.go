package redislog

import (
	"strconv"

	"github.com/samedeal/samedeal/room"
)

// keys names the package's keys in Redis. Each begins with the prefix. The keys of a room carry its
// tag, so that a cluster has them on one master and a script may touch several; all others stand alone.
//
// The keys of a room expire when the room does, at the instant that Expire gave last.
type keys struct{ prefix string }

func (k keys) room(code room.Code) string { return k.prefix + "{r:" + string(code) + "}:" }

// seat is a stream: the log of a seat, an entry's bytes in the field fieldEntry. PEXPIREAT: set with
// the entry that begins it, and by Expire.
func (k keys) seat(id room.SeatID) string {
	return k.room(id.Room) + "seat:" + strconv.Itoa(id.Seat) + ":log"
}

// events is a stream: the log of a room, event n under the id 0-n, its bytes in the field fieldEntry.
// PEXPIREAT: set with each event, and by Expire.
func (k keys) events(code room.Code) string { return k.room(code) + "log" }

// here is a sorted set of the players in a room, by when they were last heard of, in milliseconds of
// Unix time by the clock of its master. PEXPIREAT: presenceLife after each use, since a player who is
// not noted again is gone by then; and by Expire.
func (k keys) here(code room.Code) string { return k.room(code) + "here" }

// due is a sorted set of rooms, by the instant at which something must happen to them, in milliseconds
// of Unix time. It never expires: it is how a room is found of which no node thinks any more, and
// a node takes a room out when all is done, or when there is no such room.
func (k keys) due() string { return k.prefix + "rooms:due" }

// listed is a sorted set of the rooms that are shown to everybody, by the end of their listing, in
// milliseconds of Unix time; each use takes out those past it. PEXPIREAT: the latest of these ends.
func (k keys) listed() string { return k.prefix + "rooms:listed" }

// count is a string, the number of codes given out. It never expires: with it, codes would come again.
func (k keys) count() string { return k.prefix + "rooms:count" }

// secret is a string, secretBytes drawn at random, by which the count is made a code. It is written once
// and never expires: under another one, codes would come again.
func (k keys) secret() string { return k.prefix + "rooms:secret" }

// once is a string, the code of the room that was made for a player's request. The length keeps apart
// what would read the same together. SET with EXAT: a day after it is made.
func (k keys) once(player room.PlayerID, request string) string {
	return k.prefix + "once:" + strconv.Itoa(len(player)) + ":" + string(player) + ":" + request
}

// race is a string, the code of the room that a player races in. SET with EXAT: the race's limit.
func (k keys) race(player room.PlayerID) string { return k.prefix + "race:" + string(player) }

// bell is a channel, not a key: its messages are the node that rings and the codes of rooms, with a space
// between.
func (k keys) bell() string { return k.prefix + "bell" }

const fieldEntry = "e"
