package playertest

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samedeal/samedeal/player"
)

// Two codes of invitations, as they are drawn.
const (
	invited      player.InvitationCode = "BCDFGHJKLM"
	otherInvited player.InvitationCode = "NPQRSTVWXZ"
)

func invitationParts() []part {
	return []part{
		{"an invitation is good once", invitedOnce},
		{"an invitation can be used again by who used it", usedAgain},
		{"a new invitation replaces the old one", invitationReplaced},
		{"an invitation expires", invitationExpires},
		{"who is blocked does not use an invitation", blockedDoesNotUse},
		{"who has too many friends makes no more by an invitation", inviterIsFull},
	}
}

func invite(t *testing.T, store Store, c player.InvitationCode, from player.ID) {
	t.Helper()
	if err := store.SaveInvitation(t.Context(), c, from, inAYear()); err != nil {
		t.Errorf("SaveInvitation: %v", err)
	}
}

func wantInviter(t *testing.T, store Store, c player.InvitationCode, want player.ID, wantOpen bool) {
	t.Helper()
	from, isOpen, err := store.Inviter(t.Context(), c)
	if err != nil || from != want || isOpen != wantOpen {
		t.Errorf("%s is of %q, open %t, %v; want %q, open %t", c, from, isOpen, err, want, wantOpen)
	}
}

func wantNoInviter(t *testing.T, store Store, c player.InvitationCode) {
	t.Helper()
	if from, _, err := store.Inviter(t.Context(), c); !errors.Is(err, player.ErrBadInvitation) {
		t.Errorf("%s is of %q, %v; want ErrBadInvitation", c, from, err)
	}
}

func wantUse(t *testing.T, store Store, c player.InvitationCode, from, by player.ID, want error) {
	t.Helper()
	if err := store.UseInvitation(t.Context(), c, from, by, time.Now()); !errors.Is(err, want) {
		t.Errorf("used by %s: error %v, want %v", by, err, want)
	}
}

// Were the code used up and the friend noted in two steps, two could be friends by it.
func invitedOnce(t *testing.T, store Store) {
	wantNoInviter(t, store, invited)
	wantUse(t, store, invited, ana, ben, player.ErrBadInvitation)
	invite(t, store, invited, ana)
	wantInviter(t, store, invited, ana, true)
	wantUse(t, store, invited, cem, ben, player.ErrBadInvitation)
	var used atomic.Int32
	atOnce(func(i int) {
		err := store.UseInvitation(t.Context(), invited, ana, numbered(i), time.Now())
		if err == nil {
			used.Add(1)
		} else if !errors.Is(err, player.ErrBadInvitation) {
			t.Errorf("UseInvitation: %v", err)
		}
	})
	if list := friendList(t, store, ana); used.Load() != 1 || len(list.Friends) != 1 {
		t.Errorf("the invitation was good %d times, and made the friends %v", used.Load(), list.Friends)
	}
	wantInviter(t, store, invited, ana, false)
}

// The answer to who uses it may be lost.
func usedAgain(t *testing.T, store Store) {
	invite(t, store, invited, ana)
	for range 3 {
		wantUse(t, store, invited, ana, ben, nil)
	}
	wantUse(t, store, invited, ana, cem, player.ErrBadInvitation)
	wantFriends(t, store, ana, ben)
	wantFriends(t, store, ben)
	// Who is taken out does not come back by it.
	removeFriend(t, store, ana, ben)
	wantUse(t, store, invited, ana, ben, player.ErrBadInvitation)
	// A friend who uses another uses that up, too.
	invite(t, store, otherInvited, ana)
	addFriend(t, store, ana, ben)
	wantUse(t, store, otherInvited, ana, ben, nil)
	wantUse(t, store, otherInvited, ana, cem, player.ErrBadInvitation)
}

func invitationReplaced(t *testing.T, store Store) {
	invite(t, store, invited, ana)
	invite(t, store, invited, ana) // its answer was lost
	wantInviter(t, store, invited, ana, true)
	invite(t, store, otherInvited, ana)
	wantNoInviter(t, store, invited)
	wantUse(t, store, invited, ana, ben, player.ErrBadInvitation)
	wantUse(t, store, otherInvited, ana, ben, nil)
	// One that was used is known on, and so is another player's.
	invite(t, store, invited, ana)
	invite(t, store, "BBBBBBBBBB", ben)
	wantInviter(t, store, otherInvited, ana, false)
	wantInviter(t, store, invited, ana, true)
	wantInviter(t, store, "BBBBBBBBBB", ben, true)
}

// An end in the past stands for one that has come.
func invitationExpires(t *testing.T, store Store) {
	invite(t, store, otherInvited, ana)
	if err := store.SaveInvitation(t.Context(), invited, ana, time.Now().Add(-time.Second)); err != nil {
		t.Errorf("SaveInvitation: %v", err)
	}
	for _, c := range []player.InvitationCode{invited, otherInvited} {
		wantNoInviter(t, store, c)
		wantUse(t, store, c, ana, ben, player.ErrBadInvitation)
	}
}

func blockedDoesNotUse(t *testing.T, store Store) {
	invite(t, store, invited, ana)
	block(t, store, ana, ben)
	wantUse(t, store, invited, ana, ben, player.ErrBadInvitation)
	wantInviter(t, store, invited, ana, true)
	wantUse(t, store, invited, ana, cem, nil)
	wantFriends(t, store, ana, cem)
}

func inviterIsFull(t *testing.T, store Store) {
	for i := range player.FriendsMost {
		addFriend(t, store, ana, numbered(i))
	}
	invite(t, store, invited, ana)
	wantUse(t, store, invited, ana, ben, player.ErrInviterFull)
	wantInviter(t, store, invited, ana, true)
	removeFriend(t, store, ana, numbered(7))
	wantUse(t, store, invited, ana, ben, nil)
	invite(t, store, otherInvited, ana)
	wantUse(t, store, otherInvited, ana, ben, nil)
}
