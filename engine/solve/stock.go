package solve

import "github.com/samedeal/samedeal/engine"

// searchStock finds out whether a position of Klondike or Thoughtful can be won. Short searches that try
// moves in different orders go first: where one has gone astray early, another mostly has not. The last
// is complete.
func searchStock(v *engine.Variant, p *engine.Position, e *effort) (Verdict, []engine.Move) {
	l := newStockLayout(v, p)
	b := l.start(p)
	l.settle(&b)
	switch {
	case b.isWon():
		return Won, newStockWriter(v, p, &l).moves
	case l.hopeless(&b):
		return Impossible, nil
	}
	s := newStockSearch(&l, e)
	verdict := s.run(&b)
	if verdict != Won {
		return verdict, nil
	}
	return Won, s.line(v, p)
}

// stockTrials are how many states each of the short searches may look at.
var stockTrials = [...]uint64{300, 300, 300, 1000, 1000, 1000, 4000, 4000, 4000, 16000, 16000, 16000}

// stockOrders are the orders in which the kinds of moves are tried, in turn.
var stockOrders = [...][stockKinds]stockKind{
	{turnUp, columnHome, stockHome, stockColumn, takeBack},
	{columnHome, turnUp, stockHome, stockColumn, takeBack},
	{turnUp, stockColumn, columnHome, stockHome, takeBack},
}

// run makes the searches.
func (s *stockSearch) run(b *stockBoard) Verdict {
	for i, states := range stockTrials {
		s.order = stockOrders[i%len(stockOrders)]
		if i > 0 {
			s.random = scramble(s.effort.Seed+uint64(i)) | 1
		}
		s.effort.allow(states)
		if verdict := s.find(b); verdict != Undecided || s.effort.isOver() {
			return verdict
		}
	}
	s.order, s.random = stockOrders[0], 0
	s.effort.allow(s.effort.left())
	return s.find(b)
}
