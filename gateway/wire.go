package gateway

import (
	"bufio"
	"net"
	"net/http"
	"sync"
	"time"
)

// readBuffer is the size of a connection's read buffer in bytes: most frames are far smaller, and
// thousands of connections are idle.
const readBuffer = 1024

// wire is the network connection under a session. Two things the WebSocket library cannot do are done
// here, beneath it: a bound that no later deadline goes past, so that a connection that ends does end;
// and to see, without reading it, whether a client has sent more.
type wire struct {
	net.Conn
	// reader is the one that the library reads through.
	reader *bufio.Reader

	mu      sync.Mutex
	readBy  time.Time // zero: no bound
	writeBy time.Time
}

// SetDeadline sets both deadlines, within the bounds.
func (w *wire) SetDeadline(t time.Time) error {
	if err := w.SetReadDeadline(t); err != nil {
		return err
	}
	return w.SetWriteDeadline(t)
}

// SetReadDeadline sets the deadline of reads, within their bound.
func (w *wire) SetReadDeadline(t time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Conn.SetReadDeadline(within(t, w.readBy))
}

// SetWriteDeadline sets the deadline of writes, within their bound.
func (w *wire) SetWriteDeadline(t time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Conn.SetWriteDeadline(within(t, w.writeBy))
}

// endReads has all reads end by then, the one under way too.
func (w *wire) endReads(by time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.readBy = within(by, w.readBy)
	_ = w.Conn.SetReadDeadline(w.readBy) // fails only on a connection that is closed
}

// endWrites has all writes end by then, the one under way too.
func (w *wire) endWrites(by time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writeBy = within(by, w.writeBy)
	_ = w.Conn.SetWriteDeadline(w.writeBy) // fails only on a connection that is closed
}

// within is the earlier of a deadline and a bound, either of which may be zero for none.
func within(t, bound time.Time) time.Time {
	if bound.IsZero() || (!t.IsZero() && t.Before(bound)) {
		return t
	}
	return bound
}

// sentMore reports whether anything from the client is there to be read, waiting for it until then. Only
// whoever reads may ask, between two frames.
func (w *wire) sentMore(until time.Time) bool {
	if err := w.SetReadDeadline(until); err != nil {
		return false
	}
	_, err := w.reader.Peek(1)
	return err == nil
}

// hijacker hands the library a wire in the place of the connection.
type hijacker struct {
	http.ResponseWriter
	wire *wire
}

// Hijack takes the connection over from the HTTP server.
func (h *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil || buffers.Reader.Buffered() > 0 {
		return conn, buffers, err // the library refuses a client that did not wait for its answer
	}
	h.wire = &wire{Conn: conn}
	h.wire.reader = bufio.NewReaderSize(h.wire, readBuffer)
	return h.wire, bufio.NewReadWriter(h.wire.reader, buffers.Writer), nil
}
