package player

import (
	"context"
	"time"
)

// A FriendList is what is kept on one player's side. A friendship counts if both sides have it, so that
// either of the two ends it by their own side alone.
type FriendList struct {
	Friends []ListedFriend
	Blocked []ID
}

// A ListedFriend is one side of a friendship, and when it was noted last, in whole milliseconds.
type ListedFriend struct {
	ID    ID
	Noted time.Time
}

// A Side is one player's side of what is between them and another.
type Side struct{ Of, To ID }

// A Regard is what is kept on a side.
type Regard struct{ IsFriend, IsBlocked bool }

// FriendEdits changes one player's side, on the terms of a Store. A side's friends are forgotten RecordLife
// after the time of the last AddFriend or UseInvitation, and those blocked RecordLife after that of the last
// Block; or both when Load says, if that was called later.
type FriendEdits interface {
	// AddFriend notes a friend at that time; one who was noted before is noted again. The error is
	// ErrBlocked or ErrTooManyFriends.
	AddFriend(ctx context.Context, of, friend ID, at time.Time) error
	// RemoveFriend takes out a friend who was noted before an instant and not since; the zero time stands
	// for whenever. It is no error if there is none.
	RemoveFriend(ctx context.Context, of, friend ID, before time.Time) error
	// Block notes that a player blocks another, and takes them out of the friends in the same step. The
	// error is ErrTooManyBlocked.
	Block(ctx context.Context, of, other ID, at time.Time) error
	// Unblock takes that back. It is no error if there is nothing to take back.
	Unblock(ctx context.Context, of, other ID) error
}

// FriendLists reads players' sides, on the terms of a Store.
type FriendLists interface {
	// FriendList gives one player's side, in no order.
	FriendList(ctx context.Context, of ID) (FriendList, error)
	// Regards gives what is kept on each of these sides, in their order. Each is read at an instant of its
	// own.
	Regards(ctx context.Context, sides ...Side) ([]Regard, error)
	// ForgetFriends forgets a player's side, and their invitation.
	ForgetFriends(ctx context.Context, of ID) error
}

// FriendStore is all that Friends asks of a store.
type FriendStore interface {
	Invitations
	FriendEdits
	FriendLists
}
