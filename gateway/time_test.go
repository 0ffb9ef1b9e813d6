package gateway_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// These tests run in no time: the clock jumps to the next thing that is to happen.

func TestTicksAndPings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t)
		client := s.dial(t, binary)
		client.patience = time.Hour
		start := time.Now()
		var pings []time.Duration
		client.SetPingHandler(func(string) error {
			pings = append(pings, time.Since(start))
			return client.WriteControl(10, nil, time.Now().Add(time.Second))
		})
		client.send(t, hello(guest("Ana")))
		client.welcome(t)
		for _, at := range []time.Duration{10, 20, 30} {
			tick := client.receive(t).GetTick()
			if tick == nil || time.Since(start) != at*time.Second || tick.GetNowMs() != time.Now().UnixMilli() {
				t.Fatalf("after %v: %v, want a tick at %v s", time.Since(start), tick, at)
			}
		}
		<-time.After(35*time.Second - time.Since(start))
		client.send(t, enter(1, theRoom))
		client.receive(t)
		client.receive(t)
		if tick := client.receive(t).GetTick(); tick == nil || time.Since(start) != 45*time.Second {
			t.Errorf("after %v: %v; the frames at 35 s stand for a tick", time.Since(start), tick)
		}
		if len(pings) < 2 || pings[0] != 15*time.Second || pings[1] != 30*time.Second {
			t.Errorf("pings at %v", pings)
		}
		_ = client.Close()
	})
}

func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t)
		client := s.dial(t, binary)
		client.patience = time.Hour
		client.SetPingHandler(func(string) error { return nil })
		client.send(t, hello(guest("Ana")))
		client.welcome(t)
		start := time.Now()
		client.want(t, samedealv1.Close_CLOSE_SILENT)
		if d := time.Since(start); d != 30*time.Second {
			t.Errorf("given up after %v", d)
		}
		_ = client.Close()
	})
}

// A client that answers pings and does nothing else stays.
func TestAnIdleClientStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t)
		client := s.dial(t, text)
		client.patience = time.Hour
		client.send(t, hello(guest("Ana")))
		client.welcome(t)
		for start := time.Now(); time.Since(start) < 10*time.Minute; {
			if client.receive(t).GetTick() == nil {
				t.Fatal("not a tick")
			}
		}
		_ = client.Close()
	})
}

func TestNoHello(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t)
		client := s.dial(t, binary)
		client.patience = time.Hour
		start := time.Now()
		client.want(t, samedealv1.Close_CLOSE_NO_HELLO)
		if d := time.Since(start); d != 10*time.Second {
			t.Errorf("closed after %v", d)
		}
		_ = client.Close()

		client = s.dial(t, binary)
		client.patience = time.Hour
		client.send(t, hello(guest("")))
		client.want(t, samedealv1.Close_CLOSE_BAD_NAME)
		_ = client.Close()
	})
}

// By the defaults: what 60 frames at once and 20 a second let through, and the resending of a held tail.
func TestTheRateByDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t)
		client := s.dial(t, binary)
		client.patience = time.Hour
		client.send(t, hello(guest("Ana")))
		client.welcome(t)
		start := time.Now()
		go func() {
			for n := range uint32(159) {
				client.send(t, draw(theRoom, n))
			}
		}()
		for n := range uint32(159) {
			if g := client.receive(t).GetGap(); g.GetExpected() != n {
				t.Errorf("action %d: %v", n, g)
			}
		}
		// One token of the 60 went to the hello.
		if d := time.Since(start).Round(time.Millisecond); d != 5*time.Second {
			t.Errorf("159 frames took %v", d)
		}
		_ = client.Close()
	})
}

func TestAFloodByDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t)
		client := s.dial(t, binary)
		client.patience = time.Hour
		client.send(t, hello(guest("Ana")))
		client.welcome(t)
		start := time.Now()
		frame := client.encode(t, draw(theRoom, 1))
		done := make(chan struct{})
		go func() {
			defer close(done)
			for client.WriteMessage(client.kind(), frame) == nil {
			}
		}()
		client.want(t, samedealv1.Close_CLOSE_FLOODED)
		if d := time.Since(start); d < 10*time.Second || d > 11*time.Second {
			t.Errorf("closed after %v", d)
		}
		_ = client.Close()
		<-done
	})
}

// A shutdown is done within 10 s whatever a client does.
func TestShutdownByDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t)
		s.enter(t, binary) // reads nothing more, and answers no close
		start := time.Now()
		if err := s.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		if d := time.Since(start); d > 10*time.Second {
			t.Errorf("took %v", d)
		}
	})
}

// A client that takes nothing for 10 s is too slow, however little waits for it.
func TestAFrameThatIsNotTaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t)
		client := s.enter(t, binary)
		client.send(t, enter(1, theRoom))
		<-time.After(9 * time.Second)
		if n := s.metric(t, "connections"); n != 1 {
			t.Errorf("%v connections", n)
		}
		<-time.After(2 * time.Second)
		if n := s.metric(t, "closes_total", "code=CLOSE_TOO_SLOW"); n != 1 || s.metric(t, "connections") != 0 {
			t.Errorf("%v were closed as too slow", n)
		}
	})
}

// A client that sends more than it may in bursts, and then waits for its answers, is no flood however
// long it goes on.
func TestBurstsAreNoFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t)
		client := s.enter(t, binary)
		client.patience = time.Hour
		start := time.Now()
		for time.Since(start) < time.Minute {
			sent := make(chan struct{})
			go func() {
				defer close(sent)
				for n := range uint32(5) {
					client.send(t, draw(theRoom, n))
				}
			}()
			for range 5 {
				client.receive(t)
			}
			<-sent
		}
		_ = client.Close()
	})
}

// What a client is still sending when it is closed is taken in, or it might never read why.
func TestWhatIsStillSentIsTakenIn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t)
		for _, c := range []struct {
			write func(*client) error
			code  int
		}{
			{func(c *client) error { return c.WriteMessage(c.kind(), make([]byte, 1<<20)) }, int(samedealv1.Close_CLOSE_FRAME_TOO_LARGE)},
			{func(c *client) error {
				_, err := c.NetConn().Write(bytes.Repeat([]byte{0xff}, 1<<20))
				return err
			}, websocket.CloseProtocolError},
		} {
			client := s.enter(t, binary)
			client.SetCloseHandler(func(int, string) error { return nil })
			written := make(chan error)
			go func() { written <- c.write(client) }()
			if _, err := client.read(); !websocket.IsCloseError(err, c.code) {
				t.Errorf("closed with %v, want %d", err, c.code)
			}
			if err := <-written; err != nil {
				t.Errorf("closed with %d: %v", c.code, err)
			}
			_ = client.Close()
		}
	})
}

// A browser tells its page of a close only when the connection is shut: a server that waits on, though its
// close was answered, has the player wait too.
func TestAConnectionIsShutWhenItsCloseIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t)
		client := s.enter(t, binary)
		client.patience = time.Hour
		start := time.Now()
		client.send(t, hello(guest("Ana")))
		client.want(t, samedealv1.Close_CLOSE_BAD_FRAME) // its close is answered by the library
		if _, err := client.NetConn().Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
			t.Errorf("the connection ends with %v", err)
		}
		if took := time.Since(start); took != 0 {
			t.Errorf("it was shut %v after the close was answered", took)
		}
		_ = client.Close()
	})
}
