package engine_test

import (
	"testing"

	"github.com/samedeal/samedeal/engine"
)

// Acknowledgements and audits of old games rely on a position's hash never changing.
func TestHashStaysTheSame(t *testing.T) {
	for _, c := range []struct{ code, words, hash, view string }{
		{"TF1-D1N-AAAAAAB", "", "aa65a6f1508776e8", "a4fdacdd61fda477"},
		{"FC1-C4-AAAAAKH", "1a 78 2b", "54076a3a16b918c6", "54076a3a16b918c6"},
		{"KL1-D3N-AAAAAAB", "n n 35", "cc25d8e08b2fd50b", "1b98cfdafa11fb9b"},
		{"KL1-D1P3-CHQWENRTYUIOP", "n n n u", "4b67ea9c3bc201ca", "8336dedc5f5dd3be"},
	} {
		g := game{Code: c.code}.play(t)
		for word := range engine.Words(c.words) {
			mustDo(t, g, mustMove(t, word))
		}
		p := g.Position()
		view := engine.PlayerView(p)
		if p.Hash().String() != c.hash || view.Hash().String() != c.view {
			t.Errorf("{%q, %q, %q, %q},", c.code, c.words, p.Hash(), view.Hash())
		}
	}
}

// The hash tells apart what makes games go on differently, though the cards lie alike.
func TestHashHoldsMoreThanTheCards(t *testing.T) {
	g := game{Code: "KL1-D3N-AAAAAAB"}.play(t)
	start := g.Position()
	mustDo(t, g, mustMove(t, "n"))
	mustDo(t, g, mustMove(t, "u"))
	if undone := g.Position(); undone.Hash() == start.Hash() {
		t.Error("the moves counter is not in the hash")
	}
	view, opponent := engine.PlayerView(start), engine.OpponentView(start)
	if view.Hash() == start.Hash() || opponent.Hash() == view.Hash() {
		t.Error("a view has the hash of what it hides")
	}
}
