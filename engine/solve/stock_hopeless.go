package solve

// hopeless reports whether some unit could never leave its column even if a card could be in all the
// places at once that it can ever come to: in the columns whatever lies on it there, and at home.
//
// It keeps two sets that only grow, the cards that can be put on in the columns and those that can get
// home, and lets units leave while any can. A position that can be won is never hopeless, since each
// step of its line is possible here too.
func (l *stockLayout) hopeless(b *stockBoard) bool {
	units, bottoms, next := b.units, b.bottoms, b.next
	var buried, home cardMask
	for i, n := range units {
		if n > 0 {
			buried |= l.columns[i].under[n]
		}
	}
	hosts, empty := b.shown, b.cleared > 0
	for bottoms != 0 {
		for more := hosts; more != 0 || next&^buried != 0; {
			more = takenOn(hosts, empty) &^ (hosts | buried)
			hosts |= more
			up := next &^ buried
			home |= up
			next = next&^up | above(up)
		}
		leaving := bottoms & (takenOn(hosts, empty) | home)
		if leaving == 0 {
			return true
		}
		for ; leaving != 0; leaving &= leaving - 1 {
			bit := leaving.first()
			i := l.columnOf[bit]
			units[i]--
			c, n := &l.columns[i], units[i]
			bottoms = bottoms&^(1<<bit) | c.bottom[n]
			hosts |= c.shown[n]
			buried &^= c.shown[n]
			empty = empty || n == 0
		}
	}
	return false
}

// takenOn is which cards can be put on one of these, or, if there is an empty column, there.
func takenOn(hosts cardMask, empty bool) cardMask {
	some := (hosts | hosts>>1) & lowerOfPairs
	takes := (some | some<<1) >> 4
	if empty {
		takes |= kingsMask
	}
	return takes
}

// above is the next higher cards of these ones' suits.
func above(cards cardMask) cardMask {
	const lowerPairs = 0x3333_3333_3333_3333
	cards = cards << 4 & allCards
	return cards&lowerPairs<<2 | cards>>2&lowerPairs
}
