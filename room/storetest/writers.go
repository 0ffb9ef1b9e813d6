package storetest

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// How writers fight for a seat: so many, for so many acknowledged actions.
const (
	fighters      = 4
	fightsFor     = 120
	actsAtATime   = 5
	tryAgainAfter = time.Millisecond
)

// writersFight has writers take the seat from each other again and again. What was acknowledged to any of
// them is the course of the game.
func writersFight(t *testing.T, s Stores) {
	code, err := engine.ParseCode("TF1-D1N-NEQROKB")
	if err != nil {
		t.Fatal(err)
	}
	race := room.Race{Code: code, LimitMS: 900_000}
	fight := Fight(t.Context(), s.Seats, seat, race, fightsFor)
	if fight.Err != nil {
		t.Fatal(fight.Err)
	}
	fight.Check(t, s.Seats, seat, race)
}

// A Fought is what became of a fight.
type Fought struct {
	// Acked are the actions that were acknowledged to any writer: by their place in the log's actions.
	Acked map[room.EntryID]string
	// Err is the first error that no writer should see.
	Err error
}

// Fight has several writers claim a seat and act in turn, until so many actions were acknowledged or the
// context is done, which is no error. The store may fail and come back as a store may.
func Fight(ctx context.Context, store room.SeatStore, id room.SeatID, race room.Race, actions int) Fought {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	f := &fight{store: store, id: id, race: race, actions: actions, done: cancel, acked: map[room.EntryID]string{}}
	var all sync.WaitGroup
	for i := range fighters {
		all.Go(func() { f.take(ctx, i) })
	}
	all.Wait()
	return Fought{Acked: f.acked, Err: f.err}
}

// Check holds the log in the store against what was acknowledged.
func (f Fought) Check(t *testing.T, store room.SeatStore, id room.SeatID, race room.Race) {
	t.Helper()
	entries, err := store.Entries(t.Context(), id, room.EntryID{})
	if err != nil {
		t.Fatal(err)
	}
	folded, err := room.FoldSeat(race, entries)
	if err != nil {
		t.Fatal(err)
	}
	played := map[room.EntryID]string{}
	for _, a := range folded.Actions() {
		played[a.Entry] = a.Word
	}
	for at, word := range f.Acked {
		if played[at] != word {
			t.Errorf("%s was acknowledged at %s, where the log has %q", word, at, played[at])
		}
	}
	if len(f.Acked) == 0 {
		t.Error("nothing was acknowledged")
	}
	t.Logf("%d actions acknowledged, %d in the log of %d entries", len(f.Acked), len(played), len(entries))
}

type fight struct {
	store   room.SeatStore
	id      room.SeatID
	race    room.Race
	actions int
	done    func()

	mu    sync.Mutex
	acked map[room.EntryID]string
	err   error
}

// take claims the seat again and again, and acts until another has it.
func (f *fight) take(ctx context.Context, number int) {
	w := room.NewWriter(f.store, f.id, f.race, rand.Uint64, pause)
	holder := room.Holder{Tab: string(rune('A' + number))}
	for ctx.Err() == nil {
		holder.Attempt++
		err := w.Claim(ctx, holder, inADay())
		for range actsAtATime {
			if err == nil {
				err = f.act(ctx, w)
			}
		}
		f.judge(ctx, err)
	}
}

// act plays one action, and notes that it was acknowledged.
func (f *fight) act(ctx context.Context, w *room.Writer) error {
	before := w.Seat().Number()
	record := &samedealv1.SeatEntry{Number: before + 1}
	if word := f.choose(w.Seat()); word == undo {
		record.Kind = &samedealv1.SeatEntry_Undo{Undo: &samedealv1.Undone{}}
	} else {
		record.Kind = &samedealv1.SeatEntry_Move{Move: word}
	}
	if err := w.Append(ctx, record); err != nil {
		return err
	}
	last := w.Seat().Actions()[before]
	f.mu.Lock()
	defer f.mu.Unlock()
	f.acked[last.Entry] = last.Word
	if len(f.acked) >= f.actions {
		f.done()
	}
	return nil
}

const undo = "u"

func (f *fight) choose(seat *room.Seat) string {
	p := seat.Position()
	var legal []string
	for move := range f.race.Code.Variant().Moves(&p) {
		legal = append(legal, move.String())
	}
	if seat.Undoable() > 0 {
		legal = append(legal, undo)
	}
	return legal[rand.IntN(len(legal))]
}

// judge keeps an error that is not of those that a fight brings.
func (f *fight) judge(ctx context.Context, err error) {
	known := []error{nil, room.ErrFenced, room.ErrUnclaimed, room.ErrForgotten, room.ErrNotWritten}
	if ctx.Err() != nil || slices.ContainsFunc(known, func(k error) bool { return errors.Is(err, k) }) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
	f.done()
}

// pause waits a little before a store is tried again.
func pause(ctx context.Context) {
	timer := time.NewTimer(tryAgainAfter)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
