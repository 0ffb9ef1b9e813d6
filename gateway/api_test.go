package gateway_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"connectrpc.com/connect"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/gateway"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
	"github.com/samedeal/samedeal/room"
)

type calls struct {
	samedealv1connect.PlayerServiceClient
	samedealv1connect.RoomServiceClient
	samedealv1connect.FriendServiceClient
	samedealv1connect.AnalysisServiceClient
}

func (s *service) calls(options ...connect.ClientOption) calls {
	client, url := s.piped, "http://samedeal.example/api"
	if s.http != nil {
		client, url = s.http.Client(), s.http.URL+"/api"
	}
	return calls{
		samedealv1connect.NewPlayerServiceClient(client, url, options...),
		samedealv1connect.NewRoomServiceClient(client, url, options...),
		samedealv1connect.NewFriendServiceClient(client, url, options...),
		samedealv1connect.NewAnalysisServiceClient(client, url, options...),
	}
}

// wantFault checks how a call failed.
func wantFault(t *testing.T, err error, code connect.Code, reason samedealv1.Reason) {
	t.Helper()
	var failed *connect.Error
	if !errors.As(err, &failed) || failed.Code() != code || len(failed.Details()) != 1 {
		t.Errorf("failed with %v, want %v", err, code)
		return
	}
	detail, err := failed.Details()[0].Value()
	fault, ok := detail.(*samedealv1.Fault)
	if err != nil || !ok || fault.GetReason() != reason || fault.GetText() != failed.Message() || fault.GetText() == "" {
		t.Errorf("failed with %v, %v; want %v, %q", detail, err, reason, failed.Message())
	}
}

func TestCalls(t *testing.T) {
	s := newService(t)
	for name, options := range map[string][]connect.ClientOption{
		"protobuf": nil, "JSON": {connect.WithProtoJSON()}, "gRPC-Web": {connect.WithGRPCWeb()}, "GET": {connect.WithHTTPGet()},
	} {
		t.Run(name, func(t *testing.T) {
			c := s.calls(options...)
			ctx := t.Context()
			ana, err := c.CreateGuest(ctx, connect.NewRequest(&samedealv1.CreateGuestRequest{Name: " Ana "}))
			if err != nil || ana.Msg.GetName() != "Ana" {
				t.Fatalf("%v, %v", ana, err)
			}
			options := &samedealv1.RoomOptions{Deal: "KL1-D3N", Seats: 2}
			made, err := c.CreateRoom(ctx, connect.NewRequest(&samedealv1.CreateRoomRequest{
				Token: ana.Msg.GetToken(), RequestId: name, Options: options,
			}))
			if err != nil || made.Msg.GetCode() != theRoom || made.Msg.GetLink() != "https://samedeal.example/r/BKTWRN" {
				t.Errorf("%v, %v", made, err)
			}
			if got := s.rooms.created[name]; !proto.Equal(got, options) {
				t.Errorf("made with %v", got)
			}
			shown, err := c.GetRoom(ctx, connect.NewRequest(&samedealv1.GetRoomRequest{Code: "bktwrn"}))
			if err != nil || shown.Msg.GetRoom().GetCode() != theRoom {
				t.Errorf("%v, %v", shown, err)
			}
			for most, asked := range map[uint32]int{0: 20, 1: 1, 100: 100} {
				listed, err := c.ListRooms(ctx, connect.NewRequest(&samedealv1.ListRoomsRequest{Most: most}))
				if err != nil || len(listed.Msg.GetRooms()) != 1 || s.rooms.listed != asked {
					t.Errorf("%v, %v; asked for %d", listed, err, s.rooms.listed)
				}
			}
			for most, asked := range map[uint32]uint32{0: 500, 1: 1, 500: 500} {
				replay, err := c.GetReplay(ctx, connect.NewRequest(&samedealv1.GetReplayRequest{
					Code: "bktwrn", Seat: 1, From: 7, Most: most,
				}))
				want := replayAsked{room.SeatID{Room: theRoom, Seat: 1}, 7, asked}
				if err != nil || replay.Msg.GetTotal() != 1 || s.rooms.replay != want {
					t.Errorf("%v, %v; asked for %v, want %v", replay, err, s.rooms.replay, want)
				}
			}
			renamed, err := c.Rename(ctx, connect.NewRequest(&samedealv1.RenameRequest{Token: ana.Msg.GetToken(), Name: " A  na "}))
			if err != nil || renamed.Msg.GetName() != "A na" {
				t.Errorf("%v, %v", renamed, err)
			}
		})
	}
	for procedure, want := range map[string]float64{
		samedealv1connect.RoomServiceGetRoomProcedure:   4,
		samedealv1connect.RoomServiceGetReplayProcedure: 12,
		samedealv1connect.PlayerServiceRenameProcedure:  4,
	} {
		if n := s.metric(t, "calls_total", "code=ok", "procedure="+procedure); n != want {
			t.Errorf("%v calls of %s were counted, want %v", n, procedure, want)
		}
	}
}

