package player_test

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/samedeal/samedeal/player"
	"github.com/samedeal/samedeal/player/playertest"
)

func TestMemory(t *testing.T) {
	playertest.Run(t, func(*testing.T) playertest.Store { return playertest.NewMemory(time.Now) })
}

// service is Guests, and what is made of them, with a clock that a test moves.
type service struct {
	*player.Guests
	devices    *player.Devices
	standing   *player.Standing
	moderation *player.Moderation
	friends    *player.Friends
	config     player.Config
	time       time.Time
	store      *playertest.Memory
}

func newService(t *testing.T, words ...string) *service {
	t.Helper()
	s := &service{time: noon()}
	now := func() time.Time { return s.time }
	s.store = playertest.NewMemory(now)
	list, err := player.ReadWordList(strings.NewReader(strings.Join(words, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	s.config = player.Config{
		Store: s.store, Accounts: s.store, Changes: s.store, Signer: newSigner(t, 1), Words: list, Now: now, Random: rand.Reader,
	}
	s.Guests = player.NewGuests(s.config)
	s.devices = player.NewDevices(s.Guests, s.store)
	s.standing = player.NewStanding(s.store, now)
	s.moderation = player.NewModeration(s.Guests, s.store)
	s.friends = player.NewFriends(s.Guests, s.store)
	return s
}

// logOut logs a player out everywhere and gives the fresh token.
func (s *service) logOut(t *testing.T, token, request string) string {
	t.Helper()
	fresh, err := s.LogOut(t.Context(), token, request)
	if err != nil {
		t.Fatal(err)
	}
	return fresh
}

func (s *service) wantIn(t *testing.T, token string, want player.Player) (renewed string) {
	t.Helper()
	got, renewed, err := s.Resume(t.Context(), token)
	if err != nil || got != want {
		t.Fatalf("resumed as %+v, %v; want %+v", got, err, want)
	}
	return renewed
}

func (s *service) wantOut(t *testing.T, token string, want error) {
	t.Helper()
	if got, renewed, err := s.Resume(t.Context(), token); !errors.Is(err, want) || got != (player.Player{}) || renewed != "" {
		t.Fatalf("resumed as %+v, %q, %v; want %v", got, renewed, err, want)
	}
}

func mustNew(t *testing.T, s *service, name player.Name) (player.Player, string) {
	t.Helper()
	p, token, err := s.New(t.Context(), name)
	if err != nil || p.Name != name {
		t.Fatalf("%+v, %v", p, err)
	}
	if _, err := player.ParseID(string(p.ID)); err != nil {
		t.Fatal(err)
	}
	return p, token
}

func TestComingBack(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	other, otherToken := mustNew(t, s, "Ana")
	if ana.ID == other.ID {
		t.Fatal("two players of one name are one")
	}
	// Once a month for ten years, and nobody is forgotten.
	for range 120 {
		s.time = s.time.AddDate(0, 1, 0)
		token, otherToken = s.wantIn(t, token, ana), s.wantIn(t, otherToken, other)
	}
	s.time = s.time.Add(player.TokenLife)
	s.wantOut(t, token, player.ErrExpired)
}

func TestRenewingATokenLeavesTheOldOneGood(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	s.time = s.time.Add(player.TokenLife - time.Second)
	renewed := s.wantIn(t, token, ana)
	s.wantIn(t, token, ana)
	s.time = s.time.Add(time.Second)
	s.wantOut(t, token, player.ErrExpired)
	s.wantIn(t, renewed, ana)
}

func TestANewNameIsKept(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	if err := s.Rename(t.Context(), ana.ID, "Ana B"); err != nil {
		t.Fatal(err)
	}
	s.wantIn(t, token, player.Player{ID: ana.ID, Name: "Ana B"})
}

func TestLoggingOutEverywhere(t *testing.T) {
	s := newService(t)
	ana, phone := mustNew(t, s, "Ana")
	laptop := s.wantIn(t, phone, ana)
	ben, bens := mustNew(t, s, "Ben")
	fresh := s.logOut(t, laptop, "a request")
	// A name saved later must not let the old tokens in again.
	if err := s.Rename(t.Context(), ana.ID, "Ana B"); err != nil {
		t.Fatal(err)
	}
	s.wantOut(t, phone, player.ErrRevoked)
	s.wantOut(t, laptop, player.ErrRevoked)
	s.wantIn(t, bens, ben)
	again := player.Player{ID: ana.ID, Name: "Ana B", Generation: 1}
	fresh = s.wantIn(t, s.wantIn(t, fresh, again), again)

	// Whoever has an old token cannot log out the player who has the fresh one.
	if _, err := s.LogOut(t.Context(), phone, "another"); !errors.Is(err, player.ErrRevoked) {
		t.Errorf("error %v", err)
	}
	s.wantIn(t, fresh, again)
	for text, want := range map[string]error{
		"": player.ErrMalformed, newSigner(t, 2).Issue(ana.ID, 1, s.time): player.ErrForged,
		newSigner(t, 1).Issue(newID(t, 9), 1, s.time): player.ErrUnknown,
	} {
		if token, err := s.LogOut(t.Context(), text, "another"); !errors.Is(err, want) || token != "" {
			t.Errorf("error %v, want %v", err, want)
		}
	}
}

// The answer to a log-out may be lost: without another, nobody would have a token that is good.
func TestALogOutWhoseAnswerIsLost(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	s.logOut(t, token, "a request")
	fresh := s.logOut(t, token, "a request")
	s.wantIn(t, fresh, player.Player{ID: ana.ID, Name: "Ana", Generation: 1})
}

// While the store remembers that tokens were revoked, none of them may expire unnoticed.
func TestARevocationOutlivesItsTokens(t *testing.T) {
	s := newService(t)
	_, token := mustNew(t, s, "Ana")
	s.logOut(t, token, "a request")
	_, bens := mustNew(t, s, "Ben")
	ben, _, err := s.Resume(t.Context(), bens)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), ben.ID); err != nil {
		t.Fatal(err)
	}
	s.time = s.time.Add(player.TokenLife - time.Second)
	s.wantOut(t, token, player.ErrRevoked)
	s.wantOut(t, bens, player.ErrUnknown)
	if player.RecordLife <= player.TokenLife {
		t.Error("a record goes before the tokens that it revoked")
	}
}

// A new name that was under way when its player was deleted must not be kept.
func TestWhoIsDeletedIsForgotten(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	code, err := s.devices.NewCode(t.Context(), ana)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), ana.ID); err != nil {
		t.Fatal(err)
	}
	if err := s.Rename(t.Context(), ana.ID, "Ana B"); !errors.Is(err, player.ErrUnknown) {
		t.Errorf("error %v", err)
	}
	s.wantOut(t, token, player.ErrUnknown)
	if _, err := s.LogOut(t.Context(), token, "a request"); !errors.Is(err, player.ErrUnknown) {
		t.Errorf("error %v", err)
	}
	if _, _, err := s.devices.Use(t.Context(), string(code)); !errors.Is(err, player.ErrBadDeviceCode) {
		t.Errorf("error %v", err)
	}
	if records, err := s.moderation.Records(t.Context(), ana.ID); err != nil || records[0] != (player.Record{}) {
		t.Errorf("%+v, %v", records, err)
	}
}

