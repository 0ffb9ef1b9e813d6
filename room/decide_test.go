package room_test

import (
	"fmt"
	"testing"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// The answers to a client's numbers: the same again, another under a taken number, one too far, one
// that a rule forbids, one after the end.
func TestDecide(t *testing.T) {
	log := []room.Entry{entry(t, "1-0", open(7))}
	for i, word := range []string{"4h", "n"} {
		log = append(log, entry(t, fmt.Sprintf("1-%d", i+1), &samedealv1.SeatEntry{
			Nonce: 7, Number: uint32(i + 1), AtMs: 100, Kind: &samedealv1.SeatEntry_Move{Move: word},
		}))
	}
	seat, err := room.FoldSeat(testRace(t), log)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		act  room.Act
		want string
	}{
		{"the next", room.Act{Number: 3, Word: "27", Tab: "a tab"}, "entry 3"},
		{"the next, with a count that is not needed", room.Act{Number: 3, Word: "27v1", Tab: "a tab"}, "entry 3"},
		{"undo", room.Act{Number: 3, Word: "u", Tab: "a tab"}, "entry 3"},
		{"the same again", room.Act{Number: 1, Word: "4h", Tab: "a tab"}, "again 1"},
		{"the same again, written otherwise", room.Act{Number: 1, Word: "4hv1", Tab: "a tab"}, "again 1"},
		{"another under a taken number", room.Act{Number: 1, Word: "n", Tab: "a tab"}, "resync"},
		{"a draw, repeated from another tab", room.Act{Number: 2, Word: "n", Tab: "another"}, "resync"},
		{"too far", room.Act{Number: 5, Word: "n", Tab: "a tab"}, "expected 3"},
		{"forbidden", room.Act{Number: 3, Word: "w1", Tab: "a tab"}, "rule"},
		{"no move", room.Act{Number: 3, Word: "xx", Tab: "a tab"}, "fault REASON_BAD_FIELD"},
		{"no number", room.Act{Word: "n", Tab: "a tab"}, "fault REASON_BAD_FIELD"},
		{"resign", room.Act{Number: 3, Resign: true, Tab: "a tab"}, "entry 0"},
	} {
		if got := describe(seat.Decide(c.act, 200)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	if got := describe(seat.Decide(room.Act{Number: 3, Word: "n"}, 60_001)); got != "fault REASON_SEAT_ENDED" {
		t.Errorf("after the limit: got %s", got)
	}
	if err := seat.Add(entry(t, "1-3", finish(7))); err != nil {
		t.Fatal(err)
	}
	if got := describe(seat.Decide(room.Act{Number: 3, Word: "n"}, 200)); got != "fault REASON_SEAT_ENDED" {
		t.Errorf("after the end: got %s", got)
	}
	if got := describe(seat.Decide(room.Act{Number: 2, Word: "n", Tab: "a tab"}, 200)); got != "again 2" {
		t.Errorf("after the end, the same again: got %s", got)
	}
}

func describe(v room.Verdict) string {
	switch {
	case v.Entry != nil:
		return fmt.Sprint("entry ", v.Entry.GetNumber())
	case v.Again > 0:
		return fmt.Sprint("again ", v.Again)
	case v.Resync:
		return "resync"
	case v.Expected > 0:
		return fmt.Sprint("expected ", v.Expected)
	case v.Fault != nil:
		return "fault " + v.Fault.Reason.String()
	default:
		return "rule"
	}
}

// A seat that has used up its moves can still undo and resign, and no more.
func TestDecideHoldsTheMoveBudget(t *testing.T) {
	log := []room.Entry{entry(t, "1-0", open(7))}
	for k := uint32(1); k <= engine.MoveBudget; k++ {
		log = append(log, entry(t, fmt.Sprintf("1-%d", k), move(7, k, 1)))
	}
	seat, err := room.FoldSeat(testRace(t), log)
	if err != nil {
		t.Fatal(err)
	}
	next := uint32(engine.MoveBudget + 1)
	for _, c := range []struct {
		act  room.Act
		want string
	}{
		{room.Act{Number: next, Word: "n"}, "fault REASON_MOVE_BUDGET"},
		{room.Act{Number: next, Word: "u"}, fmt.Sprint("entry ", next)},
		{room.Act{Number: next, Resign: true}, "entry 0"},
	} {
		if got := describe(seat.Decide(c.act, 2)); got != c.want {
			t.Errorf("%v: got %s, want %s", c.act, got, c.want)
		}
	}
}
