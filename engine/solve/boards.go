package solve

import "github.com/samedeal/samedeal/engine"

// namer names the boards of a game: positions without score and counters, and without regard to which
// column is which and which cell is which. Two boards of one name are won by the same number of moves.
type namer struct {
	variant *engine.Variant
	piles   []engine.Pile
}

func newNamer(v *engine.Variant) *namer { return &namer{variant: v, piles: pilesOf(v)} }

func (n *namer) name(p *engine.Position) key {
	var sum key
	for _, x := range n.piles {
		if p.Len(x) == 0 {
			continue
		}
		pile := startOf(x)
		for _, card := range p.Cards(x) {
			pile.mix(uint64(card))
		}
		sum.add(&pile)
	}
	if n.variant.Passes > 0 {
		sum.mix(uint64(p.Redeals()))
	}
	return sum
}

// startOf is what the name of a pile begins with: columns are alike, and so are cells.
func startOf(x engine.Pile) key {
	switch {
	case x.IsColumn():
		x = engine.Column(1)
	case x.IsCell():
		x = engine.Cell(1)
	}
	k := key{place: 0x243F6A8885A308D3, mark: 0x13198A2E03707344}
	k.mix(uint64(x) << 8)
	return k
}

// mix mixes a number into a key.
func (k *key) mix(x uint64) {
	k.place = scramble(k.place ^ x)
	k.mark = scramble(k.mark + x*0x9E3779B97F4A7C15)
}

func scramble(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}
