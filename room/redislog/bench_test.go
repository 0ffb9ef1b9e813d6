package redislog_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/room"
	"github.com/samedeal/samedeal/room/redislog"
)

const (
	benchSeats    = 512
	benchPipeline = 256
)

var benchEntry = make([]byte, 60)

// BenchmarkAppend appends to many seats at once, and as many entries again by plain pipelines of 256
// XADDs on one goroutine, which is about what Redis can take. The ratio is what the promises leave of it.
func BenchmarkAppend(b *testing.B) {
	for name, client := range map[string]func(testing.TB) redis.UniversalClient{
		"single":   func(t testing.TB) redis.UniversalClient { return relaxed(b, redistest.Single(t).Client()) },
		"embedded": func(t testing.TB) redis.UniversalClient { return redistest.Embedded(t) },
	} {
		b.Run(name, func(b *testing.B) {
			c := client(b)
			s := open(b, patient(c, ""))
			plain := perSecond(b.N, func() { appendPlainly(b, c, b.N) })
			b.ResetTimer()
			committed := perSecond(b.N, func() { appendBySeats(b, s, b.N) })
			b.ReportMetric(committed, "appends/s")
			b.ReportMetric(plain, "plain/s")
			b.ReportMetric(committed/plain, "ratio")
		})
	}
}

// relaxed lets the server answer before the disk has it: this is not about the disk.
func relaxed(b *testing.B, c *redis.Client) *redis.Client {
	if err := c.ConfigSet(b.Context(), "appendfsync", "everysec").Err(); err != nil {
		b.Fatal(err)
	}
	return c
}

func perSecond(n int, do func()) float64 {
	start := time.Now()
	do()
	return float64(n) / time.Since(start).Seconds()
}

func appendPlainly(b *testing.B, client redis.UniversalClient, n int) {
	for i := 0; i < n; i += benchPipeline {
		_, err := client.Pipelined(b.Context(), func(pipe redis.Pipeliner) error {
			for j := i; j < min(n, i+benchPipeline); j++ {
				pipe.XAdd(b.Context(), &redis.XAddArgs{
					Stream: fmt.Sprint("plain", j%benchSeats), ID: fmt.Sprint("1-", j+1), Values: []any{"e", benchEntry},
				})
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func appendBySeats(b *testing.B, s *redislog.Store, n int) {
	until := time.Now().Add(time.Hour)
	var left atomic.Int64
	left.Store(int64(n))
	var all sync.WaitGroup
	for seat := range benchSeats {
		all.Go(func() {
			id, epoch, create := room.SeatID{Room: "KLMNPQ", Seat: seat}, uint64(time.Now().UnixMicro()), until
			for i := uint64(0); left.Add(-1) >= 0; i++ {
				e := room.Entry{ID: room.EntryID{Epoch: epoch, Index: i}, Data: benchEntry}
				if _, err := s.Seats.Append(b.Context(), id, e, create); err != nil {
					b.Error(err)
					return
				}
				create = time.Time{}
			}
		})
	}
	all.Wait()
}
