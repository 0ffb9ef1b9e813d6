package room_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

func testRace(t testing.TB) room.Race {
	t.Helper()
	code, err := engine.ParseCode("TF1-D1N-NEQROKB")
	if err != nil {
		t.Fatal(err)
	}
	return room.Race{Code: code, LimitMS: 60_000}
}

func entry(t testing.TB, id string, record *samedealv1.SeatEntry) room.Entry {
	t.Helper()
	entryID, err := room.ParseEntryID(id)
	if err != nil {
		t.Fatal(err)
	}
	data, err := proto.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	return room.Entry{ID: entryID, Data: data}
}

func open(nonce uint64) *samedealv1.SeatEntry {
	return &samedealv1.SeatEntry{
		Kind: &samedealv1.SeatEntry_Open{Open: &samedealv1.Open{Engine: engine.RulesVersion, Tab: []byte("a tab")}}, Nonce: nonce,
	}
}

func move(nonce uint64, number, atMS uint32) *samedealv1.SeatEntry {
	return &samedealv1.SeatEntry{Kind: &samedealv1.SeatEntry_Move{Move: "n"}, Nonce: nonce, Number: number, AtMs: atMS}
}

func finish(nonce uint64) *samedealv1.SeatEntry {
	return &samedealv1.SeatEntry{
		Kind:  &samedealv1.SeatEntry_Finish{Finish: &samedealv1.Finish{Ending: samedealv1.Ending_ENDING_RESIGNED}},
		Nonce: nonce, AtMs: 9,
	}
}

// What a hole, another claimer or the clock has made void must not count, on whatever node.
func TestFoldCountsOnlyWhatHolds(t *testing.T) {
	for name, c := range map[string]struct {
		log     []room.Entry
		actions uint32
		ended   bool
	}{
		"a plain log": {[]room.Entry{
			entry(t, "1-0", open(7)), entry(t, "1-1", move(7, 1, 1)), entry(t, "1-2", move(7, 2, 2)),
		}, 2, false},
		"what lies behind a hole": {[]room.Entry{
			entry(t, "1-0", open(7)), entry(t, "1-1", move(7, 1, 1)), entry(t, "1-3", move(7, 2, 2)), entry(t, "1-4", finish(7)),
		}, 1, false},
		"an end behind a hole": {[]room.Entry{
			entry(t, "1-0", open(7)), entry(t, "1-2", finish(7)),
		}, 0, false},
		"another claimer's entry under the same epoch": {[]room.Entry{
			entry(t, "1-0", open(7)), entry(t, "1-1", move(8, 1, 1)), entry(t, "1-2", move(7, 1, 2)),
		}, 0, false},
		"an entry whose claim is not there": {[]room.Entry{
			entry(t, "1-0", open(7)), entry(t, "1-1", move(7, 1, 1)), entry(t, "2-1", move(7, 2, 2)),
		}, 1, false},
		"a later claim goes on with the numbers": {[]room.Entry{
			entry(t, "1-0", open(7)), entry(t, "1-1", move(7, 1, 1)), entry(t, "3-0", open(9)), entry(t, "3-1", move(9, 2, 2)),
		}, 2, false},
		"a number that is not the next": {[]room.Entry{
			entry(t, "1-0", open(7)), entry(t, "1-1", move(7, 2, 1)), entry(t, "1-2", move(7, 1, 2)),
		}, 1, false},
		"after the limit": {[]room.Entry{
			entry(t, "1-0", open(7)), entry(t, "1-1", move(7, 1, 60_000)), entry(t, "1-2", move(7, 2, 60_001)),
		}, 1, false},
		"after the end": {[]room.Entry{
			entry(t, "1-0", open(7)), entry(t, "1-1", finish(7)), entry(t, "1-2", move(7, 1, 10)),
		}, 0, true},
	} {
		seat, err := room.FoldSeat(testRace(t), c.log)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if seat.Number() != c.actions || seat.Ended() != c.ended {
			t.Errorf("%s: %d actions, ended %v; want %d, %v", name, seat.Number(), seat.Ended(), c.actions, c.ended)
		}
	}
}

