package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/gorilla/websocket"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
)

// soon is how long a connection may stay open, at any node, after its player may not be in any more.
const soon = 10 * time.Second

func playerService(s *service) samedealv1connect.PlayerServiceClient {
	return samedealv1connect.NewPlayerServiceClient(http.DefaultClient, s.publicURL+"/api")
}

func adminService(s *service) samedealv1connect.AdminServiceClient {
	return samedealv1connect.NewAdminServiceClient(http.DefaultClient, s.adminURL+"/api")
}

// adminTestService is testService with what is for admins, and with words that are not to be in names.
func adminTestService(t *testing.T, redisURL, words string) *service {
	t.Helper()
	file := filepath.Join(t.TempDir(), "words.txt")
	if err := os.WriteFile(file, []byte(words), 0o600); err != nil {
		t.Fatal(err)
	}
	c := serveCommand{
		Listen: "127.0.0.1:0", AdminListen: "127.0.0.1:0", Redis: redisURL, NameWords: file, FrameRate: 1e6, FrameBurst: 1e6,
	}
	if redisURL == "" {
		c.Data = t.TempDir()
	}
	return startTest(t, c, layer{})
}

// onEachStore runs a test on the embedded store, on a Redis, and on two nodes of one Redis.
func onEachStore(t *testing.T, test func(t *testing.T, one, other *service)) {
	const words = "rude*\n"
	t.Run("embedded", func(t *testing.T) {
		t.Parallel()
		s := adminTestService(t, "", words)
		test(t, s, s)
	})
	t.Run("two nodes", func(t *testing.T) {
		t.Parallel()
		address := "redis://" + redistest.Single(t).Addr()
		test(t, adminTestService(t, address, words), adminTestService(t, address, words))
	})
}

// dialToken is a client that comes in by a token.
func dialToken(t *testing.T, s *service, token string) *rawClient {
	t.Helper()
	c := openRaw(t, s)
	c.send(fmt.Sprintf(`{"hello":{"protocol":1,"build":"test","token":%q}}`, token))
	c.token = c.await("welcome", func(f *samedealv1.ServerFrame) bool { return f.GetWelcome() != nil }).GetWelcome().GetToken()
	return c
}

// wantClosed waits for the server to close a connection with a code, and gives how long that took.
func (c *rawClient) wantClosed(code samedealv1.Close) string {
	c.t.Helper()
	start := time.Now()
	for late := time.After(eventually); ; {
		_, err := c.came.take(late)
		if err == nil {
			continue
		}
		var closed *websocket.CloseError
		if !errors.As(err, &closed) || closed.Code != int(code) {
			c.t.Fatalf("closed with %v, want %v", err, code)
		}
		if took := time.Since(start); took > soon {
			c.t.Errorf("closed after %v", took)
		}
		return closed.Text
	}
}

// wantReason checks for what reason a call failed.
func wantReason(t *testing.T, err error, want samedealv1.Reason) {
	t.Helper()
	var failed *connect.Error
	if !errors.As(err, &failed) || len(failed.Details()) != 1 {
		t.Errorf("error %v, want %v", err, want)
		return
	}
	detail, err := failed.Details()[0].Value()
	if fault, ok := detail.(*samedealv1.Fault); err != nil || !ok || fault.GetReason() != want {
		t.Errorf("failed with %v, %v; want %v", detail, err, want)
	}
}

func mustGuest(t *testing.T, s *service, name string) *samedealv1.CreateGuestResponse {
	t.Helper()
	guest, err := playerService(s).CreateGuest(t.Context(), connect.NewRequest(&samedealv1.CreateGuestRequest{Name: name}))
	if err != nil {
		t.Fatal(err)
	}
	return guest.Msg
}

