package gateway_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/gateway"
	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

func TestWelcome(t *testing.T) {
	now := time.UnixMilli(1794016800000)
	s := newService(t, func(c *gateway.Config, _ *rooms) { c.Now = func() time.Time { return now } })
	for _, subprotocol := range []string{binary, text} {
		t.Run(subprotocol, func(t *testing.T) {
			c := s.dial(t, subprotocol)
			c.send(t, hello(guest("  Ana  ")))
			first := c.welcome(t)
			want := &samedealv1.Welcome{
				Player: first.GetPlayer(), Name: "Ana", Token: first.GetToken(), NowMs: now.UnixMilli(), Protocol: 1, Build: "samedeal test",
			}
			if !proto.Equal(first, want) {
				t.Errorf("welcome %v, want %v", first, want)
			}
			again := s.dial(t, subprotocol)
			again.send(t, hello(token(first.GetToken()), func(h *samedealv1.Hello) {
				h.Protocol, h.Attempt, h.Resume = 7, 2, &samedealv1.Position{Room: "bktwrn", Event: 5}
			}))
			second := again.welcome(t)
			if second.GetPlayer() != first.GetPlayer() || second.GetName() != "Ana" || second.GetProtocol() != 1 {
				t.Errorf("welcomed back as %v", second)
			}
			if _, _, err := s.guests.Resume(t.Context(), second.GetToken()); err != nil {
				t.Errorf("the renewed token is no good: %v", err)
			}
			if got := again.receive(t).GetRoom(); got.GetCode() != theRoom || got.GetEvent() != 5 {
				t.Errorf("resumed with %v", got)
			}
			s.rooms.mu.Lock()
			defer s.rooms.mu.Unlock()
			wantVisitor := room.Visitor{
				Player: room.PlayerID(first.GetPlayer()), Name: "Ana",
				Holder: room.Holder{Tab: "0123456789abcdef", Attempt: 2},
			}
			// The two connections are welcomed in their order, and opened in any.
			if !slices.Contains(s.rooms.opened, wantVisitor) {
				t.Errorf("visitors %+v, want %+v among them", s.rooms.opened, wantVisitor)
			}
		})
	}
}

func TestHellosThatLetNobodyIn(t *testing.T) {
	s := newService(t)
	ana, anas, err := s.guests.New(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.guests.LogOut(t.Context(), anas, "a request"); err != nil {
		t.Fatal(err)
	}
	ben, bens, err := s.guests.New(t.Context(), "Ben")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.moderation.Ban(t.Context(), ben.ID, time.Hour, ""); err != nil {
		t.Fatal(err)
	}
	signer, err := player.NewSigner([]byte(theKey))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		frame *samedealv1.ClientFrame
		code  samedealv1.Close
	}{
		{"no token", hello(token("hello")), samedealv1.Close_CLOSE_BAD_TOKEN},
		{"a forged token", hello(token(anas[:len(anas)-4] + "AAAA")), samedealv1.Close_CLOSE_BAD_TOKEN},
		{"a revoked token", hello(token(anas)), samedealv1.Close_CLOSE_TOKEN_OVER},
		{"an expired token", hello(token(signer.Issue(ana.ID, 1, time.Now().Add(-player.TokenLife)))), samedealv1.Close_CLOSE_TOKEN_OVER},
		{"nobody known", hello(token(signer.Issue("anaaaaaaaaaaaaaaaaaaaaaaaa", 0, time.Now()))), samedealv1.Close_CLOSE_TOKEN_OVER},
		{"somebody banned", hello(token(bens)), samedealv1.Close_CLOSE_BANNED},
		{"nobody", hello(), samedealv1.Close_CLOSE_BAD_FRAME},
		{"too old", hello(guest("Ana"), func(h *samedealv1.Hello) { h.Protocol = 0 }), samedealv1.Close_CLOSE_TOO_OLD},
		{"a long build", hello(guest("Ana"), func(h *samedealv1.Hello) { h.Build = strings.Repeat("x", 65) }), samedealv1.Close_CLOSE_BAD_FRAME},
		{"a short tab", hello(guest("Ana"), func(h *samedealv1.Hello) { h.Tab = []byte("tab") }), samedealv1.Close_CLOSE_BAD_FRAME},
		{"no hello first", enter(1, theRoom), samedealv1.Close_CLOSE_BAD_FRAME},
	} {
		for _, subprotocol := range []string{binary, text} {
			t.Run(c.name+" "+subprotocol, func(t *testing.T) {
				client := s.dial(t, subprotocol)
				client.send(t, c.frame)
				t.Log(client.want(t, c.code))
			})
		}
	}
	if n := s.metric(t, "closes_total", "code=CLOSE_TOO_OLD"); n != 2 {
		t.Errorf("%v were closed as too old", n)
	}
}

func TestANameCanBeCorrected(t *testing.T) {
	s := newService(t)
	c := s.dial(t, binary)
	for _, name := range []string{"\u202e", "", "RUD3"} {
		c.send(t, hello(guest(name)))
		if a := c.receive(t).GetAnswer(); a.GetId() != 0 || a.GetFault().GetReason() != samedealv1.Reason_REASON_BAD_NAME {
			t.Fatalf("answer %v", a)
		}
	}
	c.send(t, hello(guest("Ana")))
	c.welcome(t)

	c = s.dial(t, text)
	for range 4 {
		c.send(t, hello(guest("")))
	}
	if reason := c.want(t, samedealv1.Close_CLOSE_BAD_NAME); !strings.Contains(reason, "empty") {
		t.Errorf("closed with %q", reason)
	}
}

// A store that fails is logged once for each client that it keeps out, and not shown.
func TestAStoreThatFails(t *testing.T) {
	core, logs := observer.New(zapcore.WarnLevel)
	s := newService(t, func(c *gateway.Config, _ *rooms) { c.Log = zap.New(core) })
	_, anas, err := s.guests.New(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	s.players.Fail(errors.New("secret"))
	for n, frame := range []*samedealv1.ClientFrame{hello(guest("Ana")), hello(token(anas))} {
		c := s.dial(t, binary)
		c.send(t, frame)
		if reason := c.want(t, samedealv1.Close_CLOSE_TRY_AGAIN); strings.Contains(reason, "secret") {
			t.Errorf("closed with %q", reason)
		}
		if logs.Len() != n+1 {
			t.Errorf("logged %v", logs.All())
		}
	}
}
