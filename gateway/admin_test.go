package gateway_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
	"github.com/samedeal/samedeal/room"
)

// admin gives the service that is for whoever runs the rest.
func (s *service) admin(t *testing.T) (samedealv1connect.AdminServiceClient, string) {
	t.Helper()
	server := httptest.NewServer(s.Admin())
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return samedealv1connect.NewAdminServiceClient(server.Client(), server.URL+"/api"), server.URL
}

// Who was never in a room may not have people of it watched; who reports must find it kept as it was said.
func TestReports(t *testing.T) {
	s := newService(t)
	c := s.calls()
	admin, _ := s.admin(t)
	ana, anas := s.mustNew(t, "Ana")
	ben, _ := s.mustNew(t, "Ben")
	eve, eves := s.mustNew(t, "Eve")
	s.rooms.in = map[room.PlayerID]string{room.PlayerID(ana.ID): "Ana", room.PlayerID(ben.ID): "Ben 2"}
	const name, play = samedealv1.ReportKind_REPORT_KIND_NAME, samedealv1.ReportKind_REPORT_KIND_PLAY
	long := strings.Repeat("é", player.ReportTextMost)

	wantFault(t, c.report(t, eves, ben.ID, name, ""), connect.CodePermissionDenied, samedealv1.Reason_REASON_NOT_IN_ROOM)
	for _, err := range []error{
		c.report(t, anas, eve.ID, name, ""), c.report(t, anas, ana.ID, name, ""), c.report(t, anas, "ben", name, ""),
		c.report(t, anas, ben.ID, 0, ""), c.report(t, anas, ben.ID, 9, ""), c.report(t, anas, ben.ID, name, long+"x"),
	} {
		wantFault(t, err, connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_FIELD)
	}
	wantFault(t, c.report(t, "", ben.ID, name, ""), connect.CodeUnauthenticated, samedealv1.Reason_REASON_BAD_FIELD)
	_, err := c.ReportPlayer(t.Context(), connect.NewRequest(&samedealv1.ReportPlayerRequest{
		Token: anas, Room: "XXXXXX", Player: string(ben.ID), Kind: name,
	}))
	wantFault(t, err, connect.CodeNotFound, samedealv1.Reason_REASON_NO_SUCH_ROOM)

	if err := c.report(t, anas, ben.ID, play, long); err != nil {
		t.Fatal(err)
	}
	for range player.ReportsMost - 1 {
		if err := c.report(t, anas, ben.ID, name, ""); err != nil {
			t.Fatal(err)
		}
	}
	wantFault(t, c.report(t, anas, ben.ID, name, ""), connect.CodeResourceExhausted, samedealv1.Reason_REASON_TOO_MANY)

	if _, err := s.moderation.Ban(t.Context(), ben.ID, time.Hour, ""); err != nil {
		t.Fatal(err)
	}
	listed, err := admin.ListReports(t.Context(), connect.NewRequest(&samedealv1.ListReportsRequest{}))
	if err != nil || len(listed.Msg.GetReports()) != player.ReportsMost {
		t.Fatalf("%v, %v", listed, err)
	}
	first := listed.Msg.GetReports()[player.ReportsMost-1]
	if first.GetRoom() != theRoom || first.GetPlayer() != string(ben.ID) || first.GetNameInRoom() != "Ben 2" ||
		first.GetName() != "Ben" || !first.GetBanned() || first.GetBy() != string(ana.ID) || first.GetKind() != play ||
		first.GetText() != long || time.Since(time.UnixMilli(first.GetAtMs())).Abs() > time.Minute {
		t.Errorf("%v", first)
	}
	if err := s.guests.Delete(t.Context(), ben.ID); err != nil {
		t.Fatal(err)
	}
	listed, err = admin.ListReports(t.Context(), connect.NewRequest(&samedealv1.ListReportsRequest{Most: 1}))
	if err != nil || len(listed.Msg.GetReports()) != 1 || listed.Msg.GetReports()[0].GetName() != "" || listed.Msg.GetReports()[0].GetBanned() {
		t.Errorf("of somebody who was deleted: %v, %v", listed, err)
	}
	finish := func(id string) error {
		_, err := admin.FinishReport(t.Context(), connect.NewRequest(&samedealv1.FinishReportRequest{Id: id}))
		return err
	}
	for range 2 {
		if err := finish(first.GetId()); err != nil {
			t.Error(err)
		}
	}
	for _, id := range []string{"", "nosuchone1"} {
		wantFault(t, finish(id), connect.CodeNotFound, samedealv1.Reason_REASON_BAD_FIELD)
	}
	for all, want := range map[bool]int{false: player.ReportsMost - 1, true: player.ReportsMost} {
		listed, err := admin.ListReports(t.Context(), connect.NewRequest(&samedealv1.ListReportsRequest{All: all}))
		if err != nil || len(listed.Msg.GetReports()) != want || listed.Msg.GetReports()[want-1].GetDone() != all {
			t.Errorf("with one done there are, all %v, %v, %v", all, listed, err)
		}
	}
	_, err = admin.ListReports(t.Context(), connect.NewRequest(&samedealv1.ListReportsRequest{Most: player.ReportsKept + 1}))
	wantFault(t, err, connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_FIELD)
}

