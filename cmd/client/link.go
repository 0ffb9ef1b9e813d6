package client

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

const (
	// silence is how long nothing at all may come, no ping either, before a connection counts as lost.
	silence = 30 * time.Second
	// patience is how long one step of connecting or one write may take.
	patience = 10 * time.Second
	// largestFrame is the most bytes of a frame that are read, by far more than a room of 16 has.
	largestFrame = 1 << 20
)

// link is one connection. One goroutine reads and one writes; what waits to be written is bounded by what a
// client holds.
type link struct {
	conn     *websocket.Conn
	encoding encoding
	since    time.Time

	mu     sync.Mutex
	queue  []*samedealv1.ClientFrame
	more   chan struct{} // something is in the queue
	closed chan struct{}
	once   sync.Once
}

// open makes a connection to a server. It has been closed by the time it fails.
func open(ctx context.Context, server string, e encoding) (*link, error) {
	address, err := webSocketOf(server)
	if err != nil {
		return nil, err
	}
	dialer := websocket.Dialer{
		Proxy: http.ProxyFromEnvironment, HandshakeTimeout: patience, Subprotocols: []string{e.subprotocol},
	}
	conn, response, err := dialer.DialContext(ctx, address, nil)
	if err != nil {
		unreachable := &UnreachableError{Server: server, Err: err}
		if response != nil && errors.Is(err, websocket.ErrBadHandshake) {
			unreachable.Status = response.StatusCode
		}
		return nil, unreachable
	}
	l := &link{
		conn: conn, encoding: e, since: time.Now(),
		more: make(chan struct{}, 1), closed: make(chan struct{}),
	}
	conn.SetReadLimit(largestFrame)
	conn.SetPingHandler(l.pinged)
	if conn.Subprotocol() != e.subprotocol {
		l.close()
		return nil, protocolError("it takes no subprotocol " + e.subprotocol)
	}
	return l, nil
}

// pinged answers a ping, which is a sign of life.
func (l *link) pinged(data string) error {
	if err := l.conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return err
	}
	// A pong that cannot be written shows in the next write or read.
	_ = l.conn.WriteControl(websocket.PongMessage, []byte(data), time.Now().Add(patience))
	return nil
}

// read waits for the next frame.
func (l *link) read() (*samedealv1.ServerFrame, error) {
	if err := l.conn.SetReadDeadline(time.Now().Add(silence)); err != nil {
		return nil, err
	}
	kind, data, err := l.conn.ReadMessage()
	var closed *websocket.CloseError
	switch {
	case errors.As(err, &closed):
		return nil, &CloseError{Code: samedealv1.Close(closed.Code), Text: closed.Text}
	case err != nil:
		return nil, err
	}
	return l.encoding.read(kind, data)
}

// send has frames written behind those sent before.
func (l *link) send(frames ...*samedealv1.ClientFrame) {
	l.mu.Lock()
	l.queue = append(l.queue, frames...)
	l.mu.Unlock()
	select {
	case l.more <- struct{}{}:
	default:
	}
}

// writeAll writes what is sent until the connection is closed or fails.
func (l *link) writeAll() {
	defer l.close()
	for {
		select {
		case <-l.closed:
			return
		case <-l.more:
		}
		l.mu.Lock()
		frames := slices.Clone(l.queue)
		l.queue = l.queue[:0]
		l.mu.Unlock()
		for _, frame := range frames {
			if l.write(frame) != nil {
				return
			}
		}
	}
}

func (l *link) write(frame *samedealv1.ClientFrame) error {
	data, err := l.encoding.marshal(frame)
	if err != nil {
		return err
	}
	if err := l.conn.SetWriteDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	return l.conn.WriteMessage(l.encoding.kind, data)
}

// close says goodbye, as far as the server still listens, and ends the reading and the writing.
func (l *link) close() {
	l.once.Do(func() {
		close(l.closed)
		goodbye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
		_ = l.conn.WriteControl(websocket.CloseMessage, goodbye, time.Now().Add(time.Second))
		_ = l.conn.Close()
	})
}
