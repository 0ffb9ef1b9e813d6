package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"strconv"
)

// triangleColumns is how many columns Klondike's layout has: of 1, 2, ... 7 cards.
const triangleColumns = 7

// dealTriangle lays out Klondike's columns and stock from the deck shuffled for a deal number of a
// game. The cards are dealt row by row, each row one column shorter at the left, all face up.
func dealTriangle(version string, number uint64) Deal {
	cards := shuffle(version, number)
	deal := Deal{Columns: make([][]Card, triangleColumns)}
	next := 0
	for row := range triangleColumns {
		for column := row; column < triangleColumns; column++ {
			deal.Columns[column] = append(deal.Columns[column], cards[next])
			next++
		}
	}
	deal.Stock = cards[next:]
	return deal
}

// shuffle gives the deck in the order of that deal number of a game: Fisher and Yates' shuffle by
// the generator that is seeded with the first eight bytes of SHA-256 of "VERSION:NUMBER".
func shuffle(version string, number uint64) []Card {
	sum := sha256.Sum256([]byte(version + ":" + strconv.FormatUint(number, 10)))
	random := splitMix64(binary.BigEndian.Uint64(sum[:]))
	cards := deck
	for i := deckSize - 1; i > 0; i-- {
		j := random.below(uint64(i + 1))
		cards[i], cards[j] = cards[j], cards[i]
	}
	return cards[:]
}

// splitMix64 is the generator of Steele, Lea and Flood (2014).
type splitMix64 uint64

func (s *splitMix64) next() uint64 {
	*s += 0x9E3779B97F4A7C15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// below gives a number from 0 to k-1, all equally likely: outputs from the last, incomplete
// stretch of k are drawn again.
func (s *splitMix64) below(k uint64) uint64 {
	_, remainder := bits.Div64(1, 0, k) // 2^64 mod k, for k above 1
	for {
		if output := s.next(); output <= -remainder-1 {
			return output % k
		}
	}
}