// A new name that the next Hello does not show, or that a bad token or name changes, is nobody's name.
func TestRename(t *testing.T) {
	s := newService(t)
	c, ctx := s.calls(), t.Context()
	_, anas, err := s.guests.New(ctx, "Ana")
	if err != nil {
		t.Fatal(err)
	}
	rename := func(token, name string) error {
		_, err := c.Rename(ctx, connect.NewRequest(&samedealv1.RenameRequest{Token: token, Name: name}))
		return err
	}
	if err := rename(anas, " Anna "); err != nil {
		t.Fatal(err)
	}
	wantFault(t, rename(anas, "\u202e"), connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_NAME)
	wantFault(t, rename(anas, ""), connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_NAME)
	wantFault(t, rename("", "Eve"), connect.CodeUnauthenticated, samedealv1.Reason_REASON_BAD_FIELD)
	wantFault(t, rename(anas+"x", "Eve"), connect.CodeUnauthenticated, samedealv1.Reason_REASON_BAD_FIELD)
	client := s.dial(t, binary)
	client.send(t, hello(token(anas)))
	if name := client.welcome(t).GetName(); name != "Anna" {
		t.Errorf("the next Hello is answered with the name %q", name)
	}
	s.players.Fail(errors.New("secret"))
	wantFault(t, rename(anas, "Eve"), connect.CodeInternal, samedealv1.Reason_REASON_INTERNAL)
}

func TestCallsThatFail(t *testing.T) {
	s := newService(t)
	c, ctx := s.calls(), t.Context()
	_, token, err := s.guests.New(ctx, "Ana")
	if err != nil {
		t.Fatal(err)
	}
	createRoom := func(token, request string) error {
		_, err := c.CreateRoom(ctx, connect.NewRequest(&samedealv1.CreateRoomRequest{Token: token, RequestId: request}))
		return err
	}
	getRoom := func(code string) error {
		_, err := c.GetRoom(ctx, connect.NewRequest(&samedealv1.GetRoomRequest{Code: code}))
		return err
	}
	_, badName := c.CreateGuest(ctx, connect.NewRequest(&samedealv1.CreateGuestRequest{Name: "\u202e"}))
	_, tooMany := c.ListRooms(ctx, connect.NewRequest(&samedealv1.ListRoomsRequest{Most: 101}))
	_, tooManySteps := c.GetReplay(ctx, connect.NewRequest(&samedealv1.GetReplayRequest{Code: theRoom, Most: 501}))
	_, noReplay := c.GetReplay(ctx, connect.NewRequest(&samedealv1.GetReplayRequest{Code: "XXXXXX"}))
	_, notEnded := c.GetGames(ctx, connect.NewRequest(&samedealv1.GetGamesRequest{Code: theRoom}))
	for _, f := range []struct {
		err    error
		code   connect.Code
		reason samedealv1.Reason
	}{
		{badName, connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_NAME},
		{tooMany, connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_FIELD},
		{tooManySteps, connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_FIELD},
		{noReplay, connect.CodeNotFound, samedealv1.Reason_REASON_NO_SUCH_ROOM},
		{notEnded, connect.CodeFailedPrecondition, samedealv1.Reason_REASON_NOT_ENDED},
		{getRoom("XXXXXX"), connect.CodeNotFound, samedealv1.Reason_REASON_NO_SUCH_ROOM},
		{getRoom(""), connect.CodeNotFound, samedealv1.Reason_REASON_NO_SUCH_ROOM},
		{createRoom("", "1"), connect.CodeUnauthenticated, samedealv1.Reason_REASON_BAD_FIELD},
		{createRoom(token, ""), connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_FIELD},
		{createRoom(token, strings.Repeat("x", 65)), connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_FIELD},
	} {
		wantFault(t, f.err, f.code, f.reason)
	}
	s.rooms.err = fmt.Errorf("wrapped: %w", room.NewFault(samedealv1.Reason_REASON_BUSY, "try again"))
	wantFault(t, getRoom(theRoom), connect.CodeUnavailable, samedealv1.Reason_REASON_BUSY)
	if err := createRoom(token, strings.Repeat("x", 20_000)); connect.CodeOf(err) != connect.CodeResourceExhausted {
		t.Errorf("a large body: %v", err)
	}
}

