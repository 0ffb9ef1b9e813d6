package client

import (
	"math/rand/v2"
	"time"
)

const (
	firstDelay   = 500 * time.Millisecond
	longestDelay = 15 * time.Second
	// steady is how long a connection must have lasted for the next attempt after it to be at once again.
	steady = 10 * time.Second
)

// backoff says how long to wait before the attempts to connect again: not at all, then up to 0.5 s, 1 s,
// 2 s, ... 15 s, spread evenly so that clients which lost the same server do not come back together.
type backoff struct{ tries int }

func (b *backoff) next() time.Duration {
	b.tries++
	if b.tries == 1 {
		return 0
	}
	longest := longestDelay
	if doublings := b.tries - 2; doublings < 5 {
		longest = firstDelay << doublings
	}
	return rand.N(longest)
}

// lasted takes note of how long a connection lasted.
func (b *backoff) lasted(d time.Duration) {
	if d >= steady {
		b.tries = 0
	}
}
