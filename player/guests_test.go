package player_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/samedeal/samedeal/player"
	"github.com/samedeal/samedeal/player/playertest"
)

// memory is a store that lasts as long as a test, by the test's clock.
type memory struct {
	mu      sync.Mutex
	now     func() time.Time
	key     []byte
	records map[player.ID]*memoryRecord
}

type memoryRecord struct {
	player.Record
	named bool
	until time.Time
}

func newMemory(now func() time.Time) *memory {
	return &memory{now: now, records: map[player.ID]*memoryRecord{}}
}

func (m *memory) SigningKey(ctx context.Context, fresh []byte) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.key == nil && ctx.Err() == nil {
		m.key = fresh
	}
	return m.key, ctx.Err()
}

// use gives a record to change, and remembers it until then.
func (m *memory) use(ctx context.Context, id player.ID, until time.Time, change func(*memoryRecord)) (player.Record, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return player.Record{}, false, err
	}
	record := m.records[id]
	if record == nil || !m.now().Before(record.until) {
		record = &memoryRecord{}
		m.records[id] = record
	}
	change(record)
	record.until = until
	return record.Record, record.named, nil
}

func (m *memory) SaveName(ctx context.Context, id player.ID, name player.Name, until time.Time) error {
	_, _, err := m.use(ctx, id, until, func(r *memoryRecord) { r.Name, r.named = name, true })
	return err
}

func (m *memory) Load(ctx context.Context, id player.ID, until time.Time) (player.Record, error) {
	record, named, err := m.use(ctx, id, until, func(*memoryRecord) {})
	if err == nil && !named {
		return player.Record{}, player.ErrUnknown
	}
	return record, err
}

func (m *memory) RaiseGeneration(ctx context.Context, id player.ID, until time.Time) (uint32, error) {
	record, _, err := m.use(ctx, id, until, func(r *memoryRecord) { r.Generation++ })
	return record.Generation, err
}

func TestMemory(t *testing.T) {
	playertest.Run(t, func(*testing.T) player.Store { return newMemory(time.Now) })
}

// service is Guests with a clock that a test moves.
type service struct {
	*player.Guests
	time  time.Time
	store *memory
}

func newService(t *testing.T) *service {
	s := &service{time: noon()}
	now := func() time.Time { return s.time }
	s.store = newMemory(now)
	s.Guests = player.NewGuests(s.store, newSigner(t, 1), now, rand.Reader)
	return s
}

func (s *service) wantIn(t *testing.T, token string, want player.Player) (renewed string) {
	t.Helper()
	got, renewed, err := s.Resume(t.Context(), token)
	if err != nil || got != want {
		t.Fatalf("resumed as %+v, %v; want %+v", got, err, want)
	}
	return renewed
}

func (s *service) wantOut(t *testing.T, token string, want error) {
	t.Helper()
	if got, renewed, err := s.Resume(t.Context(), token); !errors.Is(err, want) || got != (player.Player{}) || renewed != "" {
		t.Fatalf("resumed as %+v, %q, %v; want %v", got, renewed, err, want)
	}
}

func mustNew(t *testing.T, s *service, name player.Name) (player.Player, string) {
	t.Helper()
	p, token, err := s.New(t.Context(), name)
	if err != nil || p.Name != name {
		t.Fatalf("%+v, %v", p, err)
	}
	if _, err := player.ParseID(string(p.ID)); err != nil {
		t.Fatal(err)
	}
	return p, token
}

func TestComingBack(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	other, otherToken := mustNew(t, s, "Ana")
	if ana.ID == other.ID {
		t.Fatal("two players of one name are one")
	}
	// Once a month for ten years, and nobody is forgotten.
	for range 120 {
		s.time = s.time.AddDate(0, 1, 0)
		token, otherToken = s.wantIn(t, token, ana), s.wantIn(t, otherToken, other)
	}
	s.time = s.time.Add(player.TokenLife)
	s.wantOut(t, token, player.ErrExpired)
}

func TestRenewingATokenLeavesTheOldOneGood(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	s.time = s.time.Add(player.TokenLife - time.Second)
	renewed := s.wantIn(t, token, ana)
	s.wantIn(t, token, ana)
	s.time = s.time.Add(time.Second)
	s.wantOut(t, token, player.ErrExpired)
	s.wantIn(t, renewed, ana)
}

