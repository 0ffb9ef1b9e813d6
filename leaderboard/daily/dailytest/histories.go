package dailytest

import (
	"maps"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
)

func historyParts() []part {
	return []part{
		{"who has done nothing has an empty history", emptyHistory},
		{"the first result stands", firstResultStands},
		{"results come back whole", resultsComeBack},
		{"what is voided stays so, whatever comes first", voidedEntries},
		{"of many results noted at once all count", notedAtOnce},
		{"the first offset stands", firstOffsetStands},
		{"callers at once set one offset", oneOffset},
		{"what was removed is not noted again", removed},
		{"the version goes on after a removal", versionGoesOn},
		{"players' histories are apart", historiesApart},
		{"each use sets when a history is forgotten", historyForgotten},
	}
}

// entry gives a result of an attempt that began at instant n.
func entry(n int) daily.Entry { return daily.Entry{Begun: instant(n), Result: won()} }

func noteEntry(t *testing.T, store daily.Store, c daily.Challenge, e daily.Entry) daily.History {
	t.Helper()
	h, err := store.Note(t.Context(), ana, c, e, inAYear())
	if err != nil {
		t.Fatalf("Note: %v", err)
	}
	return h
}

func history(t *testing.T, store daily.Store, player leaderboard.Player) daily.History {
	t.Helper()
	h, err := store.History(t.Context(), player)
	if err != nil {
		t.Fatalf("History: %v", err)
	}
	return h
}

func wantHistory(t *testing.T, got, want daily.History) {
	t.Helper()
	if got.Version != want.Version || got.Offset != want.Offset || got.OffsetSet != want.OffsetSet ||
		!got.Removed.Equal(want.Removed) || !maps.EqualFunc(got.Entries, want.Entries, sameEntry) {
		t.Errorf("the history is %+v, want %+v", got, want)
	}
}

func sameEntry(a, b daily.Entry) bool {
	return a.Begun.Equal(b.Begun) && a.Voided == b.Voided && proto.Equal(a.Result, b.Result)
}

func emptyHistory(t *testing.T, store daily.Store) {
	h := history(t, store, ana)
	wantHistory(t, h, daily.History{})
	if h.Entries == nil {
		t.Error("the entries are nil, and cannot be written to")
	}
}

func firstResultStands(t *testing.T, store daily.Store) {
	want := daily.History{Version: 1, Entries: map[daily.Challenge]daily.Entry{klondike: entry(1)}}
	for _, e := range []daily.Entry{entry(1), entry(1), {Begun: instant(2), Result: played()}} {
		wantHistory(t, noteEntry(t, store, klondike, e), want)
		wantHistory(t, history(t, store, ana), want)
	}
}

func resultsComeBack(t *testing.T, store daily.Store) {
	want := map[daily.Challenge]daily.Entry{
		klondike: {Begun: instant(1), Result: won()},
		freeCell: {Begun: instant(2), Result: played()},
		next:     {Begun: time.UnixMilli(1).UTC(), Result: won(), Voided: true},
	}
	for c, e := range want {
		noteEntry(t, store, c, e)
	}
	wantHistory(t, history(t, store, ana), daily.History{Version: 3, Entries: want})
}

// A result that is noted while its challenge is voided must not count, in whatever order the two come.
func voidedEntries(t *testing.T, store daily.Store) {
	void := daily.Entry{Voided: true}
	noteEntry(t, store, klondike, entry(1))
	noteEntry(t, store, klondike, void)
	noteEntry(t, store, freeCell, void)
	voided := entry(1)
	voided.Voided = true
	want := daily.History{Version: 3, Entries: map[daily.Challenge]daily.Entry{klondike: voided, freeCell: void}}
	wantHistory(t, history(t, store, ana), want)
	for _, c := range []daily.Challenge{klondike, freeCell} {
		noteEntry(t, store, c, void)
	}
	wantHistory(t, history(t, store, ana), want)
	want.Version, want.Entries[freeCell] = 4, voided
	for _, c := range []daily.Challenge{klondike, freeCell} {
		noteEntry(t, store, c, entry(1))
	}
	wantHistory(t, history(t, store, ana), want)
}

// A history that a total is summed up from must be all that its version had.
func notedAtOnce(t *testing.T, store daily.Store) {
	atOnce(func(i int) {
		c := daily.Challenge{Date: leapDay.Add(i), Variant: "KL1-D3N"}
		h, err := store.Note(t.Context(), ana, c, entry(i), inAYear())
		if err != nil || h.Version != uint64(len(h.Entries)) || h.Entries[c].Result == nil {
			t.Errorf("version %d has %d entries, %v", h.Version, len(h.Entries), err)
		}
	})
	if h := history(t, store, ana); h.Version != callers || len(h.Entries) != callers {
		t.Errorf("in the end version %d has %d entries; want %d", h.Version, len(h.Entries), callers)
	}
}

