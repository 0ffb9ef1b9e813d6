package deals

import (
	"context"
	"time"
)

const (
	// Life is how long a stock is kept after a deal was put in.
	Life = 30 * 24 * time.Hour
	// AskedLife is how long something that was asked for is stocked.
	AskedLife = 24 * time.Hour
	// TakenLife is for how long a stock remembers a deal that was taken, and does not take it in again: a
	// command whose answer was lost may be sent again.
	TakenLife = time.Hour
)

// Store keeps the stocks, each under a name. Its methods may be called from any number of goroutines, on any
// number of nodes.
type Store interface {
	// Take takes a deal's code out of a stock, and gives it to nobody else; "" if there is none. now is when,
	// as far as TakenLife goes.
	Take(ctx context.Context, stock string, now time.Time) (string, error)
	// Add puts a deal's code into a stock, which is kept until then. One that is in it, or was taken less
	// than TakenLife ago, is not put in again.
	Add(ctx context.Context, stock, code string, until time.Time) error
	// Counts says how many deals each of these stocks has.
	Counts(ctx context.Context, stocks []string) ([]int, error)
}

// Demand remembers what has been asked for. Its methods may be called from any number of goroutines.
type Demand interface {
	// Ask notes that a stock was asked for.
	Ask(ctx context.Context, stock string, now time.Time) error
	// Asked gives the stocks that were asked for less than AskedLife before now, in any order.
	Asked(ctx context.Context, now time.Time) ([]string, error)
}
