package playertest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/samedeal/samedeal/player"
)

// A third player.
const cem player.ID = "cemaaaaaaaaaaaaaaaaaaaaaaa"

// numbered is one of many players.
func numbered(n int) player.ID { return player.ID(fmt.Sprintf("%026d", n)) }

func friendParts() []part {
	return []part{
		{"each side is written apart", sidesApart},
		{"a friend is taken out if not noted since", takenOutIfNotNotedSince},
		{"who is blocked is no friend", blockedIsNoFriend},
		{"friends and blocked are bounded", friendsAreBounded},
		{"regards are read many at once", manyRegards},
		{"a forgotten side is gone", sideForgotten},
		{"sides go when their time is over", sidesGo},
	}
}

func addFriend(t *testing.T, store Store, of, friend player.ID) {
	t.Helper()
	if err := store.AddFriend(t.Context(), of, friend, time.Now()); err != nil {
		t.Errorf("AddFriend: %v", err)
	}
}

func removeFriend(t *testing.T, store Store, of, friend player.ID) {
	t.Helper()
	if err := store.RemoveFriend(t.Context(), of, friend, time.Time{}); err != nil {
		t.Errorf("RemoveFriend: %v", err)
	}
}

func block(t *testing.T, store Store, of, other player.ID) {
	t.Helper()
	if err := store.Block(t.Context(), of, other, time.Now()); err != nil {
		t.Errorf("Block: %v", err)
	}
}

func unblock(t *testing.T, store Store, of, other player.ID) {
	t.Helper()
	if err := store.Unblock(t.Context(), of, other); err != nil {
		t.Errorf("Unblock: %v", err)
	}
}

func friendList(t *testing.T, store Store, of player.ID) player.FriendList {
	t.Helper()
	list, err := store.FriendList(t.Context(), of)
	if err != nil {
		t.Errorf("FriendList: %v", err)
	}
	slices.SortFunc(list.Friends, func(a, b player.ListedFriend) int { return cmp.Compare(a.ID, b.ID) })
	slices.Sort(list.Blocked)
	return list
}

