package client

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// scriptTime is how long a script waits for a step of the client's: a busy machine takes long over one.
const scriptTime = time.Minute

// script is what a server does on one connection, after the handshake. When it returns the connection
// breaks.
type script func(*peer)

// peer is the server's end of one connection.
type peer struct {
	t    *testing.T
	conn *websocket.Conn
	json bool
}

// serve starts a server that follows one script a connection, and refuses connections beyond them.
func serve(t *testing.T, scripts ...script) string {
	t.Helper()
	var connections atomic.Int32
	finished := make(chan struct{}, len(scripts))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := int(connections.Add(1)) - 1
		if n >= len(scripts) || r.URL.Path != "/ws" {
			http.Error(w, "no more", http.StatusForbidden)
			return
		}
		upgrader := websocket.Upgrader{Subprotocols: []string{"samedeal.v1", "samedeal.v1.json"}}
		conn, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { finished <- struct{}{} }()
		defer func() { _ = conn.Close() }()
		scripts[n](&peer{t: t, conn: conn, json: conn.Subprotocol() == "samedeal.v1.json"})
	}))
	t.Cleanup(func() {
		for range scripts {
			select {
			case <-finished:
			case <-time.After(scriptTime):
				t.Errorf("%d of %d scripts were begun", connections.Load(), len(scripts))
				server.Close()
				return
			}
		}
		server.Close()
	})
	return server.URL
}

// dial connects a client that waits for nothing between its attempts.
func dial(t *testing.T, config Config) *Client {
	t.Helper()
	if config.Name == "" {
		config.Name = "Ana"
	}
	config.Pause = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	c, err := Dial(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// receive reads the next frame from the client; nil when the connection has ended.
func (p *peer) receive() *samedealv1.ClientFrame {
	p.t.Helper()
	_ = p.conn.SetReadDeadline(time.Now().Add(scriptTime))
	_, data, err := p.conn.ReadMessage()
	if err != nil {
		return nil
	}
	frame := &samedealv1.ClientFrame{}
	if p.json {
		err = protojson.Unmarshal(data, frame)
	} else {
		err = proto.Unmarshal(data, frame)
	}
	if err != nil {
		p.t.Error(err)
	}
	return frame
}

// send sends a frame, given as JSON.
func (p *peer) send(text string) {
	p.t.Helper()
	frame := &samedealv1.ServerFrame{}
	if err := protojson.Unmarshal([]byte(text), frame); err != nil {
		p.t.Error(text, err)
	}
	kind, data := websocket.TextMessage, []byte(text)
	if !p.json {
		var err error
		kind = websocket.BinaryMessage
		if data, err = proto.Marshal(frame); err != nil {
			p.t.Error(err)
		}
	}
	if err := p.conn.WriteMessage(kind, data); err != nil {
		p.t.Error(err)
	}
}

// expect reads frames and compares them with these, given as JSON.
func (p *peer) expect(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		want := &samedealv1.ClientFrame{}
		if err := protojson.Unmarshal([]byte(text), want); err != nil {
			p.t.Error(text, err)
		}
		if got := p.receive(); !proto.Equal(got, want) {
			p.t.Errorf("got  %v\nwant %v", protojson.Format(got), text)
		}
	}
}

// welcome takes the Hello and welcomes the player with this token.
func (p *peer) welcome(token string) *samedealv1.Hello {
	p.t.Helper()
	hello := p.receive().GetHello()
	if hello == nil {
		p.t.Error("the first frame is no Hello")
	}
	p.send(`{"welcome": {"player": "ana", "name": "Ana", "token": "` + token + `", "protocol": 1}}`)
	return hello
}

// raceOfTwo takes the client into a race: its seat is 1 and its board is at the start.
func (p *peer) raceOfTwo() {
	p.t.Helper()
	p.expect(`{"command": {"id": 1, "room": "BKTWRN", "enter": {}}}`)
	p.send(`{"answer": {"id": 1}}`)
	p.send(racingRoom)
	p.send(`{"ownBoard": {"room": "BKTWRN", "seat": 1, "entry": "0-0", "board": {"hash": "100"}, "legal": ["n"]}}`)
}

const racingRoom = `{"room": {
	"code": "BKTWRN", "event": "6", "phase": "PHASE_RACING",
	"seats": [{"player": "ben", "name": "Ben"}, {"player": "ana", "name": "Ana"}]
}}`

// close closes with a code and reads on until the client is gone too.
func (p *peer) close(code samedealv1.Close, text string) {
	message := websocket.FormatCloseMessage(int(code), text)
	_ = p.conn.WriteControl(websocket.CloseMessage, message, time.Now().Add(10*time.Second))
	p.untilGone()
}

// untilGone reads until the client is gone.
func (p *peer) untilGone() {
	for p.receive() != nil {
		p.t.Error("a frame that nothing expects")
	}
}
