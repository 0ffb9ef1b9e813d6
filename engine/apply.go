package engine

// Apply gives the position after a move, or the position unchanged and the refusal. It allocates
// nothing. A position knows no history: to it, Undo is NothingToUndo. Play has one.
func (v *Variant) Apply(p Position, m Move) (Position, Refusal) {
	switch {
	case p.Won():
		return p, refuse(GameOver)
	case m.Verb == Turn:
		return v.turn(p)
	case m.Verb == Undo:
		return p, refuse(NothingToUndo)
	}
	m, refusal := v.resolve(&p, m)
	if refusal.Refused() {
		return p, refusal
	}
	v.put(&p, m)
	return p, Refusal{}
}

func (v *Variant) turn(p Position) (Position, Refusal) {
	if v.Turn == nil {
		return p, refuse(NoSuchPile)
	}
	next, refusal := v.Turn(v, p)
	if !refusal.Refused() {
		next.moves++
	}
	return next, refusal
}

// put carries out a resolved move.
func (v *Variant) put(p *Position, m Move) {
	card := p.Top(m.From)
	p.shift(m.From, m.To, int(m.Count))
	switch {
	case m.To.IsFoundation():
		p.award(home, card, v.Points.Home)
	case m.From == Waste:
		p.award(toColumn, card, v.Points.FromWaste)
	case m.From.IsCell() && m.To.IsColumn():
		p.award(toColumn, card, v.Points.FromCell)
	}
	if v.Settle != nil {
		*p = v.Settle(v, *p, m.From)
	}
	p.moves++
}

// resolve checks a Put by the table of refusals, from top to bottom, and gives it with the number
// of cards and the foundation filled in.
func (v *Variant) resolve(p *Position, m Move) (Move, Refusal) {
	if !v.exists.has(m.From) || !v.exists.has(m.To) || m.From == Home || m.From == Stock {
		return m, refuse(NoSuchPile)
	}
	toHome := m.To == Home || m.To.IsFoundation()
	switch {
	case m.From == m.To && !toHome:
		return m, refuse(SamePile)
	case p.Len(m.From) == 0:
		return m, refuse(PileEmpty)
	case m.From.IsFoundation() && toHome:
		return m, refuse(SamePile)
	}
	if m.Count == Fit {
		m.Count = v.fit(p, m.From, m.To)
	}
	if rule := v.checkGroup(p, m.From, int(m.Count)); rule != Accepted {
		return m, refuse(rule)
	}
	switch {
	case m.To.IsColumn():
		return m, v.checkColumn(p, m)
	case toHome:
		m.To = Foundation(p.Top(m.From).Suit())
		return m, checkHome(p, m)
	case m.To.IsCell():
		return m, refuse(checkCell(p, m))
	default:
		return m, refuse(NotATarget)
	}
}

// fit is how many cards Fit stands for.
func (v *Variant) fit(p *Position, from, to Pile) uint8 {
	if !from.IsColumn() || !to.IsColumn() {
		return 1
	}
	cards := p.pile(from)
	accepted := v.accepts[p.Top(to)]
	for n := 1; n <= v.runLen(cards); n++ {
		if accepted.Has(cards[len(cards)-n]) {
			return uint8(n)
		}
	}
	return 1
}

// runLen is how many cards the run at the end of a column has.
func (v *Variant) runLen(column []Card) int {
	n := len(column)
	if n == 0 {
		return 0
	}
	i := n - 1
	for i > 0 && !column[i-1].IsFaceDown() && v.continues[column[i-1]].Has(column[i]) {
		i--
	}
	return n - i
}

// checkGroup names the rule against taking n cards from the end of a pile that is not empty.
func (v *Variant) checkGroup(p *Position, from Pile, n int) Rule {
	cards := p.pile(from)
	switch {
	case n == 0, n > len(cards), n > 1 && !from.IsColumn():
		return BadCount
	case n <= v.runLen(cards):
		return Accepted
	}
	for _, c := range cards[len(cards)-n:] {
		if c.IsFaceDown() {
			return FaceDown
		}
	}
	return RunBroken
}

// checkColumn refuses a group for a column, if a rule does.
func (v *Variant) checkColumn(p *Position, m Move) Refusal {
	if m.Count > 1 {
		if most := v.most(p, m.To); int(m.Count) > most {
			return Refusal{Rule: RunTooLong, Most: uint8(most)}
		}
	}
	from := p.pile(m.From)
	first, on := from[len(from)-int(m.Count)], p.Top(m.To)
	if v.accepts[on&63].Has(first) {
		return Refusal{}
	}
	return refuse(v.Fits(first, on))
}

// most is the most cards that one action may take from another column to this one.
func (v *Variant) most(p *Position, to Pile) int {
	if v.Most == nil {
		return deckSize
	}
	columns := p.empty(column1, v.Columns).without(to)
	return v.Most(p.empty(cellA, v.Cells).len(), columns.len())
}

// checkHome refuses a group for the foundation it belongs on, if a rule does.
func checkHome(p *Position, m Move) Refusal {
	if m.Count > 1 {
		return refuse(OneAtATime)
	}
	next := p.Top(m.To).Rank() + 1
	if p.Top(m.From).Rank() != next {
		return Refusal{Rule: NotNext, Rank: next}
	}
	return Refusal{}
}

// checkCell names the rule against putting a group in a cell.
func checkCell(p *Position, m Move) Rule {
	switch {
	case m.Count > 1:
		return OneAtATime
	case p.Len(m.To) > 0:
		return CellTaken
	case m.From.IsFoundation():
		return NotATarget
	default:
		return Accepted
	}
}
