package daily

import (
	"context"
	"time"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

const (
	// Life is how long a day and its attempts are kept after it is over, and a player's history after what was
	// noted in it last.
	Life = 800 * 24 * time.Hour
	// SecretBytes is the least length of the secret that deals are drawn by.
	SecretBytes = 32
)

// A Challenge is one of the deals of a day. Challenges are compared by ==.
type Challenge struct {
	Date    leaderboard.Date
	Variant string // KL1-D3N
}

func (c Challenge) String() string { return c.Date.String() + "/" + c.Variant }

// until is when what is kept of a challenge by its day expires.
func (c Challenge) until() time.Time { return c.Date.End().Add(Life) }

// A Deal is what is kept of a challenge. The zero Deal is of one that has none.
type Deal struct {
	Code engine.Code
	Salt []byte
	// Voided says that the challenge was taken out of the boards.
	Voided bool
}

// An Attempt is a player's one ranked attempt at a challenge, from its beginning on. The zero Attempt is of who
// has not begun.
type Attempt struct {
	// Room is the code of the room that it is played in.
	Room string
	// Begun is in whole milliseconds.
	Begun time.Time
}

// An Entry is what a player's history says of a challenge.
type Entry struct {
	// Begun is when the attempt began, in whole milliseconds; zero if there is no result.
	Begun time.Time
	// Result is nil if there is none: the challenge was voided before it was noted.
	Result *samedealv1.Result
	// Voided says that the result counts for nothing.
	Voided bool
}

// A History is all that is kept of a player, as of one instant. The zero History is of who has done nothing.
type History struct {
	// Version is higher with each change of the entries.
	Version uint64
	Entries map[Challenge]Entry
	// Offset is that of the clock by which the player's days end, in minutes from UTC, if it is set.
	Offset    int
	OffsetSet bool
	// Removed is when all before was taken out, in whole milliseconds: what was begun by then is not noted
	// again. It is zero if that never was.
	Removed time.Time
}

// Deals keeps the deals of days, for all nodes of a service. Each method of this interface and the next two is one
// atomic step unless it says otherwise, may be called from any number of goroutines and nodes at once, and may be
// called again when an answer was lost. Errors are the store's own: whether something was written is then unknown,
// and doing it again does no harm.
type Deals interface {
	// Secret gives the secret that is kept, for ever, or keeps this fresh one if there is none. All callers get
	// the same.
	Secret(ctx context.Context, fresh []byte) ([]byte, error)
	// Days gives the deals of each of the dates by their variants, each date as of an instant of its own.
	Days(ctx context.Context, dates ...leaderboard.Date) ([]map[string]Deal, error)
	// Keep gives the deal that is kept of the challenge, or keeps this one, until then, if there is none.
	Keep(ctx context.Context, c Challenge, d Deal, until time.Time) (Deal, error)
	// Void marks a challenge that has a deal, for good, and keeps the day until then.
	Void(ctx context.Context, c Challenge, until time.Time) error
}

// Attempts keeps who has begun an attempt at which challenge, by challenges.
type Attempts interface {
	// Begin gives the attempt that the player has begun, or notes this one, until then, if there is none.
	Begin(ctx context.Context, c Challenge, player leaderboard.Player, a Attempt, until time.Time) (Attempt, error)
	// Attempts gives the player's attempts at the challenges, each as of an instant of its own.
	Attempts(ctx context.Context, player leaderboard.Player, challenges ...Challenge) ([]Attempt, error)
	// Players gives who has begun an attempt at the challenge, in no order.
	Players(ctx context.Context, c Challenge) ([]leaderboard.Player, error)
	// Drop forgets the player's attempts at the challenges, one after another.
	Drop(ctx context.Context, player leaderboard.Player, challenges ...Challenge) error
}

// Histories keeps what players have done, each player apart. All but History keep the whole of the history until the
// instant given.
type Histories interface {
	// History gives a player's history.
	History(ctx context.Context, player leaderboard.Player) (History, error)
	// Note notes an entry's result, unless there is one or the attempt was begun by the time all was removed; and
	// that the entry is voided, if it is. It gives the history as it then is; its version is the same as before
	// only if its entries are.
	Note(ctx context.Context, player leaderboard.Player, c Challenge, e Entry, until time.Time) (History, error)
	// SetOffset sets the player's offset unless it has been set, and gives the history as it then is.
	SetOffset(ctx context.Context, player leaderboard.Player, minutes int, until time.Time) (History, error)
	// Remove takes out all entries and the offset, and notes when; an earlier instant than was noted before
	// changes that no more. It gives the history as it was before, but with the version that it has then.
	Remove(ctx context.Context, player leaderboard.Player, at, until time.Time) (History, error)
}

// Store is all that a Challenges keeps.
type Store interface {
	Deals
	Attempts
	Histories
}
