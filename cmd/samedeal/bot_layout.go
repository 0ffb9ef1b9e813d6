package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// layout is a board as its player is shown it, read back into cards; face-down ones are not known.
type layout struct {
	columns [][]engine.Card
	cells   []engine.Card // Unknown where empty
	waste   []engine.Card
	stock   int
	home    [4]int
	// key tells layouts apart; score and counters are not in it.
	key string
}

func readLayout(b *samedealv1.Board) (*layout, error) {
	l := &layout{stock: int(b.GetStock())}
	for _, text := range b.GetColumns() {
		column, err := readCards(text)
		if err != nil {
			return nil, err
		}
		l.columns = append(l.columns, column)
	}
	for _, text := range b.GetCells() {
		cards, err := readCards(text)
		if err != nil {
			return nil, err
		}
		l.cells = append(l.cells, append(cards, engine.Unknown)[0])
	}
	var err error
	if l.waste, err = readCards(b.GetWaste()); err != nil {
		return nil, err
	}
	for suit, n := range b.GetFoundations() {
		if suit < len(l.home) {
			l.home[suit] = int(n)
		}
	}
	piles := slices.Concat(b.GetColumns(), b.GetCells(), []string{b.GetWaste()})
	l.key = fmt.Sprint(strings.Join(piles, "/"), l.stock, l.home)
	return l, nil
}

func readCards(pile string) ([]engine.Card, error) {
	var cards []engine.Card
	for text := range strings.FieldsSeq(pile) {
		card, err := engine.Unknown.FaceDown(), error(nil)
		if text != card.String() {
			card, err = engine.ParseCard(text)
		}
		if err != nil {
			return nil, err
		}
		cards = append(cards, card)
	}
	return cards, nil
}

// last is the last card of a column, Unknown of an empty one.
func last(column []engine.Card) engine.Card {
	if len(column) == 0 {
		return engine.Unknown
	}
	return column[len(column)-1]
}

// column gives the cards of a column by its pile.
func (l *layout) column(x engine.Pile) []engine.Card {
	for i, cards := range l.columns {
		if engine.Column(i+1) == x {
			return cards
		}
	}
	return nil
}

// goesHome reports whether the card is the next of its foundation.
func (l *layout) goesHome(c engine.Card) bool {
	return c != engine.Unknown && !c.IsFaceDown() && int(c.Rank()) == l.home[c.Suit()]+1
}

func (l *layout) cardsHome() int { return l.home[0] + l.home[1] + l.home[2] + l.home[3] }

func (l *layout) faceDown() int {
	n := 0
	for _, column := range l.columns {
		for _, c := range column {
			if c.IsFaceDown() {
				n++
			}
		}
	}
	return n
}

// depth is how many cards lie on the next card for a foundation that is nearest to the column's end; more
// than there are cards where there is none.
func (l *layout) depth(x engine.Pile) int {
	column := l.column(x)
	for n := range column {
		if l.goesHome(column[len(column)-1-n]) {
			return n
		}
	}
	return noCards
}

// noCards is a depth at which no card lies.
const noCards = 52
