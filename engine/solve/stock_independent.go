package solve

// alreadyTried is, of the moves tried before another in the same state, those that need not be tried
// again after it: both orders of the two lead to one state, and the search has already been, or will
// be, there. The moves must be such that nothing safe followed any of them.
func (l *stockLayout) alreadyTried(tried stockChoices, m stockMove) stockChoices {
	rivals := l.rivals(m)
	for kind := range tried {
		tried[kind] &^= rivals[kind] | 1<<m.bit
	}
	return tried
}

// rivals are the moves that use up what a move needs: the room on the same pair, the same empty column,
// or the same place in the stock. Whatever else two moves do, neither hinders the other.
func (l *stockLayout) rivals(m stockMove) stockChoices {
	var r stockChoices
	pair := cardMask(3) << (m.bit &^ 1)
	placed := pair // the cards that need room where this one does
	switch {
	case m.kind == stockHome:
		placed = 0
	case m.kind == columnHome:
		r[columnHome] = pair
		placed = pair >> 4
	case m.bit >= deckSize-4:
		placed = kingsMask
	default:
		r[columnHome] = pair << 4
	}
	r[turnUp], r[takeBack], r[stockColumn] = placed, placed, placed
	if m.kind.isFromStock() && !l.isAllInReach() {
		r[stockHome], r[stockColumn] = allCards, allCards
	}
	return r
}

// undoing is the moves that would only undo one that nothing safe followed: what they lead to is seen
// anyway. Where the move let something turn up, none does.
func undoing(m stockMove, turnedUp bool) stockChoices {
	var c stockChoices
	switch {
	case m.kind == takeBack:
		c[columnHome] = 1 << m.bit
	case m.kind == columnHome && !turnedUp, m.kind == stockHome:
		c[takeBack] = 1 << m.bit
	}
	return c
}
