package solve

import "github.com/samedeal/samedeal/engine"

// line makes the engine's moves of the way to a win.
func (s *stockSearch) line(v *engine.Variant, p *engine.Position) []engine.Move {
	w := newStockWriter(v, p, s.layout)
	for i := range s.frames {
		w.do(s.frames[i].move)
		w.settle()
	}
	return w.moves
}

// stockWriter plays a search's moves on a position, with the draws, and the moves of runs that lay cards
// bare, that the search leaves out.
type stockWriter struct {
	variant *engine.Variant
	layout  *stockLayout
	board   stockBoard
	now     engine.Position
	moves   []engine.Move
}

// newStockWriter begins at a position, with the safe moves there.
func newStockWriter(v *engine.Variant, p *engine.Position, l *stockLayout) *stockWriter {
	w := &stockWriter{variant: v, layout: l, board: l.start(p), now: *p}
	w.settle()
	return w
}

func (w *stockWriter) settle() {
	for m, ok := w.board.nextSafe(); ok; m, ok = w.board.nextSafe() {
		w.do(m)
	}
}

func (w *stockWriter) do(m stockMove) {
	card := cardOf(m.bit)
	switch m.kind {
	case columnHome:
		w.put(w.layBare(card), engine.Home, 1)
	case turnUp:
		from, count := w.find(card)
		w.put(from, w.columnFor(card), count)
	case stockHome:
		w.draw(card)
		w.put(engine.Waste, engine.Home, 1)
	case stockColumn:
		w.draw(card)
		w.put(engine.Waste, w.columnFor(card), 1)
	case takeBack:
		w.put(engine.Foundation(card.Suit()), w.columnFor(card), 1)
	}
	w.layout.do(&w.board, m)
}

// put makes a move. Solve checks the whole line, so a refusal needs no word here.
func (w *stockWriter) put(from, to engine.Pile, count int) {
	w.apply(engine.Move{From: from, To: to, Count: uint8(count)})
}

func (w *stockWriter) apply(m engine.Move) {
	w.now, _ = w.variant.Apply(w.now, m)
	w.moves = append(w.moves, m)
}

// draw turns the stock until the card lies on the waste, through all of it twice at most.
func (w *stockWriter) draw(card engine.Card) {
	for range 2*len(w.layout.stock) + 2 {
		if w.now.Top(engine.Waste) == card {
			return
		}
		w.apply(engine.Move{Verb: engine.Turn})
	}
}

// layBare moves what lies on a card to the other of its pair, and gives the card's column.
func (w *stockWriter) layBare(card engine.Card) engine.Pile {
	column, count := w.find(card)
	if count > 1 {
		cards := w.now.Cards(column)
		w.put(column, w.columnFor(cards[len(cards)-count+1]), count-1)
	}
	return column
}

// find gives the column of a card, and how many cards there are from it to the end.
func (w *stockWriter) find(card engine.Card) (engine.Pile, int) {
	for i := range stockColumns {
		x := engine.Column(i + 1)
		for j, c := range w.now.Cards(x) {
			if c == card {
				return x, w.now.Len(x) - j
			}
		}
	}
	return engine.NoPile, 0
}

// columnFor gives a column that takes the card.
func (w *stockWriter) columnFor(card engine.Card) engine.Pile {
	for i := range stockColumns {
		x := engine.Column(i + 1)
		if w.variant.Fits(card, w.now.Top(x)) == engine.Accepted {
			return x
		}
	}
	return engine.NoPile
}
