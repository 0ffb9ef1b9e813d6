package gateway_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/samedeal/samedeal/gateway"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

func TestWhatIsTurnedAwayAtTheDoor(t *testing.T) {
	s := newService(t)
	for _, c := range []struct {
		name, origin, subprotocol string
		status                    int
		says, why                 string
	}{
		{"a foreign page", "https://evil.example", binary, http.StatusForbidden, "https://samedeal.example", "origin"},
		{"another port", "https://samedeal.example:8443", binary, http.StatusForbidden, "origin", "origin"},
		{"no origin to speak of", "null", binary, http.StatusForbidden, "origin", "origin"},
		{"a local page", "http://localhost", binary, http.StatusForbidden, "origin", "origin"},
		{"no subprotocol", "", "", http.StatusBadRequest, "samedeal.v1 or samedeal.v1.json", "subprotocol"},
		{"another subprotocol", "", "chat", http.StatusBadRequest, "samedeal.v1 or samedeal.v1.json", "subprotocol"},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := s.metric(t, "refusals_total", "why="+c.why)
			header := http.Header{}
			if c.origin != "" {
				header.Set("Origin", c.origin)
			}
			if c.subprotocol != "" {
				header.Set("Sec-WebSocket-Protocol", c.subprotocol)
			}
			conn, response, err := websocket.DefaultDialer.Dial(s.socketURL(), header)
			if err == nil {
				_ = conn.Close()
				t.Fatal("let in")
			}
			body, _ := io.ReadAll(response.Body)
			if response.StatusCode != c.status || !strings.Contains(string(body), c.says) {
				t.Errorf("%d %s", response.StatusCode, body)
			}
			if n := s.metric(t, "refusals_total", "why="+c.why) - before; n != 1 {
				t.Errorf("counted %v times", n)
			}
		})
	}
	if response, _ := get(t, s.http.URL+"/ws"); response.StatusCode != http.StatusUpgradeRequired {
		t.Errorf("no WebSocket: %d", response.StatusCode)
	}
	own := http.Header{"Origin": {"https://SAMEDEAL.example:443"}, "Sec-Websocket-Protocol": {binary}}
	conn, _, err := websocket.DefaultDialer.Dial(s.socketURL(), own)
	if err != nil {
		t.Fatalf("its own page: %v", err)
	}
	_ = conn.Close()
}

func TestFramesThatCloseAConnection(t *testing.T) {
	s := newService(t)
	big := bytes.Repeat([]byte(" "), 1<<20)
	for _, c := range []struct {
		name, subprotocol string
		kind              int
		data              []byte
		code              samedealv1.Close
	}{
		{"text among binary", binary, websocket.TextMessage, []byte(`{}`), samedealv1.Close_CLOSE_BAD_FRAME},
		{"binary among text", text, websocket.BinaryMessage, []byte{}, samedealv1.Close_CLOSE_BAD_FRAME},
		{"garbage", binary, websocket.BinaryMessage, []byte("garbage"), samedealv1.Close_CLOSE_BAD_FRAME},
		{"garbage as text", text, websocket.TextMessage, []byte(`{"hello": `), samedealv1.Close_CLOSE_BAD_FRAME},
		{"no UTF-8", text, websocket.TextMessage, []byte("{\"command\": {\"room\": \"\xff\"}}"), samedealv1.Close_CLOSE_BAD_FRAME},
		{"nothing", binary, websocket.BinaryMessage, nil, samedealv1.Close_CLOSE_BAD_FRAME},
		{"no frame known", text, websocket.TextMessage, []byte(`{"later": {}}`), samedealv1.Close_CLOSE_BAD_FRAME},
		{"a megabyte", binary, websocket.BinaryMessage, big, samedealv1.Close_CLOSE_FRAME_TOO_LARGE},
		{"a megabyte of text", text, websocket.TextMessage, big, samedealv1.Close_CLOSE_FRAME_TOO_LARGE},
		{"a byte too many", text, websocket.TextMessage, big[:4097], samedealv1.Close_CLOSE_FRAME_TOO_LARGE},
		{"as large as may be", text, websocket.TextMessage, big[:4096], samedealv1.Close_CLOSE_BAD_FRAME},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := s.enter(t, c.subprotocol)
			// The close may be there before all is sent.
			_ = client.WriteMessage(c.kind, c.data)
			t.Log(client.want(t, c.code))
		})
	}
	for _, frame := range []*samedealv1.ClientFrame{
		hello(guest("Ana")),
		enter(0, theRoom),
		clientFrame(&samedealv1.Command{Id: 1, Room: theRoom}),
		clientFrame(&samedealv1.Action{Room: theRoom}),
	} {
		t.Run(frame.String(), func(t *testing.T) {
			client := s.enter(t, binary)
			client.send(t, frame)
			t.Log(client.want(t, samedealv1.Close_CLOSE_BAD_FRAME))
		})
	}
}