func TestANewNameIsKept(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	if err := s.Rename(t.Context(), ana.ID, "Ana B"); err != nil {
		t.Fatal(err)
	}
	s.wantIn(t, token, player.Player{ID: ana.ID, Name: "Ana B"})
}

func TestLoggingOutEverywhere(t *testing.T) {
	s := newService(t)
	ana, phone := mustNew(t, s, "Ana")
	laptop := s.wantIn(t, phone, ana)
	ben, bens := mustNew(t, s, "Ben")
	if err := s.LogOut(t.Context(), ana.ID); err != nil {
		t.Fatal(err)
	}
	// A name saved later must not let the old tokens in again.
	if err := s.Rename(t.Context(), ana.ID, "Ana B"); err != nil {
		t.Fatal(err)
	}
	s.wantOut(t, phone, player.ErrRevoked)
	s.wantOut(t, laptop, player.ErrRevoked)
	s.wantIn(t, bens, ben)

	fresh := newSigner(t, 1).Issue(ana.ID, 1, s.time)
	s.wantIn(t, s.wantIn(t, fresh, player.Player{ID: ana.ID, Name: "Ana B"}), player.Player{ID: ana.ID, Name: "Ana B"})
}

// While the store remembers that tokens were revoked, none of them may expire unnoticed.
func TestARevocationOutlivesItsTokens(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	if err := s.LogOut(t.Context(), ana.ID); err != nil {
		t.Fatal(err)
	}
	s.time = s.time.Add(player.TokenLife - time.Second)
	s.wantOut(t, token, player.ErrRevoked)
	if player.RecordLife <= player.TokenLife {
		t.Error("a record goes before the tokens that it revoked")
	}
}

func TestTokensAheadOfTheStore(t *testing.T) {
	s := newService(t)
	ana, _ := mustNew(t, s, "Ana")
	ahead := newSigner(t, 1).Issue(ana.ID, 2, s.time)
	renewed := s.wantIn(t, ahead, ana)
	if claims, err := newSigner(t, 1).Verify(renewed, s.time); err != nil || claims.Generation != 2 {
		t.Errorf("renewed as %+v, %v", claims, err)
	}
	s.wantOut(t, newSigner(t, 1).Issue(newID(t, 9), 0, s.time), player.ErrUnknown)
	s.wantOut(t, newSigner(t, 2).Issue(ana.ID, 0, s.time), player.ErrForged)
	s.wantOut(t, "", player.ErrMalformed)
}

func TestWhatFailsIsHandedOn(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, newToken, newErr := s.New(gone, "Ben")
	_, renewed, resumeErr := s.Resume(gone, token)
	for name, err := range map[string]error{
		"New": newErr, "Resume": resumeErr, "Rename": s.Rename(gone, ana.ID, "Ben"), "LogOut": s.LogOut(gone, ana.ID),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if newToken != "" || renewed != "" {
		t.Error("a token was issued all the same")
	}
	s.wantIn(t, token, ana)

	dry := player.NewGuests(s.store, newSigner(t, 1), s.store.now, iotest.ErrReader(io.ErrUnexpectedEOF))
	if _, _, err := dry.New(t.Context(), "Ben"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", err)
	}
}

func TestStoredSigner(t *testing.T) {
	store := newMemory(time.Now)
	var signers [2]*player.Signer
	for i := range signers {
		signer, err := player.StoredSigner(t.Context(), store, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		signers[i] = signer
	}
	if _, err := signers[1].Verify(signers[0].Issue(newID(t, 2), 0, noon()), noon()); err != nil {
		t.Errorf("two nodes of one store have two keys: %v", err)
	}

	store.key = []byte("too short")
	var wrong *player.KeyError
	if _, err := player.StoredSigner(t.Context(), store, rand.Reader); !errors.As(err, &wrong) {
		t.Errorf("error %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := player.StoredSigner(gone, store, rand.Reader); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := player.StoredSigner(t.Context(), store, iotest.ErrReader(io.EOF)); !errors.Is(err, io.EOF) {
		t.Errorf("error %v", err)
	}
}
