package gateway

import (
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/gorilla/websocket"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// read lets somebody in and hands on what they send, until the connection ends.
func (c *session) read() {
	visitor, position, ok := c.greet()
	if !ok {
		return
	}
	rooms := c.server.config.Rooms.Open(visitor, c)
	defer rooms.Close()
	c.resume(rooms, position)
	for {
		frame, ok := c.next()
		if !ok {
			return
		}
		c.hand(rooms, frame)
	}
}

// hand gives a frame to the rooms.
func (c *session) hand(rooms Session, frame *samedealv1.ClientFrame) {
	switch f := frame.GetFrame().(type) {
	case *samedealv1.ClientFrame_Hello:
		c.finish(badFrame("a second hello: want one, at the start"))
	case *samedealv1.ClientFrame_Command:
		if !c.mayAsk(f.Command.GetRoom()) {
			c.Send(answer(f.Command.GetId(), tooManyGuesses()))
			return
		}
		rooms.Command(c.ctx, f.Command)
	case *samedealv1.ClientFrame_Action:
		if !c.mayAsk(f.Action.GetRoom()) {
			c.Send(refusal(f.Action, tooManyGuesses()))
			return
		}
		rooms.Action(c.ctx, f.Action)
	}
}

// mayAsk reports whether the client may ask for a room.
func (c *session) mayAsk(room string) bool {
	if c.server.lookups.May(c.address, c.player, room) {
		return true
	}
	c.server.metrics.guesses.Inc()
	return false
}

// next reads the next frame and waits until it may be acted on. It reports false when the connection is
// ending.
func (c *session) next() (*samedealv1.ClientFrame, bool) {
	frame, err := c.receive()
	var end *closure
	switch {
	case err == nil:
		c.server.metrics.framesIn.WithLabelValues(clientFrameKind(frame)).Inc()
		return frame, c.admit()
	case errors.As(err, &end):
		c.server.metrics.framesIn.WithLabelValues("bad").Inc()
		c.finish(end)
	default:
		c.readFailed(err)
	}
	return nil, false
}

// admit holds the client to its rate. It reports false when the connection is ending.
func (c *session) admit() bool {
	switch c.throttle.admit(c.ctx, c.wire) {
	case admitted:
	case admittedLate:
		c.server.metrics.waits.Inc()
	case flooded:
		c.finish(&closure{samedealv1.Close_CLOSE_FLOODED, fmt.Sprintf(
			"frames were kept waiting for %v on end: want %v a second, or answers waited for",
			c.server.config.Times.Flood, c.server.config.Limits.FramesPerSecond)})
	}
	return c.ctx.Err() == nil
}

// receive reads a frame and decodes it. The error is a *closure, or the connection's own.
func (c *session) receive() (*samedealv1.ClientFrame, error) {
	c.expect()
	kind, reader, err := c.conn.NextReader()
	if err != nil {
		return nil, err
	}
	if kind != c.kind {
		return nil, badFrame("a frame of the wrong kind: %s has %s frames", c.subprotocol, c.kindName)
	}
	buffer := c.server.buffer()
	defer c.server.buffers.Put(buffer)
	most := c.server.config.Limits.FrameBytes
	whole := (*buffer)[:most+1]
	n, err := io.ReadFull(reader, whole)
	switch {
	case err == nil:
		return nil, &closure{samedealv1.Close_CLOSE_FRAME_TOO_LARGE, fmt.Sprintf("a frame of more than %d bytes: want at most so many", most)}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return decode(c.encoding, whole[:n])
	default:
		return nil, err
	}
}

// expect sets by when something must be heard.
func (c *session) expect() {
	by := time.Now().Add(c.server.config.Times.Silent)
	if !c.helloBy.IsZero() {
		by = c.helloBy
	}
	_ = c.wire.SetReadDeadline(by) // fails only on a connection that is closed, which the next read tells
}

// heardPong is a sign of life, from a client that was let in.
func (c *session) heardPong(string) error {
	c.admit()
	c.expect()
	return nil
}

// heardPing answers a client's ping. That it cannot be answered is for whoever writes to find out.
func (c *session) heardPing(data string) error {
	c.admit()
	c.expect()
	_ = c.conn.WriteControl(websocket.PongMessage, []byte(data), c.writeDeadline())
	return nil
}

// readFailed ends a connection that cannot be read from any more.
func (c *session) readFailed(err error) {
	var closed *websocket.CloseError
	var network net.Error
	switch {
	case errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure:
		c.ended(endedByClient)
	case errors.As(err, &closed):
		c.ended(endedLost)
	case isTimeout(err):
		c.finish(c.silence())
	case errors.As(err, &network), errors.Is(err, io.EOF), errors.Is(err, io.ErrClosedPipe):
		c.ended(endedLost)
	default:
		c.ended(endedBroken)
	}
}

func isTimeout(err error) bool {
	var network net.Error
	return errors.As(err, &network) && network.Timeout()
}

// silence is the closure of a client that nothing was heard from.
func (c *session) silence() *closure {
	switch {
	case c.helloBy.IsZero():
		return &closure{code: samedealv1.Close_CLOSE_SILENT}
	case c.badName != "":
		return &closure{samedealv1.Close_CLOSE_BAD_NAME, c.badName}
	default:
		return &closure{code: samedealv1.Close_CLOSE_NO_HELLO}
	}
}

// drain reads what the client still sends, and drops it, until it has seen the close or its time is up:
// a connection that is shut with something unread loses what was written last.
func (c *session) drain() {
	for {
		_, _, err := c.conn.NextReader()
		if err == nil {
			c.server.metrics.framesIn.WithLabelValues("late").Inc()
			continue
		}
		var closed *websocket.CloseError
		var network net.Error
		if !errors.As(err, &network) && !errors.As(err, &closed) {
			_, _ = io.Copy(io.Discard, c.wire) // the library reads no further after what is no frame
		}
		return
	}
}

func clientFrameKind(frame *samedealv1.ClientFrame) string {
	switch frame.GetFrame().(type) {
	case *samedealv1.ClientFrame_Hello:
		return "hello"
	case *samedealv1.ClientFrame_Command:
		return "command"
	case *samedealv1.ClientFrame_Action:
		return "action"
	default:
		return "empty"
	}
}

func answer(id uint32, fault *samedealv1.Fault) *samedealv1.ServerFrame {
	return &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Answer{Answer: &samedealv1.Answer{Id: id, Fault: fault}}}
}

func refusal(a *samedealv1.Action, fault *samedealv1.Fault) *samedealv1.ServerFrame {
	return &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Refusal{Refusal: &samedealv1.Refusal{
		Room: a.GetRoom(), Seat: a.GetSeat(), Number: a.GetNumber(), Why: &samedealv1.Refusal_Fault{Fault: fault},
	}}}
}

func tooManyGuesses() *samedealv1.Fault {
	return &samedealv1.Fault{
		Reason: samedealv1.Reason_REASON_TOO_MANY,
		Text:   "too many codes of no room were tried from this address: try again in a minute",
	}
}
