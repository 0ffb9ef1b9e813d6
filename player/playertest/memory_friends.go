package playertest

import (
	"context"
	"time"

	"github.com/samedeal/samedeal/player"
)

type memoryInvitation struct {
	from   player.ID
	isOpen bool
	until  time.Time
}

// memorySide is one player's side of their friendships.
type memorySide struct {
	friends, blocked           map[player.ID]time.Time
	friendsUntil, blockedUntil time.Time
}

// side gives a player's side, without what has expired.
func (m *Memory) side(of player.ID) *memorySide {
	side := m.sides[of]
	if side == nil {
		side = &memorySide{}
		m.sides[of] = side
	}
	if side.friends == nil || !m.now().Before(side.friendsUntil) {
		side.friends = map[player.ID]time.Time{}
	}
	if side.blocked == nil || !m.now().Before(side.blockedUntil) {
		side.blocked = map[player.ID]time.Time{}
	}
	return side
}

// befriend notes a friend, unless there are as many as there may be.
func (s *memorySide) befriend(friend player.ID, at time.Time, full error) error {
	if _, noted := s.friends[friend]; !noted && len(s.friends) >= player.FriendsMost {
		return full
	}
	s.friends[friend] = time.UnixMilli(at.UnixMilli())
	s.friendsUntil = at.Add(player.RecordLife)
	return nil
}

func (s *memorySide) regard(other player.ID) player.Regard {
	_, isFriend := s.friends[other]
	_, isBlocked := s.blocked[other]
	return player.Regard{IsFriend: isFriend, IsBlocked: isBlocked}
}

// SaveInvitation implements player.Invitations.
func (m *Memory) SaveInvitation(ctx context.Context, code player.InvitationCode, from player.ID, until time.Time) error {
	return m.do(ctx, func() error {
		m.dropInvitation(from)
		m.invitations[code] = &memoryInvitation{from: from, isOpen: true, until: until}
		return nil
	})
}

// dropInvitation forgets what a player invites by now.
func (m *Memory) dropInvitation(from player.ID) {
	for code, i := range m.invitations {
		if i.from == from && i.isOpen {
			delete(m.invitations, code)
		}
	}
}

// invitation finds one that has not expired, or nil.
func (m *Memory) invitation(code player.InvitationCode) *memoryInvitation {
	if i := m.invitations[code]; i != nil && m.now().Before(i.until) {
		return i
	}
	return nil
}

// Inviter implements player.Invitations.
func (m *Memory) Inviter(ctx context.Context, code player.InvitationCode) (from player.ID, isOpen bool, err error) {
	err = m.do(ctx, func() error {
		i := m.invitation(code)
		if i == nil {
			return player.ErrBadInvitation
		}
		from, isOpen = i.from, i.isOpen
		return nil
	})
	return from, isOpen, err
}

// UseInvitation implements player.Invitations.
func (m *Memory) UseInvitation(ctx context.Context, code player.InvitationCode, from, by player.ID, at time.Time) error {
	return m.do(ctx, func() error {
		side, i := m.side(from), m.invitation(code)
		regard := side.regard(by)
		switch {
		case (i == nil || !i.isOpen || i.from != from) && regard.IsFriend:
			return nil
		case i == nil, !i.isOpen, i.from != from, regard.IsBlocked:
			return player.ErrBadInvitation
		}
		if err := side.befriend(by, at, player.ErrInviterFull); err != nil {
			return err
		}
		i.isOpen = false
		return nil
	})
}

// AddFriend implements player.FriendEdits.
func (m *Memory) AddFriend(ctx context.Context, of, friend player.ID, at time.Time) error {
	return m.do(ctx, func() error {
		side := m.side(of)
		if side.regard(friend).IsBlocked {
			return player.ErrBlocked
		}
		return side.befriend(friend, at, player.ErrTooManyFriends)
	})
}

// RemoveFriend implements player.FriendEdits.
func (m *Memory) RemoveFriend(ctx context.Context, of, friend player.ID, before time.Time) error {
	return m.do(ctx, func() error {
		side := m.side(of)
		if before.IsZero() || side.friends[friend].UnixMilli() < before.UnixMilli() {
			delete(side.friends, friend)
		}
		return nil
	})
}

// Block implements player.FriendEdits.
func (m *Memory) Block(ctx context.Context, of, other player.ID, at time.Time) error {
	return m.do(ctx, func() error {
		side := m.side(of)
		if !side.regard(other).IsBlocked && len(side.blocked) >= player.BlockedMost {
			return player.ErrTooManyBlocked
		}
		side.blocked[other], side.blockedUntil = at, at.Add(player.RecordLife)
		delete(side.friends, other)
		return nil
	})
}

// Unblock implements player.FriendEdits.
func (m *Memory) Unblock(ctx context.Context, of, other player.ID) error {
	return m.do(ctx, func() error {
		delete(m.side(of).blocked, other)
		return nil
	})
}

// FriendList implements player.FriendLists.
func (m *Memory) FriendList(ctx context.Context, of player.ID) (list player.FriendList, err error) {
	err = m.do(ctx, func() error {
		side := m.side(of)
		for id, noted := range side.friends {
			list.Friends = append(list.Friends, player.ListedFriend{ID: id, Noted: noted})
		}
		for id := range side.blocked {
			list.Blocked = append(list.Blocked, id)
		}
		return nil
	})
	return list, err
}

// Regards implements player.FriendLists.
func (m *Memory) Regards(ctx context.Context, sides ...player.Side) (regards []player.Regard, err error) {
	err = m.do(ctx, func() error {
		for _, s := range sides {
			regards = append(regards, m.side(s.Of).regard(s.To))
		}
		return nil
	})
	return regards, err
}

// ForgetFriends implements player.FriendLists.
func (m *Memory) ForgetFriends(ctx context.Context, of player.ID) error {
	return m.do(ctx, func() error {
		m.dropInvitation(of)
		delete(m.sides, of)
		return nil
	})
}
