package dealstest

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/samedeal/samedeal/room/deals"
)

// Memory is a Store that lasts as long as a test, by the clock of the process, and that can be made to fail.
type Memory struct {
	mu     sync.Mutex
	err    error
	stocks map[string]*memoryStock
	asked  map[string]time.Time
}

type memoryStock struct {
	in    map[string]bool
	taken map[string]time.Time
	until time.Time
}

// NewMemory gives an empty store.
func NewMemory() *Memory {
	return &Memory{stocks: map[string]*memoryStock{}, asked: map[string]time.Time{}}
}

// Fail has every call fail with this error from now on, or with nil none.
func (m *Memory) Fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.err = err
}

// do does something to the store in one step, unless the call is cancelled or the store is to fail.
func (m *Memory) do(ctx context.Context, step func()) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := cmp.Or(ctx.Err(), m.err); err != nil {
		return err
	}
	step()
	return nil
}

func (m *Memory) stock(name string) *memoryStock {
	s := m.stocks[name]
	if s == nil || !time.Now().Before(s.until) {
		s = &memoryStock{in: map[string]bool{}, taken: map[string]time.Time{}}
		m.stocks[name] = s
	}
	return s
}

// Take implements deals.Store.
func (m *Memory) Take(ctx context.Context, stock string, now time.Time) (code string, err error) {
	err = m.do(ctx, func() {
		s := m.stock(stock)
		for old, at := range s.taken {
			if !now.Before(at.Add(deals.TakenLife)) {
				delete(s.taken, old)
			}
		}
		for code = range s.in {
			delete(s.in, code)
			s.taken[code] = now
			break
		}
	})
	return code, err
}

// Add implements deals.Store.
func (m *Memory) Add(ctx context.Context, stock, code string, until time.Time) error {
	return m.do(ctx, func() {
		s := m.stock(stock)
		if s.until = until; s.taken[code].IsZero() {
			s.in[code] = true
		}
	})
}

// Counts implements deals.Store.
func (m *Memory) Counts(ctx context.Context, stocks []string) (counts []int, err error) {
	err = m.do(ctx, func() {
		for _, name := range stocks {
			counts = append(counts, len(m.stock(name).in))
		}
	})
	return counts, err
}

// Ask implements deals.Demand.
func (m *Memory) Ask(ctx context.Context, stock string, now time.Time) error {
	return m.do(ctx, func() { m.asked[stock] = now })
}

// Asked implements deals.Demand.
func (m *Memory) Asked(ctx context.Context, now time.Time) (stocks []string, err error) {
	err = m.do(ctx, func() {
		for stock, at := range m.asked {
			if now.Before(at.Add(deals.AskedLife)) {
				stocks = append(stocks, stock)
			}
		}
	})
	return stocks, err
}
