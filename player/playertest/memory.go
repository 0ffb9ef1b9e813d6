package playertest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/samedeal/samedeal/player"
)

// Memory is a Store that lasts as long as a test, by the test's clock, and that can be made to fail.
type Memory struct {
	now func() time.Time

	mu      sync.Mutex
	err     error
	key     []byte
	records map[player.ID]*memoryRecord
	codes   map[player.DeviceCode]player.Claims
	changed map[player.ID]time.Time
	reports []player.Report
	counts  map[player.ID]*memoryCount

	invitations map[player.InvitationCode]*memoryInvitation
	sides       map[player.ID]*memorySide
}

type memoryRecord struct {
	player.Record
	request string
	until   time.Time
}

type memoryCount struct {
	made  int
	until time.Time
}

// NewMemory gives an empty store by that clock.
func NewMemory(now func() time.Time) *Memory {
	return &Memory{
		now: now, records: map[player.ID]*memoryRecord{}, codes: map[player.DeviceCode]player.Claims{},
		changed: map[player.ID]time.Time{}, counts: map[player.ID]*memoryCount{},
		invitations: map[player.InvitationCode]*memoryInvitation{}, sides: map[player.ID]*memorySide{},
	}
}

// Fail has every call fail with this error from now on, or with nil none.
func (m *Memory) Fail(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.err = err
}

// do does something to the store in one step, unless the call is cancelled or the store is to fail.
func (m *Memory) do(ctx context.Context, step func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := cmp.Or(ctx.Err(), m.err); err != nil {
		return err
	}
	return step()
}

// record gives a player's record, an empty one if there is none.
func (m *Memory) record(id player.ID) *memoryRecord {
	record := m.records[id]
	if record == nil || !m.now().Before(record.until) {
		record = &memoryRecord{}
		m.records[id] = record
	}
	return record
}

// change changes the record of a player who is known, and remembers it until then.
func (m *Memory) change(ctx context.Context, id player.ID, until time.Time, change func(*memoryRecord) error) error {
	return m.do(ctx, func() error {
		record := m.record(id)
		if record.Name == "" {
			return player.ErrUnknown
		}
		if err := change(record); err != nil {
			return err
		}
		record.until = until
		return nil
	})
}

// SigningKey implements player.Store.
func (m *Memory) SigningKey(ctx context.Context, fresh []byte) (key []byte, err error) {
	err = m.do(ctx, func() error {
		if m.key == nil {
			m.key = fresh
		}
		key = m.key
		return nil
	})
	return key, err
}

// SaveName implements player.Store.
func (m *Memory) SaveName(ctx context.Context, id player.ID, name player.Name, until time.Time) error {
	return m.do(ctx, func() error {
		record := m.record(id)
		record.Name, record.until = name, until
		return nil
	})
}

// Load implements player.Store.
func (m *Memory) Load(ctx context.Context, id player.ID, until time.Time) (loaded player.Record, err error) {
	err = m.change(ctx, id, until, func(r *memoryRecord) error {
		loaded = r.Record
		side := m.side(id)
		side.friendsUntil, side.blockedUntil = until, until
		return nil
	})
	return loaded, err
}

// Rename implements player.Accounts.
func (m *Memory) Rename(ctx context.Context, id player.ID, name player.Name, until time.Time) error {
	return m.change(ctx, id, until, func(r *memoryRecord) error {
		r.Name = name
		return nil
	})
}

// LogOut implements player.Accounts.
func (m *Memory) LogOut(ctx context.Context, id player.ID, generation uint32, request string, until time.Time) (raised uint32, err error) {
	err = m.change(ctx, id, until, func(r *memoryRecord) error {
		raised = generation + 1
		if r.Generation > raised || r.Generation == raised && r.request != request {
			raised = 0
			return player.ErrRevoked
		}
		r.Generation, r.request = raised, request
		return nil
	})
	return raised, err
}

