package engine

// A Variant is a game with its options chosen, such as KL1-D3N, ready to be played: it applies
// moves, lists the legal ones, reads and writes boards. It holds no game under way, never changes,
// and may be used from many goroutines.
type Variant struct {
	Description
	game Solitaire

	exists pileSet // the piles of this game
	// accepts[on] are the cards that may be put on that last card of a column; accepts[Unknown],
	// in an empty column.
	accepts [64]CardSet
	// continues[on] are the cards that may move together with the card they lie on.
	continues [64]CardSet
}

func newVariant(game Solitaire, d Description) *Variant {
	v := &Variant{Description: d, game: game}
	v.exists = v.exists.with(column1, d.Columns).with(cellA, d.Cells).with(foundationS, numSuits).with(Home, 1)
	if d.Turn != nil {
		v.exists = v.exists.with(Waste, 2)
	}
	for _, card := range deck {
		if d.Fits(card, Unknown) == Accepted {
			v.accepts[Unknown] = v.accepts[Unknown].with(card)
		}
		for _, on := range deck {
			fits := card != on && d.Fits(card, on) == Accepted
			if fits {
				v.accepts[on] = v.accepts[on].with(card)
			}
			if fits && d.Continues == nil || d.Continues != nil && d.Continues(card, on) {
				v.continues[on] = v.continues[on].with(card)
			}
		}
	}
	return v
}

// String names the variant as the first two parts of its deal codes: KL1-D3N.
func (v *Variant) String() string { return v.game.Version() + "-" + v.Options }

// Version is the game and the version of its deals: KL1.
func (v *Variant) Version() string { return v.game.Version() }

// HasPile reports whether this game has the pile.
func (v *Variant) HasPile(x Pile) bool { return v.exists.has(x) }

// start is the position before the first action of a deal.
func (v *Variant) start(number uint64) Position {
	deal := v.game.Deal(number)
	var l piles
	for i, column := range deal.Columns {
		l[Column(i+1)] = column
	}
	l[Stock] = deal.Stock
	return l.position()
}

// A Catalogue is the variants whose codes can be read, those of a game side by side with its
// default first.
type Catalogue []*Variant

// NewCatalogue makes the catalogue of these games.
func NewCatalogue(games ...Solitaire) Catalogue {
	var c Catalogue
	for _, game := range games {
		for _, d := range game.Descriptions() {
			c = append(c, newVariant(game, d))
		}
	}
	return c
}

// standard is the catalogue of the games that samedeal offers.
var standard = NewCatalogue(thoughtful{}, freeCell{}, klondike{})

// Variants gives the variants of the standard catalogue: Thoughtful, FreeCell, Klondike.
func Variants() []*Variant { return append([]*Variant(nil), standard...) }

// versions lists the games of the catalogue.
func (c Catalogue) versions() []string {
	var versions []string
	for _, v := range c {
		if n := len(versions); n == 0 || versions[n-1] != v.Version() {
			versions = append(versions, v.Version())
		}
	}
	return versions
}

// of gives the variants of one game.
func (c Catalogue) of(version string) Catalogue {
	var found Catalogue
	for _, v := range c {
		if v.Version() == version {
			found = append(found, v)
		}
	}
	return found
}

// options lists the options of the catalogue's variants.
func (c Catalogue) options() []string {
	options := make([]string, len(c))
	for i, v := range c {
		options[i] = v.Options
	}
	return options
}
