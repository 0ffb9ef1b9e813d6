package solve

import (
	"testing"
	"unsafe"

	"github.com/samedeal/samedeal/engine"
)

func searchOf(t testing.TB, variant string, number uint64, o Options) *cellSearch {
	t.Helper()
	v, err := engine.ParseVariant(variant)
	if err != nil {
		t.Fatal(err)
	}
	code, err := engine.NewCode(v, number)
	if err != nil {
		t.Fatal(err)
	}
	p := code.Start()
	return newCellSearch(v, &p, newEffort(o))
}

// A search looks at millions of positions: none of them may leave garbage.
func TestSearchesDoNotAllocate(t *testing.T) {
	s := searchOf(t, "FC1-C2", 267, Options{States: 1 << 40})
	b := newBestFirst(&s.keys, 2000)
	b.find(&s.start, fewCells[0].weights, s.effort)
	if n := testing.AllocsPerRun(3, func() { b.find(&s.start, fewCells[0].weights, s.effort) }); n > 0 {
		t.Errorf("the best-first search allocates %v times", n)
	}
	proof := func(states uint64) float64 {
		return testing.AllocsPerRun(3, func() {
			x := newExhaust(&s.keys, 1<<17, 1<<16)
			s.effort.allow(states)
			x.find(&s.start, s.effort)
		})
	}
	if few, many := proof(1000), proof(20_000); many > few+40 {
		t.Errorf("the exhaustive search allocates %v times for 1000 states, %v for 20000", few, many)
	}
}

// The bounds on memory are counted in these sizes.
func TestSizes(t *testing.T) {
	slot := unsafe.Sizeof(uint64(0))
	if n := unsafe.Sizeof(node{}) + unsafe.Sizeof(candidate{}) + slot*3/2; n > bytesPerNode {
		t.Errorf("a node takes %d bytes", n)
	}
	// A frame has about twelve steps, and two cards to put back; growing may double it.
	if n := 2 * (unsafe.Sizeof(frame{}) + 12*unsafe.Sizeof(step{}) + 2*unsafe.Sizeof(moved{})); n > bytesPerFrame {
		t.Errorf("a frame takes %d bytes", n)
	}
	perState := unsafe.Sizeof(branch{}) + slot*3/2
	if n := statesPerWidth*perState + 20*unsafe.Sizeof(beamNode{}); n > bytesPerWidth {
		t.Errorf("a beam takes %d bytes a position that it keeps", n)
	}
}
