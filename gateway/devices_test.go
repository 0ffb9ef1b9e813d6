package gateway_test

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/gateway"
	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func (c calls) createCode(t *testing.T, token string) (string, error) {
	t.Helper()
	made, err := c.CreateDeviceCode(t.Context(), connect.NewRequest(&samedealv1.CreateDeviceCodeRequest{Token: token}))
	if err != nil {
		return "", err
	}
	if made.Msg.GetSeconds() != 300 {
		t.Errorf("the code is good for %d s", made.Msg.GetSeconds())
	}
	return made.Msg.GetCode(), nil
}

func (c calls) useCode(t *testing.T, code string) (*samedealv1.UseDeviceCodeResponse, error) {
	t.Helper()
	used, err := c.UseDeviceCode(t.Context(), connect.NewRequest(&samedealv1.UseDeviceCodeRequest{Code: code}))
	if err != nil {
		return nil, err
	}
	return used.Msg, nil
}

func (c calls) logOut(t *testing.T, token, request string) (string, error) {
	t.Helper()
	response, err := c.LogOutEverywhere(t.Context(), connect.NewRequest(&samedealv1.LogOutEverywhereRequest{
		Token: token, RequestId: request,
	}))
	if err != nil {
		return "", err
	}
	return response.Msg.GetToken(), nil
}

func TestAnotherDeviceComesIn(t *testing.T) {
	s := newService(t)
	c := s.calls()
	ana, anas := s.mustNew(t, "Ana")
	code, err := c.createCode(t, anas)
	if err != nil {
		t.Fatal(err)
	}
	used, err := c.useCode(t, " "+code[:5]+"-"+code[5:]+" ")
	if err != nil || used.GetPlayer() != string(ana.ID) || used.GetName() != "Ana" {
		t.Fatalf("%v, %v", used, err)
	}
	_ = s.letIn(t, used.GetToken()).Close()
	for _, bad := range []string{code, "", "BKTWRNHJVD", "nonsense"} {
		_, err := c.useCode(t, bad)
		wantFault(t, err, connect.CodeNotFound, samedealv1.Reason_REASON_BAD_DEVICE_CODE)
	}
	_, err = c.createCode(t, "")
	wantFault(t, err, connect.CodeUnauthenticated, samedealv1.Reason_REASON_BAD_FIELD)
}

// Whoever tries codes must not get around the limit by trying many at once, nor by what else may be
// looked up.
func TestCodesCannotBeGuessed(t *testing.T) { synctest.Test(t, checkCodesCannotBeGuessed) }

func checkCodesCannotBeGuessed(t *testing.T) {
	s := newPipedService(t, func(c *gateway.Config, _ *rooms) { c.Limits.DeviceCodes = 5 })
	c := s.calls()
	var mu sync.Mutex
	var tried, refused int
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			_, err := c.useCode(t, "BKTWRNHJVD")
			mu.Lock()
			defer mu.Unlock()
			switch connect.CodeOf(err) {
			case connect.CodeNotFound:
				tried++
			case connect.CodeResourceExhausted:
				refused++
			default:
				t.Errorf("error %v", err)
			}
		})
	}
	all.Wait()
	if tried != 5 || refused != 45 {
		t.Errorf("%d were tried, %d refused", tried, refused)
	}
	_, err := c.useCode(t, "BKTWRNHJVD")
	wantFault(t, err, connect.CodeResourceExhausted, samedealv1.Reason_REASON_TOO_MANY)
	if _, err := c.GetRoom(t.Context(), connect.NewRequest(&samedealv1.GetRoomRequest{Code: theRoom})); err != nil {
		t.Errorf("a room is refused too: %v", err)
	}
}

func TestLogOutEverywhere(t *testing.T) {
	s := newService(t)
	c := s.calls()
	_, anas := s.mustNew(t, "Ana")
	fresh, err := c.logOut(t, anas, "a request")
	if err != nil {
		t.Fatal(err)
	}
	again, err := c.logOut(t, anas, "a request")
	if err != nil {
		t.Fatal(err)
	}
	_ = s.letIn(t, fresh).Close()
	_ = s.letIn(t, again).Close()
	for _, wrong := range []struct {
		token, request string
		code           connect.Code
	}{
		{anas, "another", connect.CodeUnauthenticated},
		{"", "another", connect.CodeUnauthenticated},
		{fresh, "", connect.CodeInvalidArgument},
		{fresh, string(make([]byte, 65)), connect.CodeInvalidArgument},
	} {
		_, err := c.logOut(t, wrong.token, wrong.request)
		wantFault(t, err, wrong.code, samedealv1.Reason_REASON_BAD_FIELD)
	}
	_ = s.letIn(t, fresh).Close()
}

func TestDeleteAccount(t *testing.T) {
	s := newService(t)
	c := s.calls()
	_, anas := s.mustNew(t, "Ana")
	remove := func() error {
		_, err := c.DeleteAccount(t.Context(), connect.NewRequest(&samedealv1.DeleteAccountRequest{Token: anas}))
		return err
	}
	if err := remove(); err != nil {
		t.Fatal(err)
	}
	wantFault(t, remove(), connect.CodeUnauthenticated, samedealv1.Reason_REASON_BAD_FIELD)
	client := s.dial(t, binary)
	client.send(t, hello(token(anas)))
	client.want(t, samedealv1.Close_CLOSE_TOKEN_OVER)
}

// A ban that one of the calls does not heed is none.
func TestWhoIsBannedCanCallNothing(t *testing.T) {
	s := newService(t)
	c, ctx := s.calls(), t.Context()
	ana, anas := s.mustNew(t, "Ana")
	ben, _ := s.mustNew(t, "Ben")
	if _, err := s.moderation.Ban(ctx, ana.ID, time.Hour, "for a reason"); err != nil {
		t.Fatal(err)
	}
	_, renameErr := c.Rename(ctx, connect.NewRequest(&samedealv1.RenameRequest{Token: anas, Name: "Ana"}))
	_, roomErr := c.CreateRoom(ctx, connect.NewRequest(&samedealv1.CreateRoomRequest{Token: anas, RequestId: "1"}))
	_, codeErr := c.createCode(t, anas)
	_, logOutErr := c.logOut(t, anas, "a request")
	_, deleteErr := c.DeleteAccount(ctx, connect.NewRequest(&samedealv1.DeleteAccountRequest{Token: anas}))
	reportErr := c.report(t, anas, ben.ID, samedealv1.ReportKind_REPORT_KIND_NAME, "")
	_, shownErr := c.showInvitation(t, anas, "BKTWRNHJVD")
	for _, err := range append(c.friendCalls(t, anas, ben.ID), shownErr, renameErr, roomErr, codeErr, logOutErr, deleteErr, reportErr) {
		wantFault(t, err, connect.CodePermissionDenied, samedealv1.Reason_REASON_BANNED)
	}
}

func (c calls) report(t *testing.T, token string, id player.ID, kind samedealv1.ReportKind, text string) error {
	t.Helper()
	_, err := c.ReportPlayer(t.Context(), connect.NewRequest(&samedealv1.ReportPlayerRequest{
		Token: token, Room: "bktwrn", Player: string(id), Kind: kind, Text: text,
	}))
	return err
}
