package engine_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/engine"
)

// A frame that holds a view must hold no card that its reader may not know: two games that differ
// only in hidden cards give the same view, to the last bit and to its hash.
func TestViewsOfHiddenCardsAreEqual(t *testing.T) {
	check(t, func(t *rapid.T) {
		eachStep(t, func(g *engine.Play, _ engine.Position, _ engine.Move, _ engine.Refusal) {
			v, p := g.Variant(), g.Position()
			text := v.Board(p)
			one, other := readBoard(t, v, text), readBoard(t, v, shuffleHidden(t, text))
			view, otherView := engine.PlayerView(one), engine.PlayerView(other)
			if view != otherView || view.Hash() != otherView.Hash() {
				t.Fatalf("the views of these differ:\n%s\n%s", text, v.Board(other))
			}
		})
	})
}

func readBoard(t *rapid.T, v *engine.Variant, text string) engine.Position {
	p, err := v.ParseBoard(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// shuffleHidden deals the cards that are hidden on a board anew among their places.
func shuffleHidden(t *rapid.T, text string) string {
	lines := strings.Split(text, "\n")
	var hidden []string
	eachHidden(lines, func(word string) string { hidden = append(hidden, word); return word })
	shuffled := rapid.Permutation(hidden).Draw(t, "hidden")
	eachHidden(lines, func(string) string {
		next := shuffled[0]
		shuffled = shuffled[1:]
		return next
	})
	return strings.Join(lines, "\n")
}

// eachHidden replaces the hidden cards on the lines of a board, given and taken without brackets.
func eachHidden(lines []string, replace func(string) string) {
	for i, line := range lines {
		words := strings.Split(line, " ")
		stock := words[0] == "Stock:"
		for j, word := range words {
			switch inner, down := strings.CutPrefix(word, "<"); {
			case down:
				words[j] = "<" + replace(strings.TrimSuffix(inner, ">")) + ">"
			case stock && j > 0 && word != "":
				words[j] = replace(word)
			}
		}
		lines[i] = strings.Join(words, " ")
	}
}

// A client plays by its view: the legal moves must be those of the true position.
func TestPlayerViewHasTheSameLegalMoves(t *testing.T) {
	check(t, func(t *rapid.T) {
		eachStep(t, func(g *engine.Play, _ engine.Position, _ engine.Move, _ engine.Refusal) {
			p, v := g.Position(), g.Variant()
			view := engine.PlayerView(p)
			if got, want := slices.Collect(v.Moves(&view)), legalMoves(g); !slices.Equal(got, want) {
				t.Fatalf("in the view %v are legal, in truth %v", got, want)
			}
			if engine.PlayerView(view) != view {
				t.Fatal("the view of a view is another")
			}
			for _, x := range allPiles(v) {
				for i, c := range view.Cards(x) {
					switch {
					case view.Len(x) != p.Len(x), c.IsFaceDown() != p.Cards(x)[i].IsFaceDown():
						t.Fatalf("the view has another shape at %s", x)
					case x == engine.Stock || c.IsFaceDown():
						if c.FaceUp() != engine.Unknown {
							t.Fatalf("the view shows %s, which is hidden", c)
						}
					case c != p.Cards(x)[i]:
						t.Fatalf("the view shows %s for %s", c, p.Cards(x)[i])
					}
				}
			}
		})
	})
}

// An opponent plays the same deal: any card, or which suits are home, would tell them of it.
func TestOpponentViewShowsNoCard(t *testing.T) {
	check(t, func(t *rapid.T) {
		eachStep(t, func(g *engine.Play, _ engine.Position, _ engine.Move, _ engine.Refusal) {
			p, v := g.Position(), g.Variant()
			view := engine.OpponentView(p)
			for _, x := range allPiles(v) {
				for _, c := range view.Cards(x) {
					if c.FaceUp() != engine.Unknown {
						t.Fatalf("it shows %s", c)
					}
				}
				if !x.IsFoundation() && view.Len(x) != p.Len(x) {
					t.Fatalf("it shows %d cards on %s, which has %d", view.Len(x), x, p.Len(x))
				}
			}
			if view.CardsHome() != p.CardsHome() || view.Score() != p.Score() || view.Moves() != p.Moves() || view.Redeals() != p.Redeals() {
				t.Fatal("it tells another count")
			}
			if view != engine.OpponentView(engine.PlayerView(p)) {
				t.Fatal("it shows more than the player's view holds")
			}
		})
	})
}

// The same shape and counts must look the same, whichever suits are home.
func TestOpponentViewHidesTheSuitsThatAreHome(t *testing.T) {
	const board = "\nTH JH QH KH TD JD QD KD\nTS JS QS KS TC JC QC KC\n2H 3H 4H 5H 6H 7H 8H 9H 2D 3D 4D 5D 6D 7D 8D 9D 4C 5C 6C 7C 8C 9C "
	v, err := engine.ParseVariant("FC1-C4")
	if err != nil {
		t.Fatal(err)
	}
	view := func(foundations, last string) engine.Position {
		p, err := v.ParseBoard(foundations + board + last)
		if err != nil {
			t.Fatal(err)
		}
		return engine.OpponentView(p)
	}
	spades := view("Foundations: S-3 H-A D-A C-A", "2C 3C 4S 5S 6S 7S 8S 9S")
	clubs := view("Foundations: S-A H-A D-A C-3", "2S 3S 4S 5S 6S 7S 8S 9S")
	if spades != clubs {
		t.Error("the views differ")
	}
}

// Which cards have earned what would tell an opponent of them as well.
func TestOpponentViewHidesWhatWasPaidFor(t *testing.T) {
	view := func(board string) engine.Position {
		g := game{Options: "KL1-D1N", Board: board}.play(t)
		for word := range engine.Words("n w1 n w2 1h") {
			mustDo(t, g, mustMove(t, word))
		}
		return engine.OpponentView(g.Position())
	}
	spades := view("Foundations: S-8 H-K D-9 C-K\nStock: 9S TS\nTD\nJD\nJS QS KS QD KD")
	clubs := view("Foundations: S-K H-K D-9 C-8\nStock: 9C TC\nTD\nJD\nJC QC KC QD KD")
	if spades != clubs {
		t.Error("the views differ")
	}
}

func TestAViewIsWrittenWithQuestionMarks(t *testing.T) {
	code, err := engine.ParseCode("KL1-D3N-AAAAAAB")
	if err != nil {
		t.Fatal(err)
	}
	const want = `Foundations: S-0 H-0 D-0 C-0
Stock: ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?
Waste:
9C
<?> 5S
<?> <?> 2C
<?> <?> <?> 6C
<?> <?> <?> <?> 3H
<?> <?> <?> <?> <?> QS
<?> <?> <?> <?> <?> <?> 4H
`
	if got := code.Variant().Board(engine.PlayerView(code.Start())); got != want {
		t.Errorf("got\n%s", got)
	}
}
