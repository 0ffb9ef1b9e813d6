package engine

import (
	"strconv"
	"strings"
)

// A BoardError says what is wrong with a text board, and in which line of it; line 0 is the board
// as a whole.
type BoardError struct {
	Line    int
	Problem string
}

func (e *BoardError) Error() string {
	if e.Line == 0 {
		return "the board: " + e.Problem
	}
	return "the board, line " + strconv.Itoa(e.Line) + ": " + e.Problem
}

// Board writes a position as a text board, which ParseBoard reads back: a line for the foundations
// and for each other kind of pile that the game has, then one for each column, ":" for an empty
// one. Score, counters and awards are not on it.
func (v *Variant) Board(p Position) string {
	text := []byte("Foundations:")
	for s := range Suit(numSuits) {
		text = append(text, ' ', suitLetters[s], '-')
		text = append(text, foundationRank(p.Len(Foundation(s)))...)
	}
	if v.Cells > 0 {
		text = append(text, "\nFreecells:"...)
		for i := range v.Cells {
			text = append(text, ' ')
			if top := p.Top(Cell(i + 1)); top != Unknown {
				text = top.append(text)
			} else {
				text = append(text, '-')
			}
		}
	}
	if v.Turn != nil {
		text = appendCards(append(text, "\nStock:"...), " ", p.pile(Stock))
		text = appendCards(append(text, "\nWaste:"...), " ", p.pile(Waste))
	}
	for i := range v.Columns {
		text = append(text, '\n')
		if column := p.pile(Column(i + 1)); len(column) > 0 {
			text = appendCards(text, "", column)
		} else {
			text = append(text, ':')
		}
	}
	return string(append(text, '\n'))
}

func foundationRank(cards int) string {
	if cards == 0 {
		return "0"
	}
	return Rank(cards).String()
}

// appendCards writes cards with a space between, and before the first what is given.
func appendCards(text []byte, before string, cards []Card) []byte {
	for _, c := range cards {
		text = c.append(append(text, before...))
		before = " "
	}
	return text
}

// ParseBoard reads a text board as Board, FreeCell Solver and PySolFC write it. All 52 cards must
// be on it, each once. Lines that are missing mean empty piles, lines that begin with # nothing.
// The error is a *BoardError.
func (v *Variant) ParseBoard(text string) (Position, error) {
	b := boardReader{variant: v}
	for line := range strings.Lines(text) {
		b.line++
		if err := b.readLine(strings.TrimSpace(line)); err != nil {
			return Position{}, &BoardError{Line: b.line, Problem: err.Error()}
		}
	}
	if missing := SetOf(deck[:]...) &^ b.seen; missing != 0 {
		return Position{}, &BoardError{Problem: describeMissing(missing)}
	}
	return b.piles.position(), nil
}

func describeMissing(missing CardSet) string {
	text := strconv.Itoa(deckSize-missing.Len()) + " cards lie on it, not " + strconv.Itoa(deckSize) + "; not there:"
	for _, c := range deck {
		if missing.Has(c) {
			text += " " + c.String()
		}
	}
	return text
}

// boardReader is a text board read so far.
type boardReader struct {
	variant *Variant
	piles   piles
	seen    CardSet
	columns int
	line    int
	labels  []string // those that have had their line
	// foundations are those that have been named.
	foundations pileSet
}

// A problem is what is wrong with a line of a board.
type problem string

func (p problem) Error() string { return string(p) }

func (b *boardReader) readLine(line string) error {
	if strings.HasPrefix(line, "#") {
		return nil
	}
	label, rest, found := strings.Cut(line, ":")
	if !found || label == "" {
		return b.readColumn(strings.Fields(strings.TrimPrefix(line, ":")))
	}
	for _, l := range b.labels {
		if l == label {
			return problem("a second line of " + label)
		}
	}
	b.labels = append(b.labels, label)
	words := strings.Fields(rest)
	switch label {
	case "Foundations":
		return b.readFoundations(words)
	case "Freecells":
		return b.readCells(words)
	case "Stock":
		return b.readStock(Stock, label, words)
	case "Waste":
		return b.readStock(Waste, label, words)
	default:
		return problem(quote(label) + " begins no line of a board; want Foundations, Freecells, Stock, Waste or a column's cards")
	}
}

