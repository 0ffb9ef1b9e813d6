package player_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/samedeal/samedeal/player"
)

func TestABanKeepsItsPlayerOut(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	s.wantStanding(t, ana, nil)
	ban, err := s.moderation.Ban(t.Context(), ana.ID, 7*24*time.Hour, "for a reason")
	if err != nil || !ban.Until.Equal(s.time.Add(7*24*time.Hour)) {
		t.Fatalf("%+v, %v", ban, err)
	}
	wantBanned := func(want string) {
		t.Helper()
		var banned *player.BanError
		if _, renewed, err := s.Resume(t.Context(), token); !errors.As(err, &banned) || err.Error() != want || renewed != "" {
			t.Errorf("error %v, want %s", err, want)
		}
		if _, err := s.LogOut(t.Context(), token, "a request"); !errors.As(err, &banned) {
			t.Errorf("error %v", err)
		}
		s.wantStanding(t, ana, &player.BanError{})
	}
	wantBanned("banned until 2026-03-08T12:00:00Z: for a reason")
	s.time = ban.Until
	s.wantIn(t, token, ana)
	s.wantStanding(t, ana, nil)

	if _, err := s.moderation.Ban(t.Context(), ana.ID, 0, ""); err != nil {
		t.Fatal(err)
	}
	wantBanned("banned for good")
	if err := s.moderation.Unban(t.Context(), ana.ID); err != nil {
		t.Fatal(err)
	}
	s.wantIn(t, token, ana)
}

// wantStanding checks what whoever holds a player's connection is told: nothing, a token's error, or a ban.
func (s *service) wantStanding(t *testing.T, p player.Player, want error) {
	t.Helper()
	got, err := s.standing.Check(t.Context(), []player.Player{p})
	if err != nil || len(got) != 1 {
		t.Fatalf("%v, %v", got, err)
	}
	var banned *player.BanError
	if errors.As(want, &banned) && errors.As(got[0], &banned) {
		return
	}
	if !errors.Is(got[0], want) {
		t.Errorf("standing %v, want %v", got[0], want)
	}
}

// A connection outlives the token that let it in, unless somebody is told.
func TestStanding(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	ben, _ := mustNew(t, s, "Ben")
	cleo, _ := mustNew(t, s, "Cleo")
	s.logOut(t, token, "a request")
	if err := s.Delete(t.Context(), ben.ID); err != nil {
		t.Fatal(err)
	}
	s.wantStanding(t, ana, player.ErrRevoked)
	s.wantStanding(t, ben, player.ErrUnknown)
	s.wantStanding(t, cleo, nil)
	ana.Generation = 1
	s.wantStanding(t, ana, nil)
	changed, err := s.standing.Changed(t.Context())
	want := []player.ID{ana.ID, ben.ID}
	slices.Sort(changed)
	slices.Sort(want)
	if err != nil || !slices.Equal(changed, want) {
		t.Errorf("changed %v, %v; want %v", changed, err, want)
	}
	s.store.Fail(errors.New("away"))
	if got, err := s.standing.Check(t.Context(), []player.Player{ana}); err == nil {
		t.Errorf("a store that fails gives %v", got)
	}
}

// The longest text that a banned player is told must fit into the close of a connection.
func TestABansTextIsShort(t *testing.T) {
	for _, ban := range []player.Ban{
		player.BanForGood(strings.Repeat("x", player.BanReasonMost)),
		player.BanUntil(time.Date(2100, 12, 12, 12, 12, 12, 12, time.UTC), strings.Repeat("x", player.BanReasonMost)),
	} {
		if text := (&player.BanError{Ban: ban}).Error(); len(text) > 123 {
			t.Errorf("%q has %d bytes", text, len(text))
		}
	}
}

func TestModerationOfNobody(t *testing.T) {
	s := newService(t)
	_, banErr := s.moderation.Ban(t.Context(), newID(t, 9), time.Hour, "")
	for name, err := range map[string]error{
		"Ban": banErr, "Unban": s.moderation.Unban(t.Context(), newID(t, 9)),
		"Rename": s.moderation.Rename(t.Context(), newID(t, 9), "Ana"),
	} {
		if !errors.Is(err, player.ErrUnknown) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if records, err := s.moderation.Records(t.Context(), newID(t, 9)); err != nil || len(records) != 1 || records[0] != (player.Record{}) {
		t.Errorf("%+v, %v", records, err)
	}
}

// One angry player must not fill the list, and nor may old reports stay.
func TestReports(t *testing.T) {
	s := newService(t)
	ana, _ := mustNew(t, s, "Ana")
	ben, _ := mustNew(t, s, "Ben")
	report := player.Report{By: ana.ID, Player: ben.ID, NameInRoom: "Ben 2", Room: "BKTWRN", Kind: player.ReportPlay}
	for range player.ReportsMost {
		if err := s.moderation.Report(t.Context(), report); err != nil {
			t.Fatal(err)
		}
		s.time = s.time.Add(time.Second)
	}
	if err := s.moderation.Report(t.Context(), report); !errors.Is(err, player.ErrTooManyReports) {
		t.Errorf("error %v", err)
	}
	other := player.Report{By: ben.ID, Player: ana.ID, Room: "BKTWRN", Kind: player.ReportName, Text: "a text"}
	if err := s.moderation.Report(t.Context(), other); err != nil {
		t.Error(err)
	}
	other.At = s.time
	got, err := s.moderation.Reports(t.Context(), 100, false)
	if err != nil || len(got) != player.ReportsMost+1 || got[0] != other {
		t.Errorf("%+v, %v", got, err)
	}
	s.time = s.time.Add(player.ReportWindow)
	if err := s.moderation.Report(t.Context(), report); err != nil {
		t.Error(err)
	}
	s.time = s.time.Add(player.ReportLife)
	if got, err := s.moderation.Reports(t.Context(), 100, false); err != nil || len(got) != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}
