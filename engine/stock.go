package engine

// drawOrRedeal draws from the stock to the waste, the card drawn last on top; when the stock is
// empty, the whole waste goes back in the same order. Waste and stock are one stretch of cards in
// the order in which they are drawn, so both only move the border between them.
func drawOrRedeal(v *Variant, p Position) (Position, Refusal) {
	if n := p.Len(Stock); n > 0 {
		p.end[Waste] += uint8(min(n, v.Draw))
		return p, Refusal{}
	}
	switch {
	case p.Len(Waste) == 0:
		return p, refuse(StockEmpty)
	case v.Passes > 0 && p.redeals+1 >= uint32(v.Passes):
		return p, refuse(PassLimit)
	}
	p.end[Waste] = p.end[Waste-1]
	p.redeals++
	p.addScore(v.Points.Redeal)
	return p, Refusal{}
}

// turnUpLast turns up the last card of a column when the cards on it have left.
func turnUpLast(v *Variant, p Position, from Pile) Position {
	if !from.IsColumn() || !p.Top(from).IsFaceDown() {
		return p
	}
	last := &p.cards[p.end[from]-1]
	*last = last.FaceUp()
	p.award(turnedUp, *last, v.Points.TurnedUp)
	return p
}
