package engine

// PlayerView is the position as the one who plays it may see it, and as watchers may: face-down
// cards and the stock are Unknown. Its legal moves are those of the position.
func PlayerView(p Position) Position {
	for i, c := range p.cards {
		if c.IsFaceDown() {
			p.cards[i] = Unknown.FaceDown()
		}
	}
	clear(p.pile(Stock))
	return p
}

// OpponentView is the position as one who plays the same deal may see it: how many cards lie on
// each pile and which of them face down, how many are home, score and counters. No card is known.
// Which suits are home would tell where cards lie, so the cards home are shown as if the
// foundations had been filled one after the other.
func OpponentView(p Position) Position {
	for i, c := range p.cards {
		p.cards[i] = c & faceDown
	}
	p.paid = [numAwards]CardSet{}
	left := p.CardsHome()
	for x := foundationS; x <= foundationC; x++ {
		n := min(left, int(King))
		p.end[x] = p.end[x-1] + uint8(n)
		left -= n
	}
	return p
}
