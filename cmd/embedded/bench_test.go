package embedded_test

import (
	"fmt"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/embedded"
)

// BenchmarkAppend appends to a stream by pipelines of so many entries, with the journal and without.
func BenchmarkAppend(b *testing.B) {
	for _, kept := range []bool{false, true} {
		for _, size := range []int{1, 16, 256} {
			b.Run(fmt.Sprintf("journal=%t/pipeline=%d", kept, size), func(b *testing.B) { benchmarkAppend(b, kept, size) })
		}
	}
}

func benchmarkAppend(b *testing.B, kept bool, size int) {
	cfg := embedded.Config{}
	if kept {
		cfg.Dir = b.TempDir()
	}
	c, ctx := open(b, cfg).Client(), b.Context()
	entry := make([]byte, 60)
	n := 0
	for b.Loop() {
		if _, err := c.Pipelined(ctx, func(p redis.Pipeliner) error {
			for range size {
				n++
				p.XAdd(ctx, &redis.XAddArgs{Stream: "log", ID: fmt.Sprintf("1-%d", n), Values: []any{"e", entry}})
			}
			return nil
		}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "entries/s")
}
