// Package playertest is the suite that every player.Store must pass: Run holds an implementation to
// what the interface's comments promise. An implementation's test calls it with a way to make a store:
//
//	func TestStore(t *testing.T) {
//		playertest.Run(t, func(t *testing.T) player.Store { return open(t) })
//	}
package playertest

import (
	"bytes"
	"context"
	"errors"
	"slices"
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

// Run runs the suite, each part of it on a store of its own that is empty, that open makes and closes
// when the part's test ends.
func Run(t *testing.T, open func(t *testing.T) player.Store) {
	for _, part := range []struct {
		name string
		test func(t *testing.T, store player.Store)
	}{
		{"the first signing key stays", firstKeyStays},
		{"callers at once get one signing key", oneKeyForAll},
		{"who was never saved is unknown", neverSaved},
		{"names come back byte for byte", namesComeBack},
		{"a new name keeps the generation", newNameKeepsGeneration},
		{"generations raised at once all count", raisedAtOnce},
		{"a generation raised before the name", raisedBeforeName},
		{"players are apart", playersApart},
		{"each use sets when a record is forgotten", forgotten},
		{"a cancelled call says so", cancelled},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(t, open(t)) })
	}
}

func firstKeyStays(t *testing.T, store player.Store) {
	// A key is bytes of any kind, and is no text.
	first := []byte("\x00\xff\r\n a key drawn at random \x80\x00")
	for _, fresh := range [][]byte{first, []byte("another key"), []byte("a third")} {
		if got := signingKey(t, store, fresh); !bytes.Equal(got, first) {
			t.Errorf("offered %q the store gives %q, want the first, %q", fresh, got, first)
		}
	}
}

func oneKeyForAll(t *testing.T, store player.Store) {
	keys := make([][]byte, callers)
	atOnce(func(i int) { keys[i] = signingKey(t, store, bytes.Repeat([]byte{byte(i)}, player.KeyBytes)) })
	for _, key := range keys {
		if !bytes.Equal(key, keys[0]) {
			t.Fatalf("one caller got %x, another %x", keys[0], key)
		}
	}
}

func neverSaved(t *testing.T, store player.Store) {
	for range 2 {
		if _, err := store.Load(t.Context(), ana, inAYear()); !errors.Is(err, player.ErrUnknown) {
			t.Fatalf("error %v, want ErrUnknown", err)
		}
	}
}

func namesComeBack(t *testing.T, store player.Store) {
	for _, name := range []player.Name{"Ana", "Željko Šimić", "נֹעָה", "علی\u200cرضا", "👩🏽\u200d🚀 Zoë", `"%s" {x}`} {
		saveName(t, store, ana, name)
		wantRecord(t, store, ana, player.Record{Name: name})
	}
}

func newNameKeepsGeneration(t *testing.T, store player.Store) {
	saveName(t, store, ana, "Ana")
	for want := uint32(1); want <= 3; want++ {
		if got := raise(t, store, ana); got != want {
			t.Fatalf("raised to %d, want %d", got, want)
		}
		wantRecord(t, store, ana, player.Record{Name: "Ana", Generation: want})
	}
	saveName(t, store, ana, "Ana B")
	wantRecord(t, store, ana, player.Record{Name: "Ana B", Generation: 3})
}

func raisedAtOnce(t *testing.T, store player.Store) {
	saveName(t, store, ana, "Ana")
	raised := make([]uint32, callers)
	atOnce(func(i int) {
		raised[i] = raise(t, store, ana)
		saveName(t, store, ana, "Ana")
	})
	slices.Sort(raised)
	for i, generation := range raised {
		if generation != uint32(i)+1 {
			t.Fatalf("%d callers raised it to %v", callers, raised)
		}
	}
	wantRecord(t, store, ana, player.Record{Name: "Ana", Generation: callers})
}

func raisedBeforeName(t *testing.T, store player.Store) {
	if got := raise(t, store, ana); got != 1 {
		t.Fatalf("raised to %d, want 1", got)
	}
	neverSaved(t, store)
	saveName(t, store, ana, "Ana")
	wantRecord(t, store, ana, player.Record{Name: "Ana", Generation: 1})
}

func playersApart(t *testing.T, store player.Store) {
	saveName(t, store, ana, "Ana")
	raise(t, store, ben)
	wantRecord(t, store, ana, player.Record{Name: "Ana"})
	saveName(t, store, ben, "Ben")
	raise(t, store, ben)
	wantRecord(t, store, ana, player.Record{Name: "Ana"})
	wantRecord(t, store, ben, player.Record{Name: "Ben", Generation: 2})
}

// An end in the past stands for one that has come.
func forgotten(t *testing.T, store player.Store) {
	past := time.Now().Add(-time.Hour)
	for name, use := range map[string]func() error{
		"SaveName":        func() error { return store.SaveName(t.Context(), ana, "Ana", past) },
		"Load":            func() error { _, err := store.Load(t.Context(), ana, past); return err },
		"RaiseGeneration": func() error { _, err := store.RaiseGeneration(t.Context(), ana, past); return err },
	} {
		saveName(t, store, ana, "Ana")
		raise(t, store, ana)
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

func cancelled(t *testing.T, store player.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, keyErr := store.SigningKey(ctx, []byte("key"))
	_, loadErr := store.Load(ctx, ana, inAYear())
	_, raiseErr := store.RaiseGeneration(ctx, ana, inAYear())
	saveErr := store.SaveName(ctx, ana, "Ana", inAYear())
	for name, err := range map[string]error{
		"SigningKey": keyErr, "Load": loadErr, "RaiseGeneration": raiseErr, "SaveName": saveErr,
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want context.Canceled", name, err)
		}
	}
}
