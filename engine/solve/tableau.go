package solve

import (
	"math/bits"

	"github.com/samedeal/samedeal/engine"
)

// A tableau is a position of a game of columns and cells, such as FreeCell, up to what does not
// matter: which column is which, which cell is which, and in which cell or empty column a card waits.
//
// A column of two cards or more is a stack. A card in a cell, or alone in a column, is loose; cells
// and the columns that are no stacks are slots. While one slot is free, the loose cards can be put
// into any others by moving each to the free one in turn, so positions that differ in that alone are
// one tableau. Once no slot is free they stay where they are. Even then a loose card may be thought to
// lie in a cell or in a column, as the line needs it, until something is put on it; all but those that
// are pinned, since they came to lie alone in their column after the last free slot was gone.
//
// Cards are named by engine.Card, rank<<2|suit, sets of them are bits of a word.
type tableau struct {
	under [64]uint8 // the card that a card of a stack lies on, 0 for the lowest; 0 for all others
	state
}

// state is what of a tableau is kept and put back as a whole.
type state struct {
	tops   uint64   // the last cards of the stacks
	loose  uint64   // the loose cards
	pinned uint64   // those known to lie in a column; none while a slot is free
	key    key      // names the tableau
	home   [4]uint8 // the foundations' heights, by suit
	free   int8     // slots that are free
	spaces int8     // columns that are no stacks
}

// Where a card may be other than on a card: the values stand below all cards'.
const (
	atBottom uint8 = 0 // the lowest of a stack
	isLoose  uint8 = 1
	isPinned uint8 = 2 // loose, and known to lie in a column
	atHome   uint8 = 3 // as a destination; in a key, the card was taken back just now
	lastCard       = int(engine.King)<<2 | 3
)

// keys are the random numbers whose sum is a tableau's key: one for each card and what it lies on.
type keys [64][64]key

// parents are the cards that a card may be put on, and holds those that may be put on it.
var parents, holds = func() (p, h [64]uint64) {
	for card := 4; card <= lastCard; card++ {
		for on := card&^3 + 4; on < card&^3+8 && on <= lastCard; on++ {
			if isRed(uint8(card)) != isRed(uint8(on)) {
				p[card] |= 1 << on
				h[on] |= 1 << card
			}
		}
	}
	return p, h
}()

func isRed(card uint8) bool { return card&3 == 1 || card&3 == 2 }

// fill makes the numbers that tableaus reachable from this one need.
func (z *keys) fill(t *tableau, seed uint64) {
	next := randomFrom(seed)
	for card := uint8(4); card <= uint8(lastCard); card++ {
		for at := atBottom; at <= atHome; at++ {
			z[card][at] = key{next(), next()}
		}
		for on := parents[card]; on != 0; on &= on - 1 {
			z[card][first(on)] = key{next(), next()}
		}
		if on := t.under[card]; on != 0 && z[card][on] == (key{}) {
			z[card][on] = key{next(), next()}
		}
	}
}

// randomFrom gives the outputs of the generator SplitMix64.
func randomFrom(seed uint64) func() uint64 {
	return func() uint64 {
		seed += 0x9E3779B97F4A7C15
		z := seed
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		return z ^ z>>31
	}
}

// first is the lowest card of a set that is not empty.
func first(set uint64) uint8 { return uint8(bits.TrailingZeros64(set)) }

func (k *key) add(other *key) { k.place, k.mark = k.place+other.place, k.mark+other.mark }

func (k *key) remove(other *key) { k.place, k.mark = k.place-other.place, k.mark-other.mark }

// newTableau reads a position.
func newTableau(v *engine.Variant, p *engine.Position) tableau {
	var t tableau
	t.spaces, t.free = int8(v.Columns), int8(v.Cells+v.Columns)
	for i := range v.Columns {
		t.readColumn(p.Cards(engine.Column(i + 1)))
	}
	for i := range v.Cells {
		if card := p.Top(engine.Cell(i + 1)); card != engine.Unknown {
			t.loose |= 1 << card
			t.free--
		}
	}
	for s := range t.home {
		t.home[s] = uint8(p.Len(engine.Foundation(engine.Suit(s))))
	}
	if t.free > 0 {
		t.pinned = 0
	}
	return t
}

func (t *tableau) readColumn(cards []engine.Card) {
	switch len(cards) {
	case 0:
		return
	case 1:
		t.loose |= 1 << cards[0]
		t.pinned |= 1 << cards[0]
	default:
		for i, card := range cards[1:] {
			t.under[card] = uint8(cards[i])
		}
		t.tops |= 1 << cards[len(cards)-1]
		t.spaces--
	}
	t.free--
}

// name computes the key from nothing; the moves keep it up.
func (t *tableau) name(z *keys) {
	t.key = key{}
	for tops := t.tops; tops != 0; tops &= tops - 1 {
		for card := first(tops); card != 0; card = t.under[card] {
			t.key.add(&z[card][t.under[card]])
		}
	}
	for loose := t.loose; loose != 0; loose &= loose - 1 {
		t.key.add(&z[first(loose)][isLoose])
	}
	for pinned := t.pinned; pinned != 0; pinned &= pinned - 1 {
		t.key.add(&z[first(pinned)][isPinned])
	}
}

