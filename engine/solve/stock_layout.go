package solve

import (
	"math/bits"

	"github.com/samedeal/samedeal/engine"
)

// stockColumns is how many columns the games with a stock have, and the most that a search can take.
const stockColumns = 7

// stockLayout is what stays the same in a search from one position of Klondike or Thoughtful.
//
// Each column is cut into units: as long as they may be in sequence, a face-down card alone. Only the
// last unit of a column, and what was put on it, can be moved; once it is gone, the one below turns up
// as a whole, though in Thoughtful all could always be seen. So both games are the same game, and a
// column's state is how many of its units have not left. A lowest unit that begins with a king never
// needs to leave: it is no unit but counts as cards built in a column already empty.
type stockLayout struct {
	columns  [stockColumns]columnUnits
	stock    []uint8 // the bits of the waste's and the stock's cards, in the order they are drawn
	draw     uint8
	endless  bool  // redeals are without limit
	redeals  uint8 // how many there may still be, if not
	columnOf [64]uint8
	orderOf  [64]uint8 // where in stock a card is

	stockShift, wasteShift, redealShift uint
	wide                                bool // a state needs more than 64 bits
}

// columnUnits is a column cut into units. shown[n] and bottom[n] are what comes into play when n units
// are left: the cards of the n-th, and the first of them; for n 0, those of a king's unit at the
// bottom, and none.
type columnUnits struct {
	shown  []cardMask
	bottom []cardMask
	under  []cardMask // the cards that have not come into play while n units are left
	weight uint32     // what one unit counts in a state's code
}

func newStockLayout(v *engine.Variant, p *engine.Position) stockLayout {
	l := stockLayout{draw: uint8(v.Draw), endless: v.Passes == 0}
	if !l.endless {
		l.redeals = uint8(min(255, max(0, v.Passes-1-p.Redeals())))
	}
	weight := uint32(1)
	for i := range v.Columns {
		c := &l.columns[i]
		c.cut(p.Cards(engine.Column(i + 1)))
		c.weight = weight
		weight *= uint32(len(c.shown))
		for _, bottom := range c.bottom {
			if bottom != 0 {
				l.columnOf[bottom.first()] = uint8(i)
			}
		}
	}
	for _, pile := range []engine.Pile{engine.Waste, engine.Stock} {
		for _, card := range p.Cards(pile) {
			l.orderOf[bitOf(card)] = uint8(len(l.stock))
			l.stock = append(l.stock, bitOf(card))
		}
	}
	l.stockShift = 16 + uint(bits.Len32(weight-1))
	l.wasteShift = l.stockShift + uint(len(l.stock))
	l.redealShift = l.wasteShift + uint(bits.Len(uint(len(l.stock))))
	l.wide = l.redealShift+uint(bits.Len8(l.redeals)) > 64
	return l
}

// cut makes the units of a column's cards.
func (c *columnUnits) cut(cards []engine.Card) {
	c.shown, c.bottom = []cardMask{0}, []cardMask{0}
	for i, card := range cards {
		bit := cardMask(1) << bitOf(card)
		switch {
		case i > 0 && inSequence(cards[i-1], card):
			c.shown[len(c.shown)-1] |= bit
		case i == 0 && card.Rank() == engine.King:
			c.shown[0] = bit
		default:
			c.shown, c.bottom = append(c.shown, bit), append(c.bottom, bit)
		}
	}
	c.under = make([]cardMask, len(c.shown))
	for n := 2; n < len(c.shown); n++ {
		c.under[n] = c.under[n-1] | c.shown[n-1]
	}
	for n := 1; n < len(c.shown); n++ {
		c.under[n] |= c.shown[0]
	}
}

// inSequence reports whether a card can move together with the one it lies on.
func inSequence(on, card engine.Card) bool {
	return !on.IsFaceDown() && !card.IsFaceDown() && on.Red() != card.Red() && on.Rank() == card.Rank()+1
}

// start is the state of the position that the layout was made from.
func (l *stockLayout) start(p *engine.Position) stockBoard {
	var b stockBoard
	for i := range l.columns {
		c := &l.columns[i]
		if len(c.shown) == 0 {
			continue
		}
		n := len(c.shown) - 1
		b.units[i] = uint8(n)
		b.code += uint32(n) * c.weight
		b.shown |= c.shown[n]
		b.bottoms |= c.bottom[n]
		if n == 0 {
			b.cleared++
		}
	}
	for place, suit := range placeSuits {
		height := uint8(p.Len(engine.Foundation(suit)))
		b.homes |= uint16(height) << (4 * place)
		b.next |= 1 << bitAt(height, uint8(place))
	}
	b.next &= allCards
	b.stock = 1<<len(l.stock) - 1
	b.waste = uint8(p.Len(engine.Waste))
	l.findReach(&b)
	return b
}
