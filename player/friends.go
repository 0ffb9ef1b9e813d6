package player

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

const (
	// FriendsMost is how many friends a player may have, and BlockedMost how many they may block.
	FriendsMost = 500
	BlockedMost = 500

	// oneSidedLife is how long a friendship may stand on one side alone. Whoever accepts writes both sides
	// within seconds; what is older was left by a crash.
	oneSidedLife = 24 * time.Hour
)

var (
	// ErrTooManyFriends says that a player has FriendsMost friends.
	ErrTooManyFriends = fmt.Errorf("you have %d friends, which is the most: remove one of them first", FriendsMost)
	// ErrInviterFull says that whoever invites has FriendsMost friends.
	ErrInviterFull = fmt.Errorf("who invites you has %d friends, which is the most: have them remove one and try again", FriendsMost)
	// ErrTooManyBlocked says that a player blocks BlockedMost others.
	ErrTooManyBlocked = fmt.Errorf("you block %d players, which is the most: unblock one of them first", BlockedMost)

	// ErrBlocked says that a player blocks whom they would be friends with.
	ErrBlocked = errors.New("the player is blocked")
)

// A Friend is a player whom another knows.
type Friend struct {
	ID   ID
	Name Name
}

// Friends is who is friends with whom, and who blocks whom. It may be used from any number of goroutines
// and nodes. Every call may be repeated; one that failed may have done nothing, half or all of its work,
// and done again does the rest. A half-made friendship counts for nothing.
type Friends struct {
	guests *Guests
	store  FriendStore
}

// NewFriends gives the friends of guests.
func NewFriends(guests *Guests, store FriendStore) *Friends { return &Friends{guests, store} }

// Invite gives a player a code for a friend, good once within InvitationLife, and instead of the one
// before. The error is the store's or the source of randomness's.
func (f *Friends) Invite(ctx context.Context, from ID) (InvitationCode, error) {
	code, err := NewInvitationCode(f.guests.config.Random)
	if err != nil {
		return "", err
	}
	until := f.guests.config.Now().Add(InvitationLife)
	if err := f.store.SaveInvitation(ctx, code, from, until); err != nil {
		return "", err
	}
	return code, nil
}

// Invitation shows an invitation to a player, or to "", nobody yet. The error is ErrBadInvitation or the store's.
func (f *Friends) Invitation(ctx context.Context, to ID, text string) (Invitation, error) {
	_, invitation, err := f.invitation(ctx, to, text)
	return invitation, err
}

// invitation finds an invitation that a player may look at: one that is still to be used, or of somebody
// who is a friend already.
func (f *Friends) invitation(ctx context.Context, to ID, text string) (InvitationCode, Invitation, error) {
	code, err := ParseInvitationCode(text)
	if err != nil {
		return "", Invitation{}, err
	}
	from, isOpen, err := f.store.Inviter(ctx, code)
	if err != nil {
		return "", Invitation{}, err
	}
	var between Regard
	if to != "" {
		if between, err = f.between(ctx, from, to); err != nil {
			return "", Invitation{}, err
		}
	}
	records, err := f.guests.config.Changes.Records(ctx, []ID{from})
	if err != nil {
		return "", Invitation{}, err
	}
	if records[0].Name == "" || between.IsBlocked || !isOpen && !between.IsFriend {
		return "", Invitation{}, ErrBadInvitation
	}
	return code, Invitation{
		From: Friend{from, records[0].Name}, IsMine: from == to, IsFriend: between.IsFriend,
	}, nil
}

// between gives whether two are friends, and whether either blocks the other.
func (f *Friends) between(ctx context.Context, one, other ID) (Regard, error) {
	sides, err := f.store.Regards(ctx, Side{one, other}, Side{other, one})
	if err != nil {
		return Regard{}, err
	}
	return Regard{
		IsFriend:  sides[0].IsFriend && sides[1].IsFriend,
		IsBlocked: sides[0].IsBlocked || sides[1].IsBlocked,
	}, nil
}

// Accept makes a player and whoever invites them friends, and uses the invitation up; between friends it
// changes nothing, whether the code is still to be used or they became friends by it. The error is
// ErrBadInvitation, ErrOwnInvitation, ErrTooManyFriends, ErrInviterFull or the store's.
func (f *Friends) Accept(ctx context.Context, by ID, text string) (Friend, error) {
	code, invitation, err := f.invitation(ctx, by, text)
	switch {
	case err != nil:
		return Friend{}, err
	case invitation.IsMine:
		return Friend{}, ErrOwnInvitation
	case invitation.IsFriend:
		return invitation.From, nil
	}
	// The side of who accepts comes first: it is worth nothing alone, and the other is written in one step
	// with the use of the code. So no crash uses a code up without making friends.
	from, now := invitation.From.ID, f.guests.config.Now()
	if err := f.store.AddFriend(ctx, by, from, now); err != nil {
		if errors.Is(err, ErrBlocked) {
			return Friend{}, ErrBadInvitation
		}
		return Friend{}, err
	}
	if err := f.store.UseInvitation(ctx, code, from, by, now); err != nil {
		return Friend{}, err
	}
	return invitation.From, nil
}

