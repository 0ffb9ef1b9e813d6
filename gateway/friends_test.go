package gateway_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/gateway"
	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func (c calls) invite(t *testing.T, token string) string {
	t.Helper()
	made, err := c.CreateInvitation(t.Context(), connect.NewRequest(&samedealv1.CreateInvitationRequest{Token: token}))
	if err != nil {
		t.Fatal(err)
	}
	code := made.Msg.GetCode()
	if made.Msg.GetSeconds() != 7*24*3600 || made.Msg.GetLink() != "https://samedeal.example/friend/"+code {
		t.Errorf("invited by %v", made.Msg)
	}
	return code
}

func (c calls) showInvitation(t *testing.T, token, code string) (*samedealv1.ShowInvitationResponse, error) {
	t.Helper()
	shown, err := c.ShowInvitation(t.Context(), connect.NewRequest(&samedealv1.ShowInvitationRequest{Token: token, Code: code}))
	if err != nil {
		return nil, err
	}
	return shown.Msg, nil
}

func (c calls) accept(t *testing.T, token, code string) (*samedealv1.Friend, error) {
	t.Helper()
	accepted, err := c.AcceptInvitation(t.Context(), connect.NewRequest(&samedealv1.AcceptInvitationRequest{Token: token, Code: code}))
	if err != nil {
		return nil, err
	}
	return accepted.Msg.GetFriend(), nil
}

func (c calls) removeFriend(t *testing.T, token, id string) error {
	t.Helper()
	_, err := c.RemoveFriend(t.Context(), connect.NewRequest(&samedealv1.RemoveFriendRequest{Token: token, Player: id}))
	return err
}

func (c calls) block(t *testing.T, token, id string) error {
	t.Helper()
	_, err := c.BlockPlayer(t.Context(), connect.NewRequest(&samedealv1.BlockPlayerRequest{Token: token, Player: id}))
	return err
}

func (c calls) unblock(t *testing.T, token, id string) error {
	t.Helper()
	_, err := c.UnblockPlayer(t.Context(), connect.NewRequest(&samedealv1.UnblockPlayerRequest{Token: token, Player: id}))
	return err
}

// wantFriends checks whom a player is told that they know, by name.
func (c calls) wantFriends(t *testing.T, token, friends, blocked string) {
	t.Helper()
	listed, err := c.ListFriends(t.Context(), connect.NewRequest(&samedealv1.ListFriendsRequest{Token: token}))
	if err != nil {
		t.Fatal(err)
	}
	names := func(of []*samedealv1.Friend) string {
		var all []string
		for _, f := range of {
			if _, err := player.ParseID(f.GetPlayer()); err != nil {
				t.Error(err)
			}
			all = append(all, f.GetName())
		}
		return strings.Join(all, " ")
	}
	if names(listed.Msg.GetFriends()) != friends || names(listed.Msg.GetBlocked()) != blocked {
		t.Errorf("listed are %v; want friends %q, blocked %q", listed.Msg, friends, blocked)
	}
}

// friendCalls makes each of the calls that need a player and gives how they failed.
func (c calls) friendCalls(t *testing.T, token string, other player.ID) []error {
	t.Helper()
	_, inviteErr := c.CreateInvitation(t.Context(), connect.NewRequest(&samedealv1.CreateInvitationRequest{Token: token}))
	_, listErr := c.ListFriends(t.Context(), connect.NewRequest(&samedealv1.ListFriendsRequest{Token: token}))
	_, acceptErr := c.accept(t, token, "BKTWRNHJVD")
	return []error{
		inviteErr, listErr, acceptErr, c.removeFriend(t, token, string(other)),
		c.block(t, token, string(other)), c.unblock(t, token, string(other)),
	}
}

func TestFriendsOverHTTP(t *testing.T) {
	s := newService(t)
	c := s.calls()
	ana, anas := s.mustNew(t, "Ana")
	ben, bens := s.mustNew(t, "Ben")
	_, cems := s.mustNew(t, "Cem")
	code := c.invite(t, anas)
	typed := " " + strings.ToLower(code[:5]) + "-" + code[5:]
	for token, want := range map[string][2]bool{anas: {true, false}, bens: {false, false}, "": {false, false}} {
		shown, err := c.showInvitation(t, token, typed)
		if err != nil || shown.GetFrom().GetPlayer() != string(ana.ID) || shown.GetFrom().GetName() != "Ana" ||
			[2]bool{shown.GetIsMe(), shown.GetIsFriend()} != want {
			t.Errorf("shown is %v, %v; want %v", shown, err, want)
		}
	}
	for range 2 {
		friend, err := c.accept(t, bens, typed)
		if err != nil || friend.GetPlayer() != string(ana.ID) || friend.GetName() != "Ana" {
			t.Errorf("%v, %v", friend, err)
		}
	}
	if shown, err := c.showInvitation(t, bens, code); err != nil || !shown.GetIsFriend() {
		t.Errorf("shown is %v, %v", shown, err)
	}
	if _, err := c.accept(t, cems, c.invite(t, anas)); err != nil {
		t.Error(err)
	}
	c.wantFriends(t, anas, "Ben Cem", "")
	c.wantFriends(t, bens, "Ana", "")
	for range 2 {
		if err := c.removeFriend(t, bens, string(ana.ID)); err != nil {
			t.Error(err)
		}
		if err := c.block(t, anas, string(ben.ID)); err != nil {
			t.Error(err)
		}
	}
	c.wantFriends(t, anas, "Cem", "Ben")
	c.wantFriends(t, bens, "", "")
	if err := c.unblock(t, anas, string(ben.ID)); err != nil {
		t.Error(err)
	}
	c.wantFriends(t, anas, "Cem", "")
}

