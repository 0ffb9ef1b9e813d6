package engine

// A Solitaire is one game as the driver sees it. The driver (Variant) knows what all the games
// share and reads the rest here; it never asks which game it plays. To add a game, write a
// Solitaire and add it to the standard catalogue.
type Solitaire interface {
	// Version is the game and the version of its deals, the first part of a deal code: "KL1".
	Version() string
	// Descriptions are the game under each choice of its options, the default first.
	Descriptions() []Description
	// LastNumber is the highest deal number.
	LastNumber() uint64
	// Deal lays out a deal by its number, 1 to LastNumber. Options change no card.
	Deal(number uint64) Deal
}

// A Deal is how the cards lie at the start of a game: columns from the left, each from its bottom
// card up, and the stock from the card drawn next.
type Deal struct {
	Columns [][]Card
	Stock   []Card
}

// A Description is a game under one choice of options: data, and as hooks what data cannot say. A
// hook is a pure function.
type Description struct {
	// Options is the second part of a deal code: "D3N".
	Options string
	// Columns and Cells are how many of them there are, up to MaxColumns and MaxCells.
	Columns, Cells int
	// FaceDown says that cards of the columns may lie face down.
	FaceDown bool
	// Draw is how many cards are drawn at a time, 0 for a game without a stock.
	Draw int
	// Passes is how often the stock may be gone through, 0 for without limit.
	Passes int
	// Points is what is paid for what.
	Points Points

	// Fits names the rule that keeps a card off the last card of a column, or Accepted. In an
	// empty column, on is Unknown.
	Fits func(card, on Card) Rule
	// Continues reports whether a card and the one it lies on may move together. Left nil, they
	// may where Fits accepts the one on the other.
	Continues func(card, on Card) bool
	// Most is the most cards that may go from one column to another in one action, with so many
	// empty cells and empty columns, the two columns concerned not counted; at least 1. Left nil,
	// any number.
	Most func(emptyCells, emptyColumns int) int
	// Turn is what touching the stock does; refused, it gives the position as it was. Left nil,
	// there is no stock and no waste.
	Turn func(*Variant, Position) (Position, Refusal)
	// Settle is what happens by itself as part of a move, when cards have left a pile. Left nil,
	// nothing.
	Settle func(v *Variant, p Position, from Pile) Position
}

// Points is what a game pays. All but Redeal are awards: paid once a card.
type Points struct {
	Home      int // a card reaches a foundation from a column, the waste or a cell
	FromWaste int // a card goes from the waste to a column
	FromCell  int // a card goes from a cell to a column
	TurnedUp  int // a face-down card of a column turns up
	Redeal    int // a redeal; negative, and never taking the score below 0
}

// alternating is building down in alternating colours, any card in an empty column.
func alternating(card, on Card) Rule {
	switch {
	case on == Unknown:
		return Accepted
	case card.Red() == on.Red():
		return SameColour
	case card.Rank()+1 != on.Rank():
		return WrongRank
	default:
		return Accepted
	}
}

// alternatingFromKing is building down in alternating colours, only kings in an empty column.
func alternatingFromKing(card, on Card) Rule {
	if on == Unknown && card.Rank() != King {
		return KingOnly
	}
	return alternating(card, on)
}
