package client

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// begin adds words and takes them as sent.
func (b *outbox) begin(t *testing.T, words ...string) []*Pending {
	t.Helper()
	var all []*Pending
	for _, word := range words {
		p, err := b.add(word)
		if err != nil {
			t.Fatal(err)
		}
		b.sent = append(b.sent, p)
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
	// The gap for 56 comes when new actions are under way already, and must strike none of them.
	fresh := b.begin(t, "n", "wh")
	b.gap(2)
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
	b.gap(3)
	if !errors.Is(lost[0].err, ErrDropped) || !errors.Is(lost[1].err, ErrDropped) || b.next() != 3 {
		t.Fatalf("%v, %v, next %d", lost[0].err, lost[1].err, b.next())
	}
	b.gap(3)
	if b.next() != 3 || len(b.sent) != 0 {
		t.Fatalf("next %d, %d sent", b.next(), len(b.sent))
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

// A server that accepts, refuses and loses connections at random comes to have just what the outbox says
// was accepted, in order and once.
func TestEachActionCountsOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b outbox
		var log []string
		var wire []*Pending
		var accepted []string
		all := []*Pending{}
		serve := func(refuse bool) {
			p := wire[0]
			wire = wire[1:]
			number := uint32(len(log))
			switch {
			case p.number > number+1:
				b.gap(number + 1)
			case p.number <= number && log[p.number-1] == p.word:
				b.acknowledged(&samedealv1.Acknowledgement{Own: boardOf(p.number), Again: true})
			case p.number <= number:
				b.board(boardOf(number, "n"))
			case refuse:
				b.refused(p.number, &RuleError{})
			default:
				log = append(log, p.word)
				b.acknowledged(ackOf(p.number))
			}
		}
		for i := range rapid.IntRange(1, 80).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "what") {
			case 0: // lost, after the server has taken some of what was under way
				for range rapid.IntRange(0, len(wire)).Draw(t, "arrived") {
					if p := wire[0]; p.number == uint32(len(log))+1 {
						log = append(log, p.word)
					}
					wire = wire[1:]
				}
				b.lost()
				wire = b.board(boardOf(uint32(len(log)), "n"))
			case 1, 2, 3, 4:
				p, err := b.add("word" + strconv.Itoa(i))
				if err != nil {
					t.Fatal(err)
				}
				b.sent, wire, all = append(b.sent, p), append(wire, p), append(all, p)
			default:
				if len(wire) > 0 {
					serve(rapid.IntRange(0, 3).Draw(t, "rule") == 0)
				}
			}
		}
		for len(wire) > 0 {
			serve(false)
		}
		for _, p := range all {
			if !p.isAnswered() {
				t.Fatalf("%s has no answer", p.word)
			}
			if p.err == nil {
				accepted = append(accepted, p.word)
			}
		}
		if !slices.Equal(accepted, log) {
			t.Fatalf("accepted %v, the server has %v", accepted, log)
		}
	})
}
