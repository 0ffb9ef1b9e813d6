package daily

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
	"github.com/samedeal/samedeal/leaderboard"
)

var secretOfTests = bytes.Repeat([]byte("s"), SecretBytes)

func drawn(t *testing.T, secret []byte, date leaderboard.Date, variant string) Deal {
	t.Helper()
	v, err := engine.ParseVariant(variant)
	if err != nil {
		t.Fatal(err)
	}
	deal, err := drawing{secret, Challenge{Date: date, Variant: variant}}.deal(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return deal
}

// These deals may change only on purpose: days that are not prepared yet would get others.
func TestTheDealsOfADay(t *testing.T) {
	t.Parallel()
	for variant, want := range map[string]string{
		"TF1-D1N": "TF1-D1N-VLHAPAZFLIMAN", "FC1-C4": "FC1-C4-GNEJGYC", "KL1-D3N": "KL1-D3N-PXFSQIGQDVMSX",
	} {
		date := leaderboard.DateOf(time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC))
		if got := drawn(t, secretOfTests, date, variant); got.Code.String() != want {
			t.Errorf("%s: %s, want %s", variant, got.Code, want)
		}
	}
}

// Every variant has a deal for every day: the same whenever it is drawn, another by another secret, and one that can
// be won.
func TestDrawing(t *testing.T) {
	t.Parallel()
	date := leaderboard.DateOf(time.Date(2028, 2, 28, 0, 0, 0, 0, time.UTC))
	other := bytes.Repeat([]byte("v"), SecretBytes)
	seen := map[string]bool{}
	for day := range 2 {
		for _, variant := range defaultVariants {
			deal := drawn(t, secretOfTests, date.Add(day), variant)
			again := drawn(t, secretOfTests, date.Add(day), variant)
			if deal.Code != again.Code || !bytes.Equal(deal.Salt, again.Salt) || len(deal.Salt) != engine.SaltBytes {
				t.Errorf("drawn once it is %+v, and again %+v", deal, again)
			}
			if by := drawn(t, other, date.Add(day), variant); by.Code == deal.Code || bytes.Equal(by.Salt, deal.Salt) {
				t.Errorf("by another secret the deal is the same: %+v", by)
			}
			if seen[deal.Code.String()] || seen[string(deal.Salt)] {
				t.Errorf("%+v is that of another day", deal)
			}
			seen[deal.Code.String()], seen[string(deal.Salt)] = true, true
			start := deal.Code.Start()
			if result, err := solve.Solve(deal.Code.Variant(), &start, solve.Options{}); err != nil || result.Verdict != solve.Won {
				t.Errorf("%s: %v, %v", deal.Code, result.Verdict, err)
			}
		}
	}
}

// A short number of a deal with hidden cards can be found by search from the cards that show.
func TestNumbersAreLongWhereTheyCanBe(t *testing.T) {
	t.Parallel()
	for _, v := range engine.Variants() {
		d := drawing{secretOfTests, Challenge{Variant: v.String()}}
		isLong := v.LastNumber() > v.LastShortNumber()
		for try := range 1000 {
			n := d.number(v, try)
			if n < 1 || n > v.LastNumber() || (n > v.LastShortNumber()) != isLong {
				t.Fatalf("try %d of %s is number %d", try, v, n)
			}
		}
	}
}

// A solver that was stopped has not said that a deal cannot be won: no other deal may be drawn for it.
func TestADrawingThatIsStopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, v := range engine.Variants() {
		// Some deals are solved before the solver asks whether to stop.
		deal, err := drawing{secretOfTests, Challenge{Variant: v.String()}}.deal(ctx, v)
		if err == nil && deal.Code == drawn(t, secretOfTests, leaderboard.Date{}, v.String()).Code {
			continue
		}
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %+v, %v", v, deal, err)
		}
	}
}
