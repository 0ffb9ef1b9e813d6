package engine

// NoMoves reports whether the game is stuck, by the rules' definition: it is not won, and here and
// wherever draws and permitted redeals alone lead to, no useful move is accepted. A move is useless
// if it is a draw or redeal, takes a card back from a foundation, goes from cell to cell, or carries
// a whole column to an empty one. It is a status for the player and ends nothing.
//
// It looks at the stock, so a player who has not yet seen all of it must not be told.
func (v *Variant) NoMoves(p Position) bool {
	if p.Won() {
		return false
	}
	// From the first redeal on, the same positions come round again with each pass.
	for lastRedeal := p.redeals + 1; p.redeals <= lastRedeal; {
		if v.hasUsefulMove(&p) {
			return false
		}
		next, refusal := v.turn(p)
		if refusal.Refused() {
			return true
		}
		p = next
	}
	return true
}

func (v *Variant) hasUsefulMove(p *Position) bool {
	for m := range v.Moves(p) {
		if useful(p, m) {
			return true
		}
	}
	return false
}

func useful(p *Position, m Move) bool {
	switch {
	case m.Verb == Turn, m.From.IsFoundation():
		return false
	case m.From.IsCell():
		return !m.To.IsCell()
	case m.From.IsColumn() && m.To.IsColumn():
		return p.Len(m.To) > 0 || int(m.Count) < p.Len(m.From)
	default:
		return true
	}
}
