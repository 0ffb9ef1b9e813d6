package engine

// Play is a game under way: a position, and the positions that undo goes back to. It is for one
// goroutine at a time.
type Play struct {
	variant *Variant
	now     Position
	history history
}

// NewPlay begins a game from a position, with nothing to undo.
func NewPlay(v *Variant, p Position) *Play { return &Play{variant: v, now: p} }

// Variant is the game that is played.
func (g *Play) Variant() *Variant { return g.variant }

// Position is the position now.
func (g *Play) Position() Position { return g.now }

// Undoable is how many actions undo can take back now, 0 to 100.
func (g *Play) Undoable() int { return g.history.count }

// Next gives the position that a move would lead to, or the refusal, and changes nothing: for a
// caller that must first store the move. It is carried out by Advance.
func (g *Play) Next(m Move) (Position, Refusal) {
	if m.Verb != Undo || g.now.Won() {
		return g.variant.Apply(g.now, m)
	}
	if g.history.count == 0 {
		return g.now, refuse(NothingToUndo)
	}
	before := g.history.newest()
	before.moves = g.now.moves
	return before, Refusal{}
}

// Advance makes next, which Next gave for this move, the position now.
func (g *Play) Advance(m Move, next Position) {
	if m.Verb == Undo {
		g.history.pop()
	} else {
		g.history.push(g.now)
	}
	g.now = next
}

// Do carries out a move, or refuses it and changes nothing.
func (g *Play) Do(m Move) Refusal {
	next, refusal := g.Next(m)
	if !refusal.Refused() {
		g.Advance(m, next)
	}
	return refusal
}