// A node must not fold what only a newer one understands, nor write on it.
func TestFoldRefusesWhatIsNewer(t *testing.T) {
	newer := open(7)
	newer.GetOpen().Engine = engine.RulesVersion + 1
	for name, log := range map[string][]room.Entry{
		"a later engine":  {entry(t, "1-0", newer)},
		"an unknown kind": {entry(t, "1-0", open(7)), entry(t, "1-1", &samedealv1.SeatEntry{Nonce: 7})},
	} {
		if _, err := room.FoldSeat(testRace(t), log); !errors.Is(err, room.ErrNewer) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A win's time is the winning action's; any other result's the last action's that changed the score,
// undo among them.
func TestResultTime(t *testing.T) {
	code, err := engine.ParseCode("TF1-D1N-NEQROKB")
	if err != nil {
		t.Fatal(err)
	}
	log := []room.Entry{entry(t, "1-0", open(7))}
	for i, word := range []string{"4h", "27", "n", "u", "u", "u", "n"} {
		record := &samedealv1.SeatEntry{Nonce: 7, Number: uint32(i + 1), AtMs: uint32(100 * (i + 1)), Kind: &samedealv1.SeatEntry_Move{Move: word}}
		if word == "u" {
			record.Kind = &samedealv1.SeatEntry_Undo{Undo: &samedealv1.Undone{}}
		}
		log = append(log, entry(t, room.EntryID{Epoch: 1, Index: uint64(i + 1)}.String(), record))
	}
	for n, want := range map[int][2]uint32{1: {0, 0}, 2: {10, 100}, 5: {10, 100}, 6: {10, 100}, 7: {0, 600}, 8: {0, 600}} {
		seat, err := room.FoldSeat(room.Race{Code: code, LimitMS: 60_000}, log[:n])
		if err != nil {
			t.Fatal(err)
		}
		if r := seat.Result(); r.GetScore() != want[0] || r.GetTimeMs() != want[1] {
			t.Errorf("after %d entries: score %d at %d ms, want %v", n, r.GetScore(), r.GetTimeMs(), want)
		}
	}
}

// memoryStore is a store that forgets on demand.
type memoryStore struct {
	modelStore
}

func (s *memoryStore) Append(_ context.Context, _ room.SeatID, e room.Entry, create time.Time) (room.Appended, error) {
	r := request{entry: e, create: create}
	s.execute(&r)
	return r.result()
}

func (s *memoryStore) Entries(_ context.Context, _ room.SeatID, from room.EntryID) ([]room.Entry, error) {
	r := request{read: true, from: from}
	s.execute(&r)
	return r.entries, r.err
}

// The owner of a seat writes again what a failover has lost, under a new claim, and goes on.
func TestWriterRestoresALostTail(t *testing.T) {
	store := &memoryStore{}
	nonce := uint64(0)
	w := room.NewWriter(store, room.SeatID{Room: "KLMNPQ"}, testRace(t), func() uint64 { nonce++; return nonce }, func(context.Context) {})
	ctx := context.Background()
	if err := w.Claim(ctx, room.Holder{Tab: "a tab"}, expiry); err != nil {
		t.Fatal(err)
	}
	for k := uint32(1); k <= 5; k++ {
		if err := w.Append(ctx, move(0, k, k)); err != nil {
			t.Fatal(err)
		}
	}
	store.replicated = 4
	store.failOver()
	if err := w.Append(ctx, move(0, 6, 6)); !errors.Is(err, room.ErrForgotten) {
		t.Fatalf("the loss is not noticed: %v", err)
	}
	if err := w.Claim(ctx, room.Holder{Tab: "a tab"}, expiry); err != nil {
		t.Fatal(err)
	}
	if err := w.Append(ctx, move(0, 6, 6)); err != nil {
		t.Fatal(err)
	}
	seat, err := room.FoldSeat(testRace(t), store.log)
	if err != nil {
		t.Fatal(err)
	}
	stamps := make([]uint32, 0, 6)
	for _, a := range seat.Actions() {
		stamps = append(stamps, a.AtMS)
	}
	if want := []uint32{1, 2, 3, 4, 5, 6}; !slices.Equal(stamps, want) {
		t.Errorf("the log has the actions of %v, want %v", stamps, want)
	}
}

// A writer whose seat was claimed by another is told just that, whatever comes of its entry: it must not
// take it for a store that has forgotten, and claim the seat back.
func TestAFencedWriterIsToldSo(t *testing.T) {
	store, nonce := &memoryStore{}, uint64(0)
	newWriter := func() *room.Writer {
		return room.NewWriter(store, room.SeatID{Room: "KLMNPQ"}, testRace(t), func() uint64 { nonce++; return nonce }, func(context.Context) {})
	}
	one, other := newWriter(), newWriter()
	ctx := context.Background()
	for _, err := range []error{
		one.Claim(ctx, room.Holder{Tab: "a tab"}, expiry), one.Append(ctx, move(0, 1, 1)), other.Claim(ctx, room.Holder{Tab: "another"}, expiry),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := one.Append(ctx, move(0, 2, 2)); !errors.Is(err, room.ErrFenced) {
		t.Errorf("the writer answers %v", err)
	}
	if err := one.Append(ctx, move(0, 2, 2)); !errors.Is(err, room.ErrUnclaimed) {
		t.Errorf("then it answers %v", err)
	}
	if err := other.Append(ctx, move(0, 2, 2)); err != nil {
		t.Errorf("the other writer answers %v", err)
	}
}

// An end that was committed is restored as well.
func TestWriterRestoresALostEnd(t *testing.T) {
	store := &memoryStore{}
	w := room.NewWriter(store, room.SeatID{Room: "KLMNPQ"}, testRace(t), func() uint64 { return 1 }, func(context.Context) {})
	ctx := context.Background()
	for _, err := range []error{w.Claim(ctx, room.Holder{}, expiry), w.Append(ctx, move(0, 1, 1)), w.Append(ctx, finish(0))} {
		if err != nil {
			t.Fatal(err)
		}
	}
	store.replicated = 1
	store.failOver()
	if err := w.Claim(ctx, room.Holder{}, expiry); err != nil {
		t.Fatal(err)
	}
	seat, err := room.FoldSeat(testRace(t), store.log)
	if err != nil {
		t.Fatal(err)
	}
	if r := seat.Result(); !seat.Ended() || r.GetActions() != 1 {
		t.Errorf("the log has %v", r)
	}
}
