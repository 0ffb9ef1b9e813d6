package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// comeBack connects a player's tab by some attempt, and has it resume in a room.
func comeBack(t *testing.T, url, token, tab string, attempt int, room string) *rawClient {
	t.Helper()
	dialer := websocket.Dialer{Subprotocols: []string{"samedeal.v1.json"}}
	conn, response, err := dialer.Dial(strings.Replace(url, "http", "ws", 1)+"/ws", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	c := newRaw(t, conn)
	c.token = token
	c.send(fmt.Sprintf(`{"hello":{"protocol":1,"token":%q,"tab":%q,"attempt":%d,"resume":{"room":%q}}}`,
		token, base64.StdEncoding.EncodeToString(fmt.Appendf(nil, "%-16s", tab)), attempt, room))
	return c
}

// startAlone makes a race of turningDeal for one, and enters it.
func startAlone(t *testing.T, s *service, c *rawClient) string {
	t.Helper()
	code := createRoom(t, s, c.token, fmt.Sprintf(`{"deal":%q,"countdownS":3,"seats":1}`, turningDeal))
	c.command(code, `"enter":{}`)
	c.command(code, `"start":{}`)
	c.awaitBoard(0)
	return code
}

func (c *rawClient) awaitBoard(number uint32) {
	c.t.Helper()
	own := c.await("the board", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard() != nil }).GetOwnBoard()
	if own.GetNumber() != number {
		c.t.Fatalf("the board is the one after action %d, want %d", own.GetNumber(), number)
	}
}

// turn turns the stock and waits until that is acknowledged.
func (c *rawClient) turn(room string, number int) {
	c.t.Helper()
	c.act(room, 0, number, `"word":"n"`)
	c.await("an acknowledgement", func(f *samedealv1.ServerFrame) bool {
		return f.GetAcknowledgement().GetOwn().GetNumber() == uint32(number)
	})
}

// awaitTakenOver fails unless the connection ends, for good, because another has the seat, and nothing more was
// acknowledged on it.
func (c *rawClient) awaitTakenOver() {
	c.t.Helper()
	for late := time.After(eventually); ; {
		data, err := c.came.take(late)
		switch {
		case err == nil && strings.Contains(string(data), `"acknowledgement"`):
			c.t.Fatalf("the old tab is told %s", data)
		case err == nil:
			continue
		case !websocket.IsCloseError(err, int(samedealv1.Close_CLOSE_TAKEN_OVER)):
			c.t.Fatalf("the old tab is closed with %v", err)
		}
		return
	}
}

// A node stops, its player goes on at another, and it wakes up with an action of theirs still to be written:
// that is not acknowledged and not kept, the old connection is told, and the new one undisturbed.
//
// It fails if tryAct claims the seat again when another has claimed it.
func TestAPausedNodeWakesUp(t *testing.T) {
	t.Parallel()
	address := "redis://" + redistest.Single(t).Addr()
	node, s := startNode(t, "--redis", address), testService(t, address)
	paused := &service{publicURL: node.url()}
	old := dialRaw(t, paused, "Ana")
	code := startAlone(t, paused, old)
	old.turn(code, 1)
	node.pause()
	old.act(code, 0, 2, `"word":"n"`)
	fresh := comeBack(t, s.publicURL, old.token, "another tab", 1, code)
	fresh.awaitBoard(1)
	fresh.turn(code, 2)
	fresh.turn(code, 3)
	if err := node.process.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	old.awaitTakenOver()
	fresh.turn(code, 4)
	fresh.act(code, 0, 5, `"resign":{}`)
	fresh.await("the end", func(f *samedealv1.ServerFrame) bool { return isOver(f.GetRoom()) })
	if kept := gamesOf(t, code, s.publicURL).GetGames()[0].GetWords(); !slices.Equal(kept, []string{"n", "n", "n", "n"}) {
		t.Errorf("kept is %v", kept)
	}
}

// A tab's first attempt to connect arrives at another node when its second one plays: it is told that it was
// taken over, and the second is not disturbed.
//
// It fails without checkHolder.
func TestALateFirstAttemptAtAnotherNode(t *testing.T) {
	t.Parallel()
	address := "redis://" + redistest.Single(t).Addr()
	s, other := testService(t, address), testService(t, address)
	ana := dialRaw(t, s, "Ana")
	code := startAlone(t, s, ana)
	second := comeBack(t, s.publicURL, ana.token, "tab", 2, code)
	second.awaitBoard(0)
	ana.awaitTakenOver()
	comeBack(t, other.publicURL, ana.token, "tab", 1, code).awaitTakenOver()
	second.turn(code, 1)
	second.turn(code, 2)
}

// A page is reloaded again and again, on one node and the other, and the connections of the old pages stay open:
// each is told that it was taken over and does not come back, so that nobody fights for the seat.
//
// It fails if the client comes back after any close.
func TestReloadsDoNotFight(t *testing.T) {
	t.Parallel()
	address := "redis://" + redistest.Single(t).Addr()
	servers := []string{testService(t, address).publicURL, testService(t, address).publicURL}
	ana := seated(t, client.Config{Servers: servers}, 1)
	code := ana.code()
	for i := range 8 {
		ana.playSome(3)
		page := &witness{t: t, chance: ana.chance, tried: ana.tried}
		page.dial(client.Config{Servers: []string{servers[i%2]}, Token: ana.Token()})
		if err := page.Enter(page.context(), code, false); err != nil {
			t.Fatal(err)
		}
		if _, err := page.Await(page.context(), func(s client.State) bool { return s.Own != nil }); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ana.Done():
		case <-time.After(eventually):
			t.Fatal("the old page still plays")
		}
		var closed *client.CloseError
		if err := ana.Err(); !errors.As(err, &closed) || closed.Code != samedealv1.Close_CLOSE_TAKEN_OVER {
			t.Errorf("the old page is told %v", err)
		}
		ana = page
	}
	ana.play()
	epoch, _, _ := strings.Cut(ana.State().Own.GetEntry(), "-")
	ana.playSome(10)
	if now, _, _ := strings.Cut(ana.State().Own.GetEntry(), "-"); now != epoch {
		t.Errorf("the seat was claimed once more: %s after %s", now, epoch)
	}
	ana.finish(servers...)
}
