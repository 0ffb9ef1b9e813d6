package playertest

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samedeal/samedeal/player"
)

// Two codes, as they are drawn.
const (
	code      player.DeviceCode = "BCDFGHJKLM"
	otherCode player.DeviceCode = "NPQRSTVWXZ"
)

func claimsOf(id player.ID) player.Claims {
	return player.Claims{ID: id, Generation: 3, Expires: time.Date(2100, 1, 2, 3, 4, 5, 6e6, time.UTC)}
}

func codeParts() []part {
	return []part{
		{"a code is good once", goodOnce},
		{"a new code replaces the old one", replaced},
		{"players' codes are apart", codesApart},
		{"a code expires", codeExpires},
	}
}

func saveACode(t *testing.T, store Store, c player.DeviceCode, claims player.Claims) {
	t.Helper()
	if err := store.SaveCode(t.Context(), c, claims); err != nil {
		t.Errorf("SaveCode: %v", err)
	}
}

func wantCode(t *testing.T, store Store, c player.DeviceCode, want player.Claims) {
	t.Helper()
	got, err := store.TakeCode(t.Context(), c)
	if err != nil || got.ID != want.ID || got.Generation != want.Generation || !got.Expires.Equal(want.Expires) {
		t.Errorf("%s stands for %+v, %v; want %+v", c, got, err, want)
	}
}

func wantNoCode(t *testing.T, store Store, c player.DeviceCode) {
	t.Helper()
	if got, err := store.TakeCode(t.Context(), c); !errors.Is(err, player.ErrBadDeviceCode) {
		t.Errorf("%s stands for %+v, %v; want ErrBadDeviceCode", c, got, err)
	}
}

func goodOnce(t *testing.T, store Store) {
	wantNoCode(t, store, code)
	saveACode(t, store, code, claimsOf(ana))
	var taken atomic.Int32
	atOnce(func(int) {
		if _, err := store.TakeCode(t.Context(), code); err == nil {
			taken.Add(1)
		} else if !errors.Is(err, player.ErrBadDeviceCode) {
			t.Errorf("TakeCode: %v", err)
		}
	})
	if taken.Load() != 1 {
		t.Errorf("the code was good %d times", taken.Load())
	}
	// It can be drawn again.
	saveACode(t, store, code, claimsOf(ana))
	wantCode(t, store, code, claimsOf(ana))
}

func replaced(t *testing.T, store Store) {
	saveACode(t, store, code, claimsOf(ana))
	saveACode(t, store, otherCode, claimsOf(ana))
	wantNoCode(t, store, code)
	wantCode(t, store, otherCode, claimsOf(ana))
	saveACode(t, store, code, claimsOf(ana))
	wantCode(t, store, code, claimsOf(ana))
}

func codesApart(t *testing.T, store Store) {
	saveACode(t, store, code, claimsOf(ana))
	saveACode(t, store, otherCode, claimsOf(ben))
	wantCode(t, store, code, claimsOf(ana))
	wantCode(t, store, otherCode, claimsOf(ben))
}

// An end in the past stands for one that has come.
func codeExpires(t *testing.T, store Store) {
	saveACode(t, store, otherCode, claimsOf(ana))
	past := claimsOf(ana)
	past.Expires = time.Now().Add(-time.Second)
	saveACode(t, store, code, past)
	wantNoCode(t, store, code)
	wantNoCode(t, store, otherCode)
}
