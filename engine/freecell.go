package engine

// freeCell is FreeCell on Microsoft's numbered deals.
type freeCell struct{}

const freeCellColumns = 8

func (freeCell) Version() string { return "FC1" }

func (freeCell) Descriptions() []Description {
	description := func(options string, cells int) Description {
		return Description{
			Options: options,
			Columns: freeCellColumns,
			Cells:   cells,
			Points:  Points{Home: 10, FromCell: 5},
			Fits:    alternating,
			Most:    cardByCard,
		}
	}
	return []Description{
		description("C4", 4), description("C3", 3), description("C2", 2), description("C1", 1), description("C0", 0),
	}
}

// cardByCard is how long a run can be that is moved card by card through the empty cells and
// columns, as one action.
func cardByCard(emptyCells, emptyColumns int) int { return (emptyCells + 1) << emptyColumns }

func (freeCell) LastNumber() uint64 { return lastShortNumber }

// Deal deals the cards round the columns, from Microsoft's shuffle.
func (freeCell) Deal(number uint64) Deal {
	deal := Deal{Columns: make([][]Card, freeCellColumns)}
	for i, card := range microsoftShuffle(number) {
		column := &deal.Columns[i%freeCellColumns]
		*column = append(*column, card)
	}
	return deal
}

// microsoftShuffle gives the deck in the order of that deal of Microsoft FreeCell and its
// extensions, for numbers to 2^33-1.
func microsoftShuffle(number uint64) [deckSize]Card {
	var left, dealt [deckSize]Card
	for i := range left {
		left[i] = NewCard(Ace+Rank(i/4), [...]Suit{Clubs, Diamonds, Hearts, Spades}[i%4])
	}
	output := microsoftGenerator(number)
	for i := range dealt {
		last := deckSize - 1 - i
		j := output() % uint64(last+1)
		dealt[i], left[j] = left[j], left[last]
	}
	return dealt
}

// microsoftGenerator is the linear congruential generator of the C runtime that Microsoft FreeCell
// was built with, and its two extensions to numbers above 2^31.
func microsoftGenerator(state uint64) func() uint64 {
	modulus, output := uint64(1<<31), func() uint64 { return state >> 16 }
	switch {
	case state >= 1<<32:
		modulus, output = 1<<32, func() uint64 { return state>>16&0xFFFF + 1 }
	case state >= 1<<31:
		output = func() uint64 { return state>>16 | 0x8000 }
	}
	return func() uint64 {
		state = (214013*state + 2531011) % modulus
		return output()
	}
}
