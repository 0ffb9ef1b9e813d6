package player_test

import (
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"github.com/samedeal/samedeal/player"
)

func mustCode(t *testing.T, s *service, p player.Player) string {
	t.Helper()
	code, err := s.devices.NewCode(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return string(code)
}

func (s *service) wantBadCode(t *testing.T, code string) {
	t.Helper()
	if p, token, err := s.devices.Use(t.Context(), code); !errors.Is(err, player.ErrBadDeviceCode) || token != "" || p != (player.Player{}) {
		t.Errorf("%q lets %+v in, %v", code, p, err)
	}
}

func TestComingInOnAnotherDevice(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	code := mustCode(t, s, ana)
	got, second, err := s.devices.Use(t.Context(), code)
	if err != nil || got != ana {
		t.Fatalf("%+v, %v; want %+v", got, err, ana)
	}
	s.wantIn(t, second, ana)
	s.wantIn(t, token, ana)
	s.wantBadCode(t, code) // it was good once
	s.wantBadCode(t, "")
	s.wantBadCode(t, "BKTWRNHJVD")
}

// A code that somebody has seen must not let them in later, nor past a log-out that was to keep them out.
func TestACodeIsSoonOver(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	first := mustCode(t, s, ana)
	second := mustCode(t, s, ana)
	s.wantBadCode(t, first)
	s.time = s.time.Add(player.DeviceCodeLife)
	s.wantBadCode(t, second)
	before := mustCode(t, s, ana)
	s.logOut(t, token, "a request")
	s.wantBadCode(t, before)
}

func TestACodeIsNoWayAroundABan(t *testing.T) {
	s := newService(t)
	ana, _ := mustNew(t, s, "Ana")
	code := mustCode(t, s, ana)
	if _, err := s.moderation.Ban(t.Context(), ana.ID, time.Hour, ""); err != nil {
		t.Fatal(err)
	}
	var banned *player.BanError
	if p, token, err := s.devices.Use(t.Context(), code); !errors.As(err, &banned) || token != "" {
		t.Errorf("%+v, %v", p, err)
	}
}

// Letters that some codes have more often would make them easier to guess.
func TestCodesAreEvenlyDrawn(t *testing.T) {
	const codes = 4000
	counts := map[rune]int{}
	for range codes {
		code, err := player.NewDeviceCode(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := player.ParseDeviceCode(string(code)); err != nil || again != code {
			t.Fatalf("%q is read as %q, %v", code, again, err)
		}
		for _, letter := range code {
			counts[letter]++
		}
	}
	// Each is 1 in 20, give or take 8 standard deviations.
	for letter, n := range counts {
		if want := codes * player.DeviceCodeLength / 20; n < want-350 || n > want+350 {
			t.Errorf("%c is drawn %d times, want about %d", letter, n, want)
		}
	}
	if len(counts) != 20 {
		t.Errorf("%d letters", len(counts))
	}
}
