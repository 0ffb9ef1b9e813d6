package main

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"google.golang.org/protobuf/encoding/protojson"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// rawClient is a client in text frames that keeps every byte it was sent. It reads all the time, as a browser
// does: who does not read answers no ping, and on a busy machine is closed for it before it comes to its turn.
type rawClient struct {
	t      testing.TB
	conn   *websocket.Conn
	came   *inbox
	frames []string
	acts   map[string]string // the actions that were sent, by what a refusal names
	read   int
	player string
	token  string
}

// openRaw is a client that has said nothing yet.
func openRaw(t testing.TB, s *service) *rawClient {
	t.Helper()
	return newRaw(t, dialSocket(t, s))
}

// newRaw is a client of a connection, which is closed when the test ends.
func newRaw(t testing.TB, conn *websocket.Conn) *rawClient {
	t.Cleanup(func() { _ = conn.Close() })
	c := &rawClient{t: t, conn: conn, came: &inbox{more: make(chan struct{}, 1)}, acts: map[string]string{}}
	go c.came.fill(conn)
	return c
}

// dialRaw is a client of a new guest.
func dialRaw(t testing.TB, s *service, name string) *rawClient {
	t.Helper()
	c := openRaw(t, s)
	c.send(fmt.Sprintf(`{"hello":{"protocol":1,"build":"test","guest":{"name":%q}}}`, name))
	welcome := c.await("welcome", func(f *samedealv1.ServerFrame) bool { return f.GetWelcome() != nil }).GetWelcome()
	c.player, c.token = welcome.GetPlayer(), welcome.GetToken()
	return c
}

func (c *rawClient) send(text string) {
	c.t.Helper()
	if err := c.conn.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

// await reads on to a frame that is wanted. Meanwhile what a busy store has not taken is sent again, as the
// protocol says.
func (c *rawClient) await(what string, wanted func(*samedealv1.ServerFrame) bool) *samedealv1.ServerFrame {
	c.t.Helper()
	for late := time.After(eventually); ; {
		data, err := c.came.take(late)
		if err != nil {
			c.t.Fatalf("waiting for %s: %v; the last frames: %v", what, err, c.frames[max(0, len(c.frames)-3):])
		}
		c.frames = append(c.frames, string(data))
		var frame samedealv1.ServerFrame
		if err := protojson.Unmarshal(data, &frame); err != nil {
			c.t.Fatalf("%s: %v", data, err)
		}
		if wanted(&frame) {
			return &frame
		}
		r := frame.GetRefusal()
		action, known := c.acts[actKey(r.GetRoom(), int(r.GetSeat()), int(r.GetNumber()))]
		if known && r.GetFault().GetReason() == samedealv1.Reason_REASON_BUSY {
			c.send(action)
		}
	}
}

// next reads a frame, or says with which code the connection is closed.
func (c *rawClient) next() (*samedealv1.ServerFrame, samedealv1.Close) {
	c.t.Helper()
	data, err := c.came.take(time.After(eventually))
	if closed, ok := err.(*websocket.CloseError); ok { //nolint:errorlint // the library wraps none
		return nil, samedealv1.Close(closed.Code)
	}
	if err != nil {
		c.t.Fatal(err)
	}
	var frame samedealv1.ServerFrame
	if err := protojson.Unmarshal(data, &frame); err != nil {
		c.t.Fatal(err)
	}
	c.frames = append(c.frames, string(data))
	return &frame, 0
}

// inbox has what has come on a connection and was not taken yet.
type inbox struct {
	more chan struct{} // has a token when there may be something to take

	mu     sync.Mutex
	frames [][]byte
	end    error // of the connection, once it has ended
}

// fill reads until the connection ends.
func (i *inbox) fill(conn *websocket.Conn) {
	for {
		_, data, err := conn.ReadMessage()
		i.put(data, err)
		if err != nil {
			return
		}
	}
}

func (i *inbox) put(data []byte, end error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.end = end; end == nil {
		i.frames = append(i.frames, data)
	}
	select {
	case i.more <- struct{}{}:
	default:
	}
}

// take gives the next frame, and the connection's error behind the last one.
func (i *inbox) take(late <-chan time.Time) ([]byte, error) {
	for {
		if data, err := i.first(); data != nil || err != nil {
			return data, err
		}
		select {
		case <-i.more:
		case <-late:
			return nil, errNothingCame
		}
	}
}

var errNothingCame = fmt.Errorf("nothing came for %v", eventually)

func (i *inbox) first() ([]byte, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if len(i.frames) == 0 {
		return nil, i.end
	}
	data := i.frames[0]
	i.frames = i.frames[1:]
	return data, nil
}

// command sends a command, given as JSON, and waits until it has been carried out; again if the store is busy.
func (c *rawClient) command(room, command string) {
	c.t.Helper()
	for late := time.Now().Add(eventually); ; {
		c.read++
		c.send(fmt.Sprintf(`{"command":{"id":%d,"room":%q,%s}}`, c.read, room, command))
		fault := c.await(command, func(f *samedealv1.ServerFrame) bool {
			return f.GetAnswer().GetId() == uint32(c.read) && f.GetAnswer() != nil
		}).GetAnswer().GetFault()
		if fault == nil {
			return
		}
		if fault.GetReason() != samedealv1.Reason_REASON_BUSY || time.Now().After(late) {
			c.t.Fatalf("%s: %v", command, fault)
		}
	}
}

// act sends an action, given as JSON.
func (c *rawClient) act(room string, seat, number int, action string) {
	c.t.Helper()
	frame := fmt.Sprintf(`{"action":{"room":%q,"seat":%d,"number":%d,%s}}`, room, seat, number, action)
	c.acts[actKey(room, seat, number)] = frame
	c.send(frame)
}

func actKey(room string, seat, number int) string { return fmt.Sprint(room, " ", seat, " ", number) }