func setOffset(t *testing.T, store daily.Store, minutes, want int) {
	t.Helper()
	h, err := store.SetOffset(t.Context(), ana, minutes, inAYear())
	if err != nil || !h.OffsetSet || h.Offset != want {
		t.Errorf("set to %d the offset is %d (%v), %v; want %d", minutes, h.Offset, h.OffsetSet, err, want)
	}
}

func firstOffsetStands(t *testing.T, store daily.Store) {
	noteEntry(t, store, klondike, entry(1))
	for _, minutes := range []int{-570, 840, 0, -570} {
		setOffset(t, store, minutes, -570)
	}
	want := daily.History{
		Version: 1, Offset: -570, OffsetSet: true, Entries: map[daily.Challenge]daily.Entry{klondike: entry(1)},
	}
	wantHistory(t, history(t, store, ana), want)
}

func oneOffset(t *testing.T, store daily.Store) {
	offsets := make([]int, callers)
	atOnce(func(i int) {
		h, err := store.SetOffset(t.Context(), ana, 30*i, inAYear())
		if err != nil {
			t.Errorf("SetOffset: %v", err)
		}
		offsets[i] = h.Offset
	})
	for _, offset := range offsets {
		if offset != offsets[0] {
			t.Fatalf("one caller got %d, another %d", offsets[0], offset)
		}
	}
}

func remove(t *testing.T, store daily.Store, at time.Time) daily.History {
	t.Helper()
	h, err := store.Remove(t.Context(), ana, at, inAYear())
	if err != nil {
		t.Fatalf("Remove: %v", err)
	}
	return h
}

// A result that comes late must not bring back what was taken out.
func removed(t *testing.T, store daily.Store) {
	noteEntry(t, store, klondike, entry(1))
	setOffset(t, store, 30, 30)
	wantHistory(t, remove(t, store, instant(5)), daily.History{
		Version: 2, Offset: 30, OffsetSet: true, Entries: map[daily.Challenge]daily.Entry{klondike: entry(1)},
	})
	gone := daily.History{Version: 2, Removed: instant(5)}
	wantHistory(t, history(t, store, ana), gone)
	for _, n := range []int{1, 4, 5} {
		wantHistory(t, noteEntry(t, store, klondike, entry(n)), gone)
	}
	late := daily.Entry{Begun: instant(5).Add(time.Millisecond), Result: played()}
	gone.Version, gone.Entries = 3, map[daily.Challenge]daily.Entry{next: late}
	wantHistory(t, noteEntry(t, store, next, late), gone)
	wantHistory(t, history(t, store, ana), gone)
}

func versionGoesOn(t *testing.T, store daily.Store) {
	for i, n := range []int{2, 5, 3, 5} {
		remove(t, store, instant(n))
		latest := []int{2, 5, 5, 5}[i]
		wantHistory(t, history(t, store, ana), daily.History{Version: uint64(i + 1), Removed: instant(latest)})
	}
	// Voids are noted all the same: the attempt may be one that came later.
	h := noteEntry(t, store, klondike, daily.Entry{Voided: true})
	if h.Version != 5 || !h.Entries[klondike].Voided {
		t.Errorf("the history is %+v", h)
	}
}

func historiesApart(t *testing.T, store daily.Store) {
	noteEntry(t, store, klondike, entry(1))
	if _, err := store.Remove(t.Context(), ben, instant(1), inAYear()); err != nil {
		t.Fatal(err)
	}
	wantHistory(t, history(t, store, ana), daily.History{
		Version: 1, Entries: map[daily.Challenge]daily.Entry{klondike: entry(1)},
	})
	wantHistory(t, history(t, store, ben), daily.History{Version: 1, Removed: instant(1)})
}

// An end in the past stands for one that has come.
func historyForgotten(t *testing.T, store daily.Store) {
	for name, use := range map[string]func() error{
		"Note":      func() error { _, err := store.Note(t.Context(), ana, klondike, entry(1), past()); return err },
		"SetOffset": func() error { _, err := store.SetOffset(t.Context(), ana, 30, past()); return err },
		"Remove":    func() error { _, err := store.Remove(t.Context(), ana, instant(1), past()); return err },
	} {
		noteEntry(t, store, next, entry(2))
		if err := use(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		wantHistory(t, history(t, store, ana), daily.History{})
	}
}
