package api

import (
	"context"
	"net/http"
	"net/netip"
	"time"

	"connectrpc.com/connect"
	"go.uber.org/zap"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
	"github.com/samedeal/samedeal/room"
)

// Rooms is what the services need of the rooms. An error that is or wraps a *room.Fault is for the
// caller; any other is logged and not shown.
type Rooms interface {
	// Create makes a room whose owner is the visitor. Asked again with the same request, it gives the room
	// made before.
	Create(ctx context.Context, v room.Visitor, request string, o *samedealv1.RoomOptions) (room.Code, error)
	// Describe shows a room as anybody may see it.
	Describe(ctx context.Context, code room.Code) (*samedealv1.Room, error)
	// List shows the listed rooms, at most so many.
	List(ctx context.Context, most int) ([]*samedealv1.Room, error)
	// Games gives the games of a room that has ended, as far as the viewer may see them; "" is a stranger.
	Games(ctx context.Context, viewer room.PlayerID, code room.Code) (*samedealv1.GetGamesResponse, error)
	// EverIn gives all who have come into a room, and by what name it knew them last.
	EverIn(ctx context.Context, code room.Code) (map[room.PlayerID]string, error)
	// Replay gives the boards of a seat's game in a room that has ended, as far as the viewer may see them: at
	// most so many steps from one on.
	Replay(ctx context.Context, viewer room.PlayerID, id room.SeatID, from, most uint32) (*samedealv1.GetReplayResponse, error)
	// Played gives the deal and the accepted words of a seat's game to whose replay the viewer may see. The deal
	// is not for them.
	Played(ctx context.Context, viewer room.PlayerID, id room.SeatID) (engine.Code, []string, error)
}

// Guests lets people in and names them, as *player.Guests does.
type Guests interface {
	New(ctx context.Context, name player.Name) (player.Player, string, error)
	Resume(ctx context.Context, token string) (player.Player, string, error)
	Rename(ctx context.Context, id player.ID, name player.Name) error
	LogOut(ctx context.Context, token, request string) (string, error)
	Delete(ctx context.Context, id player.ID) error
}

// Devices lets players in on another device, as *player.Devices does.
type Devices interface {
	NewCode(ctx context.Context, p player.Player) (player.DeviceCode, error)
	Use(ctx context.Context, code string) (player.Player, string, error)
}

// Friends is who is friends with whom, as *player.Friends is.
type Friends interface {
	Invite(ctx context.Context, from player.ID) (player.InvitationCode, error)
	Invitation(ctx context.Context, to player.ID, code string) (player.Invitation, error)
	Accept(ctx context.Context, by player.ID, code string) (player.Friend, error)
	List(ctx context.Context, of player.ID) (friends, blocked []player.Friend, err error)
	IDs(ctx context.Context, of player.ID) ([]player.ID, error)
	Remove(ctx context.Context, of, friend player.ID) error
	Block(ctx context.Context, of, other player.ID) error
	Unblock(ctx context.Context, of, other player.ID) error
	Forget(ctx context.Context, of player.ID) error
}

// A Removal takes out what is kept elsewhere of a player who deletes their account. It may be called again
// for the same player, after a failure.
type Removal func(ctx context.Context, id player.ID) error

// Moderation keeps order among players, as *player.Moderation does.
type Moderation interface {
	Report(ctx context.Context, r player.Report) error
	Reports(ctx context.Context, most int, all bool) ([]player.Report, error)
	FinishReport(ctx context.Context, id string) error
	Records(ctx context.Context, ids ...player.ID) ([]player.Record, error)
	Rename(ctx context.Context, id player.ID, name player.Name) error
	Ban(ctx context.Context, id player.ID, length time.Duration, reason string) (player.Ban, error)
	Unban(ctx context.Context, id player.ID) error
}

// Lookups limits how many rooms that do not exist an address may ask for. A player is "" for a stranger.
type Lookups interface {
	May(address netip.Prefix, who player.ID, room string) bool
	Failed(address netip.Prefix)
	Found(address netip.Prefix, who player.ID, room string)
}

// Quota limits how often an address may do something.
type Quota interface {
	// Try counts one more time, and reports whether it may be done.
	Try(address netip.Prefix) bool
}

// PlayerQuota limits how often an address may do something, and a player of it whatever others there do.
type PlayerQuota interface {
	// Try counts one more time, and reports whether it may be done. The player is "" for a stranger.
	Try(address netip.Prefix, who player.ID) bool
}

