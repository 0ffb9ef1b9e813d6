package room

import (
	"context"
	"errors"
	"time"
)

// Code is a room's code, six letters that are easy to read aloud.
type Code string

// PlayerID names a player; who that is, is not this package's business.
type PlayerID string

// SeatID names a seat: its room, and its place in it from 0.
type SeatID struct {
	Room Code
	Seat int
}

// SeatStore keeps the logs of seats. Whatever it answers, or fails to answer, no entry may change
// once it is written; but the store may come back from a failure without the entries written last.
type SeatStore interface {
	// Append adds an entry whose id is above that of the last one. Unless create is zero it begins a log
	// that is not there, and has it expire then. ErrNotAbove, ErrNotWritten and ErrNoLog say that the
	// entry was not added by this call; after any other error it may have been, and may yet be.
	Append(ctx context.Context, seat SeatID, e Entry, create time.Time) (Appended, error)
	// Entries gives the entries of a log from an id on; none if there is no log.
	Entries(ctx context.Context, seat SeatID, from EntryID) ([]Entry, error)
}

// Appended is what the store tells of an entry that it added.
type Appended struct {
	// Length is how many entries the log has now.
	Length int64
	// Connection tells connections to the store apart. On a new one, the store may have forgotten.
	Connection uint64
}

// EventStore keeps the logs of rooms. They have no owner: whoever has read a log to its end may add to
// it, and of two at once, one is told to read again.
type EventStore interface {
	// AppendEvent adds event n, counted from 1, if the log's last event is still last, byte for byte;
	// nil stands for an empty log. Otherwise it fails with ErrNotAbove. ErrNotWritten is as for
	// SeatStore; after any other error the event may have been added. The log expires at the given time.
	AppendEvent(ctx context.Context, room Code, n uint64, event, last []byte, expires time.Time) error
	// Events gives the events of a log from number n on; none if there is no log.
	Events(ctx context.Context, room Code, n uint64) ([][]byte, error)
	// Expire has all keys of a room expire then, those of so many seats among them.
	Expire(ctx context.Context, room Code, seats int, at time.Time) error
	// Now is the time by the clock of the room's store.
	Now(ctx context.Context, room Code) (time.Time, error)
}

// Schedule is when something must happen to which room. Any node may see to it, more than one at once.
type Schedule interface {
	// Set puts a room's next instant, instead of one put before.
	Set(ctx context.Context, room Code, at time.Time) error
	// Postpone puts a room's next instant if it has one, and that is not after seen: one that somebody else
	// has put since stays. It reports whether it was put.
	Postpone(ctx context.Context, room Code, seen, to time.Time) (bool, error)
	// Clear takes a room out.
	Clear(ctx context.Context, room Code) error
	// Due gives the rooms whose instant is not after now, the longest due first, at most so many.
	Due(ctx context.Context, now time.Time, most int) ([]Code, error)
}

// Presence is who has been heard of in a room lately.
type Presence interface {
	// Here notes that these players are in the room now, by the clock of the room's store.
	Here(ctx context.Context, room Code, players []PlayerID) error
	// Present gives the players noted in the last 30 s.
	Present(ctx context.Context, room Code) ([]PlayerID, error)
}

// Bell tells other nodes that there is something new in a room. It may be lost, and says nothing more:
// whoever hosts the room reads its logs.
type Bell interface {
	// Ring rings for rooms, as this node. A node's name has no space in it.
	Ring(ctx context.Context, node string, rooms ...Code) error
	// Hear calls heard for each room that another node rings for, until the context is done. It calls lost
	// after each time that it may have missed some.
	Hear(ctx context.Context, node string, heard func(Code), lost func()) error
}

// Races is which race a player is in. It is a courtesy, so that nobody forgets a race by starting another,
// and no promise hangs on it.
type Races interface {
	// Enter notes that a player races in a room until then.
	Enter(ctx context.Context, player PlayerID, room Code, until time.Time) error
	// Where gives the room that was noted for a player, "" if there is none.
	Where(ctx context.Context, player PlayerID) (Code, error)
	// Leave forgets that a player races in this room.
	Leave(ctx context.Context, player PlayerID, room Code) error
}

// Directory finds rooms.
type Directory interface {
	// NewCode gives a code that no room has had before.
	NewCode(ctx context.Context) (Code, error)
	// Once gives the room that was made for this player's request before, or notes that it is this one,
	// for a day.
	Once(ctx context.Context, player PlayerID, request string, room Code) (Code, error)
	// List puts a room among the listed ones until then, or if that has passed takes it out; Listed gives the
	// newest of them.
	List(ctx context.Context, room Code, until time.Time) error
	Listed(ctx context.Context, most int) ([]Code, error)
}

// What a store answers when it did not add an entry.
var (
	// ErrNotAbove: the log has an entry with this id or a higher one.
	ErrNotAbove = errors.New("the log has gone past this entry")
	// ErrNotWritten: the store cannot take it now.
	ErrNotWritten = errors.New("the store cannot write now")
	// ErrNoLog: the log is not there, and was not to be begun.
	ErrNoLog = errors.New("there is no such log")
)
