package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// strictService is testService with the limits that a real one has.
func strictService(t testing.TB, redisURL string) *service {
	t.Helper()
	c := serveCommand{Listen: "127.0.0.1:0", Redis: redisURL, FrameRate: 20, FrameBurst: 60, PerAddress: 1}
	if redisURL == "" {
		c.Data = t.TempDir()
	}
	s, err := startService(context.Background(), c, zaptest.NewLogger(t, zaptest.Level(zap.WarnLevel)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeService(t, s) })
	return s
}

func closeService(t testing.TB, s *service) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), shutdownTime)
	defer cancel()
	if err := s.close(ctx); err != nil {
		t.Error(err)
	}
}

// use is what the process has of memory and goroutines.
type use struct{ bytes, goroutines int64 }

func used() use {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return use{int64(m.HeapAlloc + m.StackInuse), int64(runtime.NumGoroutine())}
}

// awaitUse waits until no more is used than before, but for what the service keeps for later: connections
// to its store, and buffers. A flood that has been sent is read for as long as one may last, and then to its end.
func awaitUse(t *testing.T, before use) {
	t.Helper()
	limit, again := time.After(3*eventually), time.NewTicker(50*time.Millisecond)
	defer again.Stop()
	for {
		now := used()
		if now.bytes < before.bytes+16<<20 && now.goroutines < before.goroutines+10 {
			return
		}
		select {
		case <-again.C:
		case <-limit:
			var running strings.Builder
			_ = pprof.Lookup("goroutine").WriteTo(&running, 1) // to a builder nothing fails
			t.Fatalf("%+v is used, %+v was before; there are\n%s", now, before, &running)
		}
	}
}

// dialAs is a client with a token, which begins with what it has of a room, if it has one.
func dialAs(t testing.TB, s *service, token, resume string) *rawClient {
	t.Helper()
	c := newRaw(t, dialSocket(t, s))
	c.token = token
	if resume != "" {
		resume = fmt.Sprintf(`,"resume":{"room":%q}`, resume)
	}
	c.send(fmt.Sprintf(`{"hello":{"protocol":1,"build":"test","token":%q%s}}`, token, resume))
	c.await("welcome", func(f *samedealv1.ServerFrame) bool { return f.GetWelcome() != nil })
	return c
}

func dialSocket(t testing.TB, s *service) *websocket.Conn {
	t.Helper()
	dialer := websocket.Dialer{Subprotocols: []string{"samedeal.v1.json"}}
	conn, response, err := dialer.Dial(strings.Replace(s.publicURL, "http", "ws", 1)+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// play plays a number of actions that turn the stock, from the one after a number on, each of which must
// be acknowledged.
func (c *rawClient) play(room string, seat, after, count int) {
	c.t.Helper()
	for n := after + 1; n <= after+count; {
		c.act(room, seat, n, `"word":"n"`)
		f := c.await("an answer", func(f *samedealv1.ServerFrame) bool {
			return f.GetAcknowledgement() != nil || f.GetRefusal() != nil || f.GetGap() != nil
		})
		if f.GetRefusal().GetFault().GetReason() == samedealv1.Reason_REASON_BUSY {
			continue // again, as the protocol says
		}
		if got := f.GetAcknowledgement().GetOwn().GetNumber(); int(got) != n {
			c.t.Fatalf("action %d is answered %v", n, f)
		}
		n++
	}
}

// race30 has thirty players at one address begin two races; it gives their clients, fifteen to a room.
func race30(t *testing.T, s *service) (clients []*rawClient, rooms []string) {
	t.Helper()
	for range 2 {
		var room string
		for n := range 15 {
			c := dialRaw(t, s, fmt.Sprint("Player ", n))
			if n == 0 {
				room = createRoom(t, s, c.token, `{"deal":"TF1-D1N","seats":15,"countdownS":3}`)
				rooms = append(rooms, room)
			}
			c.command(room, `"enter":{}`)
			clients = append(clients, c)
		}
		clients[len(clients)-15].command(room, `"start":{}`)
	}
	for _, c := range clients {
		c.await("the start", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard() != nil })
	}
	return clients, rooms
}

// Thirty players behind one address play on, come back, look at their rooms and make new ones, while
// somebody at that address floods, guesses rooms, makes guests and rooms, and opens connections of every
// kind. Afterwards nothing of that is left. (Without the choice of who makes way in
// group.least, without longestWaiting in door.admit, without familiar in lookups.May, or without the
// players' own in newRooms.Try.)
func TestThirtyPlayersBehindOneAddressAreUndisturbed(t *testing.T) {
	s := strictService(t, "redis://"+redistest.Single(t).Addr())
	clients, rooms := race30(t, s)
	for _, c := range clients {
		c.frames = nil
	}
	before := used()
	stop := attack(t, s)
	for i, c := range clients {
		room, seat := rooms[i/15], i%15
		c.play(room, seat, 0, 3)
		if i%3 == 0 {
			_ = c.conn.Close()
			c = dialAs(t, s, c.token, room)
			c.await("the board", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard().GetNumber() == 3 })
		}
		c.play(room, seat, 3, 2)
		var shown struct{ Room struct{ Code string } }
		callService(t, s, "GetRoom", fmt.Sprintf(`{"code":%q}`, room), &shown)
		if i%10 == 0 {
			fresh := createRoom(t, s, c.token, `{"deal":"KL1-D3N","seats":1}`)
			c.command(fresh, `"enter":{}`)
		}
		c.frames = nil
	}
	stop()
	awaitUse(t, before)
}