func TestAdmin(t *testing.T) {
	s := newService(t)
	admin, _ := s.admin(t)
	ctx := t.Context()
	ana, anas := s.mustNew(t, "Ana")
	show := func() *samedealv1.ShowPlayerResponse {
		t.Helper()
		shown, err := admin.ShowPlayer(ctx, connect.NewRequest(&samedealv1.ShowPlayerRequest{Player: string(ana.ID)}))
		if err != nil {
			t.Fatal(err)
		}
		return shown.Msg
	}
	ban := func(id player.ID, seconds uint32, reason string) (*connect.Response[samedealv1.BanPlayerResponse], error) {
		return admin.BanPlayer(ctx, connect.NewRequest(&samedealv1.BanPlayerRequest{Player: string(id), Seconds: seconds, Reason: reason}))
	}
	rename := func(id player.ID, name string) error {
		_, err := admin.RenamePlayer(ctx, connect.NewRequest(&samedealv1.RenamePlayerRequest{Player: string(id), Name: name}))
		return err
	}
	unban := func(id player.ID) error {
		_, err := admin.UnbanPlayer(ctx, connect.NewRequest(&samedealv1.UnbanPlayerRequest{Player: string(id)}))
		return err
	}

	if err := rename(ana.ID, " Anna "); err != nil {
		t.Fatal(err)
	}
	banned, err := ban(ana.ID, 3600, "for a reason")
	if err != nil || (time.Until(time.UnixMilli(banned.Msg.GetBan().GetUntilMs()))-time.Hour).Abs() > time.Minute {
		t.Fatalf("%v, %v", banned, err)
	}
	shown := show()
	if shown.GetName() != "Anna" || shown.GetBan().GetReason() != "for a reason" || shown.GetBan().GetUntilMs() != banned.Msg.GetBan().GetUntilMs() {
		t.Errorf("%v", shown)
	}
	if banned, err := ban(ana.ID, 0, ""); err != nil || banned.Msg.GetBan().GetUntilMs() != 0 || show().GetBan() == nil {
		t.Errorf("for good: %v, %v", banned, err)
	}
	if err := unban(ana.ID); err != nil || show().GetBan() != nil {
		t.Errorf("%v, %v", err, show())
	}
	_ = s.letIn(t, anas).Close()

	_, tooLong := ban(ana.ID, uint32(player.BanMost.Seconds())+1, "")
	_, tooLongReason := ban(ana.ID, 1, strings.Repeat("x", player.BanReasonMost+1))
	_, control := ban(ana.ID, 1, "a\nb")
	_, noID := ban("ana", 1, "")
	_, noIDToShow := admin.ShowPlayer(ctx, connect.NewRequest(&samedealv1.ShowPlayerRequest{}))
	for _, err := range []error{tooLong, tooLongReason, control, noID, noIDToShow, unban(""), rename("", "Ana")} {
		wantFault(t, err, connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_FIELD)
	}
	wantFault(t, rename(ana.ID, "Rude"), connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_NAME)
	wantFault(t, rename(ana.ID, "\u202e"), connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_NAME)

	if err := s.guests.Delete(ctx, ana.ID); err != nil {
		t.Fatal(err)
	}
	_, gone := ban(ana.ID, 1, "")
	for _, err := range []error{gone, unban(ana.ID), rename(ana.ID, "Ana")} {
		wantFault(t, err, connect.CodeNotFound, samedealv1.Reason_REASON_BAD_FIELD)
	}
	if shown := show(); shown.GetName() != "" || shown.GetBan() != nil || shown.GetGeneration() != 0 {
		t.Errorf("%v", shown)
	}
}

// What renames and bans without a token must be out of reach of the public, and of a page that a browser
// beside the service shows.
func TestAdminIsNotForThePublic(t *testing.T) {
	s := newService(t)
	_, adminURL := s.admin(t)
	post := func(url, method, origin string) int {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method,
			url+"/api"+samedealv1connect.AdminServiceListReportsProcedure, strings.NewReader(`{}`))
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
		_ = response.Body.Close()
		return response.StatusCode
	}
	for _, c := range []struct {
		url, method, origin string
		status              int
	}{
		{adminURL, http.MethodPost, "", http.StatusOK},
		{adminURL, http.MethodPost, "https://evil.example", http.StatusForbidden},
		{adminURL, http.MethodPost, adminURL, http.StatusForbidden},
		{adminURL, http.MethodGet, "", http.StatusForbidden},
		{s.http.URL, http.MethodPost, "", http.StatusNotFound},
	} {
		if status := post(c.url, c.method, c.origin); status != c.status {
			t.Errorf("%s to %s from %q: %d, want %d", c.method, c.url, c.origin, status, c.status)
		}
	}
}
