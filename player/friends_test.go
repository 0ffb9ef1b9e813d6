package player_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"github.com/samedeal/samedeal/player"
)

func (s *service) mustInvite(t *testing.T, from player.Player) string {
	t.Helper()
	code, err := s.friends.Invite(t.Context(), from.ID)
	if err != nil {
		t.Fatal(err)
	}
	return string(code)
}

func (s *service) accept(t *testing.T, by player.Player, code string) error {
	t.Helper()
	_, err := s.friends.Accept(t.Context(), by.ID, code)
	return err
}

// befriend makes two players friends.
func (s *service) befriend(t *testing.T, from, by player.Player) {
	t.Helper()
	if err := s.accept(t, by, s.mustInvite(t, from)); err != nil {
		t.Fatal(err)
	}
}

// wantBadInvitation fails unless a code can be neither shown to a player nor accepted by them.
func (s *service) wantBadInvitation(t *testing.T, by player.Player, code string) {
	t.Helper()
	if shown, err := s.friends.Invitation(t.Context(), by.ID, code); !errors.Is(err, player.ErrBadInvitation) || shown != (player.Invitation{}) {
		t.Errorf("%q is shown to %s as %+v, %v", code, by.Name, shown, err)
	}
	if friend, err := s.friends.Accept(t.Context(), by.ID, code); !errors.Is(err, player.ErrBadInvitation) || friend != (player.Friend{}) {
		t.Errorf("%q makes %s friends of %+v, %v", code, by.Name, friend, err)
	}
}

func (s *service) wantListed(t *testing.T, of player.Player, friends, blocked []player.Player) {
	t.Helper()
	gotFriends, gotBlocked, err := s.friends.List(t.Context(), of.ID)
	if err != nil || !slices.Equal(gotFriends, asFriends(friends)) || !slices.Equal(gotBlocked, asFriends(blocked)) {
		t.Errorf("the friends of %s are %v, blocked %v, %v; want %v, %v", of.Name, gotFriends, gotBlocked, err, friends, blocked)
	}
}

func asFriends(players []player.Player) (friends []player.Friend) {
	for _, p := range players {
		friends = append(friends, player.Friend{ID: p.ID, Name: p.Name})
	}
	return friends
}

func TestFriendsByAnInvitation(t *testing.T) {
	s := newService(t)
	ana, _ := mustNew(t, s, "Ana")
	ben, _ := mustNew(t, s, "Ben")
	cem, _ := mustNew(t, s, "Cem")
	code := s.mustInvite(t, ana)
	for p, want := range map[player.Player]player.Invitation{
		ana: {From: player.Friend{ID: ana.ID, Name: "Ana"}, IsMine: true}, ben: {From: player.Friend{ID: ana.ID, Name: "Ana"}},
		{}: {From: player.Friend{ID: ana.ID, Name: "Ana"}}, // nobody yet
	} {
		if got, err := s.friends.Invitation(t.Context(), p.ID, code); err != nil || got != want {
			t.Errorf("shown to %s is %+v, %v; want %+v", p.Name, got, err, want)
		}
	}
	if err := s.accept(t, ana, code); !errors.Is(err, player.ErrOwnInvitation) {
		t.Errorf("error %v", err)
	}
	for range 3 { // the first answers may be lost
		friend, err := s.friends.Accept(t.Context(), ben.ID, " "+code[:5]+"-"+code[5:])
		if want := (player.Friend{ID: ana.ID, Name: "Ana"}); err != nil || friend != want {
			t.Errorf("%+v, %v; want %+v", friend, err, want)
		}
	}
	if got, err := s.friends.Invitation(t.Context(), ben.ID, code); err != nil || !got.IsFriend || got.IsMine {
		t.Errorf("shown to a friend is %+v, %v", got, err)
	}
	s.wantListed(t, ana, []player.Player{ben}, nil)
	s.wantListed(t, ben, []player.Player{ana}, nil)
	s.wantListed(t, cem, nil, nil)
	s.wantBadInvitation(t, cem, code)
	s.wantBadInvitation(t, player.Player{}, code)
	s.wantBadInvitation(t, ana, code) // used up, it is not to be sent to anybody
	for _, bad := range []string{"", "BKTWRNHJVD", "nonsense"} {
		s.wantBadInvitation(t, ben, bad)
	}
	// Between friends a code is not used, so that another may.
	next := s.mustInvite(t, ana)
	if err := errors.Join(s.accept(t, ben, next), s.accept(t, cem, next)); err != nil {
		t.Error(err)
	}
	s.wantListed(t, ana, []player.Player{ben, cem}, nil)
	if err := s.friends.Remove(t.Context(), ben.ID, ana.ID); err != nil {
		t.Fatal(err)
	}
	s.wantBadInvitation(t, ben, code)
	s.wantListed(t, ana, []player.Player{cem}, nil)
	s.wantListed(t, ben, nil, nil)
}

