package main

import (
	"encoding/json"
	"io"

	"github.com/samedeal/samedeal/engine"
)

// state is a game at one moment, in the keys and the order that other programs rely on. It is the
// whole truth, hidden cards included.
type state struct {
	Code        string      `json:"code"`
	Score       int         `json:"score"`
	Moves       int         `json:"moves"`
	Redeals     int         `json:"redeals"`
	Undoable    int         `json:"undoable"`
	Won         bool        `json:"won"`
	NoMoves     bool        `json:"no_moves"`
	Foundations foundations `json:"foundations"`
	Cells       []string    `json:"cells"`
	Stock       []string    `json:"stock"`
	Waste       []string    `json:"waste"`
	Columns     [][]string  `json:"columns"`
	Hash        string      `json:"hash"`
}

// foundations is how many cards lie on each.
type foundations struct {
	S int
	H int
	D int
	C int
}

// stateOf describes a game; code is empty for one that began on a text board.
func stateOf(code string, g *engine.Play) state {
	v, p := g.Variant(), g.Position()
	s := state{
		Code:     code,
		Score:    p.Score(),
		Moves:    p.Moves(),
		Redeals:  p.Redeals(),
		Undoable: g.Undoable(),
		Won:      p.Won(),
		NoMoves:  v.NoMoves(p),
		Foundations: foundations{
			S: p.Len(engine.Foundation(engine.Spades)), H: p.Len(engine.Foundation(engine.Hearts)),
			D: p.Len(engine.Foundation(engine.Diamonds)), C: p.Len(engine.Foundation(engine.Clubs)),
		},
		Cells:   make([]string, v.Cells),
		Stock:   texts(p.Cards(engine.Stock)),
		Waste:   texts(p.Cards(engine.Waste)),
		Columns: make([][]string, v.Columns),
		Hash:    p.Hash().String(),
	}
	for i := range s.Cells {
		s.Cells[i] = "-"
		if card := p.Top(engine.Cell(i + 1)); card != engine.Unknown {
			s.Cells[i] = card.String()
		}
	}
	for i := range s.Columns {
		s.Columns[i] = texts(p.Cards(engine.Column(i + 1)))
	}
	return s
}

func texts(cards []engine.Card) []string {
	texts := make([]string, len(cards))
	for i, card := range cards {
		texts[i] = card.String()
	}
	return texts
}

// writeJSON writes a value as one line, angle brackets as they are.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}
