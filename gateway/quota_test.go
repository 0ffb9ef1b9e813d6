package gateway_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/gateway"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
	"github.com/samedeal/samedeal/room"
)

// behindProxy has the gateway believe this machine's X-Forwarded-For.
func behindProxy(c *gateway.Config) {
	c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
}

func from[T any](request *connect.Request[T], address string) *connect.Request[T] {
	request.Header().Set("X-Forwarded-For", address)
	return request
}

// What makes something in the store is limited by address: new guests, over HTTP and WebSocket together,
// and new rooms. (Without the calls of Try in api, and in session.identify.)
func TestWhatAnAddressMayMake(t *testing.T) { synctest.Test(t, checkWhatAnAddressMayMake) }

func checkWhatAnAddressMayMake(t *testing.T) {
	s := newPipedService(t, func(c *gateway.Config, _ *rooms) {
		behindProxy(c)
		c.Limits.NewGuests, c.Limits.NewRooms = 3, 2
	})
	c, ctx := s.calls(), t.Context()
	newGuest := func(address, name string) (string, error) {
		made, err := c.CreateGuest(ctx, from(connect.NewRequest(&samedealv1.CreateGuestRequest{Name: name}), address))
		if err != nil {
			return "", err
		}
		return made.Msg.GetToken(), nil
	}
	const home, other = "192.0.2.1", "192.0.2.2"
	for range 5 {
		_, err := newGuest(home, "")
		wantFault(t, err, connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_NAME) // it makes nothing
	}
	var token string
	for range 3 {
		var err error
		if token, err = newGuest(home, "Ana"); err != nil {
			t.Fatal(err)
		}
	}
	_, err := newGuest(home, "Ana")
	wantFault(t, err, connect.CodeResourceExhausted, samedealv1.Reason_REASON_TOO_MANY)
	if _, err := newGuest(other, "Ana"); err != nil {
		t.Errorf("another address: %v", err)
	}
	newRoom := func(address string, n int) error {
		_, err := c.CreateRoom(ctx, from(connect.NewRequest(&samedealv1.CreateRoomRequest{Token: token, RequestId: fmt.Sprint(n)}), address))
		return err
	}
	for n := range 2 + 5 { // five are each player's own
		if err := newRoom(home, n); err != nil {
			t.Fatal(err)
		}
	}
	wantFault(t, newRoom(home, 2), connect.CodeResourceExhausted, samedealv1.Reason_REASON_TOO_MANY)
	if err := newRoom(other, 3); err != nil {
		t.Errorf("another address: %v", err)
	}
}

// A guest too many over a WebSocket is told to come back later, and whoever has a token comes in.
func TestAGuestTooMany(t *testing.T) { synctest.Test(t, checkAGuestTooMany) }

func checkAGuestTooMany(t *testing.T) {
	s := newPipedService(t, func(c *gateway.Config, _ *rooms) {
		c.Limits.NewGuests = 2
		c.Times.Tick = time.Hour // whoever is let in hears nothing more, and is not waited for
	})
	s.enter(t, binary)
	anas := s.dial(t, text)
	anas.send(t, hello(guest("Ana")))
	tokens := anas.welcome(t).GetToken()
	c := s.dial(t, binary)
	c.send(t, hello(guest("Ben")))
	if reason := c.want(t, samedealv1.Close_CLOSE_TRY_AGAIN); !strings.Contains(reason, "new guests") {
		t.Errorf("closed with %q", reason)
	}
	c = s.dial(t, binary)
	c.send(t, hello(token(tokens)))
	c.welcome(t)
}

// everyCode has every code but one be a room, and an address have one guess.
func everyCode(c *gateway.Config, r *rooms) {
	c.Limits.FailedLookups = 1
	r.onCommand = func(_ context.Context, c room.Conn, command *samedealv1.Command) {
		reason := samedealv1.Reason_REASON_NO_SUCH_ROOM
		if command.GetRoom() != "XXXXXX" {
			c.Send(roomFrame(command.GetRoom(), 1))
			reason = 0
		}
		c.Send(answerFrame(command.GetId(), reason))
	}
}

