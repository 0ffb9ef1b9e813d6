package gateway

import (
	"context"
	"net/netip"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// session is one connection, from its upgrade to its end. Its goroutines are the one of run, which
// reads, and the one of write. It is the room.Conn of its rooms.
type session struct {
	server  *Server
	conn    *websocket.Conn
	wire    *wire
	address netip.Prefix
	*encoding
	queue *queue

	// ctx is done when the connection begins to end.
	ctx    context.Context
	cancel context.CancelFunc

	// who was let in; guarded by the server's mutex.
	who player.Player
	// player was let in; empty before. It is set once, before the session is the rooms', and guarded by the
	// crowd's mutex until then.
	player player.ID

	// What follows is the reader's.
	throttle throttle
	// helloBy is when the next Hello must be here; zero once somebody was let in.
	helloBy time.Time
	// badName is what was wrong with the name in the last Hello.
	badName string
}

func newSession(s *Server, conn *websocket.Conn, w *wire, address netip.Prefix) *session {
	ctx, cancel := context.WithCancel(s.ctx)
	c := &session{
		server: s, conn: conn, wire: w, address: address,
		encoding: encodingOf(conn.Subprotocol()),
		queue:    newQueue(s.config.Limits.QueueBytes, s.metrics.queued),
		ctx:      ctx, cancel: cancel,
		throttle: newThrottle(s.config.Limits, s.config.Times.Flood),
	}
	conn.SetPingHandler(c.heardPing)
	conn.SetPongHandler(c.heardPong)
	return c
}

// run is the session's life.
func (c *session) run() {
	written := make(chan struct{})
	go func() {
		defer close(written)
		if !c.guard("write", c.write) {
			c.writeClose(&closure{code: samedealv1.Close_CLOSE_TRY_AGAIN})
		}
		c.queue.drop()
		c.wire.endReads(time.Now().Add(c.server.config.Times.Linger))
	}()
	c.guard("read", c.read)
	c.guard("drain", c.drain)
	c.ended(endedLost) // unless it has ended before
	<-written
	c.cancel()
	_ = c.wire.Close() // nobody is left to be told of an error
}

// guard keeps a panic to the session that it happens in, and reports whether there was none.
func (c *session) guard(where string, work func()) (ok bool) {
	defer func() {
		if reason := recover(); reason != nil {
			c.server.panicked(where, reason)
			c.Close(samedealv1.Close_CLOSE_TRY_AGAIN)
		}
	}()
	work()
	return true
}

// Send puts a frame in the queue; a client that reads too slowly for it is closed. The frame, and all it
// points to, must not be changed afterwards: it is written later, and may be sent to others too.
func (c *session) Send(frame *samedealv1.ServerFrame) {
	c.server.lookups.note(c.address, c.player, frame)
	switch c.queue.push(frame) {
	case pushedLast:
	case pushedInPlace:
		c.server.metrics.replaced.Inc()
	case pushedNowhere:
		c.server.metrics.dropped.Inc()
	case pushedOver:
		c.finish(&closure{code: samedealv1.Close_CLOSE_TOO_SLOW})
	}
}

// Close closes the connection with this code, after what was sent before.
func (c *session) Close(code samedealv1.Close) { c.finish(&closure{code: code}) }

// finish has the connection end with a closure, unless it is ending already.
func (c *session) finish(end *closure) {
	note := func() { c.server.metrics.closes.WithLabelValues(end.code.String()).Inc() }
	if !c.queue.finish(end, note) {
		return
	}
	c.server.config.Log.Debug("closing", zap.Stringer("address", c.address), zap.Error(end))
	c.wire.endWrites(time.Now().Add(c.server.config.Times.Linger))
	c.cancel()
}

// ended notes that the connection has ended by the client's doing, unless it was ending already. Nothing
// more is written.
func (c *session) ended(how string) {
	if !c.queue.abandon() {
		return
	}
	c.server.metrics.closes.WithLabelValues(how).Inc()
	c.server.config.Log.Debug("closed", zap.Stringer("address", c.address), zap.String("by", how))
	c.wire.endWrites(time.Now())
	c.cancel()
}
