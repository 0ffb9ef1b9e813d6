package storetest

import (
	"context"
	"errors"
	"testing"

	"github.com/samedeal/samedeal/room"
)

var bellParts = []part{
	{"who listens hears every room that is rung for", bellHeard},
	{"all who listen hear it", allHear},
	{"nobody hears their own ringing", ownRinging},
	{"listening begins with something that may have been missed", lostFirst},
	{"a listener who is slow holds nobody up", slowListener},
	{"listening ends with its context", hearEnds},
}

// A listener hears the bell.
type listener struct {
	heard chan room.Code
	lost  chan struct{} // holds one at most
}

// listen starts to hear the bell and waits until it is heard. The listener ends with the test.
func listen(t *testing.T, s Stores) *listener {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	l := &listener{heard: make(chan room.Code, 10_000), lost: make(chan struct{}, 1)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		// It ends with the context's error, which hearEnds looks at.
		_ = s.Bell.Hear(ctx, "listener", func(code room.Code) { l.heard <- code }, func() {
			select {
			case l.lost <- struct{}{}:
			default:
			}
		})
	}()
	t.Cleanup(func() {
		cancel()
		<-ended
	})
	<-l.lost
	return l
}

func ring(t *testing.T, s Stores, codes ...room.Code) {
	t.Helper()
	if err := s.Bell.Ring(t.Context(), "node", codes...); err != nil {
		t.Fatal(err)
	}
}

// wantHeard waits until all of these were heard, in any order.
func (l *listener) wantHeard(t *testing.T, want ...room.Code) {
	t.Helper()
	missing := map[room.Code]bool{}
	for _, code := range want {
		missing[code] = true
	}
	for len(missing) > 0 {
		code := <-l.heard
		if !missing[code] {
			t.Fatalf("heard %q, and was waiting for %v", code, missing)
		}
		delete(missing, code)
	}
}

func bellHeard(t *testing.T, s Stores) {
	l := listen(t, s)
	ring(t, s, home)
	l.wantHeard(t, home)
	ring(t, s, home, away, "CCCCCC")
	l.wantHeard(t, home, away, "CCCCCC")
	ring(t, s)
	ring(t, s, away)
	l.wantHeard(t, away)
}

func allHear(t *testing.T, s Stores) {
	one, other := listen(t, s), listen(t, s)
	ring(t, s, home)
	one.wantHeard(t, home)
	other.wantHeard(t, home)
}

func ownRinging(t *testing.T, s Stores) {
	l := listen(t, s)
	if err := s.Bell.Ring(t.Context(), "listener", away); err != nil {
		t.Fatal(err)
	}
	ring(t, s, home)
	l.wantHeard(t, home)
}

func lostFirst(t *testing.T, s Stores) {
	ring(t, s, home) // nobody is told, and nobody minds
	l := listen(t, s)
	if n := len(l.heard); n > 0 {
		t.Errorf("%d rooms were heard before it was told that some may be missing", n)
	}
}

// rings is how often the bell is rung for a listener who does not listen.
const rings = 1000

func slowListener(t *testing.T, s Stores) {
	ctx, cancel := context.WithCancel(t.Context())
	ready, release := make(chan struct{}), make(chan struct{})
	heard := make(chan room.Code, rings)
	ended := make(chan error)
	first := true
	go func() {
		ended <- s.Bell.Hear(ctx, "listener", func(code room.Code) {
			<-release
			heard <- code
		}, func() {
			if first {
				close(ready)
			}
			first = false
		})
	}()
	<-ready
	// More than any buffer on the way holds.
	many := make([]room.Code, 1000)
	for i := range many {
		many[i] = home
	}
	for range rings {
		ring(t, s, many...)
	}
	close(release)
	if got := <-heard; got != home {
		t.Errorf("heard %q", got)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v, want the context's error", err)
	}
}

func hearEnds(t *testing.T, s Stores) {
	ctx, cancel := context.WithCancel(t.Context())
	ready := make(chan struct{}, 1000)
	ended := make(chan error)
	go func() {
		ended <- s.Bell.Hear(ctx, "listener", func(room.Code) {}, func() { ready <- struct{}{} })
	}()
	<-ready
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v, want the context's error", err)
	}
	if err := s.Bell.Hear(ctx, "listener", func(room.Code) {}, func() {}); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that is done: %v", err)
	}
}
