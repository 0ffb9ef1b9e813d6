package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/samedeal/samedeal/room"
)

var seatParts = []part{
	{"a log is begun only by who may", logBegun},
	{"an id that is not above the last is refused", idsRefused},
	{"the length counts all entries", lengthsCount},
	{"of claimers at once one wins", oneClaimerWins},
	{"a former owner is shut out", formerOwner},
	{"entries keep their bytes", entriesKeepBytes},
	{"a long log comes in order, from any entry on", longLog},
	{"seats are apart", seatsApart},
	{"a log expires", seatExpires},
	{"a call whose context is done has written nothing, or does not say so", appendCancelled},
	{"writers who fight for a seat lose nothing", writersFight},
}

var seat = room.SeatID{Room: home, Seat: 1}

func entry(epoch, index uint64, data string) room.Entry {
	return room.Entry{ID: room.EntryID{Epoch: epoch, Index: index}, Data: []byte(data)}
}

func mustAppend(t *testing.T, s Stores, id room.SeatID, entries ...room.Entry) (last room.Appended) {
	t.Helper()
	for _, e := range entries {
		var err error
		if last, err = s.Seats.Append(t.Context(), id, e, inADay()); err != nil {
			t.Fatalf("entry %s: %v", e.ID, err)
		}
	}
	return last
}

func wantEntries(t *testing.T, s Stores, id room.SeatID, from room.EntryID, want ...room.Entry) {
	t.Helper()
	got, err := s.Seats.Entries(t.Context(), id, from)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d entries from %s on, %v; want %d", len(got), from, err, len(want))
	}
	for i := range got {
		if got[i].ID != want[i].ID || !bytes.Equal(got[i].Data, want[i].Data) {
			t.Fatalf("entry %d is %s %q, want %s %q", i, got[i].ID, got[i].Data, want[i].ID, want[i].Data)
		}
	}
}

func logBegun(t *testing.T, s Stores) {
	first := entry(1, 0, "open")
	if _, err := s.Seats.Append(t.Context(), seat, first, time.Time{}); !errors.Is(err, room.ErrNoLog) {
		t.Errorf("without create: %v, want ErrNoLog", err)
	}
	wantEntries(t, s, seat, room.EntryID{})
	mustAppend(t, s, seat, first)
	if _, err := s.Seats.Append(t.Context(), seat, entry(1, 1, "move"), time.Time{}); err != nil {
		t.Errorf("to a log that is there: %v", err)
	}
	wantEntries(t, s, seat, room.EntryID{}, first, entry(1, 1, "move"))
}

func idsRefused(t *testing.T, s Stores) {
	log := []room.Entry{entry(1, 0, "a"), entry(2, 0, "b"), entry(2, 3, "c")}
	mustAppend(t, s, seat, log...)
	for _, id := range []room.EntryID{{Epoch: 2, Index: 3}, {Epoch: 2, Index: 2}, {Epoch: 2}, {Epoch: 1, Index: 9}} {
		for _, create := range []time.Time{{}, inADay()} {
			e := room.Entry{ID: id, Data: []byte("late")}
			if _, err := s.Seats.Append(t.Context(), seat, e, create); !errors.Is(err, room.ErrNotAbove) {
				t.Errorf("%s over 2-3: %v, want ErrNotAbove", id, err)
			}
		}
	}
	wantEntries(t, s, seat, room.EntryID{}, log...)
}

func lengthsCount(t *testing.T, s Stores) {
	first := mustAppend(t, s, seat, entry(1, 0, "open"))
	if first.Length != 1 {
		t.Errorf("the first entry makes a log of %d", first.Length)
	}
	for i := range uint64(20) {
		got := mustAppend(t, s, seat, entry(1, 2*i+1, "holes do not count"))
		if got.Length != int64(i)+2 || got.Connection != first.Connection {
			t.Errorf("entry %d: %+v after %+v", i+2, got, first)
		}
	}
}