// attack does all that is bad at once, and gives what ends it. It comes back when the address has used up its
// guesses, guests and rooms, so that all that follows is done beside somebody who has.
func attack(t *testing.T, s *service) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	var usedUp sync.WaitGroup
	eve := dialRaw(t, s, "Eve")
	address := strings.TrimPrefix(s.publicURL, "http://")
	var running sync.WaitGroup
	for _, bad := range []func(){
		func() { hold(ctx, func() (io.Closer, error) { return net.Dial("tcp", address) }) },
		func() { hold(ctx, func() (io.Closer, error) { return openSocket(s, "") }) },
		func() { hold(ctx, func() (io.Closer, error) { return openSocket(s, eve.token) }) },
		func() { flood(ctx, s, eve.token) },
	} {
		running.Go(bad)
	}
	for method, body := range map[string]string{
		"RoomService/GetRoom":       `{"code":"%06d"}`,
		"PlayerService/CreateGuest": `{"name":"Eve %d"}`,
		"RoomService/CreateRoom":    `{"requestId":"%d","options":{"deal":"KL1-D3N"},"token":"` + eve.token + `"}`,
	} {
		usedUp.Add(1)
		running.Go(func() { post(ctx, s, method, body, sync.OnceFunc(usedUp.Done)) })
	}
	usedUp.Wait()
	return func() {
		cancel()
		_ = eve.conn.Close()
		running.Wait()
		http.DefaultClient.CloseIdleConnections()
	}
}

// often calls do a hundred times a second until the context is done. (Faster, and those who attack would
// have the processors that the service is to be tested on.)
func often(ctx context.Context, do func(n int)) {
	pace := time.NewTicker(10 * time.Millisecond)
	defer pace.Stop()
	for n := 0; ; n++ {
		select {
		case <-pace.C:
			do(n)
		case <-ctx.Done():
			return
		}
	}
}

// hold opens connections one after the other and keeps the last 1,000.
func hold(ctx context.Context, open func() (io.Closer, error)) {
	held := make([]io.Closer, 1000)
	often(ctx, func(n int) {
		conn, err := open()
		if err != nil {
			return // refused
		}
		if old := held[n%len(held)]; old != nil {
			_ = old.Close()
		}
		held[n%len(held)] = conn
	})
	for _, conn := range held {
		if conn != nil {
			_ = conn.Close()
		}
	}
}

// openSocket opens a WebSocket, and says hello if there is a token; nothing is read.
func openSocket(s *service, token string) (io.Closer, error) {
	dialer := websocket.Dialer{Subprotocols: []string{"samedeal.v1.json"}}
	conn, response, err := dialer.Dial(strings.Replace(s.publicURL, "http", "ws", 1)+"/ws", nil)
	if err != nil {
		return nil, err
	}
	_ = response.Body.Close()
	if token != "" {
		err = conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"hello":{"protocol":1,"token":%q}}`, token))
	}
	return conn, err
}

// flood sends frames without end, guesses among them, on one connection after the other.
func flood(ctx context.Context, s *service, token string) {
	often(ctx, func(int) {
		opened, err := openSocket(s, token)
		if err != nil {
			return
		}
		conn := opened.(*websocket.Conn)
		closed := context.AfterFunc(ctx, func() { _ = conn.Close() })
		for n := 1; err == nil; n++ {
			err = conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"command":{"id":%d,"room":"%06d","enter":{}}}`, n, n))
		}
		closed()
		_ = conn.Close()
	})
}

// post makes a call again and again, each time with another number in it, and tells of one that was too many.
func post(ctx context.Context, s *service, method, body string, tooMany func()) {
	often(ctx, func(n int) {
		response, err := http.Post(s.publicURL+"/api/samedeal.v1."+method, "application/json", strings.NewReader(fmt.Sprintf(body, n)))
		if err != nil {
			return
		}
		if response.StatusCode == http.StatusTooManyRequests {
			tooMany()
		}
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
	})
}
