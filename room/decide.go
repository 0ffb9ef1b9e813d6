package room

import (
	"strconv"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// budgetWarning is how many moves before the end of its budget a seat is told.
const budgetWarning = 200

// Act is an action as its player's tab sent it.
type Act struct {
	Number uint32
	Word   string
	Resign bool
	Tab    string
}

// Verdict is what becomes of an act: exactly one of its fields is set.
type Verdict struct {
	// Entry is to be appended to the log; when it is committed, the act is acknowledged.
	Entry *samedealv1.SeatEntry
	// Again is the number of an act accepted before, whose answer is given again.
	Again uint32
	// Resync: the number was given to another act; the client needs the whole seat.
	Resync bool
	// Expected is the next number, if the act's is beyond it.
	Expected uint32
	// Rule forbids the act.
	Rule engine.Refusal
	// Fault is any other reason.
	Fault *Fault
}

// Decide judges an act on the seat as it stands, at a time in milliseconds since the start. It
// changes nothing.
func (s *Seat) Decide(a Act, atMS uint32) Verdict {
	m, err := engine.ParseMove(a.Word)
	switch {
	case a.Number == 0:
		return faulty(samedealv1.Reason_REASON_BAD_FIELD, "the number is 0; actions are numbered from 1 on")
	case err != nil && !a.Resign:
		return faulty(samedealv1.Reason_REASON_BAD_FIELD, err.Error())
	case a.Number <= s.Number():
		return s.repeated(a, m)
	case a.Number > s.Number()+1:
		return Verdict{Expected: s.Number() + 1}
	case s.Ended() || atMS > s.race.LimitMS:
		return faulty(samedealv1.Reason_REASON_SEAT_ENDED, "the seat has ended")
	case a.Resign:
		return Verdict{Entry: finishEntry(samedealv1.Ending_ENDING_RESIGNED, atMS)}
	case m.Verb != engine.Undo && s.movesLeft() == 0:
		return faulty(samedealv1.Reason_REASON_MOVE_BUDGET,
			"the seat's "+strconv.Itoa(engine.MoveBudget)+" moves are used up; undo and resigning still work")
	}
	if _, refusal := s.play.Next(m); refusal.Refused() {
		return Verdict{Rule: refusal}
	}
	word := s.play.Variant().Word(s.play.Position(), m)
	return Verdict{Entry: actionEntry(word, atMS, a.Number)}
}

func faulty(reason samedealv1.Reason, text string) Verdict {
	return Verdict{Fault: &Fault{Reason: reason, Text: text}}
}

// repeated judges an act whose number is taken: it is either the same again, or another.
func (s *Seat) repeated(a Act, m engine.Move) Verdict {
	stored := s.actions[a.Number-1]
	before := s.at(a.Number - 1)
	if a.Resign || a.Tab != stored.Tab || s.play.Variant().Word(before.Position(), m) != stored.Word {
		return Verdict{Resync: true}
	}
	return Verdict{Again: a.Number}
}

// at is the game as it stood after the action of that number.
func (s *Seat) at(number uint32) *engine.Play {
	play := s.race.Code.Play()
	for _, a := range s.actions[:number] {
		if m, err := engine.ParseMove(a.Word); err == nil {
			_ = play.Do(m) // it was accepted once, and is again
		}
	}
	return play
}

// movesLeft is how many moves the seat's budget still has.
func (s *Seat) movesLeft() int {
	p := s.play.Position()
	return max(0, engine.MoveBudget-p.Moves())
}
