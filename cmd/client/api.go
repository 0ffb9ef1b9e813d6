package client

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"net/http"

	"connectrpc.com/connect"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
)

// API is the services over HTTP. A call that no server of its addresses answers fails with an
// *UnreachableError, one that is not carried out with a *FaultError.
type API struct {
	http    *http.Client
	servers []apiServer
}

type apiServer struct {
	address string
	players samedealv1connect.PlayerServiceClient
	rooms   samedealv1connect.RoomServiceClient
	boards  samedealv1connect.BoardServiceClient
	dailies samedealv1connect.DailyServiceClient
}

// NewAPI gives the services at these addresses, of which the first that answers is asked.
func NewAPI(servers ...string) (*API, error) {
	if _, err := (Config{Servers: servers}).withDefaults(); err != nil {
		return nil, err
	}
	// Connections of its own, so that Close can close them.
	a := &API{http: &http.Client{Transport: &http.Transport{Proxy: http.ProxyFromEnvironment}}}
	for _, server := range servers {
		address, err := parseServer(server)
		if err != nil {
			return nil, err
		}
		base := address.JoinPath("api").String()
		a.servers = append(a.servers, apiServer{
			address: server,
			players: samedealv1connect.NewPlayerServiceClient(a.http, base),
			rooms:   samedealv1connect.NewRoomServiceClient(a.http, base),
			boards:  samedealv1connect.NewBoardServiceClient(a.http, base),
			dailies: samedealv1connect.NewDailyServiceClient(a.http, base),
		})
	}
	return a, nil
}

// Close closes the connections that are kept open for further calls.
func (a *API) Close() { a.http.CloseIdleConnections() }

// CreateGuest makes a guest.
func (a *API) CreateGuest(ctx context.Context, name string) (*samedealv1.CreateGuestResponse, error) {
	request := &samedealv1.CreateGuestRequest{Name: name}
	return call(ctx, a, request, func(s apiServer) method[samedealv1.CreateGuestRequest, samedealv1.CreateGuestResponse] {
		return s.players.CreateGuest
	})
}

// CreateRoom makes a room that the token's player owns: one, also where it has to be asked for twice.
func (a *API) CreateRoom(
	ctx context.Context, token string, options *samedealv1.RoomOptions,
) (*samedealv1.CreateRoomResponse, error) {
	request := &samedealv1.CreateRoomRequest{Token: token, RequestId: rand.Text(), Options: options}
	return call(ctx, a, request, func(s apiServer) method[samedealv1.CreateRoomRequest, samedealv1.CreateRoomResponse] {
		return s.rooms.CreateRoom
	})
}

// GetRoom shows a room.
func (a *API) GetRoom(ctx context.Context, code string) (*samedealv1.Room, error) {
	request := &samedealv1.GetRoomRequest{Code: code}
	response, err := call(ctx, a, request, func(s apiServer) method[samedealv1.GetRoomRequest, samedealv1.GetRoomResponse] {
		return s.rooms.GetRoom
	})
	return response.GetRoom(), err
}

// ListRooms shows the listed rooms, the newest first: at most that many, 0 for the server's default.
func (a *API) ListRooms(ctx context.Context, most uint32) ([]*samedealv1.Room, error) {
	request := &samedealv1.ListRoomsRequest{Most: most}
	response, err := call(ctx, a, request, func(s apiServer) method[samedealv1.ListRoomsRequest, samedealv1.ListRoomsResponse] {
		return s.rooms.ListRooms
	})
	return response.GetRooms(), err
}

// GetGames gives the games of a room that has ended.
func (a *API) GetGames(ctx context.Context, code string) (*samedealv1.GetGamesResponse, error) {
	request := &samedealv1.GetGamesRequest{Code: code}
	return call(ctx, a, request, func(s apiServer) method[samedealv1.GetGamesRequest, samedealv1.GetGamesResponse] {
		return s.rooms.GetGames
	})
}

type method[Q, R any] func(context.Context, *connect.Request[Q]) (*connect.Response[R], error)

// call asks one server after another until one answers.
func call[Q, R any](ctx context.Context, a *API, request *Q, of func(apiServer) method[Q, R]) (*R, error) {
	var failed error
	for _, server := range a.servers {
		response, err := of(server)(ctx, connect.NewRequest(request))
		if err == nil {
			return response.Msg, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		failed = apiError(server.address, err)
		var unreachable *UnreachableError
		if !errors.As(failed, &unreachable) {
			return nil, failed
		}
	}
	return nil, failed
}

// apiError makes of a call's failure what it says to a player.
func apiError(server string, err error) error {
	var failed *connect.Error
	if !errors.As(err, &failed) {
		return &UnreachableError{Server: server, Err: err}
	}
	for _, detail := range failed.Details() {
		if value, err := detail.Value(); err == nil {
			if fault, ok := value.(*samedealv1.Fault); ok {
				return faultError(fault)
			}
		}
	}
	if failed.Code() == connect.CodeUnavailable || hasBrokenOff(err) {
		return &UnreachableError{Server: server, Err: failed.Unwrap()}
	}
	return err
}

// hasBrokenOff reports whether a connection ended before its answer, for which connect has no code of its own.
func hasBrokenOff(err error) bool {
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF)
}
