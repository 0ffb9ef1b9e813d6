package deals

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"go.uber.org/zap"
)

const (
	// hopelessAfter is how many deals of a kind in a row were not won when the kind is left alone, for
	// hopelessFor: few deals can be won.
	hopelessAfter = 32
	hopelessFor   = time.Hour
	// storeTime bounds one thing that the worker does with the store.
	storeTime = 5 * time.Second
	// mostAsked is how many kinds are stocked that are not always. There are fewer.
	mostAsked = 64
)

// filler is what the worker knows of the kinds.
type filler struct {
	*Stock
	misses map[kind]int       // how many deals in a row were not won
	until  map[kind]time.Time // it is left alone until then
}

// refill fills the stocks until the context is done.
func (s *Stock) refill(ctx context.Context) {
	f := &filler{Stock: s, misses: map[kind]int{}, until: map[kind]time.Time{}}
	for ctx.Err() == nil {
		k, short, err := f.emptiest(ctx)
		if err == nil && short {
			err = f.addOne(ctx, k)
		}
		if ctx.Err() == nil {
			s.failed(err)
		}
		if err == nil && short {
			s.rest(ctx, s.config.Pause, nil)
		} else {
			s.rest(ctx, s.config.Every, s.taken)
		}
	}
}

// rest waits until the time is over, or something comes out of wake or the context is done.
func (s *Stock) rest(ctx context.Context, d time.Duration, wake <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-wake:
	case <-ctx.Done():
	}
}

// emptiest gives the kind whose stock has the fewest deals, if it has too few.
func (f *filler) emptiest(ctx context.Context) (kind, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	now := f.config.Now()
	asked, err := f.config.Demand.Asked(ctx, now)
	if err != nil {
		return kind{}, false, fmt.Errorf("read which deals are asked for: %w", err)
	}
	kinds := f.kinds(asked, now)
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	counts, err := f.config.Store.Counts(ctx, names)
	if err != nil {
		return kind{}, false, fmt.Errorf("count the deals in stock: %w", err)
	}
	best, least := kind{}, f.config.Keep
	for i, count := range counts {
		if count < least {
			best, least = kinds[i], count
		}
	}
	return best, least < f.config.Keep, nil
}

// kinds lists in any order what is to be stocked: what always is and what was asked for, but for what is left
// alone.
func (f *filler) kinds(asked []string, now time.Time) []kind {
	listed := map[kind]bool{}
	var kinds []kind
	add := func(k kind) {
		if !listed[k] && !now.Before(f.until[k]) {
			kinds = append(kinds, k)
		}
		listed[k] = true
	}
	for _, k := range f.always {
		add(k)
	}
	for _, name := range asked[:min(len(asked), mostAsked)] {
		if k, known := parseKind(name); known {
			add(k)
		}
	}
	rand.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	return kinds
}

// addOne looks at one deal, and puts it into its stock if it can be won.
func (f *filler) addOne(ctx context.Context, k kind) error {
	code, err := k.draw(f.config.Random)
	if err != nil {
		return err
	}
	won := f.canBeWon(ctx, code, f.config.Budget, workerMemory)
	now := f.config.Now()
	if !won {
		if f.misses[k]++; f.misses[k] >= hopelessAfter {
			f.misses[k], f.until[k] = 0, now.Add(hopelessFor)
			f.config.Log.Info("few deals can be won; they are not stocked for a while", zap.Stringer("stock", k))
		}
		return nil
	}
	f.misses[k] = 0
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	if err := f.config.Store.Add(ctx, k.String(), code.String(), now.Add(Life)); err != nil {
		return fmt.Errorf("add a deal to %s: %w", k, err)
	}
	return nil
}
