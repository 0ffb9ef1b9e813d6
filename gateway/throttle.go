package gateway

import (
	"context"
	"time"

	"golang.org/x/time/rate"
)

// resendMost is how many actions a client may hold that the server does not, and sends again at once
// when it goes on. They are no flood.
const resendMost = 256

// peekTime is how long it is waited to see whether a client has sent more.
const peekTime = time.Millisecond

// throttle holds a connection to its rate by reading no faster. What a client has sent beyond it waits
// in the network's buffers, and then at the client.
type throttle struct {
	limiter *rate.Limiter
	// flood is for how long on end a client may have more waiting.
	flood time.Duration
	// free is how many frames are let through for nothing.
	free int
	// since is from when on there was always more waiting; zero if there was not.
	since time.Time
}

func newThrottle(limits Limits, flood time.Duration) throttle {
	return throttle{
		limiter: rate.NewLimiter(rate.Limit(limits.FramesPerSecond), limits.FrameBurst),
		flood:   flood,
	}
}

// admission is what becomes of a frame that was read.
type admission int

const (
	admitted admission = iota
	admittedLate
	flooded
)

// admit waits until a frame that was read may be acted on. Whoever waits for answers has nothing more
// waiting now and then, so a client that has for too long on end does not heed them: it floods. It
// returns at once when the context is done.
func (t *throttle) admit(ctx context.Context, w *wire) admission {
	if ctx.Err() != nil {
		return admitted
	}
	if t.free > 0 {
		t.free--
		return admitted
	}
	delay := t.limiter.Reserve().Delay()
	if delay <= 0 {
		// That this server was busy for a moment does not make a flood end.
		if !t.since.IsZero() && !w.sentMore(time.Now().Add(peekTime)) {
			t.since = time.Time{}
		}
		return t.late(admitted)
	}
	due := time.Now().Add(delay)
	if !w.sentMore(due) {
		t.since = time.Time{}
	} else if t.since.IsZero() {
		t.since = time.Now()
	}
	wait(ctx, time.Until(due))
	return t.late(admittedLate)
}

// late gives what becomes of a frame, unless there was more waiting for too long.
func (t *throttle) late(a admission) admission {
	if !t.since.IsZero() && time.Since(t.since) > t.flood {
		return flooded
	}
	return a
}

// wait waits so long, or until the context is done.
func wait(ctx context.Context, d time.Duration) {
	if d <= 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
