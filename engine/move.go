package engine

// A Verb is what an action does.
type Verb uint8

// The verbs.
const (
	Put  Verb = iota // move cards from a pile to a pile
	Turn             // turn the stock: draw, or redeal when it is empty
	Undo             // take back the last action
)

// Fit as a count leaves the number of cards to the engine: from column to column the shortest group
// at the end whose first card fits there, or one card if none does; elsewhere one card.
const Fit uint8 = 0xFF

// A Move is what a player may ask for: to put cards, to turn the stock, to undo. From, To and Count
// belong to Put alone.
type Move struct {
	Verb  Verb
	From  Pile
	To    Pile
	Count uint8
}