// What is said before the handshake is done, or with a key that is none, is no WebSocket.
func TestHandshakesThatFail(t *testing.T) {
	s := newService(t)
	for key, more := range map[string]string{"AAAA": "", "AAAAAAAAAAAAAAAAAAAAAA==": "too early"} {
		conn, err := net.Dial("tcp", s.http.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, "GET /ws HTTP/1.1\r\nHost: samedeal.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
			"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: samedeal.v1\r\nSec-WebSocket-Key: "+key+"\r\n\r\n"+more); err != nil {
			t.Fatal(err)
		}
		answer := make([]byte, 12)
		if n, _ := io.ReadFull(conn, answer); n == 12 && string(answer) != "HTTP/1.1 400" {
			t.Errorf("%s %s is answered with %s", key, more, answer)
		}
		_ = conn.Close()
	}
	await(t, func() bool { return s.metric(t, "refusals_total", "why=handshake") == 2 })
}

// What is no WebSocket frame at all is answered by WebSocket's own code.
func TestWhatIsNoWebSocketFrame(t *testing.T) {
	s := newService(t)
	client := s.enter(t, binary)
	if _, err := client.NetConn().Write(append([]byte{0xff, 0x01, 0, 0, 0}, make([]byte, 100_000)...)); err != nil {
		t.Fatal(err)
	}
	if _, err := client.read(); !websocket.IsCloseError(err, websocket.CloseProtocolError) {
		t.Errorf("closed with %v", err)
	}
	_ = client.Close()
	await(t, func() bool { return s.metric(t, "closes_total", "code=broken") == 1 })
}

func TestFramesAreHandedOnInTheirOrder(t *testing.T) {
	for _, subprotocol := range []string{binary, text} {
		t.Run(subprotocol, func(t *testing.T) {
			s := newService(t)
			client := s.enter(t, subprotocol)
			client.send(t, enter(1, "bktwrn"))
			if r := client.receive(t).GetRoom(); r.GetCode() != theRoom {
				t.Errorf("room %v", r)
			}
			if a := client.receive(t).GetAnswer(); a.GetId() != 1 || a.GetFault() != nil {
				t.Errorf("answer %v", a)
			}
			for n := range uint32(50) {
				client.send(t, draw(theRoom, n))
			}
			for n := range uint32(50) {
				if g := client.receive(t).GetGap(); g.GetExpected() != n {
					t.Fatalf("action %d is answered with %v", n, g)
				}
			}
			if in, out := s.metric(t, "frames_in_total", "kind=action"), s.metric(t, "frames_out_total", "kind=gap"); in != 50 || out < 49 {
				t.Errorf("counted %v in, %v out", in, out)
			}
		})
	}
}

// A client that has used its guesses up is told so, and still gets where it has been.
func TestGuessingRooms(t *testing.T) { synctest.Test(t, checkGuessingRooms) }

func checkGuessingRooms(t *testing.T) {
	s := newPipedService(t, func(c *gateway.Config, _ *rooms) { c.Limits.FailedLookups = 5 })
	reason := func(c *client, frame *samedealv1.ClientFrame) samedealv1.Reason {
		c.send(t, frame)
		for {
			f := c.receive(t)
			if f.GetRefusal() != nil {
				return f.GetRefusal().GetFault().GetReason()
			}
			if f.GetAnswer() != nil {
				return f.GetAnswer().GetFault().GetReason()
			}
			if f.GetGap() != nil {
				return 0
			}
		}
	}
	player, guesser := s.enter(t, binary), s.enter(t, binary)
	if r := reason(player, enter(1, theRoom)); r != 0 {
		t.Fatalf("refused with %v", r)
	}
	for id := range uint32(5) {
		if r := reason(guesser, enter(id+1, "XXXXXX")); r != samedealv1.Reason_REASON_NO_SUCH_ROOM {
			t.Fatalf("guess %d: %v", id, r)
		}
	}
	for _, frame := range []*samedealv1.ClientFrame{enter(9, "XXXXXY"), draw("XXXXXZ", 1)} {
		if r := reason(guesser, frame); r != samedealv1.Reason_REASON_TOO_MANY {
			t.Errorf("%v: %v", frame, r)
		}
	}
	late := s.dial(t, binary)
	late.send(t, hello(guest("Eve"), func(h *samedealv1.Hello) { h.Resume = &samedealv1.Position{Room: "XXXXXX"} }))
	late.welcome(t)
	if a := late.receive(t).GetAnswer(); a.GetId() != 0 || a.GetFault().GetReason() != samedealv1.Reason_REASON_TOO_MANY {
		t.Errorf("resumed with %v", a)
	}
	for _, c := range []*client{player, guesser} {
		if r := reason(c, draw(theRoom, 1)); r != 0 {
			t.Errorf("in the room: %v", r)
		}
	}
	if n := s.metric(t, "lookups_refused_total"); n != 3 {
		t.Errorf("counted %v", n)
	}
}

