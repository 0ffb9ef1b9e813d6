package engine

import "iter"

// Moves yields every move that Apply accepts, undo apart: each number of cards, each empty cell and
// each empty column a move of its own, in a fixed order. The position must not change meanwhile.
// Ranging over it allocates nothing.
func (v *Variant) Moves(p *Position) iter.Seq[Move] {
	return func(yield func(Move) bool) { v.eachMove(p, yield) }
}

func (v *Variant) eachMove(p *Position, yield func(Move) bool) {
	if p.Won() {
		return
	}
	var t targets
	t.gather(v, p)
	for x := column1; x < column1+Pile(v.Columns); x++ {
		if !v.eachFromColumn(p, &t, x, yield) {
			return
		}
	}
	for x := cellA; x < cellA+Pile(v.Cells); x++ {
		if !t.eachOfOne(x, p.Top(x), t.home|t.cells, yield) {
			return
		}
	}
	if !t.eachOfOne(Waste, p.Top(Waste), t.home|t.cells, yield) {
		return
	}
	for x := foundationS; x <= foundationC; x++ {
		if !t.eachOfOne(x, p.Top(x), 0, yield) {
			return
		}
	}
	if v.Turn != nil {
		if _, refusal := v.Turn(v, *p); !refusal.Refused() {
			yield(Move{Verb: Turn})
		}
	}
}

// targets is what each pile would take, gathered once for all cards that might go there.
type targets struct {
	columns [MaxColumns]CardSet // by column, the cards that fit on it
	any     CardSet             // the cards that fit on some column
	next    CardSet             // the cards that the foundations need
	empty   pileSet             // the empty columns
	cells   pileSet             // the empty cells
	home    pileSet             // Home alone

	most, mostToEmpty int // the most cards from a column to another: occupied, empty
}

func (t *targets) gather(v *Variant, p *Position) {
	t.home = t.home.with(Home, 1)
	t.cells = p.empty(cellA, v.Cells)
	t.empty = p.empty(column1, v.Columns)
	for i := range t.columns[:v.Columns] {
		takes := v.accepts[p.Top(column1+Pile(i))&63]
		t.columns[i] = takes
		t.any |= takes
	}
	for s := range Suit(numSuits) {
		t.next = t.next.with(NewCard(Rank(p.Len(Foundation(s))+1), s))
	}
	t.most, t.mostToEmpty = deckSize, deckSize
	if v.Most != nil {
		t.most = v.Most(t.cells.len(), t.empty.len())
		t.mostToEmpty = v.Most(t.cells.len(), max(0, t.empty.len()-1))
	}
}

// eachFromColumn yields the moves of each group at the end of a column, the shortest first.
func (v *Variant) eachFromColumn(p *Position, t *targets, from Pile, yield func(Move) bool) bool {
	cards := p.pile(from)
	if len(cards) == 0 {
		return true
	}
	if !t.eachOfOne(from, cards[len(cards)-1], t.home|t.cells, yield) {
		return false
	}
	for n := 2; n <= v.runLen(cards); n++ {
		if card := cards[len(cards)-n]; t.any.Has(card) && !t.eachColumn(from, card, n, yield) {
			return false
		}
	}
	return true
}

// eachOfOne yields the moves of a single card: to columns, and to those others that fit.
func (t *targets) eachOfOne(from Pile, card Card, others pileSet, yield func(Move) bool) bool {
	if card == Unknown {
		return true
	}
	if t.any.Has(card) && !t.eachColumn(from, card, 1, yield) {
		return false
	}
	if others.has(Home) && t.next.Has(card) && !yield(Move{From: from, To: Home, Count: 1}) {
		return false
	}
	for cells := others &^ t.home; cells != 0; cells &= cells - 1 {
		if !yield(Move{From: from, To: cells.first(), Count: 1}) {
			return false
		}
	}
	return true
}

// eachColumn yields the moves of n cards, the given one first, to columns.
func (t *targets) eachColumn(from Pile, card Card, n int, yield func(Move) bool) bool {
	for i := range t.columns {
		to := column1 + Pile(i)
		if t.columns[i].Has(card) && to != from && (n == 1 || n <= t.limit(to)) &&
			!yield(Move{From: from, To: to, Count: uint8(n)}) {
			return false
		}
	}
	return true
}

func (t *targets) limit(to Pile) int {
	if t.empty.has(to) {
		return t.mostToEmpty
	}
	return t.most
}
