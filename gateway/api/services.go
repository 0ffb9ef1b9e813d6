package api

import (
	"context"
	"errors"
	"strings"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

const (
	requestMost  = 64 // bytes of a request id
	listMost     = 100
	listStandard = 20
	replayMost   = 500 // steps
)

// services are the calls of PlayerService, RoomService and FriendService.
type services struct{ Config }

// CreateGuest makes a guest.
func (s *services) CreateGuest(ctx context.Context, r *connect.Request[samedealv1.CreateGuestRequest]) (
	*connect.Response[samedealv1.CreateGuestResponse], error,
) {
	name, err := player.ParseName(r.Msg.GetName())
	if err != nil {
		return nil, err
	}
	if !s.NewGuests.Try(s.Address(r.Peer().Addr, r.Header())) {
		return nil, room.NewFault(samedealv1.Reason_REASON_TOO_MANY, "too many new guests came from this address; try again in a minute")
	}
	p, token, err := s.Guests.New(ctx, name)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.CreateGuestResponse{
		Player: string(p.ID), Name: string(p.Name), Token: token,
	}), nil
}

// Rename gives the token's player another name.
func (s *services) Rename(ctx context.Context, r *connect.Request[samedealv1.RenameRequest]) (
	*connect.Response[samedealv1.RenameResponse], error,
) {
	name, err := player.ParseName(r.Msg.GetName())
	if err != nil {
		return nil, err
	}
	p, _, err := s.Guests.Resume(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	if err := s.Guests.Rename(ctx, p.ID, name); err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.RenameResponse{Name: string(name)}), nil
}

// CreateRoom makes a room of the token's player.
func (s *services) CreateRoom(ctx context.Context, r *connect.Request[samedealv1.CreateRoomRequest]) (
	*connect.Response[samedealv1.CreateRoomResponse], error,
) {
	if err := checkRequest(r.Msg.GetRequestId()); err != nil {
		return nil, err
	}
	p, _, err := s.Guests.Resume(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	address := s.Address(r.Peer().Addr, r.Header())
	if !s.NewRooms.Try(address, p.ID) {
		return nil, room.NewFault(samedealv1.Reason_REASON_TOO_MANY, "too many rooms were made from this address; try again in a minute")
	}
	options := r.Msg.GetOptions()
	if options == nil {
		options = &samedealv1.RoomOptions{}
	}
	visitor := room.Visitor{Player: room.PlayerID(p.ID), Name: string(p.Name)}
	code, err := s.Rooms.Create(ctx, visitor, r.Msg.GetRequestId(), options)
	if err != nil {
		return nil, err
	}
	s.Lookups.Found(address, p.ID, string(code)) // or who shares the address with a guesser never gets into it
	return connect.NewResponse(&samedealv1.CreateRoomResponse{Code: string(code), Link: s.RoomLink(string(code))}), nil
}

func checkRequest(id string) error {
	if n := len(id); n < 1 || n > requestMost {
		return room.NewFault(samedealv1.Reason_REASON_BAD_FIELD, "request_id has %d bytes; want 1 to %d", n, requestMost)
	}
	return nil
}

// GetRoom shows a room.
func (s *services) GetRoom(ctx context.Context, r *connect.Request[samedealv1.GetRoomRequest]) (
	*connect.Response[samedealv1.GetRoomResponse], error,
) {
	shown, err := lookUp(ctx, s, r, "", r.Msg.GetCode(), s.Rooms.Describe)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.GetRoomResponse{Room: shown}), nil
}

// ListRooms shows the listed rooms.
func (s *services) ListRooms(ctx context.Context, r *connect.Request[samedealv1.ListRoomsRequest]) (
	*connect.Response[samedealv1.ListRoomsResponse], error,
) {
	most, err := howMany(r.Msg.GetMost(), listMost, listStandard)
	if err != nil {
		return nil, err
	}
	rooms, err := s.Rooms.List(ctx, int(most))
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.ListRoomsResponse{Rooms: rooms}), nil
}

// howMany is how many of something are asked for. It fails with a *room.Fault on more than may be.
func howMany(asked, most, standard uint32) (uint32, error) {
	switch {
	case asked == 0:
		return standard, nil
	case asked > most:
		return 0, room.NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"most is %d; want 1 to %d, or 0 for %d", asked, most, standard)
	default:
		return asked, nil
	}
}

// GetGames gives the games of a room that has ended.
func (s *services) GetGames(ctx context.Context, r *connect.Request[samedealv1.GetGamesRequest]) (
	*connect.Response[samedealv1.GetGamesResponse], error,
) {
	viewer, err := s.viewer(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	ask := func(ctx context.Context, code room.Code) (*samedealv1.GetGamesResponse, error) {
		return s.Rooms.Games(ctx, viewer, code)
	}
	games, err := lookUp(ctx, s, r, viewer, r.Msg.GetCode(), ask)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(games), nil
}

// GetReplay gives a seat's game in a room that has ended, board by board.
func (s *services) GetReplay(ctx context.Context, r *connect.Request[samedealv1.GetReplayRequest]) (
	*connect.Response[samedealv1.GetReplayResponse], error,
) {
	most, err := howMany(r.Msg.GetMost(), replayMost, replayMost)
	if err != nil {
		return nil, err
	}
	viewer, err := s.viewer(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	ask := func(ctx context.Context, code room.Code) (*samedealv1.GetReplayResponse, error) {
		id := room.SeatID{Room: code, Seat: int(r.Msg.GetSeat())}
		return s.Rooms.Replay(ctx, viewer, id, r.Msg.GetFrom(), most)
	}
	replay, err := lookUp(ctx, s, r, viewer, r.Msg.GetCode(), ask)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(replay), nil
}

// viewer is whose token it is; a stranger without one.
func (s *services) viewer(ctx context.Context, token string) (room.PlayerID, error) {
	if token == "" {
		return "", nil
	}
	p, _, err := s.Guests.Resume(ctx, token)
	return room.PlayerID(p.ID), err
}

// lookUp asks for a room, as long as its asker, "" for a stranger, does not guess. Codes are read without regard
// to case.
func lookUp[T any](
	ctx context.Context, s *services, r connect.AnyRequest, viewer room.PlayerID, code string,
	ask func(context.Context, room.Code) (T, error),
) (T, error) {
	var none T
	address, who, code := s.Address(r.Peer().Addr, r.Header()), player.ID(viewer), strings.ToUpper(code)
	if !s.Lookups.May(address, who, code) {
		return none, room.NewFault(samedealv1.Reason_REASON_TOO_MANY,
			"too many codes of no room were tried from this address; try again in a minute")
	}
	found, err := ask(ctx, room.Code(code))
	var fault *room.Fault
	switch {
	case err == nil:
		s.Lookups.Found(address, who, code)
		return found, nil
	case errors.As(err, &fault) && fault.Reason == samedealv1.Reason_REASON_NO_SUCH_ROOM:
		s.Lookups.Failed(address)
	}
	return none, err
}
