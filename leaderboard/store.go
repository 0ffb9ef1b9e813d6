package leaderboard

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// A Player is a player's id: whose a row is.
type Player string

// What a store refuses. It is final: the same submission is refused again.
var (
	ErrVoid    = errors.New("the board is void")
	ErrRemoved = errors.New("the player's games up to then were taken off the boards")
)

// A Store keeps boards. Package leaderboard/boardtest holds an implementation to what is said here.
//
// Each method that names a board is one step: no other call sees it half done, and what it gives is of one
// instant. All that a store keeps of a board is gone at the expiry that was given last. Every method may be
// called again with the same arguments, if it is not known whether it was done.
type Store interface {
	Rows
	Index
	Moderation
	Repair
}

// Rows takes results and shows them.
type Rows interface {
	// Submit keeps a game on a board: in each ranking in which its key is lower than that of the player's
	// game there, or in which there is none. first reports whether it is the first game of the player that
	// was ever submitted there; of a board of another kind than Deal, it is always true. On a board of a deal a
	// later one is kept as one on a known deal. It fails with ErrVoid and ErrRemoved, and then has kept
	// nothing.
	Submit(ctx context.Context, b Board, s Submission, until time.Time) (first bool, err error)
	// SubmitTotal keeps a player's total on a board of sums, if its version is higher than that of every one
	// submitted before. A total without days takes the player's row off. It fails with ErrVoid.
	SubmitTotal(ctx context.Context, b Board, t TotalSubmission, until time.Time) error
	// View gives a part of a board; an empty one if there is nothing.
	View(ctx context.Context, b Board, v View) (*Snapshot, error)
}

// Index remembers which boards a player may have a row on, and up to when their games were removed.
type Index interface {
	// Note adds boards to a player's, and drops those that are gone now. It gives the instant up to which
	// their games were removed; the zero Time if none were.
	Note(ctx context.Context, player Player, boards []Noted, now, until time.Time) (removed time.Time, err error)
	// BeginRemoval gives all boards that were noted, and remembers the instant as the one up to which the
	// player's games are removed; an earlier one does not replace a later. Until EndRemoval it gives the same
	// boards again, with those noted since.
	BeginRemoval(ctx context.Context, player Player, at, until time.Time) ([]Board, error)
	// EndRemoval forgets the boards that BeginRemoval gave. Those noted since stay.
	EndRemoval(ctx context.Context, player Player) error
	// Deals gives the boards of a variant's deals that were noted and not given by BeginRemoval: all that are there
	// from the beginning to the end, some perhaps twice, in no order, and a bounded number at a time. An error comes last.
	Deals(ctx context.Context, player Player, v *engine.Variant) iter.Seq2[Board, error]
}

// Moderation takes rows off for good.
type Moderation interface {
	// TakeOff takes a player's row off a board and reports whether there was one. From then on games that
	// began up to the instant are refused there.
	TakeOff(ctx context.Context, b Board, player Player, at, until time.Time) (had bool, err error)
	// Void takes all rows off a board, and has all that is submitted to it refused. It gives the rows, without
	// their games; again it gives the same, without those of players that were taken off since, and of those that were
	// settled the player alone.
	Void(ctx context.Context, b Board, until time.Time) ([]Voided, error)
	// Settle remembers, until the board is gone, that all that follows for a player from the board being void is done. It
	// changes nothing of who has no row among those that Void gives.
	Settle(ctx context.Context, b Board, player Player) error
	// IsVoid reports whether a board is void.
	IsVoid(ctx context.Context, b Board) (bool, error)
}

// Repair reads and writes what is kept as it is, whether it makes sense or not.
type Repair interface {
	// Players gives everybody who has a row in any ranking, in no order.
	Players(ctx context.Context, b Board) ([]Player, error)
	// Load gives what is kept of a player.
	Load(ctx context.Context, b Board, player Player) (Kept, error)
	// Replace keeps new rows of a player in the place of those of old, and reports whether it did: not if
	// what is kept is not what it was when old was loaded.
	Replace(ctx context.Context, b Board, player Player, old, with Kept, until time.Time) (bool, error)
}

// Keys are the keys of a result or total in the rankings.
type Keys struct {
	ScoreAndTime, FirstHome int64
}

// A Submission is a game for a board.
type Submission struct {
	Player Player
	Keys   Keys
	Row    *samedealv1.StoredRow
}

// A TotalSubmission is a total for a board of sums.
type TotalSubmission struct {
	Player Player
	// Keys are of no meaning if the total has no days.
	Keys  Keys
	Total *samedealv1.StoredTotal
}

// A View says which rows of a board are wanted. Its zero value but for the ranking wants none of them.
type View struct {
	Ranking samedealv1.Ranking
	// Part is which rows: BOARD_PART_PAGE from From on; BOARD_PART_AROUND_ME those around Me's; or
	// BOARD_PART_FRIENDS those of Players, each of whom is named once.
	Part samedealv1.BoardPart
	// From counts rows from 0.
	From int
	// Most is how many rows are given at most.
	Most    int
	Players []Player
	// Me is whose row is given as Mine; empty for nobody.
	Me Player
	// WithGames wants the rows with their games.
	WithGames bool
}

// A Snapshot is a part of a board at one instant.
type Snapshot struct {
	// Ranked is how many rows the board has, and Won how many of them with a win.
	Ranked, Won int
	// Rows have the lower keys first; those of equal keys are in the order of the players' ids.
	Rows []Standing
	// Mine is nil if there is no such row. It has no game.
	Mine *Standing
	// Attempts is, of a board of a deal, the date of the daily challenge that a row's game was an attempt at;
	// empty if none was.
	Attempts string
}

// A Standing is a row and where it stands.
type Standing struct {
	Player Player
	// Lower is how many rows have a lower key.
	Lower int
	Key   int64
	// Row is set but on boards of sums; on these it is Total.
	Row   *samedealv1.StoredRow
	Total *samedealv1.StoredTotal
}

// A Noted is a board of a player's index.
type Noted struct {
	Board Board
	// Until is when the board is gone; the zero Time for one that may be kept as long as anybody plays.
	Until time.Time
}

// A Voided is a row that was taken off with its board. Row is nil on boards of sums, and if the player was settled.
type Voided struct {
	Player Player
	Row    *samedealv1.StoredRow
}

// Kept is what is kept of a player on a board: in each ranking a row, or none.
type Kept struct {
	ScoreAndTime, FirstHome *KeptRow
	// Stamp tells it apart from what is kept at another time. It is the store's to set and read.
	Stamp string
}

// A KeptRow is a row as it is kept. Row and Total are both nil if it cannot be read.
type KeptRow struct {
	Key   int64
	Row   *samedealv1.StoredRow
	Total *samedealv1.StoredTotal
}
