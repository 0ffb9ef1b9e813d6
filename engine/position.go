package engine

// A Position is everything about a game at one moment but what undo may take back: where each card
// lies, the score and what of it can no longer be earned, and the counters. It is a value without
// pointers, 112 bytes, compared by ==. Only a Variant makes and changes positions.
//
// All cards stand in one array, pile after pile, each pile from its bottom card up. No action can
// therefore lose or double a card: it turns a stretch of the array, and moves borders.
type Position struct {
	cards   [deckSize]Card
	end     [numPiles]uint8 // where a pile ends in cards; it begins where the one before it ends
	score   uint16
	moves   uint32
	redeals uint32
	paid    [numAwards]CardSet // the cards that each award has been paid for
}

// Score is the score, 0 to 780.
func (p *Position) Score() int { return int(p.score) }

// Moves is how many actions other than undo have been accepted; undo does not lower it.
func (p *Position) Moves() int { return int(p.moves) }

// Redeals is how many redeals stand, those undone not counted.
func (p *Position) Redeals() int { return int(p.redeals) }

// Won reports whether all cards are on the foundations.
func (p *Position) Won() bool { return p.end[foundationS-1] == 0 }

// CardsHome is how many cards are on the foundations, 0 to 52.
func (p *Position) CardsHome() int { return deckSize - int(p.end[foundationS-1]) }

// Len is how many cards lie on the pile.
func (p *Position) Len(x Pile) int {
	if x == NoPile || int(x) >= numPiles {
		return 0
	}
	return int(p.end[x] - p.end[x-1])
}

// Cards gives a copy of the pile from its bottom card up; of the stock, from the card drawn next.
func (p *Position) Cards(x Pile) []Card { return append([]Card(nil), p.pile(x)...) }

// Top is the card that may move from the pile, the last of a column; Unknown where it is empty.
func (p *Position) Top(x Pile) Card {
	if p.Len(x) == 0 {
		return Unknown
	}
	return p.cards[p.end[x]-1]
}

// pile is the pile's stretch of the array.
func (p *Position) pile(x Pile) []Card {
	if x == NoPile || int(x) >= numPiles {
		return nil
	}
	return p.cards[p.end[x-1]:p.end[x]]
}

// empty is which of the n piles from first on hold no card.
func (p *Position) empty(first Pile, n int) pileSet {
	var s pileSet
	start := p.end[first-1]
	for i, end := range p.end[first : first+Pile(n)] {
		if end == start {
			s |= 1 << i
		}
		start = end
	}
	return s << first
}

// shift moves the last n cards of one pile to the end of another, in their order.
func (p *Position) shift(from, to Pile, n int) {
	var group [deckSize]Card
	stop, target := int(p.end[from]), int(p.end[to])
	copy(group[:n], p.cards[stop-n:stop])
	if from < to {
		copy(p.cards[stop-n:], p.cards[stop:target])
		copy(p.cards[target-n:], group[:n])
		moveEnds(p.end[from:to], -n)
	} else {
		copy(p.cards[target+n:], p.cards[target:stop-n])
		copy(p.cards[target:], group[:n])
		moveEnds(p.end[to:from], n)
	}
}

func moveEnds(ends []uint8, n int) {
	for i := range ends {
		ends[i] += uint8(n)
	}
}

// sameBoard reports whether the cards lie alike, whatever the score and the counters.
func (p *Position) sameBoard(q *Position) bool { return p.cards == q.cards && p.end == q.end }

// piles is a position being laid out: the cards of each pile from its bottom card up.
type piles [numPiles][]Card

func (l *piles) position() Position {
	var p Position
	n := 0
	for x, cards := range l {
		n += copy(p.cards[n:], cards)
		p.end[x] = uint8(n)
	}
	return p
}