// Ban implements player.Accounts.
func (m *Memory) Ban(ctx context.Context, id player.ID, ban player.Ban, until time.Time) error {
	return m.change(ctx, id, until, func(r *memoryRecord) error {
		r.Ban = ban
		return nil
	})
}

// Forget implements player.Accounts.
func (m *Memory) Forget(ctx context.Context, id player.ID, until time.Time) error {
	return m.do(ctx, func() error {
		m.records[id] = &memoryRecord{Record: player.Record{Generation: m.record(id).Generation + 1}, until: until}
		return nil
	})
}

// SaveCode implements player.Codes.
func (m *Memory) SaveCode(ctx context.Context, code player.DeviceCode, claims player.Claims) error {
	return m.do(ctx, func() error {
		for before, of := range m.codes {
			if of.ID == claims.ID {
				delete(m.codes, before)
			}
		}
		m.codes[code] = claims
		return nil
	})
}

// TakeCode implements player.Codes.
func (m *Memory) TakeCode(ctx context.Context, code player.DeviceCode) (claims player.Claims, err error) {
	err = m.do(ctx, func() error {
		claims = m.codes[code]
		delete(m.codes, code)
		if !m.now().Before(claims.Expires) {
			return player.ErrBadDeviceCode
		}
		return nil
	})
	return claims, err
}

// NoteChange implements player.Changes.
func (m *Memory) NoteChange(ctx context.Context, id player.ID, at time.Time) error {
	return m.do(ctx, func() error {
		m.changed[id] = at
		for other, when := range m.changed {
			if when.Before(at.Add(-player.ChangeLife)) {
				delete(m.changed, other)
			}
		}
		return nil
	})
}

// Changed implements player.Changes.
func (m *Memory) Changed(ctx context.Context) (ids []player.ID, err error) {
	err = m.do(ctx, func() error {
		for id := range m.changed {
			ids = append(ids, id)
		}
		return nil
	})
	return ids, err
}

// Records implements player.Changes.
func (m *Memory) Records(ctx context.Context, ids []player.ID) (records []player.Record, err error) {
	err = m.do(ctx, func() error {
		for _, id := range ids {
			record := m.record(id).Record
			if record.Name == "" {
				record = player.Record{}
			}
			records = append(records, record)
		}
		return nil
	})
	return records, err
}

// CountReport implements player.Reports.
func (m *Memory) CountReport(ctx context.Context, by player.ID, until time.Time) (made int, err error) {
	err = m.do(ctx, func() error {
		count := m.counts[by]
		if count == nil || !m.now().Before(count.until) {
			count = &memoryCount{until: until}
			m.counts[by] = count
		}
		count.made++
		made = count.made
		return nil
	})
	return made, err
}

// AddReport implements player.Reports.
func (m *Memory) AddReport(ctx context.Context, r player.Report) error {
	return m.do(ctx, func() error {
		if !slices.Contains(m.reports, r) {
			m.reports = append(m.reports, r)
		}
		slices.SortStableFunc(m.reports, func(a, b player.Report) int { return b.At.Compare(a.At) })
		m.reports = m.reports[:min(len(m.reports), player.ReportsKept)]
		m.keepAfter(r.At.Add(-player.ReportLife))
		return nil
	})
}

// Reports implements player.Reports.
func (m *Memory) Reports(ctx context.Context, after time.Time, most int) (reports []player.Report, err error) {
	err = m.do(ctx, func() error {
		m.keepAfter(after)
		reports = slices.Clone(m.reports[:min(len(m.reports), most)])
		return nil
	})
	return reports, err
}

// FinishReport implements player.Reports.
func (m *Memory) FinishReport(ctx context.Context, r player.Report) error {
	return m.do(ctx, func() error {
		r.Done = false
		if at := slices.Index(m.reports, r); at >= 0 {
			m.reports[at].Done = true
		}
		return nil
	})
}

func (m *Memory) keepAfter(after time.Time) {
	m.reports = slices.DeleteFunc(m.reports, func(r player.Report) bool { return !r.At.After(after) })
}