// IDs gives a player's friends, in no order.
func (f *Friends) IDs(ctx context.Context, of ID) ([]ID, error) {
	list, err := f.store.FriendList(ctx, of)
	if err != nil {
		return nil, err
	}
	both, _, err := f.split(ctx, of, list.Friends)
	return both, err
}

// split tells friends from those who are noted on this side alone.
func (f *Friends) split(ctx context.Context, of ID, listed []ListedFriend) (both, oneSided []ID, err error) {
	sides := make([]Side, len(listed))
	for i, friend := range listed {
		sides[i] = Side{friend.ID, of}
	}
	regards, err := f.store.Regards(ctx, sides...)
	if err != nil {
		return nil, nil, err
	}
	for i, friend := range listed {
		if regards[i].IsFriend {
			both = append(both, friend.ID)
		} else {
			oneSided = append(oneSided, friend.ID)
		}
	}
	return both, oneSided, nil
}

// List gives a player's friends and whom they block, each in the order of their names; who is not known
// any more is left out, and taken out of what is kept. The error is the store's.
func (f *Friends) List(ctx context.Context, of ID) (friends, blocked []Friend, err error) {
	list, err := f.store.FriendList(ctx, of)
	if err != nil {
		return nil, nil, err
	}
	both, oneSided, err := f.split(ctx, of, list.Friends)
	if err != nil {
		return nil, nil, err
	}
	long := f.guests.config.Now().Add(-oneSidedLife)
	for _, id := range oneSided {
		if err := f.store.RemoveFriend(ctx, of, id, long); err != nil {
			return nil, nil, err
		}
	}
	forget := func(id ID) error { return f.store.RemoveFriend(ctx, of, id, time.Time{}) }
	if friends, err = f.known(ctx, both, forget); err != nil {
		return nil, nil, err
	}
	unblock := func(id ID) error { return f.store.Unblock(ctx, of, id) }
	if blocked, err = f.known(ctx, list.Blocked, unblock); err != nil {
		return nil, nil, err
	}
	return friends, blocked, nil
}

// known gives players' names, in the order of these. Who is not known will not be again, and is
// forgotten.
func (f *Friends) known(ctx context.Context, ids []ID, forget func(ID) error) ([]Friend, error) {
	records, err := f.guests.config.Changes.Records(ctx, ids)
	if err != nil {
		return nil, err
	}
	var friends []Friend
	for i, id := range ids {
		if records[i].Name != "" {
			friends = append(friends, Friend{id, records[i].Name})
		} else if err := forget(id); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(friends, func(a, b Friend) int {
		return cmp.Or(cmp.Compare(key(a.Name), key(b.Name)), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return friends, nil
}

// Remove ends a friendship for both, if there is one. The error is the store's.
func (f *Friends) Remove(ctx context.Context, of, friend ID) error {
	if err := f.store.RemoveFriend(ctx, of, friend, time.Time{}); err != nil {
		return err
	}
	return f.store.RemoveFriend(ctx, friend, of, time.Time{})
}

// Block ends a friendship, if there is one, and has no invitation make another until it is taken back.
// The error is ErrUnknown if there is no such player, ErrTooManyBlocked or the store's.
func (f *Friends) Block(ctx context.Context, of, other ID) error {
	records, err := f.guests.config.Changes.Records(ctx, []ID{other})
	if err != nil {
		return err
	}
	if records[0].Name == "" {
		return ErrUnknown
	}
	if err := f.store.Block(ctx, of, other, f.guests.config.Now()); err != nil {
		return err
	}
	return f.store.RemoveFriend(ctx, other, of, time.Time{})
}

// Unblock takes a block back; a friendship that it ended stays ended. The error is the store's.
func (f *Friends) Unblock(ctx context.Context, of, other ID) error {
	return f.store.Unblock(ctx, of, other)
}

// Forget ends all of a player's friendships, and forgets whom they block and their invitation. Who blocks
// them does so until they are listed next, when they are not known any more. The error is the store's.
func (f *Friends) Forget(ctx context.Context, of ID) error {
	list, err := f.store.FriendList(ctx, of)
	if err != nil {
		return err
	}
	for _, friend := range list.Friends {
		if err := f.store.RemoveFriend(ctx, friend.ID, of, time.Time{}); err != nil {
			return err
		}
	}
	return f.store.ForgetFriends(ctx, of)
}
