package redisplayer_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/player"
	"github.com/samedeal/samedeal/player/redisplayer"
)

const ben player.ID = "benaaaaaaaaaaaaaaaaaaaaaaa"

// A friendship without an expiry stays for ever; one that expires while its player comes and goes is lost.
func TestFriendsExpireWithTheirPlayer(t *testing.T) {
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		store := redisplayer.New(client, "test:")
		now := time.Now().Truncate(time.Second)
		long := now.Add(player.RecordLife)
		friends, blocked := "{test:player:"+string(ana)+"}:friends", "{test:player:"+string(ana)+"}:blocked"
		want := func(friendsUntil, blockedUntil time.Time) {
			t.Helper()
			for name, until := range map[string]time.Time{friends: friendsUntil, blocked: blockedUntil} {
				left, err := client.PTTL(t.Context(), name).Result()
				if err != nil || time.Until(until.Add(-left)).Abs() > time.Minute/2 {
					t.Errorf("%s expires in %v, %v; want at %v", name, left, err, until)
				}
			}
		}
		load := func(until time.Time) {
			t.Helper()
			if _, err := store.Load(t.Context(), ana, until); err != nil {
				t.Fatal(err)
			}
		}
		soon := now.Add(time.Hour)
		err := errors.Join(
			store.SaveName(t.Context(), ana, "Ana", soon),
			store.SaveInvitation(t.Context(), "BCDFGHJKLM", ana, soon),
			store.UseInvitation(t.Context(), "BCDFGHJKLM", ana, ben, now),
			store.Block(t.Context(), ana, "cemaaaaaaaaaaaaaaaaaaaaaaa", now),
		)
		if err != nil {
			t.Fatal(err)
		}
		want(long, long)
		load(soon)
		want(soon, soon)
		if err := store.AddFriend(t.Context(), ana, ben, now); err != nil {
			t.Fatal(err)
		}
		want(long, soon)
		load(long.Add(time.Hour))
		want(long.Add(time.Hour), long.Add(time.Hour))
	})
}

// On a cluster a script's keys must lie on one master, also under a prefix that says on which.
func TestAPrefixWithATag(t *testing.T) {
	store := redisplayer.New(redistest.Cluster(t), "{all}:")
	until := time.Now().Add(time.Hour)
	err := errors.Join(
		store.SaveName(t.Context(), ana, "Ana", until),
		store.SaveInvitation(t.Context(), "BCDFGHJKLM", ana, until),
		store.UseInvitation(t.Context(), "BCDFGHJKLM", ana, ben, until),
		store.Block(t.Context(), ana, ben, until),
		store.ForgetFriends(t.Context(), ana),
	)
	if _, loadErr := store.Load(t.Context(), ana, until); err != nil || loadErr != nil {
		t.Errorf("%v, %v", err, loadErr)
	}
}

// Codes that were replaced or used, and those of the forgotten, must not pile up.
func TestNoInvitationIsLeftBehind(t *testing.T) {
	client := redistest.Embedded(t)
	store := redisplayer.New(client, "test:")
	until := time.Now().Add(time.Hour)
	for _, code := range []player.InvitationCode{"BBBBBBBBBB", "CCCCCCCCCC", "DDDDDDDDDD"} {
		if err := store.SaveInvitation(t.Context(), code, ana, until); err != nil {
			t.Fatal(err)
		}
	}
	wantKeys(t, client, map[string]time.Time{
		"{test:player:" + string(ana) + "}:invitation": until, "test:player:invitation:DDDDDDDDDD": until,
	})
	if err := store.ForgetFriends(t.Context(), ana); err != nil {
		t.Fatal(err)
	}
	wantKeys(t, client, nil)
}

// Whatever command a save is cut off at, no code of the player's is good but the one that they have, and
// the save can be made again.
func TestASaveThatIsCutOff(t *testing.T) {
	client := redistest.Single(t).Client()
	hook := &cutter{after: -1, err: errors.New("cut off")}
	client.AddHook(hook)
	for after := range 4 {
		store := redisplayer.New(client, fmt.Sprintf("%d:", after))
		until := time.Now().Add(time.Hour)
		if err := store.SaveInvitation(t.Context(), "BBBBBBBBBB", ana, until); err != nil {
			t.Fatal(err)
		}
		hook.after = after
		err := store.SaveInvitation(t.Context(), "CCCCCCCCCC", ana, until)
		hook.after = -1
		if (err == nil) != (after == 3) {
			t.Fatalf("cut off after %d commands: %v", after, err)
		}
		open := 0
		for _, code := range []player.InvitationCode{"BBBBBBBBBB", "CCCCCCCCCC"} {
			if _, isOpen, err := store.Inviter(t.Context(), code); err == nil && isOpen {
				open++
			} else if err != nil && !errors.Is(err, player.ErrBadInvitation) {
				t.Error(err)
			}
		}
		if open > 1 {
			t.Errorf("cut off after %d commands, %d codes are good", after, open)
		}
		if err := store.SaveInvitation(t.Context(), "CCCCCCCCCC", ana, until); err != nil {
			t.Error(err)
		}
		if from, isOpen, err := store.Inviter(t.Context(), "CCCCCCCCCC"); from != ana || !isOpen || err != nil {
			t.Errorf("saved again, %q, %t, %v", from, isOpen, err)
		}
	}
}

// cutter fails every command after so many, a transaction counted as one; none if that is negative.
type cutter struct {
	redis.Hook
	after int
	err   error
}

func (c *cutter) take() error {
	if c.after--; c.after == -1 {
		c.after = 0
		return c.err
	}
	return nil
}

func (c *cutter) DialHook(next redis.DialHook) redis.DialHook { return next }

func (c *cutter) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		if err := c.take(); err != nil {
			cmd.SetErr(err)
			return err
		}
		return next(ctx, cmd)
	}
}

func (c *cutter) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		if err := c.take(); err != nil {
			return err
		}
		return next(ctx, cmds)
	}
}

// Something else may have written there, or a later version: say so rather than make friends of it.
func TestAnInvitationThatCannotBeRead(t *testing.T) {
	client := redistest.Embedded(t)
	store := redisplayer.New(client, "")
	if err := client.Set(t.Context(), "player:invitation:BCDFGHJKLM", "ana", time.Hour).Err(); err != nil {
		t.Fatal(err)
	}
	if from, _, err := store.Inviter(t.Context(), "BCDFGHJKLM"); err == nil || errors.Is(err, player.ErrBadInvitation) {
		t.Errorf("read as %q, %v", from, err)
	}
	if err := client.Set(t.Context(), "{player:"+string(ana)+"}:friends", "ben", time.Hour).Err(); err != nil {
		t.Fatal(err)
	}
	if list, err := store.FriendList(t.Context(), ana); err == nil {
		t.Errorf("read as %v", list)
	}
	for _, sides := range [][]player.Side{{{Of: ana, To: ben}}, {{Of: ben, To: ana}, {Of: ana, To: ben}}} {
		if regards, err := store.Regards(t.Context(), sides...); err == nil {
			t.Errorf("read as %v", regards)
		}
	}
}
