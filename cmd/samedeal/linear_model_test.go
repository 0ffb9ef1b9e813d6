package main

import (
	"fmt"
	"slices"

	"github.com/anishathalye/porcupine"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// seatAsk is what is asked of a seat.
type seatAsk struct {
	kind askKind
	// conn is the connection that it is asked on, from 0; tab and attempt are that connection's.
	conn, tab int
	attempt   uint32
	// Of an action:
	number uint32
	word   string
	// Of a claim: another tab's claim that has no answer may have come before it.
	excused bool
}

func (a seatAsk) String() string {
	text := fmt.Sprintf("tab %d, attempt %d, connection %d: ", a.tab, a.attempt, a.conn)
	switch a.kind {
	case askClaim:
		return text + "take the seat"
	case askMove:
		return fmt.Sprintf("%s%d %s", text, a.number, a.word)
	case askResign:
		return fmt.Sprintf("%s%d resign", text, a.number)
	default:
		return "fetch the game"
	}
}

type askKind int

const (
	askClaim  askKind = iota // resume or enter: the connection takes the seat and is shown it
	askMove                  // the word is played, u among them
	askResign                // the seat is ended
	askGame                  // the game that was kept is fetched, after the end
)

// seatAnswer is what was answered.
type seatAnswer struct {
	kind     answerKind
	board    shownBoard      // of toldSeat, toldAccepted and toldAgain
	entry    string          // where that board's last action is in the log
	rule     samedealv1.Rule // of toldRule
	detail   string
	expected uint32   // of toldGap
	game     []string // of toldGame
}

func (a seatAnswer) String() string {
	switch a.kind {
	case toldSeat, toldAccepted, toldAgain:
		return fmt.Sprintf("%v, at action %d, entry %s, hash %x", a.kind, a.board.number, a.entry, a.board.hash)
	case toldRule:
		return fmt.Sprintf("%v %v %s", a.kind, a.rule, a.detail)
	case toldGap:
		return fmt.Sprintf("%v, want action %d", a.kind, a.expected)
	default:
		return a.kind.String()
	}
}

type answerKind int

const (
	// toldNothing: the connection was lost before. The action may take effect at any time, or never.
	toldNothing answerKind = iota
	toldSeat               // the whole seat: to a claim, a resignation, and an action whose number is another's
	toldAccepted
	toldAgain
	toldRule
	toldGap
	toldEnded
	toldNot // nothing was done, for a reason that is not the seat's
	toldGame
)

func (k answerKind) String() string {
	return [...]string{"no answer", "the seat", "accepted", "again", "against a rule", "gap", "ended", "not done", "the game"}[k]
}

// shownBoard is what of a board is compared.
type shownBoard struct {
	number                 uint32
	hash                   uint64
	score, moves, undoable uint32
}

// seatState is a state of the model. It is not changed once it is made.
type seatState struct {
	seatSight
	// final: the game that was kept has been fetched.
	final bool
	// holder is the last claim; conn is -1 if there is none.
	holder seatAsk
	// left has, by connection, the seat as it was when another took it from that connection: a node learns of
	// that only a little later. What it answers until then must be what was right then, and change nothing.
	left []seatSight
}

// seatSight is the seat as a connection's node may have it.
type seatSight struct {
	course *course // nil if the connection has never had the seat
	ended  bool
}

func (s *seatState) equal(other *seatState) bool {
	return s.seatSight == other.seatSight && s.final == other.final && s.holder == other.holder &&
		slices.Equal(s.left, other.left)
}

// sight is the seat as a connection may have it.
func (s *seatState) sight(conn int) seatSight {
	if s.holder.conn == conn {
		return s.seatSight
	}
	return s.left[conn]
}

// porcupine is the model of a seat with so many connections.
func (m *seatModel) porcupine(connections int) porcupine.Model {
	return porcupine.Model{
		Init: func() any {
			return &seatState{
				seatSight: seatSight{course: m.start}, holder: seatAsk{conn: -1}, left: make([]seatSight, connections),
			}
		},
		Step: func(state, ask, answer any) (bool, any) {
			next := m.step(state.(*seatState), ask.(seatAsk), answer.(seatAnswer))
			return next != nil, next
		},
		Equal: func(a, b any) bool { return a.(*seatState).equal(b.(*seatState)) },
		Hash: func(state any) uint64 {
			s := state.(*seatState)
			return s.course.id<<16 ^ uint64(s.holder.conn+1)
		},
		DescribeOperation: func(ask, answer any) string {
			return fmt.Sprintf("%v: %v", ask, answer)
		},
		DescribeState: func(state any) string {
			s := state.(*seatState)
			return fmt.Sprintf("connection %d, action %d %s, hash %x, ended %t",
				s.holder.conn, s.course.board.number, s.course.word, s.course.board.hash, s.ended)
		},
	}
}

// step is the state after what was asked was answered so, nil if that cannot be.
func (m *seatModel) step(s *seatState, ask seatAsk, answer seatAnswer) *seatState {
	switch {
	case answer.kind == toldNothing:
		return m.unanswered(s, ask)
	case answer.kind == toldNot:
		return s
	case ask.kind == askGame:
		if !s.ended && !s.course.won || !slices.Equal(answer.game, s.course.words()) {
			return nil
		}
		next := *s
		next.final = true
		return &next
	case ask.kind == askClaim:
		return s.claim(ask, answer)
	case ask.kind == askMove && answer.kind == toldAccepted,
		ask.kind == askResign && answer.kind == toldSeat && ask.number == s.course.board.number+1:
		if next := m.act(s, ask); next != nil && next.course.board == answer.board {
			return next
		}
		return nil
	}
	if sight := s.sight(ask.conn); sight.course == nil || !m.isAnswer(s, sight, ask, answer) {
		return nil
	}
	return s
}

// unanswered is an action without an answer: it takes effect, or comes to nothing behind all that is known.
func (m *seatModel) unanswered(s *seatState, ask seatAsk) *seatState {
	if s.final {
		return s
	}
	return m.act(s, ask)
}

// claim gives a connection the seat: not if a later attempt of its tab has it. One that has ended is shown to all.
func (s *seatState) claim(ask seatAsk, answer seatAnswer) *seatState {
	isLate := s.holder.conn >= 0 && s.holder.tab == ask.tab && s.holder.attempt > ask.attempt
	if answer.kind != toldSeat || answer.board != s.course.board || isLate && !ask.excused && !s.ended {
		return nil
	}
	next := *s
	if before := s.holder.conn; before >= 0 && before != ask.conn {
		next.left = slices.Clone(s.left)
		next.left[before] = s.seatSight
	}
	next.holder = ask
	return &next
}

// act is the state after an action that is accepted; nil if it cannot be.
func (m *seatModel) act(s *seatState, ask seatAsk) *seatState {
	if s.holder.conn != ask.conn || s.ended || s.course.won || ask.number != s.course.board.number+1 {
		return nil
	}
	next := *s
	if ask.kind == askResign {
		next.ended = true
		return &next
	}
	if next.course = m.try(s.course, ask.word, ask.tab).next; next.course == nil {
		return nil
	}
	return &next
}

// isAnswer reports whether an action that changes nothing is answered rightly, on the seat as its connection has
// it.
func (m *seatModel) isAnswer(s *seatState, sight seatSight, ask seatAsk, answer seatAnswer) bool {
	c, last := sight.course, sight.course.board.number
	over := sight.ended || c.won
	switch answer.kind {
	case toldAgain:
		return m.isStored(c, ask) && answer.board == c.at(ask.number).board
	case toldSeat:
		return ask.number <= last && !m.isStored(c, ask) && answer.board == c.board
	case toldGap:
		return ask.number > last+1 && answer.expected == last+1
	case toldRule:
		refusal := m.try(c, ask.word, ask.tab).refusal
		return !over && ask.kind == askMove && ask.number == last+1 && refusal.Refused() &&
			samedealv1.Rule(refusal.Rule) == answer.rule && refusal.Detail() == answer.detail
	case toldEnded:
		return over || s.ended || s.course.won
	case toldNothing, toldNot, toldAccepted, toldGame:
	}
	return false
}

// isStored reports whether an action is one that has been accepted, of the same tab.
func (m *seatModel) isStored(c *course, ask seatAsk) bool {
	if ask.kind != askMove || ask.number > c.board.number {
		return false
	}
	stored := c.at(ask.number)
	return stored.tab == ask.tab && m.try(stored.before, ask.word, ask.tab).canonical == stored.word
}