// What one of two has ended must not be kept of them with the other.
//
// It fails if Remove, or Block, leaves the other's side.
func TestWhatIsEndedIsKeptOnNeitherSide(t *testing.T) {
	s := newService(t)
	ana, _ := mustNew(t, s, "Ana")
	ben, _ := mustNew(t, s, "Ben")
	for name, end := range map[string]func(ctx context.Context, of, other player.ID) error{
		"Remove": s.friends.Remove, "Block": s.friends.Block,
	} {
		s.befriend(t, ana, ben)
		if err := end(t.Context(), ana.ID, ben.ID); err != nil {
			t.Fatal(err)
		}
		for _, p := range []player.Player{ana, ben} {
			if list, err := s.store.FriendList(t.Context(), p.ID); err != nil || len(list.Friends) != 0 {
				t.Errorf("after %s %v are kept with %s, %v", name, list.Friends, p.Name, err)
			}
		}
		if err := s.friends.Unblock(t.Context(), ana.ID, ben.ID); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAnInvitationIsOver(t *testing.T) {
	s := newService(t)
	ana, token := mustNew(t, s, "Ana")
	ben, _ := mustNew(t, s, "Ben")
	first := s.mustInvite(t, ana)
	second := s.mustInvite(t, ana)
	s.wantBadInvitation(t, ben, first)
	s.time = s.time.Add(player.InvitationLife)
	s.wantBadInvitation(t, ben, second)
	third := s.mustInvite(t, ana)
	s.time = s.time.Add(player.InvitationLife - time.Millisecond)
	if err := s.accept(t, ben, third); err != nil {
		t.Error(err)
	}
	// Whoever logs out everywhere keeps their friends, and their invitation.
	fourth := s.mustInvite(t, ana)
	s.logOut(t, token, "a request")
	cem, _ := mustNew(t, s, "Cem")
	if err := s.accept(t, cem, fourth); err != nil {
		t.Error(err)
	}
}

// A code for a friend must not let anybody in, nor one for a device make friends.
func TestCodesAreOfTwoKinds(t *testing.T) {
	s := newService(t)
	ana, _ := mustNew(t, s, "Ana")
	ben, _ := mustNew(t, s, "Ben")
	s.wantBadCode(t, s.mustInvite(t, ana))
	s.wantBadInvitation(t, ben, mustCode(t, s, ana))
}

// Whoever is blocked must not find out: to them the invitation is like one that is over.
func TestBlocking(t *testing.T) {
	s := newService(t)
	ctx := t.Context()
	ana, _ := mustNew(t, s, "Ana")
	ben, _ := mustNew(t, s, "Ben")
	s.befriend(t, ana, ben)
	if err := s.friends.Block(ctx, ana.ID, ben.ID); err != nil {
		t.Fatal(err)
	}
	s.wantListed(t, ana, nil, []player.Player{ben})
	s.wantListed(t, ben, nil, nil)
	anas, bens := s.mustInvite(t, ana), s.mustInvite(t, ben)
	s.wantBadInvitation(t, ben, anas)
	s.wantBadInvitation(t, ana, bens)
	if err := s.friends.Unblock(ctx, ana.ID, ben.ID); err != nil {
		t.Fatal(err)
	}
	s.wantListed(t, ana, nil, nil)
	s.wantListed(t, ben, nil, nil)
	if err := s.accept(t, ben, anas); err != nil { // it was not used up
		t.Error(err)
	}
	if err := s.friends.Block(ctx, ana.ID, newID(t, 9)); !errors.Is(err, player.ErrUnknown) {
		t.Errorf("error %v, want ErrUnknown", err)
	}
}

func TestTooManyFriends(t *testing.T) {
	s := newService(t)
	ctx := t.Context()
	ana, _ := mustNew(t, s, "Ana")
	ben, _ := mustNew(t, s, "Ben")
	var crowd []player.Player
	for i := range player.FriendsMost {
		p, _ := mustNew(t, s, player.Name(fmt.Sprintf("Player %03d", i)))
		crowd = append(crowd, p)
		s.befriend(t, ana, p)
	}
	s.wantListed(t, ana, crowd, nil)
	anas, bens := s.mustInvite(t, ana), s.mustInvite(t, ben)
	if err := s.accept(t, ben, anas); !errors.Is(err, player.ErrInviterFull) {
		t.Errorf("error %v, want ErrInviterFull", err)
	}
	if err := s.accept(t, ana, bens); !errors.Is(err, player.ErrTooManyFriends) {
		t.Errorf("error %v, want ErrTooManyFriends", err)
	}
	s.wantListed(t, ben, nil, nil)
	if err := s.friends.Remove(ctx, ana.ID, crowd[7].ID); err != nil {
		t.Fatal(err)
	}
	if err := s.accept(t, ben, anas); err != nil {
		t.Errorf("the invitation was used up for nothing: %v", err)
	}
	for _, p := range crowd {
		if err := s.friends.Block(ctx, ana.ID, p.ID); err != nil {
			t.Fatal(err)
		}
	}
	s.wantListed(t, ana, []player.Player{ben}, crowd)
	if err := s.friends.Block(ctx, ana.ID, ben.ID); !errors.Is(err, player.ErrTooManyBlocked) {
		t.Errorf("error %v, want ErrTooManyBlocked", err)
	}
}

// What a crash has left on one side must not count against the most that there may be for ever; but what
// somebody is just writing must stay.
//
// It fails if List does not take out what is on one side alone.
func TestWhatACrashHasLeftIsTidiedAway(t *testing.T) {
	s := newService(t)
	ctx := t.Context()
	ana, _ := mustNew(t, s, "Ana")
	ben, _ := mustNew(t, s, "Ben")
	if err := s.store.AddFriend(ctx, ana.ID, ben.ID, s.time); err != nil {
		t.Fatal(err)
	}
	left := func() int {
		t.Helper()
		s.wantListed(t, ana, nil, nil)
		list, err := s.store.FriendList(ctx, ana.ID)
		if err != nil {
			t.Fatal(err)
		}
		return len(list.Friends)
	}
	s.time = s.time.Add(time.Hour)
	if n := left(); n != 1 {
		t.Errorf("%d are left, want 1", n)
	}
	s.time = s.time.Add(24 * time.Hour)
	if n := left(); n != 0 {
		t.Errorf("%d are left, want 0", n)
	}
}

func TestListedByName(t *testing.T) {
	s := newService(t)
	ana, _ := mustNew(t, s, "Ana")
	var friends []player.Player
	for _, name := range []player.Name{"zoë", "Ben", "ana", "BEN", "Cem", "ben"} {
		p, _ := mustNew(t, s, name)
		s.befriend(t, ana, p)
		friends = append(friends, p)
	}
	s.wantListed(t, ana, []player.Player{friends[2], friends[3], friends[1], friends[5], friends[4], friends[0]}, nil)
	// By the name that they have now.
	if err := s.Rename(t.Context(), friends[0].ID, "Aaron"); err != nil {
		t.Fatal(err)
	}
	got, _, err := s.friends.List(t.Context(), ana.ID)
	if err != nil || got[0] != (player.Friend{ID: friends[0].ID, Name: "Aaron"}) {
		t.Errorf("%v, %v", got, err)
	}
}

// Nothing of a deleted account may be left with anybody, also where its deletion was cut off, or where
// others were not told.
func TestWhoIsDeletedIsNobodysFriend(t *testing.T) {
	s := newService(t)
	ctx := t.Context()
	ana, _ := mustNew(t, s, "Ana")
	ben, _ := mustNew(t, s, "Ben")
	cem, _ := mustNew(t, s, "Cem")
	dee, _ := mustNew(t, s, "Dee")
	s.befriend(t, ana, ben)
	s.befriend(t, cem, ana)
	s.befriend(t, ben, cem)
	for _, err := range []error{s.friends.Block(ctx, ana.ID, dee.ID), s.friends.Block(ctx, dee.ID, ana.ID)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	code := s.mustInvite(t, ana)
	for range 2 {
		if err := s.friends.Forget(ctx, ana.ID); err != nil {
			t.Fatal(err)
		}
		s.wantListed(t, ana, nil, nil)
		s.wantListed(t, ben, []player.Player{cem}, nil)
		s.wantBadInvitation(t, ben, code)
	}
	if err := s.Delete(ctx, ana.ID); err != nil {
		t.Fatal(err)
	}
	s.wantListed(t, dee, nil, nil)
	// Written while the account was going.
	for _, err := range []error{s.store.AddFriend(ctx, ana.ID, ben.ID, s.time), s.store.AddFriend(ctx, ben.ID, ana.ID, s.time)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	s.wantBadInvitation(t, ben, s.mustInvite(t, ana))
	s.wantListed(t, ben, []player.Player{cem}, nil)
	for _, p := range []player.Player{ben, dee} {
		list, err := s.store.FriendList(ctx, p.ID)
		isAna := func(f player.ListedFriend) bool { return f.ID == ana.ID }
		if err != nil || len(list.Blocked) != 0 || slices.ContainsFunc(list.Friends, isAna) {
			t.Errorf("%+v is kept of %s, %v", list, p.Name, err)
		}
	}
}

// Of many who have one code, one becomes a friend; the others' sides count for nothing.
func TestManyAcceptOneInvitation(t *testing.T) {
	s := newService(t)
	ana, _ := mustNew(t, s, "Ana")
	code := s.mustInvite(t, ana)
	var made atomic.Int32
	var all sync.WaitGroup
	for i := range 16 {
		p, _ := mustNew(t, s, player.Name(fmt.Sprint("Player ", i)))
		all.Go(func() {
			if err := s.accept(t, p, code); err == nil {
				made.Add(1)
			} else if !errors.Is(err, player.ErrBadInvitation) {
				t.Errorf("error %v", err)
			}
		})
	}
	all.Wait()
	friends, _, err := s.friends.List(t.Context(), ana.ID)
	if err != nil || made.Load() != 1 || len(friends) != 1 {
		t.Errorf("%d were told that they are friends, and %v are, %v", made.Load(), friends, err)
	}
}

func TestWhatFailsOfFriendsIsHandedOn(t *testing.T) {
	s := newService(t)
	ana, _ := mustNew(t, s, "Ana")
	ben, _ := mustNew(t, s, "Ben")
	code := s.mustInvite(t, ana)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, inviteErr := s.friends.Invite(gone, ana.ID)
	_, shownErr := s.friends.Invitation(gone, ben.ID, code)
	_, acceptErr := s.friends.Accept(gone, ben.ID, code)
	_, _, listErr := s.friends.List(gone, ana.ID)
	_, idsErr := s.friends.IDs(gone, ana.ID)
	for name, err := range map[string]error{
		"Invite": inviteErr, "Invitation": shownErr, "Accept": acceptErr, "List": listErr, "IDs": idsErr,
		"Remove": s.friends.Remove(gone, ana.ID, ben.ID), "Block": s.friends.Block(gone, ana.ID, ben.ID),
		"Unblock": s.friends.Unblock(gone, ana.ID, ben.ID), "Forget": s.friends.Forget(gone, ana.ID),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	s.config.Random = iotest.ErrReader(io.ErrUnexpectedEOF)
	dry := player.NewFriends(player.NewGuests(s.config), s.store)
	if code, err := dry.Invite(t.Context(), ana.ID); !errors.Is(err, io.ErrUnexpectedEOF) || code != "" {
		t.Errorf("%q, error %v", code, err)
	}
}
