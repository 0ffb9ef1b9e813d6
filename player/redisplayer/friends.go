package redisplayer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/player"
)

// AddFriend implements player.FriendEdits.
func (s *Store) AddFriend(ctx context.Context, of, friend player.ID, at time.Time) error {
	keys := []string{s.keys.friends(of), s.keys.blocked(of)}
	done, err := addFriend.Run(ctx, s.client, keys,
		string(friend), at.UnixMilli(), player.FriendsMost, sideEnd(at)).Int()
	switch {
	case err != nil:
		return fmt.Errorf("add a friend in Redis: %w", err)
	case done == sideRefused:
		return player.ErrBlocked
	case done == sideFull:
		return player.ErrTooManyFriends
	}
	return nil
}

// RemoveFriend implements player.FriendEdits.
func (s *Store) RemoveFriend(ctx context.Context, of, friend player.ID, before time.Time) error {
	var err error
	if key := s.keys.friends(of); before.IsZero() {
		err = s.client.ZRem(ctx, key, string(friend)).Err()
	} else {
		err = removeFriend.Run(ctx, s.client, []string{key}, string(friend), before.UnixMilli()).Err()
	}
	if err != nil {
		return fmt.Errorf("remove a friend in Redis: %w", err)
	}
	return nil
}

// Block implements player.FriendEdits.
func (s *Store) Block(ctx context.Context, of, other player.ID, at time.Time) error {
	keys := []string{s.keys.blocked(of), s.keys.friends(of)}
	done, err := block.Run(ctx, s.client, keys,
		string(other), at.UnixMilli(), player.BlockedMost, sideEnd(at)).Int()
	switch {
	case err != nil:
		return fmt.Errorf("block a player in Redis: %w", err)
	case done == sideFull:
		return player.ErrTooManyBlocked
	}
	return nil
}

// Unblock implements player.FriendEdits.
func (s *Store) Unblock(ctx context.Context, of, other player.ID) error {
	if err := s.client.ZRem(ctx, s.keys.blocked(of), string(other)).Err(); err != nil {
		return fmt.Errorf("unblock a player in Redis: %w", err)
	}
	return nil
}

// FriendList implements player.FriendLists.
func (s *Store) FriendList(ctx context.Context, of player.ID) (player.FriendList, error) {
	var friends *redis.ZSliceCmd
	var blocked *redis.StringSliceCmd
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		friends = tx.ZRangeWithScores(ctx, s.keys.friends(of), 0, -1)
		blocked = tx.ZRange(ctx, s.keys.blocked(of), 0, -1)
		return nil
	})
	if err != nil {
		return player.FriendList{}, fmt.Errorf("read a player's friends from Redis: %w", err)
	}
	var list player.FriendList
	for _, friend := range friends.Val() {
		id, _ := friend.Member.(string)
		list.Friends = append(list.Friends, player.ListedFriend{ID: player.ID(id), Noted: time.UnixMilli(int64(friend.Score))})
	}
	for _, id := range blocked.Val() {
		list.Blocked = append(list.Blocked, player.ID(id))
	}
	return list, nil
}

// Regards implements player.FriendLists.
func (s *Store) Regards(ctx context.Context, sides ...player.Side) ([]player.Regard, error) {
	friends, blocked := make([]*redis.FloatCmd, len(sides)), make([]*redis.FloatCmd, len(sides))
	_, err := s.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for i, side := range sides {
			friends[i] = p.ZScore(ctx, s.keys.friends(side.Of), string(side.To))
			blocked[i] = p.ZScore(ctx, s.keys.blocked(side.Of), string(side.To))
		}
		return nil
	})
	if err != nil && !errors.Is(err, redis.Nil) {
		return nil, fmt.Errorf("read what is between players from Redis: %w", err)
	}
	regards := make([]player.Regard, len(sides))
	for i := range sides {
		isFriend, friendErr := isThere(friends[i])
		isBlocked, blockedErr := isThere(blocked[i])
		if err := errors.Join(friendErr, blockedErr); err != nil {
			return nil, fmt.Errorf("read what is between players from Redis: %w", err)
		}
		regards[i] = player.Regard{IsFriend: isFriend, IsBlocked: isBlocked}
	}
	return regards, nil
}

// isThere reports whether a member is in a set.
func isThere(score *redis.FloatCmd) (bool, error) {
	err := score.Err()
	if errors.Is(err, redis.Nil) {
		return false, nil
	}
	return err == nil, err
}

// ForgetFriends implements player.FriendLists. The code's key goes first, since nothing else tells of it.
func (s *Store) ForgetFriends(ctx context.Context, of player.ID) error {
	code, err := s.client.Get(ctx, s.keys.invitation(of)).Result()
	if err == nil {
		err = s.client.Del(ctx, s.keys.inviter(player.InvitationCode(code))).Err()
	}
	if err == nil || errors.Is(err, redis.Nil) {
		err = s.client.Del(ctx, s.keys.friends(of), s.keys.blocked(of), s.keys.invitation(of)).Err()
	}
	if err != nil {
		return fmt.Errorf("forget a player's friends in Redis: %w", err)
	}
	return nil
}
