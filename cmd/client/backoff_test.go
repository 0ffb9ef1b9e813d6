package client

import (
	"testing"
	"time"
)

func TestBackoff(t *testing.T) {
	longest := []time.Duration{
		0, 500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second,
		15 * time.Second, 15 * time.Second,
	}
	for range 200 {
		var b backoff
		for i, most := range longest {
			if got := b.next(); got > most {
				t.Fatalf("delay %d is %v, want at most %v", i, got, most)
			}
		}
		b.lasted(steady - 1)
		if b.tries == 0 {
			t.Fatal("a short connection makes the next attempt at once")
		}
		b.lasted(steady)
		if got := b.next(); got != 0 {
			t.Fatalf("after a long connection the delay is %v", got)
		}
	}
}
