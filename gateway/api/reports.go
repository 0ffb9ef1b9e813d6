package api

import (
	"context"
	"strings"
	"unicode/utf8"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// reportKinds are the kinds of reports, each as the wire has it.
var reportKinds = map[samedealv1.ReportKind]player.ReportKind{
	samedealv1.ReportKind_REPORT_KIND_NAME:  player.ReportName,
	samedealv1.ReportKind_REPORT_KIND_PLAY:  player.ReportPlay,
	samedealv1.ReportKind_REPORT_KIND_OTHER: player.ReportOther,
}

// ReportPlayer keeps what the token's player tells of another in a room that both have been in.
func (s *services) ReportPlayer(ctx context.Context, r *connect.Request[samedealv1.ReportPlayerRequest]) (
	*connect.Response[samedealv1.ReportPlayerResponse], error,
) {
	report, err := readReport(r.Msg)
	if err != nil {
		return nil, err
	}
	p, _, err := s.Guests.Resume(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	people, err := lookUp(ctx, s, r, room.PlayerID(p.ID), report.Room, s.Rooms.EverIn)
	if err != nil {
		return nil, err
	}
	report.By = p.ID
	if report.NameInRoom, err = namedIn(people, report); err != nil {
		return nil, err
	}
	if err := s.Moderation.Report(ctx, report); err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.ReportPlayerResponse{}), nil
}

// readReport checks what a report says. It fails with a *room.Fault.
func readReport(m *samedealv1.ReportPlayerRequest) (player.Report, error) {
	reported, err := readPlayer(m.GetPlayer())
	if err != nil {
		return player.Report{}, err
	}
	kind, known := reportKinds[m.GetKind()]
	if !known {
		return player.Report{}, room.NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"kind is %s; want REPORT_KIND_NAME, REPORT_KIND_PLAY or REPORT_KIND_OTHER", m.GetKind())
	}
	if n := utf8.RuneCountInString(m.GetText()); n > player.ReportTextMost {
		return player.Report{}, room.NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"text has %d characters; want at most %d", n, player.ReportTextMost)
	}
	return player.Report{
		Player: reported, Room: strings.ToUpper(m.GetRoom()), Kind: kind, Text: m.GetText(),
	}, nil
}

func readPlayer(text string) (player.ID, error) {
	id, err := player.ParseID(text)
	if err != nil {
		return "", room.NewFault(samedealv1.Reason_REASON_BAD_FIELD, "player: %s", err.Error())
	}
	return id, nil
}

// namedIn gives the name by which a room knew who is reported. It fails with a *room.Fault unless both have
// been in the room.
func namedIn(people map[room.PlayerID]string, r player.Report) (string, error) {
	if _, in := people[room.PlayerID(r.By)]; !in {
		return "", room.NewFault(samedealv1.Reason_REASON_NOT_IN_ROOM, "only who has been in a room may report people of it")
	}
	name, in := people[room.PlayerID(r.Player)]
	switch {
	case !in:
		return "", room.NewFault(samedealv1.Reason_REASON_BAD_FIELD, "player: they have not been in room %s", r.Room)
	case r.Player == r.By:
		return "", room.NewFault(samedealv1.Reason_REASON_BAD_FIELD, "player: want somebody else than who reports")
	}
	return name, nil
}
