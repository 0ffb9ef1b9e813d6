package gateway

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// benchBoard is a frame of the usual size: a watched Klondike board.
func benchBoard() *samedealv1.ServerFrame {
	columns := make([]string, 7)
	for i := range columns {
		columns[i] = strings.Repeat("<?> ", i) + "KS"
	}
	return &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_WatchedBoard{WatchedBoard: &samedealv1.WatchedBoard{
		Room: "BKTWRN", Seat: 1, Entry: "1-14", ElapsedMs: 71_000,
		Board: &samedealv1.Board{
			Columns: columns, Waste: "JH JC 7C", Stock: 21, Foundations: []uint32{0, 0, 0, 0}, Score: 5, Moves: 2, Hash: 1 << 60,
		},
	}}}
}

func BenchmarkQueueAndEncode(b *testing.B) {
	for _, e := range encodings {
		b.Run(e.subprotocol, func(b *testing.B) {
			q := newQueue(256<<10, new(atomic.Int64))
			frame := benchBoard()
			var buffer []byte
			b.ReportAllocs()
			for b.Loop() {
				if became := q.push(frame); became != pushedLast {
					b.Fatal(became)
				}
				next, _, _ := q.take()
				var err error
				if buffer, err = e.append(buffer[:0], next); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(buffer)), "bytes/frame")
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	for i, data := range []string{
		"\x1a\x0e\n\x06BKTWRN\x18\x01\"\x0235",
		`{"action": {"room": "BKTWRN", "number": 1, "word": "35"}}`,
	} {
		b.Run(encodings[i].subprotocol, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := decode(encodings[i], []byte(data)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCoalescing(b *testing.B) {
	for _, waiting := range []int{1, 1000} {
		b.Run(fmt.Sprint(waiting), func(b *testing.B) {
			q := newQueue(1<<30, new(atomic.Int64))
			for n := range uint32(waiting) {
				q.push(testState('p', "BKTWRN", n, 0))
			}
			frame := testState('p', "BKTWRN", 0, 1)
			b.ReportAllocs()
			for b.Loop() {
				if became := q.push(frame); became != pushedInPlace {
					b.Fatal(became)
				}
			}
		})
	}
}
