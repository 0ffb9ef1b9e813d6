package room

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// What a Writer answers.
var (
	// ErrFenced: another writer has claimed the seat. This one must not acknowledge anything any more.
	ErrFenced = errors.New("another writer has claimed the seat")
	// ErrOlderAttempt: the same tab has claimed the seat by a later attempt.
	ErrOlderAttempt = errors.New("a later attempt of the same tab holds the seat")
	// ErrForgotten: the store has come back without entries that it had. The entry does not count; claim
	// again, which writes the lost ones anew, and decide anew.
	ErrForgotten = errors.New("the store has forgotten entries")
	// ErrUnclaimed: the seat must be claimed first, also after any error but ErrNotWritten.
	ErrUnclaimed = errors.New("the seat is not claimed")
)

// Writer is the one who may write a seat's log, as long as nobody claims it after them. Its Seat is
// what has surely been in the log: it moves on only when an entry is committed. It is for one goroutine
// at a time.
//
// The promises rest on five rules. A claim is an entry under an epoch above all that the writer knows,
// and shuts out what former owners still send. A log is read after it is claimed, when what lies below
// the claim can no longer change. An unanswered entry is sent again under its id, with the same bytes,
// until the store has it or has refused it. A refused entry is looked up before it counts as refused,
// since a client library may have sent it twice. And when the store may have forgotten, what it has is
// compared with what was written, and a lost tail written again under a new claim.
type Writer struct {
	store SeatStore
	id    SeatID
	race  Race
	nonce func() uint64
	pause func(context.Context)

	seat    *Seat
	claimed bool
	epoch   uint64 // the highest ever tried
	last    Entry  // the claim's newest entry
	// known is the log up to the last entry, by its digest; doubt says that the store may have forgotten
	// since.
	known      digest
	connection uint64
	doubt      bool
}

// NewWriter makes a writer that has not claimed the seat yet. nonce gives random numbers; pause waits a
// little before the store is tried again, or until the context is done.
func NewWriter(store SeatStore, id SeatID, race Race, nonce func() uint64, pause func(context.Context)) *Writer {
	return &Writer{store: store, id: id, race: race, nonce: nonce, pause: pause, seat: NewSeat(race)}
}

// Seat is the seat as far as it is committed. It is the writer's own and must not be changed.
func (w *Writer) Seat() *Seat { return w.seat }

// Holder is who claims a seat: the tab that plays and its attempt, both empty for a server that only
// ends the seat.
type Holder struct {
	Tab     string
	Attempt uint32
}

// Claim takes the seat over and reads its log. A log that is not there is begun if create is set, and expires then. Actions
// that this writer had committed and the store has lost are written again.
//
// It fails with ErrFenced, ErrOlderAttempt, ErrNewer, ErrNotWritten, ErrNoLog or the context's error.
func (w *Writer) Claim(ctx context.Context, holder Holder, create time.Time) error {
	committed := w.seat
	err := w.claim(ctx, holder, create)
	for err == nil {
		err = w.restore(ctx, committed)
		if !errors.Is(err, ErrForgotten) {
			break
		}
		err = w.claim(ctx, holder, create)
	}
	if err != nil {
		w.claimed, w.seat = false, committed
	}
	return err
}

// claim writes a claim and makes the log below it the seat.
func (w *Writer) claim(ctx context.Context, holder Holder, create time.Time) error {
	w.claimed = false
	entries, err := w.entries(ctx, EntryID{})
	if err != nil {
		return err
	}
	if err := w.checkHolder(entries, holder); err != nil {
		return err
	}
	if n := len(entries); n > 0 {
		w.epoch = max(w.epoch, entries[n-1].ID.Epoch)
	}
	w.epoch++
	open, err := seal(EntryID{Epoch: w.epoch}, openEntry(holder), w.nonce())
	if err != nil {
		return err
	}
	w.doubt = false
	if len(entries) > 0 {
		create = time.Time{}
	}
	appended, err := w.settle(ctx, open, create)
	if err != nil {
		return err
	}
	w.connection = appended.Connection
	return w.readClaimed(ctx, open)
}

// checkHolder refuses an older attempt of the tab that has the log.
func (w *Writer) checkHolder(entries []Entry, holder Holder) error {
	seat, err := FoldSeat(w.race, entries)
	if err != nil {
		return err
	}
	if c := seat.Claim(); holder.Tab != "" && c.Tab == holder.Tab && c.Attempt > holder.Attempt {
		return ErrOlderAttempt
	}
	return nil
}

