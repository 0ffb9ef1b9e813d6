package player

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

// InvitationLife is how long an invitation is good for.
const InvitationLife = 7 * 24 * time.Hour

var (
	// ErrBadInvitation says that a code invites nobody, or not this player, or not any more. It does not
	// say which: whoever is blocked is not told.
	ErrBadInvitation = errors.New("the invitation is not good, or not any more: ask your friend for a new one")
	// ErrOwnInvitation says that a player would accept an invitation of their own.
	ErrOwnInvitation = errors.New("the invitation is your own: send it to a friend, who accepts it")
)

// An InvitationCode makes its player and one other friends, once: as many capital letters as a
// DeviceCode.
type InvitationCode string

// NewInvitationCode draws a code from a source of randomness that nobody can foresee. The error is the
// source's.
func NewInvitationCode(random io.Reader) (InvitationCode, error) {
	code, err := drawCode(random)
	if err != nil {
		return "", fmt.Errorf("draw an invitation's code: %w", err)
	}
	return InvitationCode(code), nil
}

// ParseInvitationCode reads a code as ParseDeviceCode does. The error is ErrBadInvitation.
func ParseInvitationCode(text string) (InvitationCode, error) {
	code, good := readCode(text)
	if !good {
		return "", ErrBadInvitation
	}
	return InvitationCode(code), nil
}

// An Invitation is one as it is shown to somebody who has its code.
type Invitation struct {
	From Friend
	// IsMine says that they invite themselves, and IsFriend that they are friends of who invites.
	IsMine, IsFriend bool
}

// Invitations keeps invitations, on the terms of a Store, but that SaveInvitation may be left half done:
// then the code is not good, nor the one before.
type Invitations interface {
	// SaveInvitation has a code invite for its player until then, instead of the one before.
	SaveInvitation(ctx context.Context, code InvitationCode, from ID, until time.Time) error
	// Inviter gives whose code it is, and whether it is still to be used: neither used, nor replaced, nor
	// over. The error is ErrBadInvitation if it is nobody's. Whose a code was that was used is known as
	// long as it would have been good.
	Inviter(ctx context.Context, code InvitationCode) (from ID, isOpen bool, err error)
	// UseInvitation uses a code up and, in the same step, notes at that time on its player's side that
	// another is their friend. The error is ErrBadInvitation if the code is not to be used any more and the
	// other is not noted yet, as they are if this is done again; it is that, too, if the code's player blocks
	// the other. It is ErrInviterFull if they have FriendsMost friends.
	UseInvitation(ctx context.Context, code InvitationCode, from, by ID, at time.Time) error
}
