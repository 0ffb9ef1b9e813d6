package deals

import (
	"context"
	"time"

	"github.com/samedeal/samedeal/engine"
)

const (
	// spotTries is how many deals a call looks at, and spotEach how many states it looks at to solve one of
	// them. A deal that is not won soon takes long, so that many short tries find one where few long ones
	// may not. In all it is less than a tenth of a second.
	spotTries        = 20
	spotEach  uint64 = 4000
	// spotTime is the longest that a call looks, waiting for its turn counted.
	spotTime = 300 * time.Millisecond
	// spotAtOnce is how many calls look at once; others wait.
	spotAtOnce = 2
)

// onTheSpot looks for a deal that is soon won.
func (s *Stock) onTheSpot(ctx context.Context, k kind) (engine.Code, bool, error) {
	within, cancel := context.WithTimeout(ctx, spotTime)
	defer cancel()
	select {
	case s.spot <- struct{}{}:
		defer func() { <-s.spot }()
	case <-within.Done():
		return engine.Code{}, false, ctx.Err()
	}
	for try := 0; try < spotTries && within.Err() == nil; try++ {
		code, err := k.draw(s.config.Random)
		if err != nil {
			return engine.Code{}, false, err
		}
		if s.canBeWon(within, code, spotEach, spotMemory) {
			return code, true, nil
		}
	}
	return engine.Code{}, false, ctx.Err()
}
