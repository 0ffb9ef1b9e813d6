package gateway

import (
	"errors"
	"fmt"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// write sends what is in the queue, in its order, and looks after a connection on which nothing happens.
func (c *session) write() {
	pulse := newPulse(c.server.config.Times)
	defer pulse.timer.Stop()
	for {
		frame, end, over := c.queue.take()
		var err error
		switch {
		case frame != nil:
			err = c.writeFrame(frame)
			pulse.sent()
		case end != nil:
			c.writeClose(end)
			return
		case over:
			return
		default:
			err = c.rest(pulse)
		}
		if err != nil {
			c.writeFailed(err)
			return
		}
	}
}

// rest waits for something to send; ticks and pings are sent meanwhile.
func (c *session) rest(p *pulse) error {
	select {
	case <-c.queue.ready:
		return nil
	case <-p.timer.C:
	}
	ping, tick := p.due()
	if ping {
		if err := c.conn.WriteControl(websocket.PingMessage, nil, c.writeDeadline()); err != nil {
			return err
		}
	}
	if !tick {
		return nil
	}
	return c.writeFrame(&samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Tick{
		Tick: &samedealv1.Tick{NowMs: c.server.config.Now().UnixMilli()},
	}})
}

// An encodingError says that a frame of our own cannot be written.
type encodingError struct {
	kind string
	err  error
}

func (e *encodingError) Error() string { return fmt.Sprintf("encode a frame (%s): %v", e.kind, e.err) }
func (e *encodingError) Unwrap() error { return e.err }

func (c *session) writeFrame(frame *samedealv1.ServerFrame) error {
	kind := serverFrameKind(frame)
	buffer := c.server.buffer()
	defer c.server.buffers.Put(buffer)
	data, err := c.append((*buffer)[:0], frame)
	if err != nil {
		return &encodingError{kind, err}
	}
	if cap(data) <= bufferMost {
		*buffer = data[:cap(data)] // it may have grown
	}
	if err := c.conn.SetWriteDeadline(c.writeDeadline()); err != nil {
		return err
	}
	if err := c.conn.WriteMessage(c.kind, data); err != nil {
		return err
	}
	c.server.metrics.framesOut.WithLabelValues(kind).Inc()
	return nil
}

// writeClose tells the client why the connection ends, as far as it still listens.
func (c *session) writeClose(end *closure) {
	message := websocket.FormatCloseMessage(int(end.code), end.reason())
	_ = c.conn.WriteControl(websocket.CloseMessage, message, c.writeDeadline())
}

func (c *session) writeDeadline() time.Time { return time.Now().Add(c.server.config.Times.Write) }

// writeFailed ends a connection that cannot be written to any more.
func (c *session) writeFailed(err error) {
	var ours *encodingError
	switch {
	case errors.As(err, &ours):
		c.server.config.Log.Error("a frame cannot be sent", zap.Error(err))
		end := &closure{code: samedealv1.Close_CLOSE_TRY_AGAIN}
		c.finish(end)
		c.writeClose(end)
	case isTimeout(err):
		// The close cannot get through either; it is counted, and what waits is not kept.
		c.finish(&closure{code: samedealv1.Close_CLOSE_TOO_SLOW})
	case errors.Is(err, websocket.ErrCloseSent):
		c.ended(endedByClient)
	default:
		c.ended(endedLost)
	}
	c.wire.endReads(time.Now())
}

// pulse knows when a connection is due for a sign of life. A browser's script sees no pings, so there are
// ticks too, which are sent only when nothing else is.
type pulse struct {
	times  Times
	timer  *time.Timer
	pingAt time.Time
	tickAt time.Time // zero before the first frame: a Welcome is never preceded by a tick
}

func newPulse(times Times) *pulse {
	return &pulse{times: times, timer: time.NewTimer(times.Ping), pingAt: time.Now().Add(times.Ping)}
}

// sent notes that a frame was sent.
func (p *pulse) sent() {
	p.tickAt = time.Now().Add(p.times.Tick)
	p.set()
}

// due says what is to be sent now, and takes it for sent.
func (p *pulse) due() (ping, tick bool) {
	now := time.Now()
	if ping = !now.Before(p.pingAt); ping {
		p.pingAt = now.Add(p.times.Ping)
	}
	if tick = !p.tickAt.IsZero() && !now.Before(p.tickAt); tick {
		p.tickAt = now.Add(p.times.Tick)
	}
	p.set()
	return ping, tick
}

func (p *pulse) set() {
	next := p.pingAt
	if !p.tickAt.IsZero() && p.tickAt.Before(next) {
		next = p.tickAt
	}
	p.timer.Reset(time.Until(next))
}

func serverFrameKind(frame *samedealv1.ServerFrame) string {
	switch frame.GetFrame().(type) {
	case *samedealv1.ServerFrame_Welcome:
		return "welcome"
	case *samedealv1.ServerFrame_Answer:
		return "answer"
	case *samedealv1.ServerFrame_Room:
		return "room"
	case *samedealv1.ServerFrame_OwnBoard:
		return "own_board"
	case *samedealv1.ServerFrame_Acknowledgement:
		return "acknowledgement"
	case *samedealv1.ServerFrame_Refusal:
		return "refusal"
	case *samedealv1.ServerFrame_Gap:
		return "gap"
	case *samedealv1.ServerFrame_Progress:
		return "progress"
	case *samedealv1.ServerFrame_WatchedBoard:
		return "watched_board"
	case *samedealv1.ServerFrame_Tick:
		return "tick"
	default:
		return "empty"
	}
}
