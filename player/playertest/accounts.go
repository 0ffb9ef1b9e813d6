package playertest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samedeal/samedeal/player"
)

// aBan is one that does not end within a test.
var aBan = player.BanUntil(time.Date(2100, 1, 2, 3, 4, 5, 6, time.UTC), "for a reason: \"%s\" 100 %")

func accountParts() []part {
	return []part{
		{"a new name keeps all else", newNameKeepsAllElse},
		{"who is not known is not changed", unknownStaysSo},
		{"of many who log out at once one does", loggedOutAtOnce},
		{"a log-out sent again is none", loggedOutAgain},
		{"a token may be ahead of the store", aheadOfTheStore},
		{"a ban is kept, replaced and lifted", bans},
		{"who is forgotten stays forgotten", staysForgotten},
	}
}

func newNameKeepsAllElse(t *testing.T, store Store) {
	saveName(t, store, ana, "Ana")
	logOut(t, store, ana, 0, "a request", 1)
	ban(t, store, ana, aBan)
	rename(t, store, ana, "Ana B")
	wantRecord(t, store, ana, player.Record{Name: "Ana B", Generation: 1, Ban: aBan})
	logOut(t, store, ana, 1, "another", 2)
	wantRecord(t, store, ana, player.Record{Name: "Ana B", Generation: 2, Ban: aBan})
}

func unknownStaysSo(t *testing.T, store Store) {
	wantUnknown(t, store)
	neverSaved(t, store)
}

// wantUnknown fails unless nothing can be done to a player.
func wantUnknown(t *testing.T, store Store) {
	t.Helper()
	_, logOutErr := store.LogOut(t.Context(), ana, 0, "a request", inAYear())
	for name, err := range map[string]error{
		"Rename": store.Rename(t.Context(), ana, "Ana", inAYear()), "LogOut": logOutErr,
		"Ban": store.Ban(t.Context(), ana, aBan, inAYear()), "unban": store.Ban(t.Context(), ana, player.Ban{}, inAYear()),
	} {
		if !errors.Is(err, player.ErrUnknown) {
			t.Errorf("%s: error %v, want ErrUnknown", name, err)
		}
	}
}

// Two log-outs by one token would leave the first with a fresh token that is over already.
func loggedOutAtOnce(t *testing.T, store Store) {
	saveName(t, store, ana, "Ana")
	var done atomic.Int32
	atOnce(func(i int) {
		raised, err := store.LogOut(t.Context(), ana, 0, fmt.Sprint("request ", i), inAYear())
		switch {
		case err == nil && raised == 1:
			done.Add(1)
		case !errors.Is(err, player.ErrRevoked):
			t.Errorf("raised to %d, %v", raised, err)
		}
	})
	if done.Load() != 1 {
		t.Errorf("%d log-outs by one token", done.Load())
	}
	wantRecord(t, store, ana, player.Record{Name: "Ana", Generation: 1})
}

// An answer that is lost must not lock its player out.
func loggedOutAgain(t *testing.T, store Store) {
	saveName(t, store, ana, "Ana")
	for range 3 {
		logOut(t, store, ana, 0, "a request", 1)
	}
	if _, err := store.LogOut(t.Context(), ana, 0, "another", inAYear()); !errors.Is(err, player.ErrRevoked) {
		t.Errorf("error %v, want ErrRevoked", err)
	}
	logOut(t, store, ana, 1, "another", 2)
	if _, err := store.LogOut(t.Context(), ana, 0, "a request", inAYear()); !errors.Is(err, player.ErrRevoked) {
		t.Errorf("error %v, want ErrRevoked", err)
	}
	wantRecord(t, store, ana, player.Record{Name: "Ana", Generation: 2})
}

func aheadOfTheStore(t *testing.T, store Store) {
	saveName(t, store, ana, "Ana")
	logOut(t, store, ana, 6, "a request", 7)
	wantRecord(t, store, ana, player.Record{Name: "Ana", Generation: 7})
}

func bans(t *testing.T, store Store) {
	saveName(t, store, ana, "Ana")
	for _, b := range []player.Ban{
		aBan, player.BanForGood(""), player.BanForGood("a reason"), player.BanUntil(time.Unix(1, 0), " "), {}, aBan, {}, {},
	} {
		ban(t, store, ana, b)
		wantRecord(t, store, ana, player.Record{Name: "Ana", Ban: b})
	}
}

func ban(t *testing.T, store Store, id player.ID, b player.Ban) {
	t.Helper()
	if err := store.Ban(t.Context(), id, b, inAYear()); err != nil {
		t.Errorf("Ban: %v", err)
	}
}

// A name that comes in late must not bring back whoever asked to be forgotten, and nor must their tokens.
func staysForgotten(t *testing.T, store Store) {
	saveName(t, store, ana, "Ana")
	logOut(t, store, ana, 0, "a request", 1)
	ban(t, store, ana, aBan)
	for range 2 {
		if err := store.Forget(t.Context(), ana, inAYear()); err != nil {
			t.Fatal(err)
		}
		wantUnknown(t, store)
		neverSaved(t, store)
		wantRecords(t, store, []player.ID{ana}, player.Record{})
	}
	saveName(t, store, ana, "Ana")
	if record, err := store.Load(t.Context(), ana, inAYear()); err != nil || record.Generation < 2 || record.Ban != (player.Ban{}) {
		t.Errorf("the record is %+v, %v; want a generation above that of the last token, and no ban", record, err)
	}
}
