package solve

import "math/bits"

// play takes a card that can be drawn out of the stock.
func (l *stockLayout) play(b *stockBoard, bit uint8) {
	order := l.orderOf[bit]
	if b.later.has(bit) {
		b.redeals++
	}
	b.waste = uint8(bits.OnesCount64(b.stock & (1<<order - 1)))
	b.stock &^= 1 << order
	if l.isAllInReach() {
		b.waste, b.reach = 0, b.reach&^(1<<bit)
		b.free = b.reach
		return
	}
	l.findReach(b)
}

// isAllInReach reports whether every card of the stock can be drawn whatever was played before.
func (l *stockLayout) isAllInReach() bool { return l.endless && l.draw == 1 }

// findReach finds which of the stock's cards can be played after draws and redeals alone. Where the
// size of the waste makes no difference to that, it becomes 0.
func (l *stockLayout) findReach(b *stockBoard) {
	n := uint8(bits.OnesCount64(b.stock))
	if l.endless && (b.waste%l.draw == 0 || b.waste == n) {
		b.waste = 0
	}
	var now, again, onTop cardMask // to be played before a redeal, after it, and without drawing
	toNow, toAgain := b.waste+l.draw, l.draw
	i := uint8(0)
	for rest := b.stock; rest != 0; rest &= rest - 1 {
		bit := cardMask(1) << l.stock[bits.TrailingZeros64(rest)&63]
		i++
		if i == toAgain || i == n {
			again |= bit
			toAgain += l.draw
		}
		switch i {
		case b.waste:
			onTop = bit
		case toNow, n:
			now |= bit
			toNow += l.draw
		}
	}
	l.setReach(b, now|onTop, again, onTop)
}

// setReach says what can be played before a redeal, what after it, and what lies on the waste.
func (l *stockLayout) setReach(b *stockBoard, now, again, onTop cardMask) {
	mayRedeal := l.endless || b.redeals < l.redeals
	b.reach, b.later, b.free = now, 0, 0
	switch {
	case l.endless:
		b.reach |= again
	case mayRedeal:
		b.reach |= again
		b.later = again &^ now
	}
	switch {
	case l.isAllInReach():
		b.free = b.reach
	case l.draw == 1 || !mayRedeal:
		b.free = onTop
	}
}

// nextDrawn is the one of some cards of the stock that comes first.
func (l *stockLayout) nextDrawn(cards cardMask) uint8 {
	next := cards.first()
	for ; cards != 0; cards &= cards - 1 {
		if bit := cards.first(); l.orderOf[bit] < l.orderOf[next] {
			next = bit
		}
	}
	return next
}
