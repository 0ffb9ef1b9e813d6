package solve_test

import (
	"fmt"
	"testing"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
)

// BenchmarkFreeCell solves Microsoft's deals from 1 on, one after the other.
func BenchmarkFreeCell(b *testing.B) {
	for _, cells := range []int{4, 3, 2, 1, 0} {
		b.Run(fmt.Sprint(cells), func(b *testing.B) {
			benchmarkDeals(b, variant(b, fmt.Sprint("FC1-C", cells)), 1000)
		})
	}
}

// benchmarkDeals solves the deals 1 to last of a variant, and those again.
func benchmarkDeals(b *testing.B, v *engine.Variant, last uint64) {
	var states, undecided uint64
	number := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		number = number%last + 1
		code, err := engine.NewCode(v, number)
		if err != nil {
			b.Fatal(err)
		}
		p := code.Start()
		r := solveChecked(b, v, &p, solve.Options{})
		states += r.States
		if r.Verdict == solve.Undecided {
			undecided++
		}
	}
	b.ReportMetric(float64(states)/float64(b.N), "states/op")
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
	b.ReportMetric(float64(undecided), "undecided")
}

// BenchmarkProof is the proof that a deal cannot be won.
func BenchmarkProof(b *testing.B) {
	v, p := freeCell(b, 2, 1)
	var states uint64
	for b.Loop() {
		r := solveChecked(b, v, &p, solve.Options{})
		states += r.States
		if r.Verdict != solve.Impossible {
			b.Fatal(r.Verdict)
		}
	}
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

// BenchmarkShorten makes one line shorter.
func BenchmarkShorten(b *testing.B) {
	v, p := freeCell(b, 4, 267)
	line := solveChecked(b, v, &p, solve.Options{}).Moves
	var short solve.Result
	for b.Loop() {
		var err error
		if short, err = solve.Shorten(v, &p, line, solve.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(line)), "moves-before")
	b.ReportMetric(float64(len(short.Moves)), "moves")
}
