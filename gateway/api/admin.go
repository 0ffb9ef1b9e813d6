package api

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"

	"connectrpc.com/connect"
	"go.uber.org/zap"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

const reportsStandard = 100

// adminService is the calls of AdminService.
type adminService struct{ *services }

// ListReports gives what players have reported, with what is known now of who is reported.
func (s *adminService) ListReports(ctx context.Context, r *connect.Request[samedealv1.ListReportsRequest]) (
	*connect.Response[samedealv1.ListReportsResponse], error,
) {
	most, err := howMany(r.Msg.GetMost(), player.ReportsKept, reportsStandard)
	if err != nil {
		return nil, err
	}
	reports, err := s.Moderation.Reports(ctx, int(most), r.Msg.GetAll())
	if err != nil {
		return nil, err
	}
	ids := make([]player.ID, len(reports))
	for i, report := range reports {
		ids[i] = report.Player
	}
	records, err := s.Moderation.Records(ctx, ids...)
	if err != nil {
		return nil, err
	}
	listed := &samedealv1.ListReportsResponse{}
	for i, report := range reports {
		listed.Reports = append(listed.Reports, reportMessage(report, records[i]))
	}
	return connect.NewResponse(listed), nil
}

func reportMessage(r player.Report, of player.Record) *samedealv1.Report {
	message := &samedealv1.Report{
		AtMs: r.At.UnixMilli(), Room: r.Room, Player: string(r.Player), NameInRoom: r.NameInRoom,
		Name: string(of.Name), Banned: of.Ban != player.Ban{}, By: string(r.By), Text: r.Text,
		Id: r.ID(), Done: r.Done,
	}
	for kind, name := range reportKinds {
		if name == r.Kind {
			message.Kind = kind
		}
	}
	return message
}

// FinishReport marks a report as dealt with.
func (s *adminService) FinishReport(ctx context.Context, r *connect.Request[samedealv1.FinishReportRequest]) (
	*connect.Response[samedealv1.FinishReportResponse], error,
) {
	id := r.Msg.GetId()
	switch err := s.Moderation.FinishReport(ctx, id); {
	case errors.Is(err, player.ErrNoReport):
		return nil, refusal(connect.CodeNotFound, room.NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"id: there is no report %q; want one that ListReports gives", id))
	case err != nil:
		return nil, err
	}
	s.Log.Info("an admin has dealt with a report", zap.String("report", id))
	return connect.NewResponse(&samedealv1.FinishReportResponse{}), nil
}

// ShowPlayer shows what is kept of a player.
func (s *adminService) ShowPlayer(ctx context.Context, r *connect.Request[samedealv1.ShowPlayerRequest]) (
	*connect.Response[samedealv1.ShowPlayerResponse], error,
) {
	id, err := readPlayer(r.Msg.GetPlayer())
	if err != nil {
		return nil, err
	}
	records, err := s.Moderation.Records(ctx, id)
	if err != nil {
		return nil, err
	}
	shown := &samedealv1.ShowPlayerResponse{
		Player: string(id), Name: string(records[0].Name), Generation: records[0].Generation,
	}
	if ban := records[0].Ban; ban != (player.Ban{}) {
		shown.Ban = banMessage(ban)
	}
	return connect.NewResponse(shown), nil
}

func banMessage(ban player.Ban) *samedealv1.Ban {
	message := &samedealv1.Ban{Reason: ban.Reason}
	if !ban.IsForGood() {
		message.UntilMs = ban.Until.UnixMilli()
	}
	return message
}

// RenamePlayer gives a player another name.
func (s *adminService) RenamePlayer(ctx context.Context, r *connect.Request[samedealv1.RenamePlayerRequest]) (
	*connect.Response[samedealv1.RenamePlayerResponse], error,
) {
	id, err := readPlayer(r.Msg.GetPlayer())
	if err != nil {
		return nil, err
	}
	name, err := player.ParseName(r.Msg.GetName())
	if err != nil {
		return nil, err
	}
	if err := s.Moderation.Rename(ctx, id, name); err != nil {
		return nil, orNobody(id, err)
	}
	s.Log.Info("an admin renamed a player", zap.String("player", string(id)))
	return connect.NewResponse(&samedealv1.RenamePlayerResponse{Name: string(name)}), nil
}

// BanPlayer keeps a player out.
func (s *adminService) BanPlayer(ctx context.Context, r *connect.Request[samedealv1.BanPlayerRequest]) (
	*connect.Response[samedealv1.BanPlayerResponse], error,
) {
	id, err := readPlayer(r.Msg.GetPlayer())
	if err != nil {
		return nil, err
	}
	length, reason := time.Duration(r.Msg.GetSeconds())*time.Second, r.Msg.GetReason()
	if err := checkBan(length, reason); err != nil {
		return nil, err
	}
	ban, err := s.Moderation.Ban(ctx, id, length, reason)
	if err != nil {
		return nil, orNobody(id, err)
	}
	s.Log.Info("an admin banned a player",
		zap.String("player", string(id)), zap.Time("until", ban.Until), zap.String("reason", reason))
	return connect.NewResponse(&samedealv1.BanPlayerResponse{Ban: banMessage(ban)}), nil
}

func checkBan(length time.Duration, reason string) error {
	switch {
	case length > player.BanMost:
		return room.NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"seconds is %d; want 1 to %d, or 0 for good", int64(length.Seconds()), int64(player.BanMost.Seconds()))
	case len(reason) > player.BanReasonMost:
		return room.NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"reason has %d bytes; want at most %d", len(reason), player.BanReasonMost)
	case strings.ContainsFunc(reason, unicode.IsControl):
		return room.NewFault(samedealv1.Reason_REASON_BAD_FIELD, "reason has a control character; want text on one line")
	}
	return nil
}

// UnbanPlayer lets a player in again.
func (s *adminService) UnbanPlayer(ctx context.Context, r *connect.Request[samedealv1.UnbanPlayerRequest]) (
	*connect.Response[samedealv1.UnbanPlayerResponse], error,
) {
	id, err := readPlayer(r.Msg.GetPlayer())
	if err != nil {
		return nil, err
	}
	if err := s.Moderation.Unban(ctx, id); err != nil {
		return nil, orNobody(id, err)
	}
	s.Log.Info("an admin lifted a player's ban", zap.String("player", string(id)))
	return connect.NewResponse(&samedealv1.UnbanPlayerResponse{}), nil
}

// orNobody says that there is no such player where that is the error.
func orNobody(id player.ID, err error) error {
	if errors.Is(err, player.ErrUnknown) {
		return refusal(connect.CodeNotFound,
			room.NewFault(samedealv1.Reason_REASON_BAD_FIELD, "player: nobody with the id %s is known here", id))
	}
	return err
}
