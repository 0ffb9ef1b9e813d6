// Package playertest is the suite that every store of players must pass: Run holds an implementation to
// what the interfaces' comments promise. An implementation's test calls it with a way to make a store:
//
//	func TestStore(t *testing.T) {
//		playertest.Run(t, func(t *testing.T) playertest.Store { return open(t) })
//	}
//
// Memory is such a store, for tests of what stands on one.
package playertest

import (
	"bytes"
	"context"
	"errors"
	"testing"
	"time"

	"github.com/samedeal/samedeal/player"
)

// Two players, whose ids have nothing to do with those of a service.
const (
	ana player.ID = "anaaaaaaaaaaaaaaaaaaaaaaaa"
	ben player.ID = "benaaaaaaaaaaaaaaaaaaaaaaa"
)

// callers is how many goroutines do the same thing at once.
const callers = 16

// Store is all that package player asks of a store.
type Store interface {
	player.Store
	player.Accounts
	player.Codes
	player.Changes
	player.Reports
	player.FriendStore
}

// part is a part of the suite: what is promised, and the test of it.
type part struct {
	name string
	test func(t *testing.T, store Store)
}

// Run runs the suite, each part of it on a store of its own that is empty, that open makes and closes
// when the part's test ends.
func Run(t *testing.T, open func(t *testing.T) Store) {
	for _, parts := range [][]part{
		storeParts(), accountParts(), codeParts(), changeParts(), reportParts(), invitationParts(), friendParts(),
	} {
		for _, p := range parts {
			t.Run(p.name, func(t *testing.T) { p.test(t, open(t)) })
		}
	}
	t.Run("a cancelled call says so", func(t *testing.T) { cancelled(t, open(t)) })
}

func storeParts() []part {
	return []part{
		{"the first signing key stays", firstKeyStays},
		{"callers at once get one signing key", oneKeyForAll},
		{"who was never saved is unknown", neverSaved},
		{"names come back byte for byte", namesComeBack},
		{"players are apart", playersApart},
		{"each use sets when a record is forgotten", forgotten},
	}
}

func firstKeyStays(t *testing.T, store Store) {
	// A key is bytes of any kind, and is no text.
	first := []byte("\x00\xff\r\n a key drawn at random \x80\x00")
	for _, fresh := range [][]byte{first, []byte("another key"), []byte("a third")} {
		if got := signingKey(t, store, fresh); !bytes.Equal(got, first) {
			t.Errorf("offered %q the store gives %q, want the first, %q", fresh, got, first)
		}
	}
}

func oneKeyForAll(t *testing.T, store Store) {
	keys := make([][]byte, callers)
	atOnce(func(i int) { keys[i] = signingKey(t, store, bytes.Repeat([]byte{byte(i)}, player.KeyBytes)) })
	for _, key := range keys {
		if !bytes.Equal(key, keys[0]) {
			t.Fatalf("one caller got %x, another %x", keys[0], key)
		}
	}
}

func neverSaved(t *testing.T, store Store) {
	for range 2 {
		if _, err := store.Load(t.Context(), ana, inAYear()); !errors.Is(err, player.ErrUnknown) {
			t.Fatalf("error %v, want ErrUnknown", err)
		}
	}
}

func namesComeBack(t *testing.T, store Store) {
	for _, name := range []player.Name{"Ana", "Željko Šimić", "נֹעָה", "علی\u200cرضا", "👩🏽\u200d🚀 Zoë", `"%s" {x}`} {
		saveName(t, store, ana, name)
		wantRecord(t, store, ana, player.Record{Name: name})
	}
}

func playersApart(t *testing.T, store Store) {
	saveName(t, store, ana, "Ana")
	saveName(t, store, ben, "Ben")
	logOut(t, store, ben, 0, "a request", 1)
	rename(t, store, ben, "Benno")
	wantRecord(t, store, ana, player.Record{Name: "Ana"})
	wantRecord(t, store, ben, player.Record{Name: "Benno", Generation: 1})
}

