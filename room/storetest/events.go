package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/samedeal/samedeal/room"
)

var eventParts = []part{
	{"events are added behind the last", eventsAdded},
	{"an event behind another than the last is refused", eventsRefused},
	{"of many at once one adds each event", oneAddsEach},
	{"events keep their bytes", eventsKeepBytes},
	{"the log of a room is read from any event on", eventsFrom},
	{"the log of a room expires", eventsExpire},
	{"all keys of a room expire at once", roomExpires},
	{"the time does not go back", timeGoesOn},
}

func mustAppendEvents(t *testing.T, s Stores, code room.Code, events ...[]byte) {
	t.Helper()
	var last []byte
	for i, event := range events {
		if err := s.Events.AppendEvent(t.Context(), code, uint64(i)+1, event, last, inADay()); err != nil {
			t.Fatalf("event %d: %v", i+1, err)
		}
		last = event
	}
}

func wantEvents(t *testing.T, s Stores, code room.Code, n uint64, want ...[]byte) {
	t.Helper()
	got, err := s.Events.Events(t.Context(), code, n)
	if err != nil || len(got) != len(want) {
		t.Fatalf("%d events from %d on, %v; want %d", len(got), n, err, len(want))
	}
	for i := range got {
		if !bytes.Equal(got[i], want[i]) {
			t.Fatalf("event %d is %q, want %q", n+uint64(i), got[i], want[i])
		}
	}
}

func now(t *testing.T, s Stores) time.Time {
	t.Helper()
	at, err := s.Events.Now(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func eventsAdded(t *testing.T, s Stores) {
	wantEvents(t, s, home, 1)
	mustAppendEvents(t, s, home, []byte("created"), []byte("joined"), []byte("joined"))
	wantEvents(t, s, home, 1, []byte("created"), []byte("joined"), []byte("joined"))
	wantEvents(t, s, away, 1)
}

func eventsRefused(t *testing.T, s Stores) {
	refused := func(n uint64, last []byte) {
		t.Helper()
		err := s.Events.AppendEvent(t.Context(), home, n, []byte("late"), last, inADay())
		if !errors.Is(err, room.ErrNotAbove) {
			t.Errorf("event %d behind %q: %v, want ErrNotAbove", n, last, err)
		}
	}
	refused(1, []byte("created"))
	refused(2, nil)
	refused(2, []byte("created"))
	wantEvents(t, s, home, 1)

	mustAppendEvents(t, s, home, []byte("created"), []byte("same"), []byte("same"))
	refused(1, nil)
	refused(4, nil)
	refused(4, []byte("created"))
	refused(4, []byte("sam"))
	refused(4, []byte("same\x00"))
	refused(4, []byte{})
	refused(3, []byte("same")) // equal bytes, but as event 2
	refused(5, []byte("same"))
	refused(0, []byte("same"))
	wantEvents(t, s, home, 1, []byte("created"), []byte("same"), []byte("same"))
}

func oneAddsEach(t *testing.T, s Stores) {
	const length = 40
	added := make([][]string, length+1) // by event, who says that they added it
	for i := range added {
		added[i] = make([]string, callers)
	}
	atOnce(func(caller int) {
		for try := 0; ; try++ {
			events, err := s.Events.Events(t.Context(), home, 1)
			if err != nil || len(events) >= length {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var last []byte
			if len(events) > 0 {
				last = events[len(events)-1]
			}
			event := fmt.Sprintf("try %d of %d", try, caller)
			err = s.Events.AppendEvent(t.Context(), home, uint64(len(events))+1, []byte(event), last, inADay())
			if err == nil {
				added[len(events)+1][caller] = event
			} else if !errors.Is(err, room.ErrNotAbove) {
				t.Error(err)
				return
			}
		}
	})
	events, err := s.Events.Events(t.Context(), home, 1)
	if err != nil || len(events) != length {
		t.Fatalf("%d events, %v", len(events), err)
	}
	for i, event := range events {
		winners := 0
		for _, mine := range added[i+1] {
			if mine != "" && mine != string(event) {
				t.Errorf("event %d is %q, and %q was said to be added", i+1, event, mine)
			}
			if mine != "" {
				winners++
			}
		}
		if winners != 1 {
			t.Errorf("event %d was added by %d", i+1, winners)
		}
	}
}

func eventsKeepBytes(t *testing.T, s Stores) {
	mustAppendEvents(t, s, home, oddBytes...)
	wantEvents(t, s, home, 1, oddBytes...)
}

func eventsFrom(t *testing.T, s Stores) {
	events := make([][]byte, 12)
	for i := range events {
		events[i] = fmt.Append(nil, "event ", i+1)
	}
	mustAppendEvents(t, s, home, events...)
	for _, n := range []int{1, 2, 9, 10, 12} {
		wantEvents(t, s, home, uint64(n), events[n-1:]...)
	}
	wantEvents(t, s, home, 13)
}

func eventsExpire(t *testing.T, s Stores) {
	mustAppendEvents(t, s, home, []byte("created"))
	soon := now(t, s).Add(time.Second)
	if err := s.Events.AppendEvent(t.Context(), home, 2, []byte("ended"), []byte("created"), soon); err != nil {
		t.Fatal(err)
	}
	await(t, "the log expires", func() bool {
		events, err := s.Events.Events(t.Context(), home, 1)
		return err == nil && len(events) == 0
	})
	mustAppendEvents(t, s, home, []byte("created"))
}

func roomExpires(t *testing.T, s Stores) {
	for _, code := range []room.Code{home, away} {
		mustAppendEvents(t, s, code, []byte("created"))
		mustAppend(t, s, room.SeatID{Room: code}, entry(1, 0, "open"))
		mustAppend(t, s, room.SeatID{Room: code, Seat: 1}, entry(1, 0, "open"))
		mustAppend(t, s, room.SeatID{Room: code, Seat: 2}, entry(1, 0, "open"))
		mustBeHere(t, s, code, "ana")
	}
	if err := s.Events.Expire(t.Context(), home, 2, now(t, s).Add(-time.Second)); err != nil {
		t.Fatal(err)
	}
	wantEvents(t, s, home, 1)
	wantPresent(t, s, home)
	wantEntries(t, s, room.SeatID{Room: home}, room.EntryID{})
	wantEntries(t, s, room.SeatID{Room: home, Seat: 1}, room.EntryID{})
	wantEntries(t, s, room.SeatID{Room: home, Seat: 2}, room.EntryID{}, entry(1, 0, "open"))
	wantEvents(t, s, away, 1, []byte("created"))
	wantPresent(t, s, away, "ana")
	wantEntries(t, s, room.SeatID{Room: away, Seat: 1}, room.EntryID{}, entry(1, 0, "open"))
	// A room of which nothing is left has nothing that could expire.
	if err := s.Events.Expire(t.Context(), home, 2, inADay()); err != nil {
		t.Error(err)
	}
}

func timeGoesOn(t *testing.T, s Stores) {
	before := now(t, s)
	if off := time.Until(before).Abs(); off > time.Hour {
		t.Errorf("it is off by %v", off)
	}
	await(t, "the time goes on", func() bool {
		at := now(t, s)
		if at.Before(before) {
			t.Fatalf("%v after %v", at, before)
		}
		return at.After(before)
	})
}