// A client that sends on and on is closed; one that waits for its answers is only slowed down.
func TestFlood(t *testing.T) {
	// The clock stands still while anybody is busy: else a busy machine slows the patient client down by itself.
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t, func(c *gateway.Config, _ *rooms) {
			c.Limits.FramesPerSecond, c.Limits.FrameBurst, c.Times.Flood = 200, 5, 100*time.Millisecond
		})
		patient := s.enter(t, binary)
		for n := range uint32(60) { // 300 ms
			patient.send(t, draw(theRoom, n))
			if g := patient.receive(t).GetGap(); g.GetExpected() != n {
				t.Fatalf("action %d: %v", n, g)
			}
		}
		if n := s.metric(t, "throttled_frames_total"); n < 30 {
			t.Errorf("only %v frames were slowed down", n)
		}
		_ = patient.Close()

		flooder := s.enter(t, binary)
		frame := flooder.encode(t, draw(theRoom, 1))
		flood := make(chan struct{})
		go func() {
			defer close(flood)
			for flooder.WriteMessage(websocket.BinaryMessage, frame) == nil {
			}
		}()
		flooder.want(t, samedealv1.Close_CLOSE_FLOODED)
		_ = flooder.Close()
		<-flood
	})
}

// A client may ping too, at the same rate.
func TestPingsFromAClient(t *testing.T) {
	s := newService(t, func(c *gateway.Config, _ *rooms) {
		c.Limits.FramesPerSecond, c.Limits.FrameBurst, c.Times.Flood = 200, 5, 50*time.Millisecond
	})
	c := s.enter(t, binary)
	pong := ""
	c.SetPongHandler(func(data string) error {
		pong = data
		return nil
	})
	for _, ping := range []string{"", "ping"} {
		if err := c.WriteControl(websocket.PingMessage, []byte(ping), time.Now().Add(20*time.Second)); err != nil {
			t.Fatal(err)
		}
	}
	c.send(t, draw(theRoom, 1))
	c.receive(t)
	if pong != "ping" {
		t.Errorf("answered with %q", pong)
	}
	flood := make(chan struct{})
	go func() {
		defer close(flood)
		for c.WriteControl(websocket.PingMessage, nil, time.Now().Add(20*time.Second)) == nil {
		}
	}()
	c.want(t, samedealv1.Close_CLOSE_FLOODED)
	_ = c.Close()
	<-flood
}

// What a client sends again after a lost connection is no flood, and is not slowed down.
func TestResendingIsNoFlood(t *testing.T) {
	s := newService(t, func(c *gateway.Config, _ *rooms) {
		c.Limits.FramesPerSecond, c.Limits.FrameBurst, c.Times.Flood = 1, 2, time.Millisecond
	})
	c := s.dial(t, binary)
	c.send(t, hello(guest("Ana"), func(h *samedealv1.Hello) { h.Resume = &samedealv1.Position{Room: theRoom} }))
	c.welcome(t)
	for n := range uint32(256) {
		c.send(t, draw(theRoom, n))
	}
	c.receive(t) // the room
	for n := range uint32(256) {
		if g := c.receive(t).GetGap(); g.GetExpected() != n {
			t.Fatalf("action %d: %v", n, g)
		}
	}
}

