package deals

import (
	"crypto/rand"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/samedeal/samedeal/engine"
)

// kind is what one stock holds: deals of a variant, with numbers of one length.
type kind struct {
	variant *engine.Variant
	// long says that its deals are numbered from beyond the last short number on.
	long bool
}

// kindOf is the kind of the variant's deals with long numbers, or of its short ones. A variant without long
// numbers has only short ones.
func kindOf(v *engine.Variant, long bool) kind {
	return kind{variant: v, long: long && v.LastNumber() > v.LastShortNumber()}
}

const longMark = ":long"

// String names the kind's stock: KL1-D3N, or KL1-D3N:long.
func (k kind) String() string {
	if k.long {
		return k.variant.String() + longMark
	}
	return k.variant.String()
}

// parseKind reads the name of a stock. It reports false on one that this build does not know.
func parseKind(name string) (kind, bool) {
	text, long := strings.CutSuffix(name, longMark)
	v, err := engine.ParseVariant(text)
	if err != nil {
		return kind{}, false
	}
	k := kindOf(v, long)
	return k, k.String() == name
}

// parseCode reads the code of one of the kind's deals. It reports false on anything else.
func (k kind) parseCode(text string) (engine.Code, bool) {
	code, err := engine.ParseCode(text)
	if err != nil || code.String() != text {
		return engine.Code{}, false
	}
	isLong := code.Number() > k.variant.LastShortNumber()
	return code, code.Variant() == k.variant && isLong == k.long
}

// draw draws one of the kind's deals, all equally likely.
func (k kind) draw(random io.Reader) (engine.Code, error) {
	least, last := uint64(1), k.variant.LastShortNumber()
	if k.long {
		least, last = last+1, k.variant.LastNumber()
	}
	n, err := rand.Int(random, new(big.Int).SetUint64(last-least+1))
	if err != nil {
		return engine.Code{}, fmt.Errorf("draw a deal of %s: %w", k.variant, err)
	}
	return engine.NewCode(k.variant, least+n.Uint64())
}
