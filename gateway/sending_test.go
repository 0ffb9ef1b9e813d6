package gateway_test

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/gateway"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// big is an answer of about 1 KB.
func big(id uint32) *samedealv1.ServerFrame {
	f := answerFrame(id, 0)
	f.GetAnswer().Room = strings.Repeat("x", 1000)
	return f
}

// A client that never reads, while 50 MB are sent to it, is let go of, and takes no memory meanwhile.
func TestASlowReader(t *testing.T) {
	sent := make(chan struct{})
	s := newService(t, func(c *gateway.Config, r *rooms) {
		c.Times.Linger = 200 * time.Millisecond
		r.onCommand = func(_ context.Context, c room.Conn, _ *samedealv1.Command) {
			for n := range uint32(50_000) {
				c.Send(big(n))
			}
			close(sent)
		}
	})
	client := s.enter(t, binary)
	before := heap()
	client.send(t, enter(1, theRoom))
	<-sent
	if grown := int64(heap()) - int64(before); grown > 4<<20 {
		t.Errorf("%d bytes are kept", grown)
	}
	await(t, func() bool { return s.metric(t, "connections") == 0 })
	if n := s.metric(t, "closes_total", "code=CLOSE_TOO_SLOW"); n != 1 {
		t.Errorf("%v were closed as too slow", n)
	}
	if n := s.metric(t, "queue_bytes"); n != 0 {
		t.Errorf("%v bytes are still queued", n)
	}
}

// heap is what is kept in memory: the least of several readings, since each has in it what goroutines make
// at that moment, and what a pool holds until the next collection but one.
func heap() uint64 {
	least := uint64(math.MaxUint64)
	for range 4 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		least = min(least, m.HeapAlloc)
	}
	return least
}

// A client that was too slow and reads on in time is told why it is closed.
func TestASlowReaderThatReadsOn(t *testing.T) {
	sent := make(chan struct{})
	s := newService(t, func(c *gateway.Config, r *rooms) {
		c.Times.Linger = 20 * time.Second // in time is before that, on a busy machine too
		r.onCommand = func(_ context.Context, c room.Conn, _ *samedealv1.Command) {
			for n := range uint32(20_000) {
				c.Send(big(n))
			}
			close(sent)
		}
	})
	client := s.enter(t, binary)
	client.send(t, enter(1, theRoom))
	<-sent
	client.want(t, samedealv1.Close_CLOSE_TOO_SLOW)
}

// However many states are sent, the last one gets through.
func TestStatesAreCoalesced(t *testing.T) {
	ready := make(chan struct{})
	s := newService(t, func(c *gateway.Config, r *rooms) {
		r.onCommand = func(_ context.Context, c room.Conn, command *samedealv1.Command) {
			for n := range uint64(100_000) {
				c.Send(roomFrame(theRoom, n+1))
			}
			c.Send(answerFrame(command.GetId(), 0))
			close(ready)
		}
	})
	client := s.enter(t, binary)
	client.send(t, enter(1, theRoom))
	<-ready
	var events []uint64
	for {
		f := client.receive(t)
		if f.GetAnswer() != nil {
			break
		}
		events = append(events, f.GetRoom().GetEvent())
	}
	if !slices.IsSorted(events) || events[len(events)-1] != 100_000 {
		t.Errorf("%d states, the last %d", len(events), events[len(events)-1])
	}
	if n := s.metric(t, "frames_replaced_total"); int(n)+len(events) != 100_000 {
		t.Errorf("%v were replaced and %d sent", n, len(events))
	}
}

// One frame may be sent to many at once.
func TestAFrameIsShared(t *testing.T) {
	conns := make(chan room.Conn, 3)
	s := newService(t, func(_ *gateway.Config, r *rooms) {
		r.onOpen = func(_ room.Visitor, c room.Conn) { conns <- c }
	})
	clients := []*client{s.enter(t, binary), s.enter(t, text), s.enter(t, text)}
	frame := roomFrame(theRoom, 3)
	for range clients {
		(<-conns).Send(frame)
	}
	for _, c := range clients {
		if got := c.receive(t); !proto.Equal(got, frame) {
			t.Errorf("got %v", got)
		}
	}
}

// Of ten thousand frames at once no more are read and answered than the rate allows, in their order; the rest
// waits in the kernel's buffers, and then with the client. (Without the wait in throttle.admit.)
func TestTenThousandFramesAtOnce(t *testing.T) {
	const perSecond, burst = 100, 60
	s := newService(t, func(c *gateway.Config, _ *rooms) {
		c.Limits.FramesPerSecond, c.Limits.FrameBurst, c.Times.Flood = perSecond, burst, 500*time.Millisecond
	})
	client := s.enter(t, binary)
	answers, start := 0, time.Now()
	written := make(chan struct{})
	go func() {
		defer close(written)
		frame := client.encode(t, enter(1, strings.Repeat("X", 60)))
		for n := 0; n < 10_000 && client.WriteMessage(client.kind(), frame) == nil; n++ {
			continue
		}
	}()
	var closed *websocket.CloseError
	for closed == nil {
		frame, err := client.read()
		if errors.As(err, &closed) {
			break
		}
		if err != nil || frame.GetAnswer().GetFault() == nil {
			t.Fatalf("%v, %v", frame, err)
		}
		answers++
	}
	if most := burst + perSecond*(time.Since(start).Seconds()+1); closed.Code != int(samedealv1.Close_CLOSE_FLOODED) || float64(answers) > most {
		t.Errorf("%d answers, at most %v were to come; closed with %v", answers, most, closed)
	}
	_ = client.Close()
	<-written
}
