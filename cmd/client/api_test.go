package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"

	"connectrpc.com/connect"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
)

// rooms is a service that has one room, and none once it is away.
type rooms struct {
	samedealv1connect.UnimplementedRoomServiceHandler
}

func (rooms) CreateRoom(
	_ context.Context, r *connect.Request[samedealv1.CreateRoomRequest],
) (*connect.Response[samedealv1.CreateRoomResponse], error) {
	if r.Msg.GetToken() != "t" || len(r.Msg.GetRequestId()) < 16 {
		return nil, connect.NewError(connect.CodeUnauthenticated, errors.New("no such token"))
	}
	return connect.NewResponse(&samedealv1.CreateRoomResponse{Code: "BKTWRN"}), nil
}

func (rooms) GetRoom(
	_ context.Context, r *connect.Request[samedealv1.GetRoomRequest],
) (*connect.Response[samedealv1.GetRoomResponse], error) {
	if r.Msg.GetCode() == "BKTWRN" {
		return connect.NewResponse(&samedealv1.GetRoomResponse{Room: &samedealv1.Room{Code: "BKTWRN"}}), nil
	}
	err := connect.NewError(connect.CodeNotFound, errors.New("no room"))
	detail, _ := connect.NewErrorDetail(&samedealv1.Fault{
		Reason: samedealv1.Reason_REASON_NO_SUCH_ROOM, Text: "no room has that code",
	})
	err.AddDetail(detail)
	return nil, err
}

func serveRooms(t *testing.T) *httptest.Server {
	mux := http.NewServeMux()
	path, handler := samedealv1connect.NewRoomServiceHandler(rooms{})
	mux.Handle("/api"+path, http.StripPrefix("/api", handler))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

func TestTheServices(t *testing.T) {
	server := serveRooms(t)

	api, err := NewAPI("http://127.0.0.1:1", server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer api.Close()
	if made, err := api.CreateRoom(t.Context(), "t", &samedealv1.RoomOptions{}); err != nil || made.GetCode() != "BKTWRN" {
		t.Error(made, err)
	}
	if _, err := api.CreateRoom(t.Context(), "x", nil); connect.CodeOf(err) != connect.CodeUnauthenticated {
		t.Error(err)
	}
	if room, err := api.GetRoom(t.Context(), "BKTWRN"); err != nil || room.GetCode() != "BKTWRN" {
		t.Error(room, err)
	}
	if _, err := api.GetRoom(t.Context(), "XXXXXX"); !IsFault(err, samedealv1.Reason_REASON_NO_SUCH_ROOM) {
		t.Error(err)
	}
	if _, err := api.ListRooms(t.Context(), 3); connect.CodeOf(err) != connect.CodeUnimplemented {
		t.Error(err)
	}
}

// A server that is killed while it answers is asked no more: the next one is. (Without hasBrokenOff, for connect calls
// a connection that was reset "canceled".)
func TestAServerThatIsKilledWhileItAnswers(t *testing.T) {
	server := serveRooms(t)
	for name, said := range map[string]string{
		"before its answer": "",
		"in its header":     "HTTP/1.1 200 OK\r\nContent-",
		"in its answer":     "HTTP/1.1 200 OK\r\nContent-Type: application/proto\r\nContent-Length: 100\r\n\r\n\x0a\x08",
	} {
		for _, isReset := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, reset: %t", name, isReset), func(t *testing.T) {
				killed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					conn, _, err := w.(http.Hijacker).Hijack()
					if err != nil {
						t.Error(err)
						return
					}
					_, _ = io.WriteString(conn, said)
					if isReset {
						_ = conn.(*net.TCPConn).SetLinger(0)
					}
					_ = conn.Close()
				}))
				defer killed.Close()
				api, err := NewAPI(killed.URL, server.URL)
				if err != nil {
					t.Fatal(err)
				}
				defer api.Close()
				if room, err := api.GetRoom(t.Context(), "BKTWRN"); err != nil || room.GetCode() != "BKTWRN" {
					t.Error(room, err)
				}
				if _, err := api.CreateRoom(t.Context(), "t", nil); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func TestNoServerThere(t *testing.T) {
	api, err := NewAPI("http://127.0.0.1:1")
	if err != nil {
		t.Fatal(err)
	}
	defer api.Close()
	_, err = api.GetGames(t.Context(), "BKTWRN")
	var unreachable *UnreachableError
	if !errors.As(err, &unreachable) || unreachable.Server != "http://127.0.0.1:1" {
		t.Error(err)
	}
}