func wantFriends(t *testing.T, store Store, of player.ID, want ...player.ID) {
	t.Helper()
	var got []player.ID
	for _, friend := range friendList(t, store, of).Friends {
		got = append(got, friend.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("friends on the side of %s are %v, want %v", of, got, want)
	}
}

func wantBlocked(t *testing.T, store Store, of player.ID, want ...player.ID) {
	t.Helper()
	if got := friendList(t, store, of).Blocked; !slices.Equal(got, want) {
		t.Errorf("%s blocks %v, want %v", of, got, want)
	}
}

func sidesApart(t *testing.T, store Store) {
	wantFriends(t, store, ana)
	addFriend(t, store, ana, ben)
	addFriend(t, store, ana, cem)
	addFriend(t, store, ana, ben)
	addFriend(t, store, ben, cem)
	wantFriends(t, store, ana, ben, cem)
	wantFriends(t, store, ben, cem)
	removeFriend(t, store, ana, cem)
	removeFriend(t, store, ana, cem)
	removeFriend(t, store, cem, ana)
	wantFriends(t, store, ana, ben)
	wantFriends(t, store, ben, cem)
	wantFriends(t, store, cem)
}

// What is tidied away must not be what has just been noted again.
func takenOutIfNotNotedSince(t *testing.T, store Store) {
	now := time.UnixMilli(time.Now().UnixMilli())
	note := func(at time.Time) {
		t.Helper()
		if err := store.AddFriend(t.Context(), ana, ben, at); err != nil {
			t.Fatal(err)
		}
		if list := friendList(t, store, ana); len(list.Friends) != 1 || !list.Friends[0].Noted.Equal(at) {
			t.Errorf("noted is %v, want %v", list.Friends, at)
		}
	}
	remove := func(before time.Time) {
		t.Helper()
		if err := store.RemoveFriend(t.Context(), ana, ben, before); err != nil {
			t.Fatal(err)
		}
	}
	note(now)
	remove(now)
	wantFriends(t, store, ana, ben)
	remove(now.Add(time.Millisecond))
	wantFriends(t, store, ana)
	remove(now.Add(time.Millisecond))
	note(now)
	note(now.Add(time.Second))
	remove(now.Add(time.Millisecond))
	wantFriends(t, store, ana, ben)
}

func blockedIsNoFriend(t *testing.T, store Store) {
	addFriend(t, store, ana, ben)
	addFriend(t, store, ana, cem)
	addFriend(t, store, ben, ana)
	for range 2 {
		block(t, store, ana, ben)
		wantFriends(t, store, ana, cem)
		wantFriends(t, store, ben, ana)
		wantBlocked(t, store, ana, ben)
		wantBlocked(t, store, ben)
	}
	if err := store.AddFriend(t.Context(), ana, ben, time.Now()); !errors.Is(err, player.ErrBlocked) {
		t.Errorf("error %v, want ErrBlocked", err)
	}
	for range 2 {
		unblock(t, store, ana, ben)
		wantBlocked(t, store, ana)
	}
	wantFriends(t, store, ana, cem)
	addFriend(t, store, ana, ben)
	wantFriends(t, store, ana, ben, cem)
}

func friendsAreBounded(t *testing.T, store Store) {
	for i := range player.FriendsMost {
		addFriend(t, store, ana, numbered(i))
	}
	addFriend(t, store, ana, numbered(0))
	if err := store.AddFriend(t.Context(), ana, ben, time.Now()); !errors.Is(err, player.ErrTooManyFriends) {
		t.Errorf("error %v, want ErrTooManyFriends", err)
	}
	for i := range player.BlockedMost {
		block(t, store, ana, numbered(i+1)) // all but one of them friends
	}
	block(t, store, ana, numbered(1))
	wantFriends(t, store, ana, numbered(0))
	if err := store.Block(t.Context(), ana, numbered(0), time.Now()); !errors.Is(err, player.ErrTooManyBlocked) {
		t.Errorf("error %v, want ErrTooManyBlocked", err)
	}
	wantFriends(t, store, ana, numbered(0))
	unblock(t, store, ana, numbered(1))
	block(t, store, ana, numbered(0))
	if list := friendList(t, store, ana); len(list.Friends) != 0 || len(list.Blocked) != player.BlockedMost {
		t.Errorf("%d friends and %d blocked", len(list.Friends), len(list.Blocked))
	}
}

func manyRegards(t *testing.T, store Store) {
	wantRegards(t, store, nil)
	addFriend(t, store, ana, ben)
	block(t, store, cem, ana)
	sides := []player.Side{{Of: ana, To: ben}, {Of: ben, To: ana}, {Of: cem, To: ana}, {Of: ana, To: cem}, {Of: ana, To: ben}}
	wantRegards(t, store, sides, player.Regard{IsFriend: true}, player.Regard{}, player.Regard{IsBlocked: true}, player.Regard{},
		player.Regard{IsFriend: true})
}

func wantRegards(t *testing.T, store Store, sides []player.Side, want ...player.Regard) {
	t.Helper()
	if got, err := store.Regards(t.Context(), sides...); err != nil || !slices.Equal(got, want) {
		t.Errorf("the regards are %+v, %v; want %+v", got, err, want)
	}
}

func sideForgotten(t *testing.T, store Store) {
	addFriend(t, store, ana, ben)
	addFriend(t, store, ben, ana)
	block(t, store, ana, cem)
	invite(t, store, invited, ana)
	invite(t, store, otherInvited, ben)
	for range 2 {
		if err := store.ForgetFriends(t.Context(), ana); err != nil {
			t.Fatalf("ForgetFriends: %v", err)
		}
		wantFriends(t, store, ana)
		wantBlocked(t, store, ana)
		wantNoInviter(t, store, invited)
		wantUse(t, store, invited, ana, ben, player.ErrBadInvitation)
	}
	wantFriends(t, store, ben, ana)
	wantInviter(t, store, otherInvited, ben, true)
}

// Friends are remembered as long as their player is. An end in the past stands for one that has come.
func sidesGo(t *testing.T, store Store) {
	fill := func() {
		t.Helper()
		saveName(t, store, ana, "Ana")
		addFriend(t, store, ana, ben)
		block(t, store, ana, cem)
	}
	load := func(until time.Time) {
		t.Helper()
		if _, err := store.Load(t.Context(), ana, until); err != nil {
			t.Fatal(err)
		}
	}
	fill()
	load(time.Now().Add(-time.Hour))
	wantFriends(t, store, ana)
	wantBlocked(t, store, ana)
	fill()
	load(inAYear())
	wantFriends(t, store, ana, ben)
	wantBlocked(t, store, ana, cem)
	long := time.Now().Add(-player.RecordLife - time.Hour)
	if err := errors.Join(store.AddFriend(t.Context(), ana, numbered(1), long), store.Block(t.Context(), ana, numbered(2), long)); err != nil {
		t.Fatal(err)
	}
	wantFriends(t, store, ana)
	wantBlocked(t, store, ana)
	fill()
	invite(t, store, invited, ana)
	if err := store.UseInvitation(t.Context(), invited, ana, numbered(1), long); err != nil {
		t.Fatal(err)
	}
	wantFriends(t, store, ana)
	wantBlocked(t, store, ana, cem)
}
