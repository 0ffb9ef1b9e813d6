package storetest

import (
	"slices"
	"testing"
	"time"

	"github.com/samedeal/samedeal/room"
)

var scheduleParts = []part{
	{"rooms are due in order of their instants", dueInOrder},
	{"a new instant takes the place of the old", instantReplaced},
	{"an instant is postponed, unless it is a newer one", postponed},
	{"a room that was cleared is not due", cleared},
	{"no more are given than asked for", dueAtMost},
}

var noon = time.Date(2030, 1, 2, 12, 0, 0, 250_000_000, time.UTC)

func set(t *testing.T, s Stores, code room.Code, at time.Time) {
	t.Helper()
	if err := s.Schedule.Set(t.Context(), code, at); err != nil {
		t.Fatal(err)
	}
}

func wantDue(t *testing.T, s Stores, at time.Time, most int, want ...room.Code) {
	t.Helper()
	got, err := s.Schedule.Due(t.Context(), at, most)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("at %v, %d at most: %q, %v; want %q", at, most, got, err, want)
	}
}

func dueInOrder(t *testing.T, s Stores) {
	wantDue(t, s, noon, 10)
	set(t, s, "BBBBBB", noon.Add(time.Millisecond))
	set(t, s, "CCCCCC", noon)
	set(t, s, "DDDDDD", noon.AddDate(-20, 0, 0))
	set(t, s, "FFFFFF", noon.Add(-time.Hour))
	wantDue(t, s, noon.Add(-time.Millisecond), 10, "DDDDDD", "FFFFFF")
	wantDue(t, s, noon, 10, "DDDDDD", "FFFFFF", "CCCCCC")
	wantDue(t, s, noon.Add(time.Millisecond), 10, "DDDDDD", "FFFFFF", "CCCCCC", "BBBBBB")
	// Whoever asks does not take them out.
	wantDue(t, s, noon, 10, "DDDDDD", "FFFFFF", "CCCCCC")
}

func instantReplaced(t *testing.T, s Stores) {
	set(t, s, home, noon)
	set(t, s, home, noon.Add(time.Hour))
	wantDue(t, s, noon, 10)
	set(t, s, home, noon.Add(-time.Hour))
	wantDue(t, s, noon, 10, home)
}

func postponed(t *testing.T, s Stores) {
	postpone := func(seen, to time.Time, want bool) {
		t.Helper()
		if put, err := s.Schedule.Postpone(t.Context(), home, seen, to); err != nil || put != want {
			t.Fatalf("put %t, %v, want %t", put, err, want)
		}
	}
	postpone(noon, noon, false)
	wantDue(t, s, noon, 10) // it had none
	set(t, s, home, noon)
	postpone(noon.Add(-time.Millisecond), noon.Add(time.Hour), false)
	wantDue(t, s, noon, 10, home) // that has been put since
	postpone(noon, noon.Add(time.Hour), true)
	wantDue(t, s, noon.Add(time.Hour-time.Millisecond), 10)
	wantDue(t, s, noon.Add(time.Hour), 10, home)
	postpone(noon.Add(2*time.Hour), noon.Add(-time.Hour), true)
	wantDue(t, s, noon.Add(-time.Hour), 10, home) // to an earlier one, too
}

func cleared(t *testing.T, s Stores) {
	set(t, s, home, noon)
	set(t, s, away, noon)
	for range 2 {
		if err := s.Schedule.Clear(t.Context(), home); err != nil {
			t.Fatal(err)
		}
	}
	wantDue(t, s, noon, 10, away)
}

func dueAtMost(t *testing.T, s Stores) {
	set(t, s, home, noon)
	set(t, s, away, noon.Add(-time.Second))
	wantDue(t, s, noon, 1, away)
	wantDue(t, s, noon, 2, away, home)
	wantDue(t, s, noon, 0)
}