func TestTokensAheadOfTheStore(t *testing.T) {
	s := newService(t)
	ana, _ := mustNew(t, s, "Ana")
	ahead := newSigner(t, 1).Issue(ana.ID, 2, s.time)
	ana.Generation = 2
	renewed := s.wantIn(t, ahead, ana)
	if claims, err := newSigner(t, 1).Verify(renewed, s.time); err != nil || claims.Generation != 2 {
		t.Errorf("renewed as %+v, %v", claims, err)
	}
	s.wantOut(t, newSigner(t, 1).Issue(newID(t, 9), 0, s.time), player.ErrUnknown)
	s.wantOut(t, newSigner(t, 2).Issue(ana.ID, 0, s.time), player.ErrForged)
	s.wantOut(t, "", player.ErrMalformed)
}

func TestWhatFailsIsHandedOn(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, newToken, newErr := s.New(gone, "Ben")
	_, renewed, resumeErr := s.Resume(gone, token)
	fresh, logOutErr := s.LogOut(gone, token, "a request")
	for name, err := range map[string]error{
		"New": newErr, "Resume": resumeErr, "Rename": s.Rename(gone, ana.ID, "Ben"), "LogOut": logOutErr,
		"Delete": s.Delete(gone, ana.ID),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if newToken != "" || renewed != "" || fresh != "" {
		t.Error("a token was issued all the same")
	}
	s.wantIn(t, token, ana)

	s.config.Random = iotest.ErrReader(io.ErrUnexpectedEOF)
	dry := player.NewGuests(s.config)
	if _, err := player.NewDevices(dry, s.store).NewCode(t.Context(), ana); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", err)
	}
	if _, _, err := dry.New(t.Context(), "Ben"); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", err)
	}
}

func TestStoredSigner(t *testing.T) {
	store := playertest.NewMemory(time.Now)
	var signers [2]*player.Signer
	for i := range signers {
		signer, err := player.StoredSigner(t.Context(), store, rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		signers[i] = signer
	}
	if _, err := signers[1].Verify(signers[0].Issue(newID(t, 2), 0, noon()), noon()); err != nil {
		t.Errorf("two nodes of one store have two keys: %v", err)
	}

	store = playertest.NewMemory(time.Now)
	if _, err := store.SigningKey(t.Context(), []byte("too short")); err != nil {
		t.Fatal(err)
	}
	var wrong *player.KeyError
	if _, err := player.StoredSigner(t.Context(), store, rand.Reader); !errors.As(err, &wrong) {
		t.Errorf("error %v", err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := player.StoredSigner(gone, store, rand.Reader); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if _, err := player.StoredSigner(t.Context(), store, iotest.ErrReader(io.EOF)); !errors.Is(err, io.EOF) {
		t.Errorf("error %v", err)
	}
}
