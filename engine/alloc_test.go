package engine_test

import (
	"testing"
	"unsafe"

	"github.com/samedeal/samedeal/engine"
)

// A server applies moves and lists them all day: neither may leave garbage, nor may a position grow
// beyond what history and copies allow for.
func TestHotPathsDoNotAllocate(t *testing.T) {
	for _, line := range solvedLines() {
		v, p := line.variant, line.start
		for _, m := range line.moves[:len(line.moves)/2] {
			p, _ = v.Apply(p, m)
		}
		refused := mustMove(t, "11")
		for name, f := range map[string]func(){
			"Apply, legal":   func() { _, _ = v.Apply(p, line.moves[len(line.moves)/2]) },
			"Apply, refused": func() { _, _ = v.Apply(p, refused) },
			"Moves": func() {
				n := 0
				for range v.Moves(&p) {
					n++
				}
			},
			"NoMoves":    func() { v.NoMoves(p) },
			"Hash":       func() { p.Hash() },
			"PlayerView": func() { _ = engine.PlayerView(p) },
		} {
			if n := testing.AllocsPerRun(10, f); n != 0 {
				t.Fatalf("%s: %s allocates %v times", v, name, n)
			}
		}
	}
	if size := unsafe.Sizeof(engine.Position{}); size > 200 {
		t.Errorf("a position has %d bytes", size)
	}
}
