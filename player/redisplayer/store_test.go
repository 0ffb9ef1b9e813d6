package redisplayer_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/player"
	"github.com/samedeal/samedeal/player/playertest"
	"github.com/samedeal/samedeal/player/redisplayer"
)

const ana player.ID = "anaaaaaaaaaaaaaaaaaaaaaaaa"

func TestStore(t *testing.T) {
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		stores := 0
		playertest.Run(t, func(*testing.T) playertest.Store {
			stores++
			return redisplayer.New(client, fmt.Sprintf("%d:", stores))
		})
	})
}

// A key without an expiry stays for ever: only the signing key may.
func TestEveryKeyButOneExpires(t *testing.T) {
	now := time.Now().Truncate(time.Second)
	until := now.Add(player.RecordLife)
	claims := player.Claims{ID: ana, Expires: now.Add(player.DeviceCodeLife)}
	uses := []func(context.Context, *redisplayer.Store) error{
		func(ctx context.Context, s *redisplayer.Store) error { return s.SaveName(ctx, ana, "Ana", until) },
		func(ctx context.Context, s *redisplayer.Store) error { _, err := s.Load(ctx, ana, until); return err },
		func(ctx context.Context, s *redisplayer.Store) error { return s.Rename(ctx, ana, "Anna", until) },
		func(ctx context.Context, s *redisplayer.Store) error {
			return s.Ban(ctx, ana, player.BanForGood(""), until)
		},
		func(ctx context.Context, s *redisplayer.Store) error { return s.Ban(ctx, ana, player.Ban{}, until) },
		func(ctx context.Context, s *redisplayer.Store) error {
			_, err := s.LogOut(ctx, ana, 9, "a request", until)
			return err
		},
		func(ctx context.Context, s *redisplayer.Store) error { return s.Forget(ctx, ana, until) },
	}
	for _, client := range []*redis.Client{redistest.Embedded(t), redistest.Single(t).Client()} {
		store := redisplayer.New(client, "test:")
		if _, err := store.SigningKey(t.Context(), []byte("key")); err != nil {
			t.Fatal(err)
		}
		if err := store.SaveCode(t.Context(), "BCDFGHJKLM", claims); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := store.CountReport(t.Context(), ana, now.Add(player.ReportWindow)); err != nil {
				t.Fatal(err)
			}
			if err := store.AddReport(t.Context(), player.Report{At: now, By: ana}); err != nil {
				t.Fatal(err)
			}
			if err := store.NoteChange(t.Context(), ana, now); err != nil {
				t.Fatal(err)
			}
		}
		if err := store.SaveInvitation(t.Context(), "BCDFGHJKLM", ana, now.Add(player.InvitationLife)); err != nil {
			t.Fatal(err)
		}
		for i, use := range uses {
			// An end that is near is moved away, too.
			if err := store.SaveName(t.Context(), ana, "Ana", time.Now().Add(time.Minute)); err != nil {
				t.Fatal(err)
			}
			if err := use(t.Context(), store); err != nil {
				t.Fatal(err)
			}
			wantKeys(t, client, map[string]time.Time{
				"test:player:key":                       {},
				"test:player:" + string(ana):            until,
				"test:player:{codes}:code:BCDFGHJKLM":   claims.Expires,
				"test:player:{codes}:of:" + string(ana): claims.Expires,
				"test:player:reported:" + string(ana):   now.Add(player.ReportWindow),
				"test:player:reports":                   now.Add(player.ReportLife),
				"test:player:changed":                   now.Add(player.ChangeLife),

				"{test:player:" + string(ana) + "}:invitation": now.Add(player.InvitationLife),
				"test:player:invitation:BCDFGHJKLM":            now.Add(player.InvitationLife),
			})
			if t.Failed() {
				t.Fatalf("after use %d", i)
			}
		}
	}
}

// wantKeys holds all there is in Redis to these keys, each with its expiry, the zero time for none.
func wantKeys(t *testing.T, client redis.UniversalClient, want map[string]time.Time) {
	t.Helper()
	names, err := client.Keys(t.Context(), "*").Result()
	if err != nil || len(names) != len(want) {
		t.Errorf("keys %q, %v; want %d", names, err, len(want))
	}
	for name, until := range want {
		left, err := client.PTTL(t.Context(), name).Result()
		switch {
		case err != nil || left == -2:
			t.Errorf("%s: %v, %v", name, left, err)
		case until.IsZero() != (left == -1):
			t.Errorf("%s expires in %v, want %v", name, left, until)
		case !until.IsZero() && time.Until(until.Add(-left)).Abs() > time.Minute/2:
			t.Errorf("%s expires in %v, want at %v", name, left, until)
		}
	}
}

func TestPrefixesAreApart(t *testing.T) {
	client := redistest.Embedded(t)
	one, other := redisplayer.New(client, "one:"), redisplayer.New(client, "other:")
	until := time.Now().Add(time.Hour)
	if err := one.SaveName(t.Context(), ana, "Ana", until); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Load(t.Context(), ana, until); !errors.Is(err, player.ErrUnknown) {
		t.Errorf("error %v, want ErrUnknown", err)
	}
	a, errA := one.SigningKey(t.Context(), []byte("a"))
	b, errB := other.SigningKey(t.Context(), []byte("b"))
	if string(a) != "a" || string(b) != "b" || errA != nil || errB != nil {
		t.Errorf("keys %q, %v and %q, %v", a, errA, b, errB)
	}
}

