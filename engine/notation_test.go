package engine_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/samedeal/samedeal/engine"
)

// What the notation calls an error is no refusal: it never reaches the game.
func TestWordsThatAreNone(t *testing.T) {
	for _, word := range []string{
		"", "3", "35v", "35x", "0h", "e1", "3S", "h3", "N", "U", "nn", "35 ", " 35", "35v-1", "35vA", "35vg",
		"W3", "3H", "s3", "3n", "n3", "\u0663\u0665", "35v2v2", "A3", "3A",
	} {
		m, err := engine.ParseMove(word)
		var wrong *engine.WordError
		if !errors.As(err, &wrong) {
			t.Errorf("%q is read as %s", word, m)
		}
	}
}

func TestWords(t *testing.T) {
	const text = "35 3h # the first\r\n\tn  u#n\n#\n wh"
	want := []string{"35", "3h", "n", "u", "wh"}
	if got := slices.Collect(engine.Words(text)); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

// Case matters: D3 is the diamonds' foundation, d3 cell d.
func TestCaseOfFoundationsAndCells(t *testing.T) {
	for word, want := range map[string]engine.Move{
		"D3":       {From: engine.Foundation(engine.Diamonds), To: engine.Column(3), Count: engine.Fit},
		"d3":       {From: engine.Cell(4), To: engine.Column(3), Count: engine.Fit},
		"35v0":     {From: engine.Column(3), To: engine.Column(5)},
		"35v0a":    {From: engine.Column(3), To: engine.Column(5), Count: 10},
		"35vfffff": {From: engine.Column(3), To: engine.Column(5), Count: 254},
		"wh":       {From: engine.Waste, To: engine.Home, Count: engine.Fit},
		"n":        {Verb: engine.Turn},
		"u":        {Verb: engine.Undo},
	} {
		if got, err := engine.ParseMove(word); err != nil || got != want {
			t.Errorf("%s is read as %v, %v", word, got, err)
		}
	}
}

func TestReplayStopsAtTheFirstError(t *testing.T) {
	for _, c := range []struct{ words, message string }{
		{"n n 99 n", `word 3, "99": NO_SUCH_PILE: this game has no such pile`},
		{"n wh", `word 2, "wh": NOT_NEXT: it is not the next card of its foundation, which needs its A`},
		{"n xx", `word 2: "xx" is no move: want n, u, or from (1-9 a-d w S H D C) and to (1-9 a-d w h), then perhaps v and a count in hexadecimal, such as 35, 35v2, 3h or wh`},
	} {
		g := game{Code: "KL1-D3N-AAAAAAB"}.play(t)
		accepted, err := g.Replay(engine.Words(c.words))
		var stopped *engine.ReplayError
		if !errors.As(err, &stopped) || err.Error() != c.message || accepted != stopped.At-1 {
			t.Errorf("%s: %d accepted, %v", c.words, accepted, err)
		}
		if p := g.Position(); p.Moves() != accepted {
			t.Errorf("%s: %d moves", c.words, p.Moves())
		}
	}
}

// Moves that no word says must be refused like any other, not break the board.
func TestMovesOutsideTheNotation(t *testing.T) {
	g := game{Code: "KL1-D3N-AAAAAAB"}.play(t)
	p := g.Position()
	for verb := range uint8(8) {
		for from := range 64 {
			for to := range 64 {
				m := engine.Move{Verb: engine.Verb(verb), From: engine.Pile(from), To: engine.Pile(to), Count: engine.Fit}
				next, refusal := g.Variant().Apply(p, m)
				if _, err := g.Variant().ParseBoard(g.Variant().Board(next)); err != nil {
					t.Fatalf("%v, %v: %v", m, refusal, err)
				}
			}
		}
	}
}
