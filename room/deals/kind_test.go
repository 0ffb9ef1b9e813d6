package deals

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/samedeal/samedeal/engine"
)

// A number beyond the game's is no deal, and one that is never drawn is missing from the game.
func TestTheFirstAndTheLastDealAreDrawn(t *testing.T) {
	for _, v := range engine.Variants() {
		for _, k := range []kind{kindOf(v, false), kindOf(v, true)} {
			least, last := uint64(1), v.LastShortNumber()
			if k.long {
				least, last = last+1, v.LastNumber()
			}
			for _, want := range []uint64{least, last} {
				code, err := k.draw(bytes.NewReader(drawn(want-least, last-least)))
				if err != nil || code.Number() != want || code.Variant() != v {
					t.Errorf("%s: drew %s, number %d, %v; want %d", k, code, code.Number(), err, want)
				}
				if got, known := k.parseCode(code.String()); !known || got != code {
					t.Errorf("%s: %s is read as %s, %t", k, code, got, known)
				}
			}
		}
	}
}

// drawn is the bytes by which crypto/rand draws n of 0 to most: as many as most has.
func drawn(n, most uint64) []byte {
	full := binary.BigEndian.AppendUint64(nil, most)
	size := len(bytes.TrimLeft(full, "\x00"))
	return binary.BigEndian.AppendUint64(nil, n)[8-size:]
}

// Nodes find each other's stocks by their names.
func TestStocksHaveNames(t *testing.T) {
	for _, v := range engine.Variants() {
		for _, k := range []kind{kindOf(v, false), kindOf(v, true)} {
			if got, known := parseKind(k.String()); !known || got != k {
				t.Errorf("%s is read as %s, %t", k, got, known)
			}
		}
	}
	for _, name := range []string{"", ":long", "FC1-C4:long", "KL1-D3N:", "kl1-d3n", "KL9-D3N", "KL1-D3N:long:long", " KL1-D3N"} {
		if k, known := parseKind(name); known {
			t.Errorf("%q is read as %s", name, k)
		}
	}
}