// An end in the past stands for one that has come.
func forgotten(t *testing.T, store Store) {
	past := time.Now().Add(-time.Hour)
	for name, use := range map[string]func() error{
		"SaveName": func() error { return store.SaveName(t.Context(), ana, "Ana", past) },
		"Load":     func() error { _, err := store.Load(t.Context(), ana, past); return err },
		"Rename":   func() error { return store.Rename(t.Context(), ana, "Anna", past) },
		"LogOut":   func() error { _, err := store.LogOut(t.Context(), ana, 1, "another", past); return err },
		"Ban":      func() error { return store.Ban(t.Context(), ana, aBan, past) },
		"Forget":   func() error { return store.Forget(t.Context(), ana, past) },
	} {
		saveName(t, store, ana, "Ana")
		logOut(t, store, ana, 0, "a request", 1)
		if err := use(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if record, err := store.Load(t.Context(), ana, inAYear()); !errors.Is(err, player.ErrUnknown) {
			t.Errorf("after %s with its end in the past there is %+v, %v; want ErrUnknown", name, record, err)
		}
		// The generation went with it.
		saveName(t, store, ana, "Ana")
		wantRecord(t, store, ana, player.Record{Name: "Ana"})
	}
}

func cancelled(t *testing.T, store Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, use := range map[string]func() error{
		"SigningKey":  func() error { _, err := store.SigningKey(ctx, []byte("key")); return err },
		"Load":        func() error { _, err := store.Load(ctx, ana, inAYear()); return err },
		"SaveName":    func() error { return store.SaveName(ctx, ana, "Ana", inAYear()) },
		"Rename":      func() error { return store.Rename(ctx, ana, "Ana", inAYear()) },
		"LogOut":      func() error { _, err := store.LogOut(ctx, ana, 0, "a request", inAYear()); return err },
		"Ban":         func() error { return store.Ban(ctx, ana, aBan, inAYear()) },
		"Forget":      func() error { return store.Forget(ctx, ana, inAYear()) },
		"SaveCode":    func() error { return store.SaveCode(ctx, code, claimsOf(ana)) },
		"TakeCode":    func() error { _, err := store.TakeCode(ctx, code); return err },
		"NoteChange":  func() error { return store.NoteChange(ctx, ana, time.Now()) },
		"Changed":     func() error { _, err := store.Changed(ctx); return err },
		"Records":     func() error { _, err := store.Records(ctx, []player.ID{ana}); return err },
		"CountReport": func() error { _, err := store.CountReport(ctx, ana, inAYear()); return err },
		"AddReport":   func() error { return store.AddReport(ctx, player.Report{At: time.Now()}) },
		"Reports":     func() error { _, err := store.Reports(ctx, time.Time{}, 1); return err },

		"SaveInvitation": func() error { return store.SaveInvitation(ctx, invited, ana, inAYear()) },
		"Inviter":        func() error { _, _, err := store.Inviter(ctx, invited); return err },
		"UseInvitation":  func() error { return store.UseInvitation(ctx, invited, ana, ben, time.Now()) },
		"AddFriend":      func() error { return store.AddFriend(ctx, ana, ben, time.Now()) },
		"RemoveFriend":   func() error { return store.RemoveFriend(ctx, ana, ben, time.Time{}) },
		"Block":          func() error { return store.Block(ctx, ana, ben, time.Now()) },
		"Unblock":        func() error { return store.Unblock(ctx, ana, ben) },
		"FriendList":     func() error { _, err := store.FriendList(ctx, ana); return err },
		"Regards":        func() error { _, err := store.Regards(ctx, player.Side{Of: ana, To: ben}); return err },
		"ForgetFriends":  func() error { return store.ForgetFriends(ctx, ana) },
	} {
		if err := use(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", name, err)
		}
	}
}