// A code read at one node lets its player in at another, once; nothing else has to be carried over.
func TestAnotherDeviceComesInByACode(t *testing.T) {
	t.Parallel()
	onEachStore(t, func(t *testing.T, one, other *service) {
		ana := mustGuest(t, one, "Ana")
		made, err := playerService(one).CreateDeviceCode(t.Context(), connect.NewRequest(&samedealv1.CreateDeviceCodeRequest{Token: ana.GetToken()}))
		if err != nil {
			t.Fatal(err)
		}
		use := func() (*connect.Response[samedealv1.UseDeviceCodeResponse], error) {
			return playerService(other).UseDeviceCode(t.Context(), connect.NewRequest(&samedealv1.UseDeviceCodeRequest{
				Code: strings.ToLower(made.Msg.GetCode()),
			}))
		}
		used, err := use()
		if err != nil || used.Msg.GetPlayer() != ana.GetPlayer() || used.Msg.GetName() != "Ana" {
			t.Fatalf("%v, %v", used, err)
		}
		dialToken(t, one, used.Msg.GetToken())
		_, err = use()
		wantReason(t, err, samedealv1.Reason_REASON_BAD_DEVICE_CODE)
	})
}

// Whoever logs out everywhere else is rid of every connection, at whatever node, and goes on here.
func TestLoggingOutEndsConnectionsEverywhere(t *testing.T) {
	t.Parallel()
	onEachStore(t, func(t *testing.T, one, other *service) {
		here := dialRaw(t, one, "Ana")
		there := dialToken(t, other, here.token)
		boris := dialRaw(t, other, "Boris")
		response, err := playerService(one).LogOutEverywhere(t.Context(), connect.NewRequest(&samedealv1.LogOutEverywhereRequest{
			Token: here.token, RequestId: "a request",
		}))
		if err != nil {
			t.Fatal(err)
		}
		fresh := dialToken(t, other, response.Msg.GetToken())
		there.wantClosed(samedealv1.Close_CLOSE_TOKEN_OVER)
		here.wantClosed(samedealv1.Close_CLOSE_TOKEN_OVER)
		late := openRaw(t, other)
		late.send(fmt.Sprintf(`{"hello":{"protocol":1,"build":"test","token":%q}}`, there.token))
		late.wantClosed(samedealv1.Close_CLOSE_TOKEN_OVER)
		for _, c := range []*rawClient{fresh, boris} {
			c.wantAlive()
		}
	})
}

// wantAlive fails unless a connection still answers.
func (c *rawClient) wantAlive() {
	c.t.Helper()
	c.send(`{"command":{"id":999,"room":"BBBBBB","leave":{}}}`)
	c.await("an answer", func(f *samedealv1.ServerFrame) bool { return f.GetAnswer().GetId() == 999 })
}

// Whoever deletes their account is gone at every node; their seat in a race runs out, and the race goes on
// for the others.
func TestADeletedAccountIsGone(t *testing.T) {
	t.Parallel()
	onEachStore(t, func(t *testing.T, one, other *service) {
		ana, boris := dialRaw(t, one, "Ana"), dialRaw(t, other, "Boris")
		code := createRoom(t, one, ana.token, `{"deal":"TF1-D1N","countdownS":3}`)
		ana.command(code, `"enter":{}`)
		boris.command(code, `"enter":{}`)
		ana.command(code, `"start":{}`)
		boris.await("the start", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard() != nil })
		remove := func() error {
			_, err := playerService(other).DeleteAccount(t.Context(), connect.NewRequest(&samedealv1.DeleteAccountRequest{Token: ana.token}))
			return err
		}
		if err := remove(); err != nil {
			t.Fatal(err)
		}
		ana.wantClosed(samedealv1.Close_CLOSE_TOKEN_OVER)
		if err := remove(); connect.CodeOf(err) != connect.CodeUnauthenticated {
			t.Errorf("error %v", err)
		}
		boris.act(code, 1, 1, `"resign":{}`)
		room := boris.await("the seat's end", func(f *samedealv1.ServerFrame) bool {
			seats := f.GetRoom().GetSeats()
			return len(seats) == 2 && seats[1].GetResult() != nil
		}).GetRoom()
		if room.GetPhase() != samedealv1.Phase_PHASE_RACING || room.GetSeats()[0].GetResult() != nil || room.GetSeats()[0].GetName() != "Ana" {
			t.Errorf("the room is %v", room)
		}
	})
}

