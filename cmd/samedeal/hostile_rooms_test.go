package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// metric reads one of the gateway's metrics that has no labels.
func metric(t *testing.T, s *service, name string) float64 {
	t.Helper()
	answer := httptest.NewRecorder()
	s.gateway.Admin().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	found := regexp.MustCompile(`(?m)^samedeal_gateway_` + name + ` (\S+)$`).FindStringSubmatch(answer.Body.String())
	if found == nil {
		t.Fatalf("no metric %s", name)
	}
	value, err := strconv.ParseFloat(found[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// deafWatcher watches a room and reads nothing more; little fits into its socket.
func deafWatcher(t *testing.T, s *service, token, room string) {
	t.Helper()
	small := net.Dialer{Control: func(_, _ string, c syscall.RawConn) error {
		var failed error
		err := c.Control(func(fd uintptr) { failed = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF, 4096) })
		if err == nil {
			err = failed
		}
		return err
	}}
	dialer := websocket.Dialer{Subprotocols: []string{"samedeal.v1.json"}, NetDial: small.Dial}
	conn, response, err := dialer.Dial(strings.Replace(s.publicURL, "http", "ws", 1)+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	t.Cleanup(func() { _ = conn.Close() })
	for _, frame := range []string{
		fmt.Sprintf(`{"hello":{"protocol":1,"token":%q}}`, token),
		fmt.Sprintf(`{"command":{"id":1,"room":%q,"enter":{"watch":true}}}`, room),
	} {
		if err := conn.WriteMessage(websocket.TextMessage, []byte(frame)); err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.SetReadDeadline(time.Now().Add(eventually)); err != nil {
		t.Fatal(err)
	}
	for isIn := false; !isIn; {
		_, data, err := conn.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if isIn = bytes.HasPrefix(data, []byte(`{"answer"`)); bytes.Contains(data, []byte(`"fault"`)) {
			t.Fatalf("the watcher is not let in: %s", data)
		}
	}
}

// Watchers who never read hold no move up, and what waits for them is bounded by how a room looks now, not
// by how long it goes on. (Without the replacement of a waiting state in queue.push, they are cut off as
// too slow and none is replaced; without the bound there too, memory grows.)
func TestWatchersThatNeverRead(t *testing.T) {
	s := testService(t, "")
	ana, boris := dialRaw(t, s, "Ana"), dialRaw(t, s, "Boris")
	room := createRoom(t, s, ana.token, `{"deal":"TF1-D1N","seats":2,"countdownS":3}`)
	ana.command(room, `"enter":{}`)
	boris.command(room, `"enter":{}`)
	ana.command(room, `"start":{}`)
	const watchers, moves = 10, 3000
	for range watchers {
		deafWatcher(t, s, dialRaw(t, s, "Vera").token, room)
	}
	ana.await("the start", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard() != nil })
	before := used()
	most := 0.0
	for n := 0; n < moves; n += 100 {
		ana.play(room, 0, n, 100)
		ana.frames = nil
		most = max(most, metric(t, s, "queue_bytes"))
	}
	if most > watchers*8<<10 {
		t.Errorf("%v bytes waited", most)
	}
	if n := metric(t, s, "frames_replaced_total"); n == 0 {
		t.Error("no watcher was so slow that a board was left out")
	}
	// What the seat has of its own history is the game's.
	if now := used(); now.bytes > before.bytes+16<<20 {
		t.Errorf("%+v is used, %+v was before", now, before)
	}
}

// A service that is stopped in mid-race tells all to reconnect, and waits for whoever is still sending a request
// until its time is over and no longer. (Without server.Close in service.close, that request's connection stays.)
func TestShutdownInMidRace(t *testing.T) {
	t.Parallel()
	s := strictService(t, "")
	clients, rooms := race30(t, s)
	for i, c := range clients {
		c.play(rooms[i/15], i%15, 0, 1)
	}
	slow, err := net.Dial("tcp", strings.TrimPrefix(s.publicURL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = slow.Close() }()
	if _, err := io.WriteString(slow, "POST /api/samedeal.v1.PlayerService/CreateGuest HTTP/1.1\r\nHost: x\r\n"+
		"Content-Type: application/json\r\nContent-Length: 100\r\nExpect: 100-continue\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 12)
	if _, err := io.ReadFull(slow, answer); err != nil || string(answer) != "HTTP/1.1 100" {
		t.Fatalf("%s, %v", answer, err) // so that the request is under way
	}
	ctx, timeIsOver := context.WithCancel(t.Context())
	defer timeIsOver()
	closed := make(chan error)
	go func() { closed <- s.close(ctx) }()
	for _, c := range clients {
		code := samedealv1.Close(0)
		for code == 0 {
			_, code = c.next()
		}
		if code != samedealv1.Close_CLOSE_SHUTDOWN {
			t.Errorf("closed with %v", code)
		}
	}
	awaitDeaf(t, slow.RemoteAddr().String())
	timeIsOver() // all others are gone by now
	if err := <-closed; err != nil {
		t.Error(err)
	}
	// The time that a request has in all is still far from over, and must not be what ends it.
	if err := slow.SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(slow); isTimeout(err) {
		t.Errorf("the request's connection stays: %q", rest)
	}
}

// awaitDeaf waits until nobody listens at an address any more.
func awaitDeaf(t *testing.T, address string) {
	t.Helper()
	limit, again := time.After(eventually), time.NewTicker(20*time.Millisecond)
	defer again.Stop()
	for {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			return
		}
		_ = conn.Close()
		select {
		case <-again.C:
		case <-limit:
			t.Fatalf("somebody still listens at %s", address)
		}
	}
}

func isTimeout(err error) bool {
	timeout, ok := err.(net.Error) //nolint:errorlint // the network's own
	return ok && timeout.Timeout()
}

// After a thousand rooms that were made and left, finished, or lost with their node, every key but those
// of the service itself has an expiry. (Without the expiry in redislog's append of an event, seat or
// presence, or in Directory.Once.)
func TestAThousandRoomsLeaveNothingBehind(t *testing.T) {
	store := redistest.Single(t)
	// Nothing of this is lost with the store, and a busy disk takes long.
	if err := store.Client().ConfigSet(t.Context(), "appendfsync", "no").Err(); err != nil {
		t.Fatal(err)
	}
	n := startNode(t, "--redis", "redis://"+store.Addr())
	s := &service{publicURL: n.url()}
	var players sync.WaitGroup
	turns := make(chan struct{}, atOnceThere)
	for i := range 40 {
		players.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			c := dialRaw(t, s, fmt.Sprint("Player ", i))
			c.abandonRooms(s)
			if i%4 != 0 { // the others' rooms are lost with the node
				_ = c.conn.Close()
			}
		})
	}
	players.Wait()
	n.kill()
	if t.Failed() {
		return
	}
	checkKeys(t, store.Client())
}

// atOnceThere is how many players have rooms at a time: a node that reads a thousand again and again, on a busy
// machine, would not answer each within its time.
const atOnceThere = 10

// abandonRooms has a player make 25 rooms: of five each, one is left alone, one left, one left in the
// countdown, one finished, and one still raced in.
func (c *rawClient) abandonRooms(s *service) {
	c.t.Helper()
	racing, finished := c.makeRooms(s)
	for _, room := range slices.Concat(finished, racing) {
		started := func(text string) bool {
			return strings.HasPrefix(strings.ReplaceAll(text, " ", ""), fmt.Sprintf(`{"ownBoard":{"room":%q`, room))
		}
		for !slices.ContainsFunc(c.frames, started) {
			c.await("a start", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard() != nil })
		}
	}
	for _, room := range racing {
		c.play(room, 0, 0, 2)
	}
	c.finishAll(finished)
}

// makeRooms makes the rooms of abandonRooms, and gives those to play in.
func (c *rawClient) makeRooms(s *service) (racing, finished []string) {
	c.t.Helper()
	for n := range 25 {
		var created struct{ Code string }
		callService(c.t, s, "CreateRoom", fmt.Sprintf(
			`{"token":%q,"requestId":"%d","options":{"deal":"TF1-D1N","seats":1,"countdownS":3,"listed":true}}`, c.token, n), &created)
		switch room := created.Code; n % 5 {
		case 0:
		case 1:
			c.command(room, `"enter":{}`)
			c.command(room, `"leave":{}`)
		default:
			c.command(room, `"enter":{}`)
			c.command(room, `"start":{}`)
			switch n % 5 {
			case 2:
				c.command(room, `"leave":{}`)
			case 3:
				finished = append(finished, room)
			default:
				racing = append(racing, room)
			}
		}
	}
	return racing, finished
}

// finishAll plays and resigns races that have begun.
func (c *rawClient) finishAll(rooms []string) {
	c.t.Helper()
	for _, room := range rooms {
		c.play(room, 0, 0, 1)
		c.act(room, 0, 2, `"resign":{}`)
		c.await("the end", func(f *samedealv1.ServerFrame) bool {
			return f.GetRoom().GetCode() == room && f.GetRoom().GetPhase() == samedealv1.Phase_PHASE_ENDED
		})
	}
}

// forever are the keys that are to stay for ever: the service's own.
var forever = []string{"player:key", "rooms:due", "rooms:count", "rooms:secret", "daily:secret"}

// expired is the life of a key that is not there any more.
const expired = -2

// keptMost is how long a key stays at most: boards and the days of players 800 days after the end of their month.
func keptMost(key string) time.Duration {
	const day = 24 * time.Hour
	for _, competing := range []string{"{b:", "{boards:", "daily:"} {
		if strings.HasPrefix(key, competing) {
			return (800 + 32 + 3) * day // of which 3 for a clock that a test has ahead
		}
	}
	return 401 * day
}

// checkKeys fails on a key that would stay for ever, but for those that are meant to, and unless there are so many
// rooms, and boards.
func checkKeys(t *testing.T, client *redis.Client) {
	t.Helper()
	kinds := checkLives(t, client)
	if kinds["*:log"] != 1000 || kinds["*:score"] == 0 {
		t.Errorf("%d rooms, and %d boards", kinds["*:log"], kinds["*:score"])
	}
}

// checkLives fails on a key that would stay for ever or too long. It gives how many keys there are of each kind.
func checkLives(t *testing.T, client *redis.Client) (kinds map[string]int) {
	t.Helper()
	ctx, stay := t.Context(), 0
	kinds = map[string]int{}
	for keys := client.Scan(ctx, 0, "*", 1000).Iterator(); keys.Next(ctx); {
		key := keys.Val()
		kinds[regexp.MustCompile(`\{.*?\}|:[a-z2-7]{26}.*|\d+`).ReplaceAllString(key, "*")]++
		switch life := client.PTTL(ctx, key).Val(); {
		case slices.Contains(forever, key):
			stay++
		case life == expired:
		case life <= 0:
			t.Errorf("the key %s stays for ever", key)
		case life > keptMost(key):
			t.Errorf("the key %s stays for %v", key, life)
		}
	}
	t.Logf("%d keys of the service's own, and of the others by kind: %v", stay, kinds)
	return kinds
}