func (b *boardReader) readColumn(words []string) error {
	if b.columns == b.variant.Columns {
		if len(words) == 0 {
			return nil
		}
		return problem(b.variant.String() + " has " + strconv.Itoa(b.columns) + " columns, and this is one more")
	}
	b.columns++
	cards, err := b.readCards(words)
	if err != nil {
		return err
	}
	if n := len(cards); n > 0 && cards[n-1].IsFaceDown() {
		return problem("the last card of a column must lie face up, and " + words[n-1] + " does not")
	}
	b.piles[Column(b.columns)] = cards
	return nil
}

func (b *boardReader) readCards(words []string) ([]Card, error) {
	var cards []Card
	for _, word := range words {
		card, err := ParseCard(word)
		if err != nil {
			return nil, err
		}
		if err := b.see(card.FaceUp()); err != nil {
			return nil, err
		}
		if card.IsFaceDown() && !b.variant.FaceDown {
			return nil, problem(b.variant.String() + " has no face-down cards, and " + word + " is one")
		}
		cards = append(cards, card)
	}
	return cards, nil
}

// see notes that a card lies on the board.
func (b *boardReader) see(card Card) error {
	if b.seen.Has(card) {
		return problem(card.String() + " is there twice")
	}
	b.seen = b.seen.with(card)
	return nil
}

func (b *boardReader) readStock(x Pile, label string, words []string) error {
	if len(words) > 0 && !b.variant.HasPile(x) {
		return problem(b.variant.String() + " has no " + strings.ToLower(label))
	}
	cards, err := b.readCards(words)
	if err != nil {
		return err
	}
	for i, card := range cards {
		if card.IsFaceDown() {
			return problem("angle brackets are for face-down cards of columns, not for " + words[i] + " here")
		}
	}
	b.piles[x] = cards
	return nil
}

func (b *boardReader) readCells(words []string) error {
	if len(words) > b.variant.Cells {
		return problem(b.variant.String() + " has " + strconv.Itoa(b.variant.Cells) + " cells, and these are " + strconv.Itoa(len(words)))
	}
	for i, word := range words {
		if word == "-" {
			continue
		}
		cards, err := b.readCards([]string{word})
		if err != nil {
			return err
		}
		if cards[0].IsFaceDown() {
			return problem("a cell's card must lie face up, and " + word + " does not")
		}
		b.piles[Cell(i+1)] = cards
	}
	return nil
}

func (b *boardReader) readFoundations(words []string) error {
	for _, word := range words {
		suit, rank, ok := parseFoundation(word)
		if !ok {
			return problem(quote(word) + " is no foundation; want suit, hyphen and the rank of its top card or 0, such as S-0 or H-7")
		}
		x := Foundation(suit)
		if b.foundations.has(x) {
			return problem("a second foundation of " + suit.String())
		}
		b.foundations = b.foundations.with(x, 1)
		for r := Ace; r <= rank; r++ {
			card := NewCard(r, suit)
			if err := b.see(card); err != nil {
				return err
			}
			b.piles[x] = append(b.piles[x], card)
		}
	}
	return nil
}

// parseFoundation reads "H-7"; the rank of an empty foundation is 0.
func parseFoundation(word string) (Suit, Rank, bool) {
	letter, top, found := strings.Cut(word, "-")
	if !found || len(letter) != 1 || !strings.Contains(suitLetters, letter) {
		return 0, 0, false
	}
	suit := Suit(strings.Index(suitLetters, letter))
	if top == "0" {
		return suit, 0, true
	}
	card, err := ParseCard(top + letter)
	return suit, card.Rank(), err == nil && !card.IsFaceDown()
}
