package solve

import (
	"math/bits"

	"github.com/samedeal/samedeal/engine"
)

// cardMask is a set of cards: four bits for each rank, from the aces up, the two of one colour side by
// side. Which colour comes first alternates from rank to rank, so that the two cards that a card can be
// put on stand four bits above it, and they are a pair, whichever of the two it is.
type cardMask uint64

const (
	allCards     cardMask = 1<<deckSize - 1
	lowerOfPairs cardMask = 0x5555_5555_5555_5555
	kingsMask    cardMask = 0xF << (4 * (engine.King - engine.Ace))
)

// suitPlaces are where a suit stands among the aces: the blacks before the reds.
var suitPlaces = [4]uint8{engine.Spades: 0, engine.Clubs: 1, engine.Hearts: 2, engine.Diamonds: 3}

// placeSuits are the suits by their places.
var placeSuits = [4]engine.Suit{engine.Spades, engine.Clubs, engine.Hearts, engine.Diamonds}

// bitOf is the number of a card's bit.
func bitOf(c engine.Card) uint8 { return bitAt(uint8(c.Rank()-engine.Ace), suitPlaces[c.Suit()]) }

// bitAt is the number of the bit of the suit at that place, in that row of four.
func bitAt(row, place uint8) uint8 { return row<<2 | place ^ row&1<<1 }

// placeOf is the place among the aces of the suit that a bit stands for.
func placeOf(bit uint8) uint8 { return bit&3 ^ bit>>2&1<<1 }

// cardOf is the card whose bit has that number.
func cardOf(bit uint8) engine.Card {
	return engine.NewCard(engine.Ace+engine.Rank(bit>>2), placeSuits[placeOf(bit)])
}

func (m cardMask) has(bit uint8) bool { return m>>(bit&63)&1 != 0 }

// first is the number of the lowest bit of a set that is not empty.
func (m cardMask) first() uint8 { return uint8(bits.TrailingZeros64(uint64(m))) }

func (m cardMask) len() int { return bits.OnesCount64(uint64(m)) }

// pairsWithRoom are the pairs, both cards of each, of which the columns show more cards than there
// are that lie on one of the pair.
func pairsWithRoom(shown, lying cardMask) cardMask {
	on := lying << 4
	some := (shown | shown>>1) &^ (on | on>>1)
	both := (shown & (shown >> 1)) &^ (on & (on >> 1))
	room := (some | both) & lowerOfPairs
	return room | room<<1
}