// mustEnter enters a room, and fails if it is not found.
func (c *client) mustEnter(t *testing.T, code string) {
	t.Helper()
	c.send(t, enter(1, code))
	if f := c.receive(t); f.GetRoom() == nil {
		t.Fatalf("room %s: %v", code, f)
	}
	c.receive(t)
}

// Who shares an address with a guesser gets into a room that was made there. (Without Found in
// api.CreateRoom.)
func TestARoomMadeBesideAGuesserIsFound(t *testing.T) {
	synctest.Test(t, checkARoomMadeBesideAGuesserIsFound)
}

func checkARoomMadeBesideAGuesserIsFound(t *testing.T) {
	s := newPipedService(t, everyCode)
	guesser := s.enter(t, binary)
	guesser.send(t, enter(1, "XXXXXX"))
	guesser.receive(t)
	_, anas, err := s.guests.New(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	request := connect.NewRequest(&samedealv1.CreateRoomRequest{Token: anas, RequestId: "1"})
	if _, err := s.calls().CreateRoom(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	s.enter(t, binary).mustEnter(t, theRoom)
	guesser.send(t, draw("XXXXXY", 1))
	if r := guesser.receive(t).GetRefusal(); r.GetFault().GetReason() != samedealv1.Reason_REASON_TOO_MANY {
		t.Errorf("the guesser may go on: %v", r)
	}
}

// Whoever plays goes on, comes back, and sees the games of their rooms, whatever rooms a guesser at their address
// finds before the guesses are used up. (Without familiar in lookups.May, or without the viewer in api's lookUp.)
func TestAGuesserLocksNobodyOut(t *testing.T) { synctest.Test(t, checkAGuesserLocksNobodyOut) }

func checkAGuesserLocksNobodyOut(t *testing.T) {
	s := newPipedService(t, everyCode)
	_, anas, err := s.guests.New(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	ana := s.dial(t, binary)
	ana.send(t, hello(token(anas)))
	ana.welcome(t)
	ana.mustEnter(t, theRoom)
	guesser := s.enter(t, binary)
	for n := range 50 { // more than are remembered of an address
		guesser.mustEnter(t, fmt.Sprint("ROOM", n))
	}
	guesser.send(t, enter(1, "XXXXXX"))
	guesser.receive(t)
	games := func(token string) error {
		_, err := s.calls().GetGames(t.Context(), connect.NewRequest(&samedealv1.GetGamesRequest{Token: token, Code: theRoom}))
		return err
	}
	wantFault(t, games(anas), connect.CodeFailedPrecondition, samedealv1.Reason_REASON_NOT_ENDED)
	wantFault(t, games(""), connect.CodeResourceExhausted, samedealv1.Reason_REASON_TOO_MANY)

	ana.send(t, draw(theRoom, 1))
	if f := ana.receive(t); f.GetGap() == nil {
		t.Errorf("a player in a room is answered %v", f)
	}
	again := s.dial(t, binary)
	again.send(t, hello(token(anas), func(h *samedealv1.Hello) { h.Resume = &samedealv1.Position{Room: theRoom} }))
	again.welcome(t)
	if f := again.receive(t); f.GetRoom() == nil {
		t.Errorf("a player who comes back is answered %v", f)
	}
}

// endless is a body that counts what is read of it.
type endless struct{ read atomic.Int64 }

func (e *endless) Read(p []byte) (int, error) {
	e.read.Add(int64(len(p)))
	return copy(p, bytes.Repeat([]byte(" "), len(p))), nil
}

// What no client sends is refused, and takes no memory: bodies without end, bodies that unpack to
// many megabytes, other content types and methods. (The first
// fails without boundBody, the second without WithReadMaxBytes.)
func TestBodiesThatNoClientSends(t *testing.T) {
	s := newService(t)
	var bomb bytes.Buffer
	packed := gzip.NewWriter(&bomb)
	if _, err := io.Copy(packed, io.LimitReader(&endless{}, 20<<20)); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.calls().ListRooms(t.Context(), connect.NewRequest(&samedealv1.ListRoomsRequest{})); err != nil {
		t.Fatal(err) // so that what is made once is there
	}
	const json = "application/json"
	for _, c := range []struct {
		name, method, content, packing string
		body                           io.Reader
		status                         int
	}{
		{"a body without end", http.MethodPost, json, "", &endless{}, http.StatusTooManyRequests},
		{"a body that unpacks", http.MethodPost, json, "gzip", bytes.NewReader(bomb.Bytes()[:16000]), http.StatusTooManyRequests},
		{"an unknown packing", http.MethodPost, json, "br", strings.NewReader("{}"), http.StatusNotImplemented},
		{"a form", http.MethodPost, "application/x-www-form-urlencoded", "", strings.NewReader("name=Ana"), http.StatusUnsupportedMediaType},
		{"no type", http.MethodPost, "", "", strings.NewReader("{}"), http.StatusUnsupportedMediaType},
		{"protobuf that is none", http.MethodPost, "application/proto", "", strings.NewReader("{}"), http.StatusBadRequest},
		{"JSON that is none", http.MethodPost, json, "", strings.NewReader("{"), http.StatusBadRequest},
		{"JSON far too deep", http.MethodPost, json, "", strings.NewReader(`{"x":` + strings.Repeat("[", 16000)), http.StatusBadRequest},
		{"a GET that makes something", http.MethodGet, "", "", nil, http.StatusMethodNotAllowed},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := heap()
			status, body := s.askRaw(t, c.method, c.content, c.packing, c.body)
			if status != c.status {
				t.Errorf("%d %s, want %d", status, body, c.status)
			}
			if e, ok := c.body.(*endless); ok && e.read.Load() > 8<<20 {
				t.Errorf("%d bytes were read", e.read.Load())
			}
			if grown := int64(heap()) - int64(before); grown > 1<<20 {
				t.Errorf("%d bytes are kept", grown)
			}
		})
	}
}

// askRaw makes a call that no client makes. The client may fail to send all of its body.
func (s *service) askRaw(t *testing.T, method, content, packing string, body io.Reader) (int, string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, s.http.URL+"/api"+samedealv1connect.PlayerServiceCreateGuestProcedure, body)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"Content-Type": content, "Content-Encoding": packing} {
		if value != "" {
			request.Header.Set(name, value)
		}
	}
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(answer)
}