// A ban made at one node keeps its player out at all, until it is lifted.
func TestABanHoldsEverywhere(t *testing.T) {
	t.Parallel()
	onEachStore(t, func(t *testing.T, one, other *service) {
		ana := mustGuest(t, one, "Ana")
		here, there := dialToken(t, one, ana.GetToken()), dialToken(t, other, ana.GetToken())
		ban := &samedealv1.BanPlayerRequest{Player: ana.GetPlayer(), Seconds: 3600, Reason: "the name, again"}
		if _, err := adminService(one).BanPlayer(t.Context(), connect.NewRequest(ban)); err != nil {
			t.Fatal(err)
		}
		for _, c := range []*rawClient{here, there} {
			if reason := c.wantClosed(samedealv1.Close_CLOSE_BANNED); !strings.HasSuffix(reason, ": the name, again") {
				t.Errorf("closed with %q", reason)
			}
		}
		late := openRaw(t, other)
		late.send(fmt.Sprintf(`{"hello":{"protocol":1,"build":"test","token":%q}}`, ana.GetToken()))
		late.wantClosed(samedealv1.Close_CLOSE_BANNED)
		_, err := playerService(other).CreateDeviceCode(t.Context(), connect.NewRequest(&samedealv1.CreateDeviceCodeRequest{Token: ana.GetToken()}))
		wantReason(t, err, samedealv1.Reason_REASON_BANNED)
		unban := &samedealv1.UnbanPlayerRequest{Player: ana.GetPlayer()}
		if _, err := adminService(other).UnbanPlayer(t.Context(), connect.NewRequest(unban)); err != nil {
			t.Fatal(err)
		}
		dialToken(t, one, ana.GetToken())
	})
}

// What a player reports is read by whoever runs the service, with what the room knew of both; who was never
// there has nothing to report.
func TestReportsAreRead(t *testing.T) {
	t.Parallel()
	onEachStore(t, func(t *testing.T, one, other *service) {
		ana, boris, eve := dialRaw(t, one, "Ana"), dialRaw(t, other, "Ana"), dialRaw(t, other, "Eve")
		code := createRoom(t, one, ana.token, `{"deal":"TF1-D1N","countdownS":3}`)
		ana.command(code, `"enter":{}`)
		boris.command(code, `"enter":{"watch":true}`)
		ana.command(code, `"leave":{}`)
		report := func(token string) error {
			_, err := playerService(other).ReportPlayer(t.Context(), connect.NewRequest(&samedealv1.ReportPlayerRequest{
				Token: token, Room: code, Player: boris.player, Kind: samedealv1.ReportKind_REPORT_KIND_NAME, Text: "my \x1b[31mname",
			}))
			return err
		}
		wantReason(t, report(eve.token), samedealv1.Reason_REASON_NOT_IN_ROOM)
		// She has left, but was there; so who came second needs no number any more.
		if err := report(ana.token); err != nil {
			t.Fatal(err)
		}
		wantReports := func(flag, want string) {
			t.Helper()
			var out, failed bytes.Buffer
			args := append([]string{"admin", "reports", "--server", one.adminURL}, strings.Fields(flag)...)
			if code := run(args, streams{out: &out, err: &failed}); code != 0 || !strings.HasSuffix(out.String(), want) {
				t.Errorf("exits with %d: %s%s; want %s", code, &out, &failed, want)
			}
		}
		wantReports("", fmt.Sprintf("  %s \"Ana\"  name in %s, by %s: \"my \\x1b[31mname\"\n", boris.player, code, ana.player))
		wantReports("--json", fmt.Sprintf(
			`"room":%q,"player":%q,"name_in_room":"Ana","name":"Ana","banned":false,"kind":"name","by":%q,"text":"my \u001b[31mname","done":false}`+"\n",
			code, boris.player, ana.player))
		if _, err := playerService(one).DeleteAccount(t.Context(), connect.NewRequest(&samedealv1.DeleteAccountRequest{Token: boris.token})); err != nil {
			t.Fatal(err)
		}
		gone := fmt.Sprintf("  %s \"Ana\" (not known any more)  name in %s, by %s: \"my \\x1b[31mname\"", boris.player, code, ana.player)
		wantReports("", gone+"\n")
		listed, err := adminService(one).ListReports(t.Context(), connect.NewRequest(&samedealv1.ListReportsRequest{}))
		if err != nil || len(listed.Msg.GetReports()) != 1 {
			t.Fatalf("%v, %v", listed, err)
		}
		id := listed.Msg.GetReports()[0].GetId()
		var out, failed bytes.Buffer
		if code := run([]string{"admin", "report", "done", id, "--server", other.adminURL}, streams{out: &out, err: &failed}); code != 0 {
			t.Errorf("exits with %d: %s", code, &failed)
		}
		if want := "The report " + id + " is done.\n"; out.String() != want {
			t.Errorf("says %q, want %q", &out, want)
		}
		wantNoReports(t, one)
		wantReports("--all", gone+"  done\n")
	})
}

