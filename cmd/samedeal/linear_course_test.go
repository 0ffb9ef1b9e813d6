package main

import "github.com/samedeal/samedeal/engine"

// course is a course that the game of a seat may take: the deal and accepted actions. There is one for each
// sequence of them, so that equal courses are the same pointer.
type course struct {
	id     uint64
	before *course
	board  shownBoard
	// word and tab are of the last action.
	word string
	tab  int
	won  bool
	// tried has what became of each action that was tried on it.
	tried map[triedOn]outcome
}

type triedOn struct {
	word string
	tab  int
}

// outcome is the course that an action leads to, or the refusal; canonical is the word as a log has it.
type outcome struct {
	next      *course
	refusal   engine.Refusal
	canonical string
}

// at is the course up to the action of that number, which must not be beyond its end.
func (c *course) at(number uint32) *course {
	for c.board.number > number {
		c = c.before
	}
	return c
}

func (c *course) words() []string {
	words := make([]string, c.board.number)
	for ; c.before != nil; c = c.before {
		words[c.board.number-1] = c.word
	}
	return words
}

// seatModel is a seat as it would be with one server that never fails: the deal, and accepted actions folded by
// the engine. It is for one goroutine.
type seatModel struct {
	code    engine.Code
	start   *course
	courses uint64
	// play is the game as it stands at the end of the course playAt.
	play   *engine.Play
	playAt *course
}

func newSeatModel(code engine.Code) *seatModel {
	m := &seatModel{code: code, play: code.Play()}
	m.start = m.course(nil, "", 0)
	m.playAt = m.start
	return m
}

// course is a new course, which ends where play stands.
func (m *seatModel) course(before *course, word string, tab int) *course {
	m.courses++
	c := &course{id: m.courses, before: before, word: word, tab: tab, tried: map[triedOn]outcome{}}
	p := m.play.Position()
	if before != nil {
		c.board.number = before.board.number + 1
	}
	view := engine.PlayerView(p)
	c.board.hash, c.board.score, c.board.moves = uint64(view.Hash()), uint32(p.Score()), uint32(p.Moves())
	c.board.undoable, c.won = uint32(m.play.Undoable()), p.Won()
	return c
}

// try is what becomes of a word of a tab's at the end of a course.
func (m *seatModel) try(c *course, word string, tab int) outcome {
	on := triedOn{word, tab}
	if o, found := c.tried[on]; found {
		return o
	}
	move, err := engine.ParseMove(word)
	if err != nil {
		return outcome{} // nobody sends one
	}
	m.goTo(c)
	o := outcome{canonical: m.code.Variant().Word(m.play.Position(), move)}
	if o.refusal = m.play.Do(move); !o.refusal.Refused() {
		if o.canonical != word {
			m.playAt = nil
			o.next = m.try(c, o.canonical, tab).next
		} else {
			o.next = m.course(c, word, tab)
			m.playAt = o.next
		}
	}
	c.tried[on] = o
	return o
}

// goTo has play stand at the end of a course.
func (m *seatModel) goTo(c *course) {
	if m.playAt == c {
		return
	}
	m.play, m.playAt = m.code.Play(), c
	for _, word := range c.words() {
		if move, err := engine.ParseMove(word); err == nil {
			_ = m.play.Do(move) // it was accepted once, and is again
		}
	}
}
