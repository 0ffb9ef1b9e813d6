package engine

import "math/bits"

// A Pile is a place where cards lie. The zero Pile is none.
//
// The order of the constants is the order in which a Position stores its piles. The waste stands
// directly before the stock, so that drawing moves the border between the two and no card.
type Pile uint8

// The piles. A game has some of them.
const (
	NoPile Pile = iota
	column1
	_
	_
	_
	_
	_
	_
	_
	_
	column10
	cellA
	_
	_
	cellD
	Waste
	Stock
	foundationS
	_
	_
	foundationC
	// Home is where a card goes that is put on the foundations: its own suit's. It is a
	// destination only.
	Home
)

const (
	// MaxColumns is the most columns that a game may have.
	MaxColumns = int(column10-column1) + 1
	// MaxCells is the most cells that a game may have.
	MaxCells = int(cellD-cellA) + 1

	numPiles = int(foundationC) + 1 // NoPile among them, which is always empty
)

// Column gives the i-th column from the left, 1 to MaxColumns.
func Column(i int) Pile { return pileAt(column1, i, MaxColumns) }

// Cell gives the i-th cell, 1 to MaxCells.
func Cell(i int) Pile { return pileAt(cellA, i, MaxCells) }

// Foundation gives the foundation of a suit.
func Foundation(s Suit) Pile { return foundationS + Pile(s&3) }

// pileAt gives the i-th of most piles from first on, NoPile beyond them.
func pileAt(first Pile, i, most int) Pile {
	if i < 1 || i > most {
		return NoPile
	}
	return first + Pile(i-1)
}

// IsColumn reports whether the pile is a column of the tableau.
func (p Pile) IsColumn() bool { return p >= column1 && p <= column10 }

// IsCell reports whether the pile is a cell.
func (p Pile) IsCell() bool { return p >= cellA && p <= cellD }

// IsFoundation reports whether the pile is a foundation.
func (p Pile) IsFoundation() bool { return p >= foundationS && p <= foundationC }

// pileLetters are the letters of the move notation, by Pile. The tenth column has none there; a
// colon follows the nine.
const pileLetters = "?123456789:abcdwnSHDCh"

// String gives the pile's letter in the move notation: 1 to 9, a to d, w, S H D C, h; n for the
// stock.
func (p Pile) String() string {
	if int(p) >= len(pileLetters) {
		return "?"
	}
	return pileLetters[p : p+1]
}

// pileSet is a set of piles, Home among them.
type pileSet uint32

func (s pileSet) has(p Pile) bool { return s>>(p&31)&1 != 0 }

func (s pileSet) without(p Pile) pileSet { return s &^ (1 << (p & 31)) }

func (s pileSet) len() int { return bits.OnesCount32(uint32(s)) }

// first is the first pile of a set that is not empty.
func (s pileSet) first() Pile { return Pile(bits.TrailingZeros32(uint32(s))) }

// with adds the n piles from first on.
func (s pileSet) with(first Pile, n int) pileSet { return s | (1<<n-1)<<first }