// wantNoReports fails if any report is left to be dealt with.
func wantNoReports(t *testing.T, s *service) {
	t.Helper()
	listed, err := adminService(s).ListReports(t.Context(), connect.NewRequest(&samedealv1.ListReportsRequest{}))
	if err != nil || len(listed.Msg.GetReports()) != 0 {
		t.Errorf("left are %v, %v", listed, err)
	}
}

// A word of the list is in no name, whichever way it comes in.
func TestNamesHaveNoWordOfTheList(t *testing.T) {
	t.Parallel()
	s := adminTestService(t, "", "# not here\nrude*\n")
	_, err := playerService(s).CreateGuest(t.Context(), connect.NewRequest(&samedealv1.CreateGuestRequest{Name: "Rud3ness"}))
	wantReason(t, err, samedealv1.Reason_REASON_BAD_NAME)
	ana := mustGuest(t, s, "Crude Ana")
	_, err = playerService(s).Rename(t.Context(), connect.NewRequest(&samedealv1.RenameRequest{Token: ana.GetToken(), Name: "so RUDE"}))
	wantReason(t, err, samedealv1.Reason_REASON_BAD_NAME)
	_, err = adminService(s).RenamePlayer(t.Context(), connect.NewRequest(&samedealv1.RenamePlayerRequest{Player: ana.GetPlayer(), Name: "ruder"}))
	wantReason(t, err, samedealv1.Reason_REASON_BAD_NAME)
	c := openRaw(t, s)
	c.send(`{"hello":{"protocol":1,"build":"test","guest":{"name":"rude"}}}`)
	fault := c.await("an answer", func(f *samedealv1.ServerFrame) bool { return f.GetAnswer() != nil }).GetAnswer().GetFault()
	if fault.GetReason() != samedealv1.Reason_REASON_BAD_NAME {
		t.Errorf("answered %v", fault)
	}
}

// The calls as the protocol's description shows them, in JSON.
func TestDeletingAsJSON(t *testing.T) {
	t.Parallel()
	s := adminTestService(t, "", "")
	ana := mustGuest(t, s, "Ana")
	body, err := protojson.Marshal(&samedealv1.DeleteAccountRequest{Token: ana.GetToken()})
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Post(s.publicURL+"/api/samedeal.v1.PlayerService/DeleteAccount", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	var answer map[string]any
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || response.StatusCode != http.StatusOK || len(answer) != 0 {
		t.Errorf("%s %v, %v", response.Status, answer, err)
	}
}
