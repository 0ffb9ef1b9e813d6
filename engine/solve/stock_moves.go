package solve

// stockMove is what moves in a stockBoard: a kind of move and the bit of a card.
type stockMove struct {
	kind stockKind
	bit  uint8
}

// stockKind is from where to where a card moves.
type stockKind uint8

const (
	columnHome  stockKind = iota // a column's card goes home
	turnUp                       // a unit goes onto another column, and the one below it turns up
	stockHome                    // a card is drawn, and goes home
	stockColumn                  // a card is drawn, and goes to a column
	takeBack                     // a foundation's card goes to a column
	stockKinds  int       = iota
)

func (k stockKind) isFromStock() bool { return k == stockHome || k == stockColumn }

// stockChoices are the moves that can be made, as the cards that move, by kind.
type stockChoices [stockKinds]cardMask

// choices finds the moves of a state in which nothing safe is left to do.
func (b *stockBoard) choices() stockChoices {
	room := b.room()
	takes := b.taken(room)
	return stockChoices{
		columnHome:  b.shown & room & b.next,
		turnUp:      b.bottoms & takes,
		stockHome:   b.reach & b.next,
		stockColumn: b.reach & takes,
		takeBack:    b.tops() & takes,
	}
}

// do makes a move.
func (l *stockLayout) do(b *stockBoard, m stockMove) {
	switch m.kind {
	case columnHome:
		l.homeFromColumn(b, m.bit)
	case turnUp:
		l.leave(b, m.bit)
	case stockHome:
		l.play(b, m.bit)
		b.raise(m.bit)
	case stockColumn:
		l.play(b, m.bit)
		b.shown |= 1 << m.bit
	case takeBack:
		b.lower(m.bit)
	}
}

// nextSafe gives a move of a card that is safe at home, if there is one that hinders nothing.
func (b *stockBoard) nextSafe() (stockMove, bool) {
	safe := b.safeNext()
	if safe == 0 {
		return stockMove{}, false
	}
	if cards := safe & b.shown & b.room(); cards != 0 {
		return stockMove{columnHome, cards.first()}, true
	}
	if cards := safe & b.free; cards != 0 {
		return stockMove{stockHome, cards.first()}, true
	}
	return stockMove{}, false
}

// settle makes the safe moves, and reports whether there were any.
func (l *stockLayout) settle(b *stockBoard) bool {
	some := false
	for m, ok := b.nextSafe(); ok; m, ok = b.nextSafe() {
		l.do(b, m)
		some = true
	}
	return some
}

// without takes moves away.
func (c stockChoices) without(others stockChoices) stockChoices {
	for kind := range c {
		c[kind] &^= others[kind]
	}
	return c
}
