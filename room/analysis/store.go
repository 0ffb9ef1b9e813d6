package analysis

import (
	"context"
	"time"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Life is how long what was found is kept.
const Life = 30 * 24 * time.Hour

// Store keeps what was found. Its methods may be called from any number of goroutines.
type Store interface {
	// Get gives what was put under the key; nil if that is nothing, or nothing that can be read.
	Get(ctx context.Context, key string) (*samedealv1.AnalyseSeatResponse, error)
	// Put keeps it until then, in place of what was there.
	Put(ctx context.Context, key string, found *samedealv1.AnalyseSeatResponse, until time.Time) error
}
