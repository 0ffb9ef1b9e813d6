package client

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// begin adds words, and takes them as sent where they are due.
func (b *outbox) begin(t *testing.T, words ...string) []*Pending {
	t.Helper()
	var all []*Pending
	for _, word := range words {
		p, err := b.add(word)
		if err != nil {
			t.Fatal(err)
		}
		b.due()
		all = append(all, p)
	}
	return all
}

func ackOf(number uint32) *samedealv1.Acknowledgement {
	return &samedealv1.Acknowledgement{Own: &samedealv1.OwnBoard{Number: number}}
}

func boardOf(number uint32, legal ...string) *samedealv1.OwnBoard {
	return &samedealv1.OwnBoard{Number: number, Legal: legal}
}

func numbers(actions []*Pending) []uint32 {
	var n []uint32
	for _, p := range actions {
		n = append(n, p.number)
	}
	return n
}

func TestARefusalDropsWhatIsBehindIt(t *testing.T) {
	var b outbox
	old := b.begin(t, "12", "34", "56")
	b.acknowledged(ackOf(1))
	b.refused(2, &RuleError{})
	if !errors.Is(old[2].err, ErrDropped) || b.next() != 2 {
		t.Fatalf("behind the refused one: %v; next is %d", old[2].err, b.next())
	}
	// New actions wait for the gap for 56, which must strike none of them.
	fresh := b.begin(t, "n", "wh")
	if len(b.sent) != 1 {
		t.Fatalf("%d are sent, want the fallen one alone", len(b.sent))
	}
	b.gap(3, 2)
	if due := numbers(b.due()); !slices.Equal(due, []uint32{2, 3}) {
		t.Fatalf("%v are sent", due)
	}
	b.acknowledged(ackOf(2))
	b.acknowledged(ackOf(3))
	for _, p := range fresh {
		if !p.isAnswered() || p.err != nil {
			t.Errorf("%s: %v", p.word, p.err)
		}
	}
	if b.next() != 4 || len(b.sent) != 0 {
		t.Errorf("next is %d, %d are without an answer", b.next(), len(b.sent))
	}
}

func TestAGapThatWasNotExpected(t *testing.T) {
	b := outbox{accepted: 7}
	lost := b.begin(t, "12", "34")
	b.gap(8, 3)
	if !errors.Is(lost[0].err, ErrDropped) || !errors.Is(lost[1].err, ErrDropped) || b.next() != 3 {
		t.Fatalf("%v, %v, next %d", lost[0].err, lost[1].err, b.next())
	}
	b.gap(9, 3)
	if b.next() != 3 || len(b.sent) != 0 {
		t.Fatalf("next %d, %d sent", b.next(), len(b.sent))
	}
}

// An action that overtakes the one before it falls alone: the one before is accepted.
func TestAnOvertakenActionIsNotDropped(t *testing.T) {
	var b outbox
	begun := b.begin(t, "12", "34", "56")
	b.gap(2, 1)
	b.acknowledged(ackOf(1))
	b.gap(3, 2)
	if begun[0].err != nil || !errors.Is(begun[1].err, ErrDropped) || !errors.Is(begun[2].err, ErrDropped) {
		t.Fatalf("%v, %v, %v", begun[0].err, begun[1].err, begun[2].err)
	}
	if b.next() != 2 || len(b.sent) != 0 {
		t.Fatalf("next %d, %d sent", b.next(), len(b.sent))
	}
}

// The fallen ones' answers would be waited for, and never be known for theirs, if a gap without a number
// struck nothing.
func TestAGapThatNamesNoActionAnswersTheOldest(t *testing.T) {
	var b outbox
	b.begin(t, "12", "34", "56")
	b.refused(1, &RuleError{})
	b.gap(0, 1)
	b.gap(0, 1)
	if len(b.sent) != 0 {
		t.Fatalf("%d are without an answer", len(b.sent))
	}
}

