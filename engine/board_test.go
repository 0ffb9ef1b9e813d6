package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/samedeal/samedeal/engine"
)

// Other programs write boards in other ways; each must be read as what it means.
func TestParseBoardForms(t *testing.T) {
	const want = `Foundations: S-0 H-K D-2 C-K
Freecells: 2S - TS -
AS KD 9D
:
3D 4D 5D 6D 7D 8D JS
TD JD QD 3S 4S 5S 6S 7S 8S 9S QS KS
:
:
:
:
`
	for name, text := range map[string]string{
		"as it is written": want,
		"tens as 10, leading colons, foundations in another order": `Foundations: C-K H-K D-2 S-0
Freecells: 2S - 10S
: AS KD 9D
:
: 3D 4D 5D 6D 7D 8D JS
: 10D JD QD 3S 4S 5S 6S 7S 8S 9S QS KS`,
		"an empty line for an empty column, spaces, other line ends, more empty lines": "AS  KD 9D \r\n\r\n3D 4D 5D 6D 7D 8D JS\r\nTD JD QD 3S 4S 5S 6S 7S 8S 9S QS KS\r\n" +
			"Freecells: 2S - TS -\r\nFoundations: H-K D-2 C-K\r\n\r\n\r\n\r\n\r\n\r\n\r\n",
		"a comment": "# a deal of mine\n" + want,
	} {
		v, err := engine.ParseVariant("FC1-C4")
		if err != nil {
			t.Fatal(err)
		}
		p, err := v.ParseBoard(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got := v.Board(p); got != want {
			t.Errorf("%s is read as\n%s", name, got)
		}
	}
}

// The stock's first card is drawn first: a solver's stock read backwards was an error elsewhere.
func TestParseBoardReadsTheStockForwards(t *testing.T) {
	g := game{Options: "KL1-D1N", Board: "Foundations: S-T H-K D-K C-K\nStock: JS QS\nWaste: KS"}.play(t)
	if _, err := g.Replay(engine.Words("n wh n wh wh")); err != nil {
		t.Error(err)
	}
}

func TestParseBoardErrors(t *testing.T) {
	const klondike = "Foundations: S-K H-K D-K C-Q\nKC"
	for _, c := range []struct{ variant, board, message string }{
		{"FC1-C4", "", "the board: 0 cards lie on it, not 52; not there: AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"},
		{"KL1-D1N", "Foundations: S-K H-K D-K C-Q", "the board: 51 cards lie on it, not 52; not there: KC"},
		{"KL1-D1N", klondike + "\nKC", "the board, line 3: KC is there twice"},
		{"KL1-D1N", klondike + " 7S", "the board, line 2: 7S is there twice"},
		{"KL1-D1N", "Foundations: S-K H-K D-K C-Q\n1C", `the board, line 2: "1C" is no card: want a rank A 2 3 4 5 6 7 8 9 T (or 10) J Q K and a suit S H D C, such as 7H`},
		{"KL1-D1N", "KX", `the board, line 1: "KX" is no card: want a rank A 2 3 4 5 6 7 8 9 T (or 10) J Q K and a suit S H D C, such as 7H`},
		{"KL1-D1N", "?S <> < <KC", `the board, line 1: "?S" is no card: want a rank A 2 3 4 5 6 7 8 9 T (or 10) J Q K and a suit S H D C, such as 7H`},
		{"KL1-D1N", "Foundations: S-K H-K D-K C-Q\n<KC>", "the board, line 2: the last card of a column must lie face up, and <KC> does not"},
		{"KL1-D1N", "Waste: <KC>", "the board, line 1: angle brackets are for face-down cards of columns, not for <KC> here"},
		{"TF1-D1N", "<KC> QC", "the board, line 1: TF1-D1N has no face-down cards, and <KC> is one"},
		{"KL1-D1N", "Freecells: KC", "the board, line 1: KL1-D1N has 0 cells, and these are 1"},
		{"FC1-C2", "Freecells: - - -", "the board, line 1: FC1-C2 has 2 cells, and these are 3"},
		{"FC1-C2", "Stock: KC", "the board, line 1: FC1-C2 has no stock"},
		{"FC1-C2", "Waste: KC", "the board, line 1: FC1-C2 has no waste"},
		{"KL1-D1N", "Stock: KC\nStock: QC", "the board, line 2: a second line of Stock"},
		{"KL1-D1N", "Talon: KC", `the board, line 1: "Talon" begins no line of a board; want Foundations, Freecells, Stock, Waste or a column's cards`},
		{"KL1-D1N", "Foundations: S-K S-2", "the board, line 1: a second foundation of S"},
		{"KL1-D1N", "Foundations: S-0 S-0", "the board, line 1: a second foundation of S"},
		{"KL1-D1N", "Foundations: S-1", `the board, line 1: "S-1" is no foundation; want suit, hyphen and the rank of its top card or 0, such as S-0 or H-7`},
		{"KL1-D1N", "Foundations: X-2", `the board, line 1: "X-2" is no foundation; want suit, hyphen and the rank of its top card or 0, such as S-0 or H-7`},
		{"KL1-D1N", "AS\nAH\nAD\nAC\n2S\n2H\n2D\n2C", "the board, line 8: KL1-D1N has 7 columns, and this is one more"},
	} {
		v, err := engine.ParseVariant(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		_, err = v.ParseBoard(c.board)
		var wrong *engine.BoardError
		if !errors.As(err, &wrong) || err.Error() != c.message {
			t.Errorf("%q:\n got %v\nwant %s", c.board, err, c.message)
		}
	}
}

func TestParseBoardDoesNotRepeatALongLine(t *testing.T) {
	v, err := engine.ParseVariant("KL1-D1N")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{strings.Repeat("x", 1<<20), strings.Repeat("x", 1<<20) + ":", "Foundations: " + strings.Repeat("x", 1<<20)} {
		if _, err := v.ParseBoard(text); err == nil || len(err.Error()) > 300 {
			t.Errorf("got %.300v", err)
		}
	}
}
