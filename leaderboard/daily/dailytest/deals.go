package dailytest

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
)

func dealParts() []part {
	return []part{
		{"the first secret stays", firstSecretStays},
		{"callers at once get one secret", oneSecret},
		{"the first deal stays", firstDealStays},
		{"callers at once get one deal", oneDeal},
		{"days and variants are apart", daysApart},
		{"a voided challenge stays so", voidedStays},
		{"a day is forgotten at its end", dayForgotten},
	}
}

func firstSecretStays(t *testing.T, store daily.Store) {
	// A secret is bytes of any kind, and is no text.
	first := []byte("\x00\xff\r\n a secret drawn at random \x80\x00")
	for _, fresh := range [][]byte{first, []byte("another"), []byte("a third")} {
		if got, err := store.Secret(t.Context(), fresh); err != nil || !bytes.Equal(got, first) {
			t.Errorf("offered %q the store gives %q, %v; want the first, %q", fresh, got, err, first)
		}
	}
}

func oneSecret(t *testing.T, store daily.Store) {
	secrets := make([][]byte, callers)
	atOnce(func(i int) {
		var err error
		if secrets[i], err = store.Secret(t.Context(), bytes.Repeat([]byte{byte(i)}, daily.SecretBytes)); err != nil {
			t.Errorf("Secret: %v", err)
		}
	})
	for _, secret := range secrets {
		if !bytes.Equal(secret, secrets[0]) {
			t.Fatalf("one caller got %x, another %x", secrets[0], secret)
		}
	}
}

// dealOf gives a deal of that code, with a salt of its own.
func dealOf(t *testing.T, code string) daily.Deal {
	c, err := engine.ParseCode(code)
	if err != nil {
		t.Errorf("no deal has the code %s: %v", code, err)
	}
	salt := bytes.Repeat([]byte{0x80}, engine.SaltBytes)
	copy(salt, code)
	return daily.Deal{Code: c, Salt: salt}
}

func keep(t *testing.T, store daily.Store, c daily.Challenge, d, want daily.Deal) {
	t.Helper()
	if got, err := store.Keep(t.Context(), c, d, inAYear()); err != nil || !isSame(got, want) {
		t.Errorf("of %s is kept %+v, %v; want %+v", c, got, err, want)
	}
}

func isSame(a, b daily.Deal) bool {
	return a.Code == b.Code && bytes.Equal(a.Salt, b.Salt) && a.Voided == b.Voided
}

// wantDay holds what is kept of a day to these deals.
func wantDay(t *testing.T, store daily.Store, date leaderboard.Date, want map[string]daily.Deal) {
	t.Helper()
	days, err := store.Days(t.Context(), date)
	if err != nil || len(days) != 1 {
		t.Fatalf("Days: %v, %v", days, err)
	}
	if len(days[0]) != len(want) {
		t.Errorf("%s has %v, want %v", date, days[0], want)
	}
	for variant, deal := range want {
		if !isSame(days[0][variant], deal) {
			t.Errorf("%s of %s is %+v, want %+v", variant, date, days[0][variant], deal)
		}
	}
}

func firstDealStays(t *testing.T, store daily.Store) {
	first := dealOf(t, "KL1-D3N-ABCDEFGHIJKLM")
	for range 2 {
		keep(t, store, klondike, first, first)
		keep(t, store, klondike, dealOf(t, "KL1-D3N-AAAAAAB"), first)
		wantDay(t, store, leapDay, map[string]daily.Deal{"KL1-D3N": first})
	}
}

// Two nodes that prepare a day at once under different secrets must show the same deal.
func oneDeal(t *testing.T, store daily.Store) {
	got := make([]daily.Deal, callers)
	atOnce(func(i int) {
		var err error
		if got[i], err = store.Keep(t.Context(), klondike, dealOf(t, fmt.Sprintf("KL1-D3N-AAAAAB%c", 'A'+i)), inAYear()); err != nil {
			t.Errorf("Keep: %v", err)
		}
	})
	for _, deal := range got {
		if !isSame(deal, got[0]) {
			t.Fatalf("one caller got %+v, another %+v", got[0], deal)
		}
	}
	wantDay(t, store, leapDay, map[string]daily.Deal{"KL1-D3N": got[0]})
}

func daysApart(t *testing.T, store daily.Store) {
	wantDay(t, store, leapDay, nil)
	a, b, c := dealOf(t, "KL1-D3N-AAAAAAB"), dealOf(t, "FC1-C4-AAAAAAB"), dealOf(t, "KL1-D3N-AAAAAAC")
	keep(t, store, klondike, a, a)
	keep(t, store, freeCell, b, b)
	keep(t, store, next, c, c)
	days, err := store.Days(t.Context(), leapDay, next.Date, leapDay.Add(2), leapDay)
	if err != nil || len(days) != 4 {
		t.Fatalf("Days: %v, %v", days, err)
	}
	if len(days[0]) != 2 || len(days[1]) != 1 || len(days[2]) != 0 || len(days[3]) != 2 || !isSame(days[1]["KL1-D3N"], c) {
		t.Errorf("days %v", days)
	}
	wantDay(t, store, leapDay, map[string]daily.Deal{"KL1-D3N": a, "FC1-C4": b})
	if days, err := store.Days(t.Context()); err != nil || len(days) != 0 {
		t.Errorf("of no dates: %v, %v", days, err)
	}
}

func voidedStays(t *testing.T, store daily.Store) {
	deal, other := dealOf(t, "KL1-D3N-AAAAAAB"), dealOf(t, "FC1-C4-AAAAAAB")
	keep(t, store, klondike, deal, deal)
	keep(t, store, freeCell, other, other)
	deal.Voided = true
	for range 2 {
		if err := store.Void(t.Context(), klondike, inAYear()); err != nil {
			t.Fatal(err)
		}
		wantDay(t, store, leapDay, map[string]daily.Deal{"KL1-D3N": deal, "FC1-C4": other})
		keep(t, store, klondike, dealOf(t, "KL1-D3N-AAAAAAC"), deal)
	}
}

func dayForgotten(t *testing.T, store daily.Store) {
	deal := dealOf(t, "KL1-D3N-AAAAAAB")
	if got, err := store.Keep(t.Context(), klondike, deal, past()); err != nil || !isSame(got, deal) {
		t.Errorf("kept until the past: %+v, %v", got, err)
	}
	wantDay(t, store, leapDay, nil)
	keep(t, store, klondike, deal, deal)
	if err := store.Void(t.Context(), klondike, past()); err != nil {
		t.Fatal(err)
	}
	wantDay(t, store, leapDay, nil)
}