// What fails in the server is logged once, and nothing of it is shown.
func TestInternalErrorsAreLoggedAndHidden(t *testing.T) {
	core, logs := observer.New(zapcore.WarnLevel)
	s := newService(t, func(c *gateway.Config, r *rooms) {
		c.Log = zap.New(core)
		r.err = errors.New("secret")
	})
	c, ctx := s.calls(), t.Context()
	_, err := c.ListRooms(ctx, connect.NewRequest(&samedealv1.ListRoomsRequest{}))
	wantFault(t, err, connect.CodeInternal, samedealv1.Reason_REASON_INTERNAL)
	if strings.Contains(err.Error(), "secret") {
		t.Errorf("it shows %v", err)
	}
	s.players.Fail(errors.New("secret"))
	_, err = c.CreateGuest(ctx, connect.NewRequest(&samedealv1.CreateGuestRequest{Name: "Ana"}))
	wantFault(t, err, connect.CodeInternal, samedealv1.Reason_REASON_INTERNAL)
	_, err = c.CreateRoom(ctx, connect.NewRequest(&samedealv1.CreateRoomRequest{Token: "sd1", RequestId: "1"}))
	wantFault(t, err, connect.CodeUnauthenticated, samedealv1.Reason_REASON_BAD_FIELD)
	if logs.Len() != 2 {
		t.Errorf("logged %v", logs.All())
	}
}

func TestAPanicInACall(t *testing.T) {
	core, logs := observer.New(zapcore.WarnLevel)
	s := prepare(t, func(c *gateway.Config, r *rooms) {
		c.Log, c.Rooms = zap.New(core), panicking{r}
	})
	s.http = newTestServer(t, s.Handler())
	c := s.calls()
	_, err := c.GetRoom(t.Context(), connect.NewRequest(&samedealv1.GetRoomRequest{Code: theRoom}))
	wantFault(t, err, connect.CodeInternal, samedealv1.Reason_REASON_INTERNAL)
	if n := s.metric(t, "panics_total", "where=call"); n != 1 {
		t.Errorf("%v panics were counted", n)
	}
	if logs.Len() != 1 || !strings.Contains(fmt.Sprint(logs.All()[0].ContextMap()["stack"]), "Describe") {
		t.Errorf("logged %v", logs.All())
	}
}

type panicking struct{ *rooms }

func (panicking) Describe(context.Context, room.Code) (*samedealv1.Room, error) { panic("secret") }

// The limit on guesses is one for all ways of asking, or whoever guesses takes the one without.
func TestGuessesOverHTTP(t *testing.T) { synctest.Test(t, checkGuessesOverHTTP) }

func checkGuessesOverHTTP(t *testing.T) {
	s := newPipedService(t, func(c *gateway.Config, _ *rooms) { c.Limits.FailedLookups = 3 })
	c, ctx := s.calls(), t.Context()
	look := func(code string) error {
		_, err := c.GetRoom(ctx, connect.NewRequest(&samedealv1.GetRoomRequest{Code: code}))
		return err
	}
	if err := look(theRoom); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		wantFault(t, look("XXXXXX"), connect.CodeNotFound, samedealv1.Reason_REASON_NO_SUCH_ROOM)
	}
	wantFault(t, look("XXXXXX"), connect.CodeResourceExhausted, samedealv1.Reason_REASON_TOO_MANY)
	_, err := c.GetReplay(ctx, connect.NewRequest(&samedealv1.GetReplayRequest{Code: "XXXXXX"}))
	wantFault(t, err, connect.CodeResourceExhausted, samedealv1.Reason_REASON_TOO_MANY)
	if err := look(theRoom); err != nil {
		t.Error(err)
	}
	client := s.enter(t, binary)
	client.send(t, enter(1, "XXXXXX"))
	if r := client.receive(t).GetAnswer().GetFault().GetReason(); r != samedealv1.Reason_REASON_TOO_MANY {
		t.Errorf("over a WebSocket: %v", r)
	}
}

// As curl does it.
func TestAPlainCall(t *testing.T) {
	s := newService(t)
	post := func(origin string) (int, string) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
			s.http.URL+"/api"+samedealv1connect.RoomServiceGetRoomProcedure, bytes.NewBufferString(`{"code": "XXXXXX"}`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "application/json")
		if origin != "" {
			request.Header.Set("Origin", origin)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = response.Body.Close() }()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.StatusCode, string(body)
	}
	if status, body := post(""); status != http.StatusNotFound || !strings.Contains(body, `"code":"not_found"`) ||
		!strings.Contains(body, "REASON_NO_SUCH_ROOM") {
		t.Errorf("%d %s", status, body)
	}
	if status, body := post("https://evil.example"); status != http.StatusForbidden {
		t.Errorf("%d %s", status, body)
	}
}