// While a room's mailbox is full, nothing more is read, and a client that is closed is let go.
func TestARoomThatIsFull(t *testing.T) {
	entered := make(chan room.Conn, 1)
	s := newService(t, func(c *gateway.Config, r *rooms) {
		r.onCommand = func(ctx context.Context, c room.Conn, _ *samedealv1.Command) {
			entered <- c
			<-ctx.Done()
		}
	})
	client := s.enter(t, binary)
	client.send(t, enter(1, theRoom))
	conn := <-entered
	conn.Send(answerFrame(1, 0))
	conn.Close(samedealv1.Close_CLOSE_TAKEN_OVER)
	conn.Send(answerFrame(2, 0)) // after the close: goes nowhere
	if a := client.receive(t).GetAnswer(); a.GetId() != 1 {
		t.Errorf("before the close: %v", a)
	}
	client.want(t, samedealv1.Close_CLOSE_TAKEN_OVER)
	if n := s.metric(t, "frames_dropped_total"); n != 1 {
		t.Errorf("%v frames were dropped", n)
	}
}

func TestPanicsStayWhereTheyHappen(t *testing.T) {
	s := newService(t, func(_ *gateway.Config, r *rooms) {
		r.onCommand = func(_ context.Context, c room.Conn, command *samedealv1.Command) {
			switch command.GetId() {
			case 1:
				panic("a room failed")
			case 2:
				f := answerFrame(2, 0)
				f.GetAnswer().Room = "\xff"
				c.Send(f)
			default:
				c.Send(answerFrame(command.GetId(), 0))
			}
		}
	})
	other := s.enter(t, binary)
	for id := uint32(1); id <= 2; id++ {
		client := s.enter(t, binary)
		client.send(t, enter(id, theRoom))
		client.want(t, samedealv1.Close_CLOSE_TRY_AGAIN)
	}
	client := s.dial(t, binary)
	client.send(t, hello(guest("Ana"), func(h *samedealv1.Hello) { h.Resume = &samedealv1.Position{Room: "XXXXXX"} }))
	client.want(t, samedealv1.Close_CLOSE_TRY_AGAIN)
	other.send(t, enter(3, theRoom))
	if a := other.receive(t).GetAnswer(); a.GetId() != 3 {
		t.Errorf("the other client got %v", a)
	}
	if n := s.metric(t, "panics_total", "where=read"); n != 2 {
		t.Errorf("%v panics were counted", n)
	}
}

func TestAPanicWhileSomebodyIsLetIn(t *testing.T) {
	s := prepare(t, func(c *gateway.Config, r *rooms) { c.Rooms = brokenRooms{r} })
	s.http = newTestServer(t, s.Handler())
	client := s.dial(t, text)
	client.send(t, hello(guest("Ana")))
	client.want(t, samedealv1.Close_CLOSE_TRY_AGAIN)
}

type brokenRooms struct{ *rooms }

func (brokenRooms) Open(room.Visitor, room.Conn) gateway.Session { panic("no rooms") }

func TestShutdownTellsAll(t *testing.T) {
	s := newService(t)
	var clients []*client
	for range 20 {
		clients = append(clients, s.enter(t, binary))
	}
	clients = append(clients, s.dial(t, text)) // has not said hello
	done := make(chan error, 1)
	go func() { done <- s.Shutdown(t.Context()) }()
	for _, c := range clients {
		c.want(t, samedealv1.Close_CLOSE_SHUTDOWN)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	_, response, err := websocket.DefaultDialer.Dial(s.socketURL(), http.Header{"Sec-Websocket-Protocol": {binary}})
	if err == nil || response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("let in afterwards: %v", response)
	}
	if response, body := get(t, s.http.URL+"/readyz"); response.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("ready afterwards: %s", body)
	}
	if response, body := get(t, s.http.URL+"/healthz"); response.StatusCode != http.StatusOK {
		t.Errorf("not alive afterwards: %s", body)
	}
}

// A client that does not answer the close does not hold a shutdown up for longer than its bound.
func TestShutdownIsBounded(t *testing.T) {
	s := newService(t, func(c *gateway.Config, _ *rooms) { c.Times.Linger = time.Minute })
	s.enter(t, binary)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	await(t, func() bool { return s.metric(t, "connections") == 0 })
}

// await polls until something is so: for what only a metric tells.
func await(t *testing.T, so func() bool) {
	t.Helper()
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	limit := time.After(20 * time.Second)
	for !so() {
		select {
		case <-ticker.C:
		case <-limit:
			t.Fatal("it did not come to be so")
		}
	}
}