// A step moves a card, with those on it, onto a card, to the slots or home.
type step struct {
	card uint8
	to   uint8 // a card, isLoose, atBottom (a run into an empty column) or atHome
	run  uint8 // how many cards move
}

// do takes a step. The caller sees to it that it is allowed.
func (t *tableau) do(z *keys, s step) {
	revealed := t.lift(z, s)
	t.place(z, s)
	t.settle(z, revealed)
}

// lift takes the card from where it is, and gives the card that comes to lie alone in a column by that,
// if any: the one that it lay on, or itself.
func (t *tableau) lift(z *keys, s step) (revealed uint64) {
	bit := uint64(1) << s.card
	switch {
	case t.loose&bit != 0:
		t.loose &^= bit
		t.free++
		t.key.remove(&z[s.card][isLoose])
		if t.pinned&bit != 0 {
			t.unpin(z, bit)
		}
	case t.home[s.card&3] >= s.card>>2:
		t.home[s.card&3]--
		if s.to == isLoose { // from a foundation a card cannot go to a cell
			revealed = bit
		}
	default:
		revealed = t.leave(z, s)
	}
	return revealed
}

// leave takes the card, and those on it, from a stack.
func (t *tableau) leave(z *keys, s step) (revealed uint64) {
	if s.run == 1 {
		t.tops &^= 1 << s.card
	}
	on := t.under[s.card]
	t.key.remove(&z[s.card][on])
	t.under[s.card] = 0
	switch {
	case on == 0: // a whole stack leaves its column
		t.spaces++
		t.free++
	case t.under[on] == 0:
		revealed = 1 << on
		t.loose |= revealed
		t.spaces++
		t.key.remove(&z[on][atBottom])
		t.key.add(&z[on][isLoose])
	default:
		t.tops |= 1 << on
	}
	return revealed
}

// place puts the lifted card where it goes.
func (t *tableau) place(z *keys, s step) {
	switch s.to {
	case atHome:
		t.home[s.card&3]++
		return
	case isLoose:
		t.loose |= 1 << s.card
		t.free--
		t.key.add(&z[s.card][isLoose])
		return
	case atBottom:
		t.spaces--
		t.free--
		t.key.add(&z[s.card][atBottom])
		return
	}
	bit := uint64(1) << s.to
	if t.loose&bit != 0 {
		t.loose &^= bit
		t.spaces--
		t.key.remove(&z[s.to][isLoose])
		t.key.add(&z[s.to][atBottom])
		if t.pinned&bit != 0 {
			t.unpin(z, bit)
		}
	} else {
		t.tops &^= bit
	}
	t.under[s.card] = s.to
	t.key.add(&z[s.card][s.to])
	if s.run == 1 {
		t.tops |= 1 << s.card
	}
}

// settle pins a card that was left alone in a column when no slot is free, and unpins all when one is.
func (t *tableau) settle(z *keys, revealed uint64) {
	if t.free > 0 {
		if t.pinned != 0 {
			t.unpin(z, t.pinned)
		}
		return
	}
	if revealed != 0 {
		t.pinned |= revealed
		t.key.add(&z[first(revealed)][isPinned])
	}
}

func (t *tableau) unpin(z *keys, cards uint64) {
	t.pinned &^= cards
	for ; cards != 0; cards &= cards - 1 {
		t.key.remove(&z[first(cards)][isPinned])
	}
}

// isWon reports whether all cards are home.
func (t *tableau) isWon() bool { return t.tops|t.loose == 0 }

// targets are the cards that another may be put on now: the stacks' last ones, and the loose ones as
// far as they can lie in a column.
func (t *tableau) targets() uint64 {
	switch {
	case t.free > 0 && t.spaces > 0 || bits.OnesCount64(t.pinned) < int(t.spaces):
		return t.tops | t.loose
	default:
		return t.tops | t.pinned
	}
}

// isSafe reports whether a card that is at home, or goes home, need never be in a column again.
func (t *tableau) isSafe(card uint8) bool {
	rank, suit := card>>2, card&3
	opposite := min(t.home[1], t.home[2])
	if isRed(card) {
		opposite = min(t.home[0], t.home[3])
	}
	return rank <= opposite+2 && rank <= t.home[3-suit]+3
}

// nextSafe gives a card that can go home and is safe there, or 0.
func (t *tableau) nextSafe() uint8 {
	last := t.tops | t.loose
	for suit, height := range t.home {
		card := (height+1)<<2 | uint8(suit)
		if last>>card&1 != 0 && t.isSafe(card) {
			return card
		}
	}
	return 0
}

// takeSafe brings home all that can go there and is safe.
func (t *tableau) takeSafe(z *keys) {
	for card := t.nextSafe(); card != 0; card = t.nextSafe() {
		t.do(z, step{card, atHome, 1})
	}
}