func TestInvitationsThatAreBad(t *testing.T) {
	s := newService(t)
	c := s.calls()
	_, anas := s.mustNew(t, "Ana")
	ben, bens := s.mustNew(t, "Ben")
	_, cems := s.mustNew(t, "Cem")
	used, replaced := c.invite(t, anas), c.invite(t, bens)
	if _, err := c.accept(t, bens, used); err != nil {
		t.Fatal(err)
	}
	if err := c.block(t, cems, string(ben.ID)); err != nil {
		t.Fatal(err)
	}
	bensNow, cemsNow := c.invite(t, bens), c.invite(t, cems)
	for name, bad := range map[string]struct{ token, code string }{
		"none": {cems, ""}, "no code": {cems, "nonsense"}, "unknown": {cems, "BKTWRNHJVD"}, "used": {cems, used},
		"replaced": {anas, replaced}, "of who is blocked": {cems, bensNow}, "of who blocks": {bens, cemsNow},
	} {
		_, shownErr := c.showInvitation(t, bad.token, bad.code)
		_, acceptErr := c.accept(t, bad.token, bad.code)
		for _, err := range []error{shownErr, acceptErr} {
			wantFault(t, err, connect.CodeNotFound, samedealv1.Reason_REASON_BAD_INVITATION)
			// All alike: whoever is blocked is not told.
			if !strings.HasSuffix(fmt.Sprint(err), player.ErrBadInvitation.Error()) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	_, err := c.accept(t, cems, cemsNow)
	wantFault(t, err, connect.CodeNotFound, samedealv1.Reason_REASON_BAD_INVITATION)
	if !strings.Contains(fmt.Sprint(err), "send it to a friend") {
		t.Errorf("one's own: %v", err)
	}
}

func TestFriendCallsThatAreWrong(t *testing.T) {
	s := newService(t)
	c := s.calls()
	ana, anas := s.mustNew(t, "Ana")
	ben, _ := s.mustNew(t, "Ben")
	for _, err := range c.friendCalls(t, "", ben.ID) {
		wantFault(t, err, connect.CodeUnauthenticated, samedealv1.Reason_REASON_BAD_FIELD)
	}
	for _, call := range []func(*testing.T, string, string) error{c.removeFriend, c.block, c.unblock} {
		for _, id := range []string{"", "ben", string(ana.ID)} {
			wantFault(t, call(t, anas, id), connect.CodeInvalidArgument, samedealv1.Reason_REASON_BAD_FIELD)
		}
	}
	nobody := "aaaaaaaaaaaaaaaaaaaaaaaaaa"
	wantFault(t, c.block(t, anas, nobody), connect.CodeNotFound, samedealv1.Reason_REASON_BAD_FIELD)
	if err := errors.Join(c.removeFriend(t, anas, nobody), c.unblock(t, anas, nobody)); err != nil {
		t.Error(err)
	}
	s.players.Fail(errors.New("secret"))
	_, shownErr := c.showInvitation(t, anas, "BKTWRNHJVD")
	for _, err := range append(c.friendCalls(t, anas, ben.ID), shownErr) {
		wantFault(t, err, connect.CodeInternal, samedealv1.Reason_REASON_INTERNAL)
	}
}

func TestTooManyFriendsOverHTTP(t *testing.T) {
	s := newService(t)
	c, ctx := s.calls(), t.Context()
	ana, anas := s.mustNew(t, "Ana")
	ben, bens := s.mustNew(t, "Ben")
	friends := player.NewFriends(s.guests, s.players)
	var blocked string
	for n := range player.FriendsMost {
		p, _ := s.mustNew(t, player.Name(fmt.Sprint("Player ", n)))
		code, err := friends.Invite(ctx, ana.ID)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := friends.Accept(ctx, p.ID, string(code)); err != nil {
			t.Fatal(err)
		}
		if err := friends.Block(ctx, ben.ID, p.ID); err != nil {
			t.Fatal(err)
		}
		blocked = string(p.ID)
	}
	_, err := c.accept(t, bens, c.invite(t, anas))
	wantFault(t, err, connect.CodeResourceExhausted, samedealv1.Reason_REASON_TOO_MANY)
	_, err = c.accept(t, anas, c.invite(t, bens))
	wantFault(t, err, connect.CodeResourceExhausted, samedealv1.Reason_REASON_TOO_MANY)
	wantFault(t, c.block(t, bens, string(ana.ID)), connect.CodeResourceExhausted, samedealv1.Reason_REASON_TOO_MANY)
	if err := errors.Join(c.unblock(t, bens, blocked), c.block(t, bens, string(ana.ID))); err != nil {
		t.Error(err)
	}
}

// An invitation that can be guessed makes friends that nobody wanted. It is one limit for all codes, or
// there would be as many guesses as there are kinds.
func TestInvitationsCannotBeGuessed(t *testing.T) { synctest.Test(t, checkInvitationsCannotBeGuessed) }

func checkInvitationsCannotBeGuessed(t *testing.T) {
	s := newPipedService(t, func(c *gateway.Config, _ *rooms) { c.Limits.DeviceCodes = 6 })
	c := s.calls()
	_, anas := s.mustNew(t, "Ana")
	_, bens := s.mustNew(t, "Ben")
	code := c.invite(t, anas)
	for range 2 {
		_, shownErr := c.showInvitation(t, bens, "BKTWRNHJVD")
		_, acceptErr := c.accept(t, bens, "BKTWRNHJVD")
		for _, err := range []error{shownErr, acceptErr} {
			wantFault(t, err, connect.CodeNotFound, samedealv1.Reason_REASON_BAD_INVITATION)
		}
		_, err := c.useCode(t, "BKTWRNHJVD")
		wantFault(t, err, connect.CodeNotFound, samedealv1.Reason_REASON_BAD_DEVICE_CODE)
	}
	_, shownErr := c.showInvitation(t, bens, code)
	_, acceptErr := c.accept(t, bens, code)
	_, useErr := c.useCode(t, "BKTWRNHJVD")
	for _, err := range []error{shownErr, acceptErr, useErr} {
		wantFault(t, err, connect.CodeResourceExhausted, samedealv1.Reason_REASON_TOO_MANY)
	}
	c.wantFriends(t, bens, "", "")
}

// An account must not be gone before all that is kept of it elsewhere, or nobody could ask for the rest
// any more.
//
// It fails if DeleteAccount forgets the account before it calls the removals, or goes on after one failed.
func TestDeletingAnAccountRemovesAllElseFirst(t *testing.T) {
	var told []string
	var fail error
	removal := func(name string) func(context.Context, player.ID) error {
		return func(_ context.Context, id player.ID) error {
			told = append(told, name+" "+string(id))
			if name == "second" {
				return fail
			}
			return nil
		}
	}
	s := newService(t, func(c *gateway.Config, _ *rooms) {
		c.Removals = append(c.Removals, removal("first"), removal("second"), removal("third"))
	})
	c := s.calls()
	ana, anas := s.mustNew(t, "Ana")
	_, bens := s.mustNew(t, "Ben")
	if _, err := c.accept(t, bens, c.invite(t, anas)); err != nil {
		t.Fatal(err)
	}
	left := c.invite(t, anas)
	remove := func() error {
		_, err := c.DeleteAccount(t.Context(), connect.NewRequest(&samedealv1.DeleteAccountRequest{Token: anas}))
		return err
	}
	fail = errors.New("secret")
	wantFault(t, remove(), connect.CodeInternal, samedealv1.Reason_REASON_INTERNAL)
	c.wantFriends(t, anas, "Ben", "")
	fail = nil
	if err := remove(); err != nil {
		t.Fatal(err)
	}
	id := " " + string(ana.ID)
	if want := []string{"first" + id, "second" + id, "first" + id, "second" + id, "third" + id}; !slices.Equal(told, want) {
		t.Errorf("told were %v, want %v", told, want)
	}
	c.wantFriends(t, bens, "", "")
	_, err := c.accept(t, bens, left)
	wantFault(t, err, connect.CodeNotFound, samedealv1.Reason_REASON_BAD_INVITATION)
	wantFault(t, remove(), connect.CodeUnauthenticated, samedealv1.Reason_REASON_BAD_FIELD)
	list, err := s.players.FriendList(t.Context(), ana.ID)
	if err != nil || len(list.Friends)+len(list.Blocked) != 0 {
		t.Errorf("%+v is kept, %v", list, err)
	}
}

// Who is on very many boards could never have their account deleted, if it had to be done before their browser
// waits no longer. (Without context.WithoutCancel in DeleteAccount, or with Time there.)
func TestADeletionIsCarriedOutWithoutItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newPipedService(t, func(c *gateway.Config, _ *rooms) {
			c.Removals = append(c.Removals, func(ctx context.Context, _ player.ID) error {
				<-time.After(time.Minute)
				return ctx.Err()
			})
		})
		_, anas := s.mustNew(t, "Ana")
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		_, err := s.calls().DeleteAccount(ctx, connect.NewRequest(&samedealv1.DeleteAccountRequest{Token: anas}))
		if connect.CodeOf(err) != connect.CodeDeadlineExceeded {
			t.Errorf("the caller is told %v", err)
		}
		<-time.After(time.Minute)
		if _, _, err := s.guests.Resume(t.Context(), anas); !errors.Is(err, player.ErrUnknown) {
			t.Errorf("after it the token is answered with %v", err)
		}
	})
}
