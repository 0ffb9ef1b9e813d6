package solve

import (
	"github.com/samedeal/samedeal/engine"
)

// A writer makes the engine's moves of a line of steps. The steps leave open which slot a loose card
// goes to; the writer looks ahead for what the card is needed for, and moves loose cards about where
// they turn out to be in the way.
type writer struct {
	variant *engine.Variant
	now     engine.Position
	moves   []engine.Move
	steps   []step  // all of them, the safe ones too
	before  []state // the tableau's state before each
	after   state   // and after the last
}

// writeLine writes the steps that lead from a tableau, the reading of this position, to a win. Steps
// that are safe are left out of the line and written all the same.
func writeLine(v *engine.Variant, p *engine.Position, z *keys, line []step) []engine.Move {
	w := &writer{variant: v, now: *p}
	t := newTableau(v, p)
	t.name(z)
	w.takeSafe(&t, z)
	for _, s := range line {
		w.take(&t, z, s)
		w.takeSafe(&t, z)
	}
	w.after = t.state
	for i := range w.steps {
		w.write(i)
	}
	return w.moves
}

func (w *writer) take(t *tableau, z *keys, s step) {
	w.steps, w.before = append(w.steps, s), append(w.before, t.state)
	t.do(z, s)
}

func (w *writer) takeSafe(t *tableau, z *keys) {
	for card := t.nextSafe(); card != 0; card = t.nextSafe() {
		w.take(t, z, step{card, atHome, 1})
	}
}

// stateAfter is the tableau's state after a step.
func (w *writer) stateAfter(i int) *state {
	if i+1 < len(w.before) {
		return &w.before[i+1]
	}
	return &w.after
}

// write makes the moves of one step.
func (w *writer) write(i int) {
	s := w.steps[i]
	switch s.to {
	case atHome:
		w.put(w.pileOf(s), engine.Home, 1)
	case isLoose:
		w.loosen(i, s)
	case atBottom:
		w.makeRoom(s, engine.NoPile)
		w.put(w.pileOf(s), w.emptyColumn(0), int(s.run))
	default:
		w.bringToColumn(s.to, 1<<s.to)
		to := w.pileOfLast(s.to)
		w.makeRoom(s, to)
		w.put(w.pileOf(s), to, int(s.run))
	}
}

// loosen puts a card into a slot: an empty column if something is put on it there later, otherwise a
// cell if one is free. Before the last free slot goes, the loose cards that something will be put on
// are brought into columns.
func (w *writer) loosen(i int, s step) {
	needed := w.builtOnWhileFull(i)
	for others := needed &^ (1 << s.card); others != 0; others &= others - 1 {
		w.bringToColumn(first(others), needed)
	}
	to := w.emptyCell()
	switch {
	case needed>>s.card&1 != 0, w.pileOf(s).IsFoundation():
		to = w.emptyColumn(needed)
	case to == engine.NoPile || w.isBuiltOn(i) && w.hasEmptyColumn():
		to = w.emptyColumn(0)
	}
	w.put(w.pileOf(s), to, 1)
}

// builtOnWhileFull is the loose cards that need to be in a column from this step on until a slot is
// free again, because something is put on them meanwhile.
func (w *writer) builtOnWhileFull(i int) uint64 {
	var needed uint64
	unbound := w.stateAfter(i).loose &^ w.stateAfter(i).pinned
	for j := i + 1; j < len(w.steps) && w.before[j].free == 0; j++ {
		if to := w.steps[j].to; to > atHome && unbound>>to&1 != 0 {
			needed |= 1 << to
		}
		unbound &= w.stateAfter(j).loose
	}
	return needed
}

// isBuiltOn reports whether the card that a step makes loose is later put something on, before it
// moves.
func (w *writer) isBuiltOn(i int) bool {
	card := w.steps[i].card
	for _, s := range w.steps[i+1:] {
		if s.card == card {
			return false
		}
		if s.to == card {
			return true
		}
	}
	return false
}

// bringToColumn moves a loose card that is in a cell into a column. The cards kept stay in theirs.
func (w *writer) bringToColumn(card uint8, kept uint64) {
	if from := w.pileOfLast(card); from.IsCell() {
		w.put(from, w.emptyColumn(kept), 1)
	}
}

// emptyColumn gives an empty column; if there is none, it empties one whose only card is not among
// those kept into a cell.
func (w *writer) emptyColumn(kept uint64) engine.Pile {
	for i := range w.variant.Columns {
		if x := engine.Column(i + 1); w.now.Len(x) == 0 {
			return x
		}
	}
	for i := range w.variant.Columns {
		x := engine.Column(i + 1)
		if to := w.emptyCell(); w.now.Len(x) == 1 && kept>>w.now.Top(x)&1 == 0 && to != engine.NoPile {
			w.put(x, to, 1)
			return x
		}
	}
	return engine.NoPile
}

func (w *writer) hasEmptyColumn() bool { return w.count(engine.Column, w.variant.Columns) > 0 }

func (w *writer) emptyCell() engine.Pile {
	for i := range w.variant.Cells {
		if x := engine.Cell(i + 1); w.now.Len(x) == 0 {
			return x
		}
	}
	return engine.NoPile
}

// count gives how many of these piles are empty.
func (w *writer) count(pile func(int) engine.Pile, n int) int {
	empty := 0
	for i := range n {
		if w.now.Len(pile(i+1)) == 0 {
			empty++
		}
	}
	return empty
}

// makeRoom moves single cards from columns into cells until a run can move to a column; with no
// column given, to an empty one.
func (w *writer) makeRoom(s step, to engine.Pile) {
	for {
		columns := w.count(engine.Column, w.variant.Columns)
		if to == engine.NoPile {
			columns--
		}
		cell := w.emptyCell()
		if columns >= 0 && int(s.run) <= w.variant.Most(w.count(engine.Cell, w.variant.Cells), columns) || cell == engine.NoPile {
			return
		}
		single := w.single(to)
		if single == engine.NoPile {
			return
		}
		w.put(single, cell, 1)
	}
}

// single gives a column with one card, other than this one.
func (w *writer) single(not engine.Pile) engine.Pile {
	for i := range w.variant.Columns {
		if x := engine.Column(i + 1); x != not && w.now.Len(x) == 1 {
			return x
		}
	}
	return engine.NoPile
}

// pileOf gives the pile that a step's card moves from.
func (w *writer) pileOf(s step) engine.Pile {
	if s.run == 1 {
		return w.pileOfLast(s.card)
	}
	for i := range w.variant.Columns {
		x := engine.Column(i + 1)
		if cards := w.now.Cards(x); len(cards) >= int(s.run) && uint8(cards[len(cards)-int(s.run)]) == s.card {
			return x
		}
	}
	return engine.NoPile
}

// pileOfLast gives the pile that the card is the last of.
func (w *writer) pileOfLast(card uint8) engine.Pile {
	if x := engine.Foundation(engine.Card(card).Suit()); uint8(w.now.Top(x)) == card {
		return x
	}
	for i := range w.variant.Columns {
		if x := engine.Column(i + 1); uint8(w.now.Top(x)) == card {
			return x
		}
	}
	for i := range w.variant.Cells {
		if x := engine.Cell(i + 1); uint8(w.now.Top(x)) == card {
			return x
		}
	}
	return engine.NoPile
}

func (w *writer) put(from, to engine.Pile, n int) {
	m := engine.Move{From: from, To: to, Count: uint8(n)}
	w.now, _ = w.variant.Apply(w.now, m)
	w.moves = append(w.moves, m)
}
