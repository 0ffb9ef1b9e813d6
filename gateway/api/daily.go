package api

import (
	"context"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// Dailies is the daily challenge, as *daily.Challenges is. No row that it gives has a name.
type Dailies interface {
	Show(ctx context.Context, player leaderboard.Player, date string) (*samedealv1.GetDailyResponse, error)
	Start(ctx context.Context, player leaderboard.Player, name, date, variant string, practice bool) (room string, err error)
	Calendar(ctx context.Context, player leaderboard.Player, month string) (*samedealv1.GetCalendarResponse, error)
	SetOffset(ctx context.Context, player leaderboard.Player, minutes int) (*samedealv1.Streak, error)
	Void(ctx context.Context, date, variant string) (daily.Voiding, error)
	RemovePlayer(ctx context.Context, player leaderboard.Player) error
}

// dailyService is the calls of DailyService.
type dailyService struct{ *services }

// GetDaily shows a day's challenges.
func (s *dailyService) GetDaily(ctx context.Context, r *connect.Request[samedealv1.GetDailyRequest]) (
	*connect.Response[samedealv1.GetDailyResponse], error,
) {
	viewer, err := s.viewer(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	shown, err := s.Dailies.Show(ctx, leaderboard.Player(viewer), r.Msg.GetDate())
	if err != nil {
		return nil, err
	}
	var rows []*samedealv1.BoardRow
	for _, challenge := range shown.GetChallenges() {
		rows = append(rows, challenge.GetMine().GetRow())
	}
	if err := s.nameRows(ctx, rows...); err != nil {
		return nil, err
	}
	return connect.NewResponse(shown), nil
}

// StartDaily begins an attempt, or practice.
func (s *dailyService) StartDaily(ctx context.Context, r *connect.Request[samedealv1.StartDailyRequest]) (
	*connect.Response[samedealv1.StartDailyResponse], error,
) {
	p, _, err := s.Guests.Resume(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	address := s.Address(r.Peer().Addr, r.Header())
	if !s.NewRooms.Try(address, p.ID) {
		return nil, room.NewFault(samedealv1.Reason_REASON_TOO_MANY, "too many rooms were made from this address; try again in a minute")
	}
	code, err := s.Dailies.Start(ctx, leaderboard.Player(p.ID), string(p.Name), r.Msg.GetDate(), r.Msg.GetVariant(), r.Msg.GetPractice())
	if err != nil {
		return nil, err
	}
	s.Lookups.Found(address, p.ID, code)
	return connect.NewResponse(&samedealv1.StartDailyResponse{Room: code}), nil
}

// GetCalendar gives what the player has done in a month.
func (s *dailyService) GetCalendar(ctx context.Context, r *connect.Request[samedealv1.GetCalendarRequest]) (
	*connect.Response[samedealv1.GetCalendarResponse], error,
) {
	p, _, err := s.Guests.Resume(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	calendar, err := s.Dailies.Calendar(ctx, leaderboard.Player(p.ID), r.Msg.GetMonth())
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(calendar), nil
}

// SetStreakOffset says when the player's days end.
func (s *dailyService) SetStreakOffset(ctx context.Context, r *connect.Request[samedealv1.SetStreakOffsetRequest]) (
	*connect.Response[samedealv1.SetStreakOffsetResponse], error,
) {
	p, _, err := s.Guests.Resume(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	streak, err := s.Dailies.SetOffset(ctx, leaderboard.Player(p.ID), int(r.Msg.GetMinutes()))
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.SetStreakOffsetResponse{Streak: streak}), nil
}
