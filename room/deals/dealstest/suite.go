// Package dealstest is the suite that every store of deals must pass: Run holds an implementation to what the
// interfaces' comments promise. Memory is such a store, for tests of what stands on one.
package dealstest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/samedeal/samedeal/room/deals"
)

// Store is all that package deals asks of a store.
type Store interface {
	deals.Store
	deals.Demand
}

// callers is how many goroutines do the same thing at once.
const callers = 16

// Run runs the suite, each part of it on a store of its own that is empty.
func Run(t *testing.T, open func(t *testing.T) Store) {
	for _, p := range []struct {
		name string
		test func(t *testing.T, s Store)
	}{
		{"an empty stock has none", empty},
		{"what is added is taken once", takenOnce},
		{"stocks are apart", apart},
		{"takers at once get different deals", takersAtOnce},
		{"what is in it or was taken is not added again", addedAgain},
		{"what was taken long ago is forgotten", takenLongAgo},
		{"a stock expires", expires},
		{"what was asked for is known for a day", asked},
		{"a cancelled call says so", cancelled},
	} {
		t.Run(p.name, func(t *testing.T) { p.test(t, open(t)) })
	}
}

const stock, other = "KL1-D3N:long", "KL1-D3N"

func soon() time.Time { return time.Now().Add(time.Hour) }

func add(t *testing.T, s Store, stock string, codes ...string) {
	t.Helper()
	for _, code := range codes {
		if err := s.Add(t.Context(), stock, code, soon()); err != nil {
			t.Fatal(err)
		}
	}
}

func take(t *testing.T, s Store, stock string, now time.Time) string {
	t.Helper()
	code, err := s.Take(t.Context(), stock, now)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

func wantCounts(t *testing.T, s Store, want ...int) {
	t.Helper()
	counts, err := s.Counts(t.Context(), []string{stock, other})
	if err != nil || !slices.Equal(counts, want) {
		t.Fatalf("counts %d, %v; want %d", counts, err, want)
	}
}

func empty(t *testing.T, s Store) {
	if code := take(t, s, stock, time.Now()); code != "" {
		t.Errorf("took %q of an empty stock", code)
	}
	wantCounts(t, s, 0, 0)
	if counts, err := s.Counts(t.Context(), nil); err != nil || len(counts) != 0 {
		t.Errorf("of no stock the counts are %d, %v", counts, err)
	}
}

func takenOnce(t *testing.T, s Store) {
	add(t, s, stock, "A", "B", "C")
	wantCounts(t, s, 3, 0)
	var taken []string
	for n := range 3 {
		taken = append(taken, take(t, s, stock, time.Now()))
		wantCounts(t, s, 2-n, 0)
	}
	slices.Sort(taken)
	if !slices.Equal(taken, []string{"A", "B", "C"}) {
		t.Errorf("took %q", taken)
	}
	if code := take(t, s, stock, time.Now()); code != "" {
		t.Errorf("took %q when all had been taken", code)
	}
}

func apart(t *testing.T, s Store) {
	add(t, s, stock, "A")
	add(t, s, other, "A", "B")
	wantCounts(t, s, 1, 2)
	if code := take(t, s, stock, time.Now()); code != "A" {
		t.Errorf("took %q", code)
	}
	wantCounts(t, s, 0, 2)
}

// A deal that is given to two rooms is known to whoever played the first.
func takersAtOnce(t *testing.T, s Store) {
	const each = 20
	for n := range callers * each {
		add(t, s, stock, fmt.Sprint(n))
	}
	taken := make([][]string, callers)
	var work sync.WaitGroup
	for i := range callers {
		work.Go(func() {
			for range each {
				code, err := s.Take(t.Context(), stock, time.Now())
				if err != nil {
					t.Error(err)
				}
				taken[i] = append(taken[i], code)
			}
		})
	}
	work.Wait()
	all := slices.Sorted(slices.Values(slices.Concat(taken...)))
	if distinct := slices.Compact(slices.Clone(all)); len(distinct) != callers*each || distinct[0] == "" {
		t.Errorf("%d different deals were taken, the first %q; want %d", len(distinct), distinct[0], callers*each)
	}
}

// A command whose answer was lost is sent again, when another may have taken the deal.
func addedAgain(t *testing.T, s Store) {
	add(t, s, stock, "A", "A")
	wantCounts(t, s, 1, 0)
	now := time.Now()
	take(t, s, stock, now)
	add(t, s, stock, "A")
	wantCounts(t, s, 0, 0)
	if code := take(t, s, stock, now); code != "" {
		t.Errorf("%q was given twice", code)
	}
}

func takenLongAgo(t *testing.T, s Store) {
	add(t, s, stock, "A")
	now := time.Now()
	take(t, s, stock, now)
	take(t, s, stock, now.Add(deals.TakenLife+time.Second))
	add(t, s, stock, "A")
	wantCounts(t, s, 1, 0)
}

func expires(t *testing.T, s Store) {
	add(t, s, stock, "A")
	if err := s.Add(t.Context(), stock, "B", time.Now().Add(-time.Second)); err != nil {
		t.Fatal(err)
	}
	wantCounts(t, s, 0, 0)
}

func asked(t *testing.T, s Store) {
	now := time.Now()
	ask := func(stock string, at time.Time) {
		t.Helper()
		if err := s.Ask(t.Context(), stock, at); err != nil {
			t.Fatal(err)
		}
	}
	want := func(at time.Time, want ...string) {
		t.Helper()
		stocks, err := s.Asked(t.Context(), at)
		slices.Sort(stocks)
		if err != nil || !slices.Equal(stocks, want) {
			t.Errorf("asked for were %q, %v; want %q", stocks, err, want)
		}
	}
	want(now)
	ask(stock, now)
	ask(other, now.Add(time.Minute))
	want(now.Add(time.Minute), other, stock)
	want(now.Add(deals.AskedLife), other)
	ask(stock, now.Add(2*time.Minute))
	want(now.Add(deals.AskedLife+time.Minute), stock)
	want(now.Add(deals.AskedLife + 2*time.Minute))
}

func cancelled(t *testing.T, s Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, use := range map[string]func() error{
		"Take":   func() error { _, err := s.Take(ctx, stock, time.Now()); return err },
		"Add":    func() error { return s.Add(ctx, stock, "A", soon()) },
		"Counts": func() error { _, err := s.Counts(ctx, []string{stock}); return err },
		"Ask":    func() error { return s.Ask(ctx, stock, time.Now()) },
		"Asked":  func() error { _, err := s.Asked(ctx, time.Now()); return err },
	} {
		if err := use(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want that of the context", name, err)
		}
	}
}