// readClaimed reads the log whose claim was written.
func (w *Writer) readClaimed(ctx context.Context, open Entry) error {
	entries, err := w.entries(ctx, EntryID{})
	if err != nil {
		return err
	}
	if n := len(entries); n == 0 || !sameEntry(entries[n-1], open) {
		return ErrFenced
	}
	seat, err := FoldSeat(w.race, entries)
	if err != nil {
		return err
	}
	w.seat, w.claimed, w.last, w.known = seat, true, open, digestOf(entries)
	return nil
}

// restore writes again what had been committed and the log has no more. If the log has taken another
// course, that one counts.
func (w *Writer) restore(ctx context.Context, committed *Seat) error {
	known := len(w.seat.actions)
	if w.seat.Ended() || !isPrefix(w.seat.actions, committed.actions) {
		return nil
	}
	for i, a := range committed.actions[known:] {
		if err := w.Append(ctx, actionEntry(a.Word, a.AtMS, uint32(known+i+1))); err != nil {
			return err
		}
	}
	if committed.Ended() && !w.seat.Ended() {
		return w.Append(ctx, finishEntry(committed.ending, committed.endedMS))
	}
	return nil
}

func isPrefix(short, long []Action) bool {
	return len(short) <= len(long) && slices.EqualFunc(short, long[:len(short)], func(a, b Action) bool {
		return a.Word == b.Word && a.AtMS == b.AtMS
	})
}

// Append commits an entry: when it returns nil the entry is in the log, counts, and has moved the Seat
// on. After ErrNotWritten nothing was written and the seat is still claimed; after any other error it
// is not, and whether the entry counts is seen by claiming it again.
func (w *Writer) Append(ctx context.Context, record *samedealv1.SeatEntry) error {
	if !w.claimed {
		return ErrUnclaimed
	}
	id := EntryID{Epoch: w.last.ID.Epoch, Index: w.last.ID.Index + 1}
	e, err := seal(id, record, w.seat.claim.Nonce)
	if err != nil {
		return err
	}
	appended, err := w.settle(ctx, e, time.Time{})
	if errors.Is(err, ErrNotWritten) {
		return err
	}
	if err == nil {
		err = w.compare(ctx, e, appended)
	}
	if err == nil {
		err = w.seat.Add(e)
	}
	if err != nil {
		w.claimed = false
		return err
	}
	w.last = e
	return nil
}

// settle sends an entry until it is known whether the store has it.
func (w *Writer) settle(ctx context.Context, e Entry, create time.Time) (Appended, error) {
	unsettled := false
	for {
		appended, err := w.store.Append(ctx, w.id, e, create)
		switch {
		case err == nil:
			return appended, nil
		case errors.Is(err, ErrNotAbove):
			return w.lookUp(ctx, e)
		case errors.Is(err, ErrNoLog), errors.Is(err, ErrNotWritten) && !unsettled:
			return Appended{}, err
		case ctx.Err() != nil:
			return Appended{}, fmt.Errorf("entry %s of %v is not settled: %w", e.ID, w.id, ctx.Err())
		}
		unsettled = unsettled || !errors.Is(err, ErrNotWritten)
		w.doubt = true
		w.pause(ctx)
	}
}

// lookUp tells whether a refused entry is the one in the log after all.
func (w *Writer) lookUp(ctx context.Context, e Entry) (Appended, error) {
	entries, err := w.entries(ctx, e.ID)
	if err != nil {
		return Appended{}, err
	}
	if len(entries) == 0 || !sameEntry(entries[0], e) {
		return Appended{}, ErrFenced
	}
	return Appended{Connection: w.connection}, nil
}

// compare makes sure that an entry stands in the log on all that was written and read before it, where
// there is reason to doubt it.
func (w *Writer) compare(ctx context.Context, e Entry, a Appended) error {
	if w.doubt || a.Connection != w.connection || a.Length != w.known.length+1 {
		entries, err := w.entries(ctx, EntryID{})
		if err != nil {
			return err
		}
		n := int(w.known.length)
		if len(entries) <= n || digestOf(entries[:n]) != w.known || !sameEntry(entries[n], e) {
			return ErrForgotten
		}
	}
	w.known = w.known.with(e)
	w.connection, w.doubt = a.Connection, false
	return nil
}

// entries reads the log until the store answers.
func (w *Writer) entries(ctx context.Context, from EntryID) ([]Entry, error) {
	for {
		entries, err := w.store.Entries(ctx, w.id, from)
		if err == nil {
			return entries, nil
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("reading the log of %v: %w", w.id, err)
		}
		w.pause(ctx)
	}
}

func sameEntry(a, b Entry) bool { return a.ID == b.ID && bytes.Equal(a.Data, b.Data) }
