package solve_test

import "testing"

// BenchmarkStock solves the deals from 1 on, one after the other.
func BenchmarkStock(b *testing.B) {
	for _, name := range []string{
		"KL1-D1N", "KL1-D3N", "TF1-D1N", "TF1-D3N", "KL1-D1P1", "KL1-D3P1", "KL1-D1P3", "KL1-D3P3",
	} {
		b.Run(name, func(b *testing.B) { benchmarkDeals(b, variant(b, name), 1000) })
	}
}