// Names that hide, turn the text around them or have no end are refused over HTTP and WebSocket, and one
// that is too large for a frame closes the connection.
func TestNamesThatNobodyMayHave(t *testing.T) {
	s := newService(t)
	for name, text := range map[string]string{
		"900 emoji": strings.Repeat("\U0001F600", 900), "one emoji of many": strings.Repeat("\U0001F468\u200d", 60) + "\U0001F468",
		"an override": "Ana\u202egnp.exe", "an isolate": "\u2066Ana", "accents": "A" + strings.Repeat("\u0301", 100),
		"a null": "A\x00na", "a new line": "Ana\x07Ben", "nothing to see": "\u200b\u2060", "a tag": "Ana\U000E0041",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.calls().CreateGuest(t.Context(), connect.NewRequest(&samedealv1.CreateGuestRequest{Name: text}))
			wantFault(t, err, connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_NAME)
			c := s.dial(t, binary)
			c.send(t, hello(guest(text)))
			if a := c.receive(t).GetAnswer(); a.GetId() != 0 || a.GetFault().GetReason() != samedealv1.Reason_REASON_BAD_NAME {
				t.Errorf("answered %v", a)
			}
		})
	}
	huge := strings.Repeat("\U0001F600", 10_000)
	if _, err := s.calls().CreateGuest(t.Context(), connect.NewRequest(&samedealv1.CreateGuestRequest{Name: huge})); connect.CodeOf(err) != connect.CodeResourceExhausted {
		t.Errorf("10,000 emoji over HTTP: %v", err)
	}
	for _, subprotocol := range []string{binary, text} {
		c := s.dial(t, subprotocol)
		c.send(t, hello(guest(huge)))
		c.want(t, samedealv1.Close_CLOSE_FRAME_TOO_LARGE)
	}
}