// A node must start while Redis is full: the key that is there is read without writing.
func TestTheKeyIsReadWithoutWriting(t *testing.T) {
	client := redistest.Single(t).Client()
	store := redisplayer.New(client, "")
	if _, err := store.SigningKey(t.Context(), []byte("key")); err != nil {
		t.Fatal(err)
	}
	if err := client.ConfigSet(t.Context(), "maxmemory", "1").Err(); err != nil {
		t.Fatal(err)
	}
	if err := store.SaveName(t.Context(), ana, "Ana", time.Now().Add(time.Hour)); err == nil {
		t.Fatal("a full Redis took a name")
	}
	if key, err := store.SigningKey(t.Context(), []byte("another")); string(key) != "key" || err != nil {
		t.Errorf("key %q, %v", key, err)
	}
	wantKeys(t, client, map[string]time.Time{"player:key": {}})
}

// Something else may have written there, or a later version: say so rather than let anyone in.
func TestARecordThatCannotBeRead(t *testing.T) {
	client := redistest.Embedded(t)
	store := redisplayer.New(client, "")
	until := time.Now().Add(time.Hour)
	put := func(generation string) {
		t.Helper()
		if err := client.HSet(t.Context(), "player:"+string(ana), "name", "Ana", "generation", generation).Err(); err != nil {
			t.Fatal(err)
		}
	}
	for _, generation := range []string{"-1", "4294967296", "one", ""} {
		put(generation)
		if record, err := store.Load(t.Context(), ana, until); err == nil {
			t.Errorf("generation %q is read as %+v", generation, record)
		}
	}
	put("4294967295")
	if generation, err := store.LogOut(t.Context(), ana, 4294967295, "a request", until); err == nil {
		t.Errorf("raised to %d", generation)
	}
	put("1")
	for _, ban := range []string{"", "tomorrow", "1.5 for a reason"} {
		if err := client.HSet(t.Context(), "player:"+string(ana), "ban", ban).Err(); err != nil {
			t.Fatal(err)
		}
		if records, err := store.Records(t.Context(), []player.ID{ana}); err == nil {
			t.Errorf("ban %q is read as %+v", ban, records)
		}
	}
	for _, code := range []string{"", string(ana), string(ana) + " 1 x", string(ana) + " -1 5", "ana 1 5", string(ana) + " 1 5 7"} {
		if err := client.Set(t.Context(), "player:{codes}:code:BCDFGHJKLM", code, time.Hour).Err(); err != nil {
			t.Fatal(err)
		}
		if claims, err := store.TakeCode(t.Context(), "BCDFGHJKLM"); err == nil || errors.Is(err, player.ErrBadDeviceCode) {
			t.Errorf("code %q is read as %+v, %v", code, claims, err)
		}
	}
	if err := client.Set(t.Context(), "player:"+string(ana), "text", 0).Err(); err != nil {
		t.Fatal(err)
	}
	if record, err := store.Load(t.Context(), ana, until); err == nil || errors.Is(err, player.ErrUnknown) {
		t.Errorf("a text is read as %+v, %v", record, err)
	}
}

func TestErrorsAreWrappedOnce(t *testing.T) {
	client := redis.NewClient(&redis.Options{})
	store := redisplayer.New(client, "")
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	until := time.Now().Add(time.Hour)
	ctx := t.Context()
	_, keyErr := store.SigningKey(ctx, []byte("key"))
	_, loadErr := store.Load(ctx, ana, until)
	_, logOutErr := store.LogOut(ctx, ana, 0, "a request", until)
	_, takeErr := store.TakeCode(ctx, "BCDFGHJKLM")
	_, changedErr := store.Changed(ctx)
	_, recordsErr := store.Records(ctx, []player.ID{ana})
	_, countErr := store.CountReport(ctx, ana, until)
	_, reportsErr := store.Reports(ctx, until, 1)
	_, _, inviterErr := store.Inviter(ctx, "BCDFGHJKLM")
	_, listErr := store.FriendList(ctx, ana)
	_, regardsErr := store.Regards(ctx, player.Side{Of: ana, To: ana})
	for _, err := range []error{
		keyErr, loadErr, logOutErr, takeErr, changedErr, recordsErr, countErr, reportsErr,
		store.SaveName(ctx, ana, "Ana", until), store.Rename(ctx, ana, "Ana", until), store.Forget(ctx, ana, until),
		store.Ban(ctx, ana, player.BanForGood(""), until), store.SaveCode(ctx, "BCDFGHJKLM", player.Claims{ID: ana}),
		store.NoteChange(ctx, ana, until), store.AddReport(ctx, player.Report{}),
		inviterErr, listErr, regardsErr, store.SaveInvitation(ctx, "BCDFGHJKLM", ana, until),
		store.UseInvitation(ctx, "BCDFGHJKLM", ana, ana, until), store.AddFriend(ctx, ana, ana, until),
		store.RemoveFriend(ctx, ana, ana, time.Time{}), store.RemoveFriend(ctx, ana, ana, until),
		store.Block(ctx, ana, ana, until), store.Unblock(ctx, ana, ana), store.ForgetFriends(ctx, ana),
	} {
		if !errors.Is(err, redis.ErrClosed) || strings.Count(err.Error(), "Redis: ") != 1 {
			t.Errorf("error %v", err)
		}
	}
}

// In a storm of changes every node would read them all every second.
func TestChangesAreBounded(t *testing.T) {
	store := redisplayer.New(redistest.Embedded(t), "")
	now := time.Now()
	for n := range 1005 {
		if err := store.NoteChange(t.Context(), player.ID(fmt.Sprint(n)), now.Add(time.Duration(n)*time.Millisecond)); err != nil {
			t.Fatal(err)
		}
	}
	if ids, err := store.Changed(t.Context()); err != nil || len(ids) != 1000 || ids[999] != "1004" {
		t.Errorf("%d changes, %v", len(ids), err)
	}
}
