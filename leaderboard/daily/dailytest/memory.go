package dailytest

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Memory is a daily.Store that keeps all in memory. It must be made by NewMemory.
type Memory struct {
	now func() time.Time

	mu        sync.Mutex
	secret    []byte
	deals     map[leaderboard.Date]kept[map[string]daily.Deal]
	attempts  map[daily.Challenge]kept[map[leaderboard.Player]daily.Attempt]
	histories map[leaderboard.Player]kept[daily.History]
}

// kept is a value that is gone at an instant.
type kept[T any] struct {
	value T
	until time.Time
}

// NewMemory gives an empty store, which forgets by that clock.
func NewMemory(now func() time.Time) *Memory {
	return &Memory{
		now:       now,
		deals:     map[leaderboard.Date]kept[map[string]daily.Deal]{},
		attempts:  map[daily.Challenge]kept[map[leaderboard.Player]daily.Attempt]{},
		histories: map[leaderboard.Player]kept[daily.History]{},
	}
}

// begin begins a method, which ends with what it gives.
func (m *Memory) begin(ctx context.Context) (end func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	return m.mu.Unlock, nil
}

// live gives what is kept under a key, unless it is gone: then the zero value.
func live[K comparable, T any](m *Memory, all map[K]kept[T], key K) T {
	k := all[key]
	if !m.now().Before(k.until) {
		delete(all, key)
		return kept[T]{}.value
	}
	return k.value
}

// Secret implements daily.Deals.
func (m *Memory) Secret(ctx context.Context, fresh []byte) ([]byte, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	if m.secret == nil {
		m.secret = slices.Clone(fresh)
	}
	return slices.Clone(m.secret), nil
}

// LoseSecret has the store forget its secret.
func (m *Memory) LoseSecret() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.secret = nil
}

// Days implements daily.Deals.
func (m *Memory) Days(ctx context.Context, dates ...leaderboard.Date) ([]map[string]daily.Deal, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	days := make([]map[string]daily.Deal, len(dates))
	for i, date := range dates {
		days[i] = map[string]daily.Deal{}
		maps.Copy(days[i], live(m, m.deals, date))
	}
	return days, nil
}

// Keep implements daily.Deals.
func (m *Memory) Keep(ctx context.Context, c daily.Challenge, d daily.Deal, until time.Time) (daily.Deal, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return daily.Deal{}, err
	}
	defer end()
	day := live(m, m.deals, c.Date)
	if day == nil {
		day = map[string]daily.Deal{}
	}
	if _, found := day[c.Variant]; !found {
		day[c.Variant] = daily.Deal{Code: d.Code, Salt: slices.Clone(d.Salt)}
	}
	m.deals[c.Date] = kept[map[string]daily.Deal]{day, until}
	return day[c.Variant], nil
}

// Void implements daily.Deals.
func (m *Memory) Void(ctx context.Context, c daily.Challenge, until time.Time) error {
	end, err := m.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	day := live(m, m.deals, c.Date)
	if deal, found := day[c.Variant]; found {
		deal.Voided = true
		day[c.Variant] = deal
		m.deals[c.Date] = kept[map[string]daily.Deal]{day, until}
	}
	return nil
}

// Begin implements daily.Attempts.
func (m *Memory) Begin(
	ctx context.Context, c daily.Challenge, player leaderboard.Player, a daily.Attempt, until time.Time,
) (daily.Attempt, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return daily.Attempt{}, err
	}
	defer end()
	attempts := live(m, m.attempts, c)
	if attempts == nil {
		attempts = map[leaderboard.Player]daily.Attempt{}
	}
	if _, found := attempts[player]; !found {
		attempts[player] = a
	}
	m.attempts[c] = kept[map[leaderboard.Player]daily.Attempt]{attempts, until}
	return attempts[player], nil
}

// Attempts implements daily.Attempts.
func (m *Memory) Attempts(
	ctx context.Context, player leaderboard.Player, challenges ...daily.Challenge,
) ([]daily.Attempt, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	attempts := make([]daily.Attempt, len(challenges))
	for i, c := range challenges {
		attempts[i] = live(m, m.attempts, c)[player]
	}
	return attempts, nil
}

// Players implements daily.Attempts.
func (m *Memory) Players(ctx context.Context, c daily.Challenge) ([]leaderboard.Player, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	return slices.Collect(maps.Keys(live(m, m.attempts, c))), nil
}

// Drop implements daily.Attempts.
func (m *Memory) Drop(ctx context.Context, player leaderboard.Player, challenges ...daily.Challenge) error {
	end, err := m.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	for _, c := range challenges {
		delete(live(m, m.attempts, c), player)
	}
	return nil
}

// History implements daily.Histories.
func (m *Memory) History(ctx context.Context, player leaderboard.Player) (daily.History, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return daily.History{}, err
	}
	defer end()
	return clone(live(m, m.histories, player)), nil
}

// clone copies a history, so that what is kept stays the store's alone.
func clone(h daily.History) daily.History {
	entries := map[daily.Challenge]daily.Entry{}
	for c, e := range h.Entries {
		e.Result = proto.CloneOf(e.Result)
		entries[c] = e
	}
	h.Entries = entries
	return h
}

// Note implements daily.Histories.
func (m *Memory) Note(
	ctx context.Context, player leaderboard.Player, c daily.Challenge, e daily.Entry, until time.Time,
) (daily.History, error) {
	return m.change(ctx, player, until, func(h *daily.History) {
		old := h.Entries[c]
		noted := old
		if e.Result != nil && old.Result == nil && !h.Precludes(e.Begun) {
			noted.Begun, noted.Result = e.Begun, proto.CloneOf(e.Result)
		}
		noted.Voided = old.Voided || e.Voided
		if noted != old {
			h.Entries[c] = noted
			h.Version++
		}
	})
}

// SetOffset implements daily.Histories.
func (m *Memory) SetOffset(
	ctx context.Context, player leaderboard.Player, minutes int, until time.Time,
) (daily.History, error) {
	return m.change(ctx, player, until, func(h *daily.History) {
		if !h.OffsetSet {
			h.Offset, h.OffsetSet = minutes, true
		}
	})
}

// Remove implements daily.Histories.
func (m *Memory) Remove(ctx context.Context, player leaderboard.Player, at, until time.Time) (daily.History, error) {
	var before daily.History
	_, err := m.change(ctx, player, until, func(h *daily.History) {
		h.Version++
		before = clone(*h)
		if at.Before(h.Removed) {
			at = h.Removed
		}
		*h = daily.History{Version: h.Version, Removed: at}
	})
	return before, err
}

// change changes a player's history and gives it.
func (m *Memory) change(
	ctx context.Context, player leaderboard.Player, until time.Time, change func(*daily.History),
) (daily.History, error) {
	end, err := m.begin(ctx)
	if err != nil {
		return daily.History{}, err
	}
	defer end()
	h := clone(live(m, m.histories, player))
	change(&h)
	m.histories[player] = kept[daily.History]{h, until}
	return clone(h), nil
}

// won and played are results, one of them a win.
func won() *samedealv1.Result {
	return &samedealv1.Result{Ending: samedealv1.Ending_ENDING_HOME, Score: 745, TimeMs: 200_123, Moves: 131, Actions: 140}
}

func played() *samedealv1.Result { return &samedealv1.Result{Ending: samedealv1.Ending_ENDING_TIME_UP} }