func oneClaimerWins(t *testing.T, s Stores) {
	for epoch := range uint64(20) {
		errs := make([]error, callers)
		atOnce(func(i int) {
			_, errs[i] = s.Seats.Append(t.Context(), seat, entry(epoch+1, 0, fmt.Sprint(i)), inADay())
		})
		winner := -1
		for i, err := range errs {
			switch {
			case err == nil && winner < 0:
				winner = i
			case !errors.Is(err, room.ErrNotAbove):
				t.Fatalf("epoch %d, claimer %d besides %d: %v", epoch+1, i, winner, err)
			}
		}
		wantEntries(t, s, seat, room.EntryID{Epoch: epoch + 1}, entry(epoch+1, 0, fmt.Sprint(winner)))
	}
}

func formerOwner(t *testing.T, s Stores) {
	mustAppend(t, s, seat, entry(1, 0, "open"), entry(1, 1, "move"), entry(2, 0, "claim"))
	for index := range uint64(3) {
		_, err := s.Seats.Append(t.Context(), seat, entry(1, index+2, "late"), time.Time{})
		if !errors.Is(err, room.ErrNotAbove) {
			t.Errorf("a former owner's entry %d: %v, want ErrNotAbove", index+2, err)
		}
	}
	mustAppend(t, s, seat, entry(2, 1, "move"))
}

func entriesKeepBytes(t *testing.T, s Stores) {
	var log []room.Entry
	for i, data := range oddBytes {
		log = append(log, room.Entry{ID: room.EntryID{Epoch: 1, Index: uint64(i)}, Data: data})
	}
	mustAppend(t, s, seat, log...)
	wantEntries(t, s, seat, room.EntryID{}, log...)
}

func longLog(t *testing.T, s Stores) {
	const length = 2100
	log := make([]room.Entry, length)
	for i := range log {
		log[i] = entry(uint64(i/700)+1, uint64(i%700), fmt.Sprint(i))
	}
	mustAppend(t, s, seat, log...)
	for _, from := range []int{0, 1, 699, 700, 1099, 1100, 1101, length - 1} {
		wantEntries(t, s, seat, log[from].ID, log[from:]...)
	}
	wantEntries(t, s, seat, room.EntryID{Epoch: 2, Index: 9999}, log[1400:]...)
	wantEntries(t, s, seat, room.EntryID{Epoch: 9})
}

func seatsApart(t *testing.T, s Stores) {
	seats := []room.SeatID{{Room: home}, {Room: home, Seat: 1}, {Room: home, Seat: 11}, {Room: away}}
	for i, id := range seats {
		mustAppend(t, s, id, entry(uint64(i)+1, 0, fmt.Sprint(id)))
	}
	for i, id := range seats {
		wantEntries(t, s, id, room.EntryID{}, entry(uint64(i)+1, 0, fmt.Sprint(id)))
	}
}

func seatExpires(t *testing.T, s Stores) {
	id := seat
	for life := time.Second; ; life, id.Seat = 2*life, id.Seat+1 {
		if _, err := s.Seats.Append(t.Context(), id, entry(1, 0, "open"), now(t, s).Add(life)); err != nil {
			t.Fatal(err)
		}
		// A later create begins nothing, and moves nothing.
		if mustAppend(t, s, id, entry(1, 1, "move")).Length == 2 {
			break // else the log had expired before, and is another
		}
	}
	await(t, "the log expires", func() bool {
		entries, err := s.Seats.Entries(t.Context(), id, room.EntryID{})
		return err == nil && len(entries) == 0
	})
	if _, err := s.Seats.Append(t.Context(), id, entry(1, 2, "move"), time.Time{}); !errors.Is(err, room.ErrNoLog) {
		t.Errorf("to a log that has expired: %v, want ErrNoLog", err)
	}
}

func appendCancelled(t *testing.T, s Stores) {
	mustAppend(t, s, seat, entry(1, 0, "open"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := s.Seats.Append(ctx, seat, entry(1, 1, "move"), time.Time{})
	if err == nil || errors.Is(err, room.ErrNotAbove) || errors.Is(err, room.ErrNoLog) {
		t.Fatalf("with a context that is done: %v", err)
	}
	if errors.Is(err, room.ErrNotWritten) {
		wantEntries(t, s, seat, room.EntryID{}, entry(1, 0, "open"))
	}
}
