package solve

// stockBoard is a state of a search in Klondike or Thoughtful: a position up to the places of the
// built cards. Two cards of one rank and colour can change places in the columns by moving what lies on
// the one to the other, so that how many of a pair are there, and how many cards lie on them, says
// all about what can be moved.
type stockBoard struct {
	shown   cardMask // the cards of the columns that have come into play
	bottoms cardMask // those of them that are the first of their unit, which has not left
	next    cardMask // the cards that the foundations need
	reach   cardMask // the stock's cards that can be drawn and played
	later   cardMask // those of reach for which a redeal is needed; none if redeals are endless
	free    cardMask // those of reach without which the others can be reached no worse
	stock   uint64   // the cards left of stockLayout.stock
	code    uint32   // the units left, as one number
	homes   uint16   // the foundations' heights, four bits each, by suit place
	units   [stockColumns]uint8
	cleared int8  // columns of which no unit is left
	waste   uint8 // how many of the stock's cards lie on the waste
	redeals uint8 // used since the start of the search
}

// key names the state: no two states of a layout that is not wide have one key.
func (l *stockLayout) key(b *stockBoard) uint64 {
	columns := uint64(b.homes) | uint64(b.code)<<16
	if l.wide {
		return scramble(columns|uint64(b.redeals)<<48) + scramble(^(b.stock | uint64(b.waste)<<deckSize))
	}
	return columns | b.stock<<l.stockShift | uint64(b.waste)<<l.wasteShift | uint64(b.redeals)<<l.redealShift
}

// room is the pairs of cards in the columns that can be laid bare.
func (b *stockBoard) room() cardMask { return pairsWithRoom(b.shown, b.shown&^b.bottoms) }

// taken is which cards the columns would take, given room.
func (b *stockBoard) taken(room cardMask) cardMask {
	takes := room >> 4
	if int(b.cleared) > (b.shown &^ b.bottoms & kingsMask).len() {
		takes |= kingsMask
	}
	return takes
}

// height is how many cards of the suit at that place are home.
func (b *stockBoard) height(place uint8) uint8 { return uint8(b.homes >> (4 * place) & 15) }

// safeNext is those of next that need never be in a column again once they are home.
func (b *stockBoard) safeNext() cardMask {
	s, c, h, d := b.height(0), b.height(1), b.height(2), b.height(3)
	blacks, reds := min(s, c), min(h, d)
	var safe cardMask
	if s <= min(reds+1, c+2) {
		safe |= 1 << bitAt(s, 0)
	}
	if c <= min(reds+1, s+2) {
		safe |= 1 << bitAt(c, 1)
	}
	if h <= min(blacks+1, d+2) {
		safe |= 1 << bitAt(h, 2)
	}
	if d <= min(blacks+1, h+2) {
		safe |= 1 << bitAt(d, 3)
	}
	return safe & b.next
}

// tops are the foundations' top cards.
func (b *stockBoard) tops() cardMask {
	var tops cardMask
	for place := range uint8(4) {
		if h := b.height(place); h > 0 {
			tops |= 1 << bitAt(h-1, place)
		}
	}
	return tops
}

// isWon reports whether all cards are home.
func (b *stockBoard) isWon() bool { return b.homes == 0xDDDD }

// raise puts the card, which has been taken from where it was, home.
func (b *stockBoard) raise(bit uint8) {
	b.homes += 1 << (4 * placeOf(bit))
	b.next ^= 1 << bit
	if bit < deckSize-4 {
		b.next |= 1 << (bit + 4 ^ 2)
	}
}

// lower takes a foundation's top card into the columns.
func (b *stockBoard) lower(bit uint8) {
	b.homes -= 1 << (4 * placeOf(bit))
	if bit < deckSize-4 {
		b.next ^= 1 << (bit + 4 ^ 2)
	}
	b.next |= 1 << bit
	b.shown |= 1 << bit
}

// leave lets the last unit of the column whose first card this is go, and the one below turn up.
func (l *stockLayout) leave(b *stockBoard, bit uint8) {
	i := l.columnOf[bit]
	c := &l.columns[i]
	b.units[i]--
	b.code -= c.weight
	n := b.units[i]
	b.bottoms = b.bottoms&^(1<<bit) | c.bottom[n]
	b.shown |= c.shown[n]
	if n == 0 {
		b.cleared++
	}
}

// homeFromColumn puts a column's card home.
func (l *stockLayout) homeFromColumn(b *stockBoard, bit uint8) {
	b.shown &^= 1 << bit
	if b.bottoms.has(bit) {
		l.leave(b, bit)
	}
	b.raise(bit)
}
