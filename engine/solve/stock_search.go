package solve

// stockSearch looks at the states that moves lead to, depth first. Without a limit it is complete: when
// it ends, the game is decided.
type stockSearch struct {
	layout   *stockLayout
	effort   *effort
	seen     keySet
	frames   []stockFrame
	children []stockChild          // those of all frames
	order    [stockKinds]stockKind // which kind of move is tried first
	random   uint64                // varies which of the moves of a kind is; 0 leaves nothing to chance
}

// stockFrame is one state on the way to the one being looked at.
type stockFrame struct {
	first int          // where its children begin
	next  int          // the child that is looked at next
	end   int          // where they end
	code  uint32       // the state's
	move  stockMove    // the move to the child being looked at
	tried stockChoices // the moves to those before it, where nothing safe followed
}

// stockChild is the state that a move, and what is safe after it, leads to.
type stockChild struct {
	stockBoard
	key     uint64
	move    stockMove
	settled bool // something safe followed
}

const (
	// deepest is the most frames. In all that was tried there were some hundred.
	deepest = 500
	// wayBytes is what is kept of the memory for the frames and their children.
	wayBytes = LeastMemory / 2
)

func newStockSearch(l *stockLayout, e *effort) *stockSearch {
	return &stockSearch{
		layout: l, effort: e, seen: newKeySet(e.Memory - wayBytes),
		frames: make([]stockFrame, 0, 128), children: make([]stockChild, 0, 512),
	}
}

// find decides whether a state in which nothing safe is left to do can be won, within the limit.
func (s *stockSearch) find(b *stockBoard) Verdict {
	s.seen.clear()
	s.seen.insert(s.layout.key(b))
	s.frames, s.children = s.frames[:0], s.children[:0]
	if s.push(b, b.choices()) {
		return Won
	}
	for len(s.frames) > 0 {
		f := &s.frames[len(s.frames)-1]
		if f.next == f.end {
			s.children = s.children[:f.first]
			s.frames = s.frames[:len(s.frames)-1]
			continue
		}
		if verdict, over := s.look(f); over {
			return verdict
		}
	}
	return Impossible
}

// look goes on to the next child of the last frame, if its state is new and not hopeless. It reports
// whether the search is over.
func (s *stockSearch) look(f *stockFrame) (verdict Verdict, over bool) {
	child := &s.children[f.next]
	f.next++
	f.move = child.move
	tried := f.tried
	if !child.settled {
		f.tried[child.move.kind] |= 1 << child.move.bit
	}
	switch {
	case !s.isNew(child):
		return Undecided, s.effort.tableFull
	case len(s.frames) == deepest:
		s.effort.tableFull = true
		return Undecided, true
	case !s.effort.spend():
		return Undecided, true
	case child.code != f.code && s.layout.hopeless(&child.stockBoard):
		return Undecided, false
	}
	choices := child.choices()
	if !child.settled {
		choices = choices.without(s.layout.alreadyTried(tried, child.move))
		choices = choices.without(undoing(child.move, child.code != f.code))
	}
	board := child.stockBoard
	return Won, s.push(&board, choices)
}

// push begins a frame with the states that these moves lead to. It reports whether one of them is won.
func (s *stockSearch) push(b *stockBoard, choices stockChoices) (won bool) {
	first := len(s.children)
	s.frames = append(s.frames, stockFrame{first: first, next: first, code: b.code})
	for m, ok := s.pick(&choices, b.later); ok; m, ok = s.pick(&choices, b.later) {
		s.children = append(s.children, stockChild{stockBoard: *b, move: m})
		child := &s.children[len(s.children)-1]
		s.layout.do(&child.stockBoard, m)
		child.settled = s.layout.settle(&child.stockBoard)
		child.key = s.layout.key(&child.stockBoard)
		if child.isWon() {
			s.frames[len(s.frames)-1].move = m
			return true
		}
	}
	s.frames[len(s.frames)-1].end = len(s.children)
	s.fetch(s.children[first:])
	return false
}

// fetch asks for the slots of these states, all at once, so that they are near when each is looked up.
func (s *stockSearch) fetch(children []stockChild) {
	for i := range children {
		s.seen.fetch(children[i].key)
	}
}

// isNew reports whether neither the state nor the same one with fewer redeals used has been seen.
func (s *stockSearch) isNew(c *stockChild) bool {
	if c.redeals > 0 && s.isSeenWithFewerRedeals(c.stockBoard) {
		return false
	}
	if s.seen.insert(c.key) {
		s.effort.held = wayBytes + s.seen.bytes()
		return true
	}
	s.effort.tableFull = s.seen.isFull()
	return false
}

func (s *stockSearch) isSeenWithFewerRedeals(b stockBoard) bool {
	for b.redeals > 0 {
		b.redeals--
		if s.seen.has(s.layout.key(&b)) {
			return true
		}
	}
	return false
}

// pick takes the next move to try out of those that are left: one that needs no redeal, if there is one.
func (s *stockSearch) pick(choices *stockChoices, later cardMask) (stockMove, bool) {
	for _, kind := range s.order {
		cards := choices[kind]
		if kind.isFromStock() {
			cards &^= later
		}
		if cards != 0 {
			return s.take(choices, kind, cards), true
		}
	}
	for _, kind := range s.order {
		if cards := choices[kind]; cards != 0 {
			return s.take(choices, kind, cards), true
		}
	}
	return stockMove{}, false
}

// take takes one of these cards' moves out of the choices. With limited passes to skip cards of the stock
// is dear, so that the next one is taken, half the time if chance decides.
func (s *stockSearch) take(choices *stockChoices, kind stockKind, cards cardMask) stockMove {
	var bit uint8
	if kind.isFromStock() && !s.layout.endless && s.chance(2) == 0 {
		bit = s.layout.nextDrawn(cards)
	} else {
		for skip := s.chance(cards.len()); skip > 0; skip-- {
			cards &= cards - 1
		}
		bit = cards.first()
	}
	choices[kind] &^= 1 << bit
	return stockMove{kind, bit}
}

// chance gives a number below n; 0 if nothing is left to chance.
func (s *stockSearch) chance(n int) int {
	if s.random == 0 {
		return 0
	}
	s.random += 0x9E3779B97F4A7C15
	return int(scramble(s.random) >> 32 * uint64(n) >> 32)
}