func TestAResyncThrowsAwayWhatIsHeld(t *testing.T) {
	var b outbox
	b.begin(t, "12")
	b.acknowledged(ackOf(1))
	mine := b.begin(t, "34", "56")
	b.board(boardOf(2, "n"))
	if !errors.Is(mine[0].err, ErrResync) || !errors.Is(mine[1].err, ErrResync) || len(b.held) != 0 {
		t.Fatalf("%v, %v, %d held", mine[0].err, mine[1].err, len(b.held))
	}
	if b.next() != 3 {
		t.Errorf("next is %d", b.next())
	}
	// The server may have accepted 56 all the same: it was the next.
	b.acknowledged(ackOf(3))
	if b.next() != 4 || len(b.sent) != 0 {
		t.Errorf("next is %d, %d sent", b.next(), len(b.sent))
	}
}

// The first action had been accepted before, and the second, whose number was another tab's, overtakes it. What
// is played next would wait for ever if the board were taken for the first one's answer only.
func TestAResyncThatOvertookAnAnswer(t *testing.T) {
	b := outbox{accepted: 1}
	b.begin(t, "34", "56")
	b.board(boardOf(3, "n"))
	b.acknowledged(ackOf(2))
	if p := b.begin(t, "n")[0]; p.number != 4 || !slices.Contains(b.sent, p) {
		t.Errorf("number %d, %v are sent", p.number, numbers(b.sent))
	}
}

func TestTheBoardOfASeatsEndIsNoAnswerToAMove(t *testing.T) {
	var b outbox
	p := b.begin(t, "12")[0]
	b.board(boardOf(0))
	if p.isAnswered() {
		t.Fatal("the move is answered by the board")
	}
	b.refused(1, &FaultError{Reason: samedealv1.Reason_REASON_SEAT_ENDED})
	if !IsFault(p.err, samedealv1.Reason_REASON_SEAT_ENDED) {
		t.Error(p.err)
	}
}

func TestResigning(t *testing.T) {
	var b outbox
	b.begin(t, "12")
	b.acknowledged(ackOf(1))
	p := b.begin(t, "")[0]
	b.board(boardOf(1))
	if !p.isAnswered() || p.err != nil || b.next() != 2 || len(b.held) != 1 {
		t.Fatalf("%v, next %d, %d held", p.err, b.next(), len(b.held))
	}
}

func TestResume(t *testing.T) {
	words := []string{"12", "23", "34", "45"}
	for _, c := range []struct {
		server uint32
		again  []uint32
	}{
		{0, []uint32{1, 2, 3, 4}}, {1, []uint32{2, 3, 4}}, {2, []uint32{3, 4}}, {4, nil}, {9, nil},
	} {
		var b outbox
		all := b.begin(t, words...)
		b.acknowledged(ackOf(1))
		b.acknowledged(ackOf(2))
		b.lost()
		if got := numbers(b.board(boardOf(c.server, "n"))); !slices.Equal(got, c.again) {
			t.Errorf("server at %d: sends %v again, want %v", c.server, got, c.again)
		}
		for _, p := range all {
			if p.number <= c.server && (!p.isAnswered() || p.err != nil) {
				t.Errorf("server at %d: %d is not answered", c.server, p.number)
			}
		}
	}
}

func TestResumeWithAHole(t *testing.T) {
	var b outbox
	b.accepted = 5
	p := b.begin(t, "12")[0]
	b.lost()
	if again := b.board(boardOf(3, "n")); len(again) != 0 || !errors.Is(p.err, ErrResync) || b.next() != 4 {
		t.Errorf("sends %v again, %v, next %d", numbers(again), p.err, b.next())
	}
}

func TestHeldIsBounded(t *testing.T) {
	var b outbox
	for i := range mostHeld {
		b.begin(t, strconv.Itoa(i))
	}
	if _, err := b.add("n"); !errors.Is(err, ErrTooManyHeld) {
		t.Fatal(err)
	}
	b.acknowledged(ackOf(1))
	b.begin(t, "n")
	if len(b.held) != mostHeld || b.next() != mostHeld+2 {
		t.Errorf("%d held, next %d", len(b.held), b.next())
	}
}
