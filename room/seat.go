package room

import (
	"errors"
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// ErrNewer says that a log holds what only a newer build understands. It must neither be folded nor
// written to.
var ErrNewer = errors.New("the log was written by a newer version")

// Race is what all seats of a room have in common.
type Race struct {
	Code engine.Code
	// LimitMS is how long the race lasts, in milliseconds from its start.
	LimitMS uint32
}

// Seat is what a seat's log says: the log folded, entry by entry. It is for one goroutine at a time.
//
// An entry counts only if it is the next of the newest claim, carries that claim's nonce, and has the
// next number; what lies behind a hole, what another claimer left, and what was stamped after the
// limit or the end, is void. Two nodes that have the same log have the same Seat.
type Seat struct {
	race     Race
	play     *engine.Play
	actions  []Action
	claim    Claim
	next     uint64 // index of the claim's next entry
	ending   samedealv1.Ending
	scoredMS uint32 // when the score last changed
	endedMS  uint32
	// passed: every card of the stock has been seen, so that being stuck tells nothing of what lies there.
	passed bool
}

// Action is an accepted action of a seat.
type Action struct {
	Word string
	AtMS uint32
	// Tab is the tab that played it.
	Tab string
	// Entry is where it stands in the log.
	Entry EntryID
}

// Claim is whose the log is: the last open entry.
type Claim struct {
	Epoch   uint64
	Nonce   uint64
	Tab     string
	Attempt uint32
}

// NewSeat is the seat of an empty log.
func NewSeat(race Race) *Seat {
	s := &Seat{race: race, play: race.Code.Play()}
	s.seeStock()
	return s
}

// FoldSeat folds a whole log, from its first entry.
func FoldSeat(race Race, entries []Entry) (*Seat, error) {
	s := NewSeat(race)
	for _, e := range entries {
		if err := s.Add(e); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Claim is the newest claim; its epoch is 0 if there is none.
func (s *Seat) Claim() Claim { return s.claim }

// Position is the board now.
func (s *Seat) Position() engine.Position { return s.play.Position() }

// Undoable is how many actions undo can take back.
func (s *Seat) Undoable() int { return s.play.Undoable() }

// Number is the number of the last accepted action, 0 if there is none.
func (s *Seat) Number() uint32 { return uint32(len(s.actions)) }

// Actions are the accepted actions in their order; the first has number 1.
func (s *Seat) Actions() []Action { return s.actions }

// Ended reports whether the seat has ended.
func (s *Seat) Ended() bool { return s.ending != samedealv1.Ending_ENDING_UNSPECIFIED }

// Result is what the seat has achieved so far; its ending is unspecified while it plays on.
func (s *Seat) Result() *samedealv1.Result {
	p := s.play.Position()
	at := s.scoredMS
	if s.ending == samedealv1.Ending_ENDING_HOME {
		at = s.endedMS
	}
	return &samedealv1.Result{
		Ending:  s.ending,
		Score:   uint32(p.Score()),
		TimeMs:  at,
		Moves:   uint32(p.Moves()),
		Actions: s.Number(),
	}
}

// Add folds the next entry of the log. It fails with ErrNewer on one that this build does not know;
// a void entry is no error.
func (s *Seat) Add(e Entry) error {
	var record samedealv1.SeatEntry
	if err := proto.Unmarshal(e.Data, &record); err != nil {
		return fmt.Errorf("entry %s: %w", e.ID, err)
	}
	if e.ID.Index == 0 {
		return s.open(e.ID, &record)
	}
	if e.ID.Epoch != s.claim.Epoch || e.ID.Index != s.next || record.GetNonce() != s.claim.Nonce {
		return nil
	}
	s.next++
	if s.Ended() || record.GetAtMs() > s.race.LimitMS {
		return nil
	}
	switch kind := record.GetKind().(type) {
	case *samedealv1.SeatEntry_Move:
		s.act(e.ID, &record, kind.Move)
	case *samedealv1.SeatEntry_Undo:
		s.act(e.ID, &record, undoWord)
	case *samedealv1.SeatEntry_Finish:
		s.ending, s.endedMS = kind.Finish.GetEnding(), record.GetAtMs()
	default:
		return fmt.Errorf("entry %s: %w", e.ID, ErrNewer)
	}
	return nil
}

const undoWord = "u"

// open begins a claim.
func (s *Seat) open(id EntryID, record *samedealv1.SeatEntry) error {
	open := record.GetOpen()
	if open == nil || open.GetEngine() > engine.RulesVersion {
		return fmt.Errorf("entry %s: %w", id, ErrNewer)
	}
	s.claim = Claim{
		Epoch:   id.Epoch,
		Nonce:   record.GetNonce(),
		Tab:     string(open.GetTab()),
		Attempt: open.GetAttempt(),
	}
	s.next = 1
	return nil
}

// act plays an action that counts.
func (s *Seat) act(id EntryID, record *samedealv1.SeatEntry, word string) {
	m, err := engine.ParseMove(word)
	before := s.play.Position()
	if err != nil || record.GetNumber() != s.Number()+1 || s.play.Do(m).Refused() {
		return
	}
	s.actions = append(s.actions, Action{Word: word, AtMS: record.GetAtMs(), Tab: s.claim.Tab, Entry: id})
	s.seeStock()
	after := s.play.Position()
	if after.Score() != before.Score() {
		s.scoredMS = record.GetAtMs()
	}
	if after.Won() {
		s.ending, s.endedMS = samedealv1.Ending_ENDING_HOME, record.GetAtMs()
	}
}

func (s *Seat) seeStock() {
	p := s.play.Position()
	s.passed = s.passed || p.Len(engine.Stock) == 0
}
