package daily

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
)

// The budget of one try at a deal. Another budget gives some days, of those that are not prepared yet, other deals.
const (
	tryStates = 500_000
	tryMemory = 64 << 20
	// tries is how many deals are tried before it is given up: a variant with so few that can be won is none for
	// a challenge.
	tries = 10_000
)

// A drawing gives the deal of a challenge: the first in a sequence that the secret fixes which is proven to be
// winnable. It is the same wherever it is done.
type drawing struct {
	secret    []byte
	challenge Challenge
}

// deal tries one deal after another. It ends with the context, which changes no answer.
func (d drawing) deal(ctx context.Context, v *engine.Variant) (Deal, error) {
	for try := range tries {
		code, err := engine.NewCode(v, d.number(v, try))
		if err != nil {
			return Deal{}, err
		}
		start := code.Start()
		result, err := solve.Solve(v, &start, solve.Options{
			States: tryStates, Memory: tryMemory, Cancelled: func() bool { return ctx.Err() != nil },
		})
		switch {
		case err != nil:
			return Deal{}, fmt.Errorf("solving try %d for %s: %w", try, d.challenge, err)
		case result.Verdict == solve.Won:
			return Deal{Code: code, Salt: d.bytes("salt")}, nil
		case ctx.Err() != nil:
			return Deal{}, ctx.Err()
		}
	}
	return Deal{}, fmt.Errorf("%s: none of %d deals was proven to be winnable", d.challenge, tries)
}

// number gives the deal number of a try: a long one if the variant has such, since a short one can be found by
// search from the cards that show.
func (d drawing) number(v *engine.Variant, try int) uint64 {
	first, last := uint64(1), v.LastShortNumber()
	if v.LastNumber() > last {
		first, last = last+1, v.LastNumber()
	}
	drawn := d.bytes("try " + strconv.Itoa(try))
	// Of 128 bits the remainder is as good as uniform.
	return first + bits.Rem64(binary.BigEndian.Uint64(drawn), binary.BigEndian.Uint64(drawn[8:]), last-first+1)
}

// bytes gives 32 bytes for one purpose, which say nothing of the others or of the secret.
func (d drawing) bytes(purpose string) []byte {
	mac := hmac.New(sha256.New, d.secret)
	mac.Write([]byte("samedeal-daily-1\n" + d.challenge.Date.String() + "\n" + d.challenge.Variant + "\n" + purpose + "\n"))
	return mac.Sum(nil)
}