// Config is what the services are made of. All of it must be given, but there may be no Removals.
type Config struct {
	Rooms      Rooms
	Guests     Guests
	Devices    Devices
	Friends    Friends
	Boards     Boards
	Dailies    Dailies
	Analyst    Analyst
	Moderation Moderation
	// Removals are called in their order when an account is deleted, before all else that is kept of its
	// player.
	Removals []Removal
	Lookups  Lookups
	// CodeTries limits how many codes an address may try, those for another device and invitations together,
	// and NewGuests how many guests it may make.
	CodeTries, NewGuests Quota
	// NewRooms limits how many rooms may be made, and NewAnalyses how many games given to be analysed.
	NewRooms, NewAnalyses PlayerQuota
	// Address says where a call comes from.
	Address func(remote string, header http.Header) netip.Prefix
	// RoomLink is the link to a room, to send to friends.
	RoomLink func(code string) string
	// FriendLink is the link to a player's invitation, to send to a friend.
	FriendLink func(code string) string
	// BodyBytes is the largest body of a call, and Time how long one may take; LongTime one that goes through the
	// rows of many boards: some of the admins', and the deletion of an account.
	BodyBytes      int
	Time, LongTime time.Duration
	Log            *zap.Logger
	// Called is told of each call that has ended, with its code, ok if it was carried out.
	Called func(procedure, code string)
	// Panicked is told of each panic that was caught, where it happened.
	Panicked func(reason any)
}

// New gives the handler of the services for clients, by their own paths.
func New(config Config) http.Handler {
	s := &services{config}
	mux := http.NewServeMux()
	mux.Handle(samedealv1connect.NewPlayerServiceHandler(s, s.options()...))
	mux.Handle(samedealv1connect.NewRoomServiceHandler(s, s.options()...))
	mux.Handle(samedealv1connect.NewFriendServiceHandler(s, s.options()...))
	mux.Handle(samedealv1connect.NewAnalysisServiceHandler(&analysisService{s}, s.options()...))
	mux.Handle(samedealv1connect.NewBoardServiceHandler(&boardService{s}, s.options()...))
	mux.Handle(samedealv1connect.NewDailyServiceHandler(&dailyService{s}, s.options()...))
	return mux
}

// NewAdmin gives the handler of the service for whoever runs the rest, by its own path. It must be served
// apart.
func NewAdmin(config Config) http.Handler {
	s := &services{config}
	mux := http.NewServeMux()
	mux.Handle(samedealv1connect.NewAdminServiceHandler(&adminService{s}, s.options()...))
	return mux
}

func (s *services) options() []connect.HandlerOption {
	return []connect.HandlerOption{
		connect.WithReadMaxBytes(s.BodyBytes),
		connect.WithInterceptors(connect.UnaryInterceptorFunc(s.around)),
	}
}

// around is done for every call.
func (s *services) around(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (response connect.AnyResponse, err error) {
		procedure := request.Spec().Procedure
		ctx, cancel := context.WithTimeout(ctx, s.timeFor(procedure))
		defer cancel()
		defer func() {
			if reason := recover(); reason != nil {
				s.Panicked(reason)
				response, err = nil, refusal(connect.CodeInternal, room.FaultOf(errPanic))
			}
			s.Called(procedure, codeName(err))
		}()
		if err := checkMethod(request); err != nil {
			return nil, s.told(ctx, procedure, err)
		}
		if response, err = next(ctx, request); err != nil {
			return nil, s.told(ctx, procedure, err)
		}
		return response, nil
	}
}

// timeFor is how long a call may take.
func (s *services) timeFor(procedure string) time.Duration {
	switch procedure {
	case samedealv1connect.AdminServiceVoidDailyProcedure, samedealv1connect.AdminServiceRemoveFromBoardsProcedure,
		samedealv1connect.AdminServiceRecomputeBoardProcedure:
		return s.LongTime
	default:
		return s.Time
	}
}

// checkMethod refuses a token that came in a URL, where logs and histories keep it.
func checkMethod(request connect.AnyRequest) error {
	holder, may := request.Any().(interface{ GetToken() string })
	if request.HTTPMethod() == http.MethodGet && may && holder.GetToken() != "" {
		return room.NewFault(samedealv1.Reason_REASON_BAD_FIELD, "token: it came in a URL, which is no place for one; call by POST")
	}
	return nil
}
