package player_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/samedeal/samedeal/player"
)

// noon is when the tests' tokens are issued.
func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

func newSigner(t testing.TB, fill byte) *player.Signer {
	t.Helper()
	signer, err := player.NewSigner(bytes.Repeat([]byte{fill}, player.KeyBytes))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

func TestATokenSaysWhatWasIssued(t *testing.T) {
	signer, id := newSigner(t, 1), newID(t, 2)
	for _, generation := range []uint32{0, 1, 9, math.MaxUint32} {
		token := signer.Issue(id, generation, noon())
		want := player.Claims{ID: id, Generation: generation, Expires: noon().Add(player.TokenLife)}
		got, err := newSigner(t, 1).Verify(token, noon())
		if err != nil || got.ID != want.ID || got.Generation != want.Generation || !got.Expires.Equal(want.Expires) {
			t.Errorf("%s says %+v, %v; want %+v", token, got, err, want)
		}
		if strings.Trim(token, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" {
			t.Errorf("%s cannot stand in a URL", token)
		}
	}
}

// A token that was given out must be good for the year that was promised, on every later version.
func TestTheFormOfTokens(t *testing.T) {
	const want = "sd1.aibaeaqcaibaeaqcaibaeaqcai.3.1803902400.LZvvgS56BPMGXVre22kK-AEwiQTRI1D7P5t5YEGc36I"
	if got := newSigner(t, 1).Issue(newID(t, 2), 3, noon()); got != want {
		t.Errorf("token\n%s, want\n%s", got, want)
	}
}

func TestTokensExpire(t *testing.T) {
	signer := newSigner(t, 1)
	token := signer.Issue(newID(t, 2), 0, noon())
	for _, c := range []struct {
		after time.Duration
		want  error
	}{
		{-time.Hour, nil},
		{0, nil},
		{player.TokenLife - time.Nanosecond, nil},
		{player.TokenLife, player.ErrExpired},
		{10 * player.TokenLife, player.ErrExpired},
	} {
		if _, err := signer.Verify(token, noon().Add(c.after)); !errors.Is(err, c.want) {
			t.Errorf("after %v: error %v, want %v", c.after, err, c.want)
		}
	}
}

func TestTokensThatAreRefused(t *testing.T) {
	signer, id := newSigner(t, 1), newID(t, 2)
	token := signer.Issue(id, 5, noon())
	part := strings.Split(token, ".")
	of := func(parts ...string) string { return strings.Join(parts, ".") }
	otherID, signature := string(newID(t, 3)), part[4]
	for name, c := range map[string]struct {
		token string
		want  error
	}{
		"nothing":               {"", player.ErrMalformed},
		"words":                 {"let me in", player.ErrMalformed},
		"no signature":          {of(part[:4]...), player.ErrMalformed},
		"an empty signature":    {of(part[:4]...) + ".", player.ErrMalformed},
		"a part too many":       {token + "." + signature, player.ErrMalformed},
		"another version":       {of("sd2", part[1], part[2], part[3], signature), player.ErrMalformed},
		"no id":                 {of(part[0], "ana", part[2], part[3], signature), player.ErrMalformed},
		"a negative generation": {of(part[0], part[1], "-1", part[3], signature), player.ErrMalformed},
		"a generation too high": {of(part[0], part[1], "4294967296", part[3], signature), player.ErrMalformed},
		"no expiry":             {of(part[0], part[1], part[2], "", signature), player.ErrMalformed},
		"space around":          {" " + token + "\n", player.ErrMalformed},
		"a megabyte":            {token + strings.Repeat("x", 1<<20), player.ErrMalformed},
		"another id":            {of(part[0], otherID, part[2], part[3], signature), player.ErrForged},
		"another generation":    {of(part[0], part[1], "6", part[3], signature), player.ErrForged},
		"a zero before":         {of(part[0], part[1], "05", part[3], signature), player.ErrForged},
		"another expiry":        {of(part[0], part[1], part[2], "9999999999", signature), player.ErrForged},
		"an expiry without end": {of(part[0], part[1], part[2], "9223372036854775807", signature), player.ErrForged},
		"a line end within":     {token[:len(token)-1] + "\n", player.ErrForged},
		"another key":           {newSigner(t, 2).Issue(id, 5, noon()), player.ErrForged},
		"forged and expired":    {newSigner(t, 2).Issue(id, 5, noon().Add(-2*player.TokenLife)), player.ErrForged},
	} {
		if claims, err := signer.Verify(c.token, noon()); !errors.Is(err, c.want) || claims != (player.Claims{}) {
			t.Errorf("%s: %+v, error %v, want %v", name, claims, err, c.want)
		}
	}
}

// Base64 has more than one text for the same bytes: only the one that was given out is good.
func TestEveryLetterOfATokenCounts(t *testing.T) {
	signer := newSigner(t, 1)
	token := signer.Issue(newID(t, 2), 5, noon())
	for i := range token {
		for _, letter := range []byte("aAbB01-_.=") {
			other := token[:i] + string(letter) + token[i+1:]
			if _, err := signer.Verify(other, noon()); other != token && err == nil {
				t.Fatalf("%s is taken for %s", other, token)
			}
		}
	}
}

func TestSigningKeys(t *testing.T) {
	for _, short := range []int{0, 1, player.KeyBytes - 1} {
		_, err := player.NewSigner(make([]byte, short))
		var wrong *player.KeyError
		if !errors.As(err, &wrong) || wrong.Got != short {
			t.Errorf("%d bytes: error %v", short, err)
		}
	}
	key := bytes.Repeat([]byte("k"), 2*player.KeyBytes)
	signer, err := player.NewSigner(key)
	if err != nil {
		t.Fatal(err)
	}
	before := signer.Issue(newID(t, 2), 0, noon())
	clear(key)
	if after := signer.Issue(newID(t, 2), 0, noon()); after != before {
		t.Error("the signer shares its key with the caller")
	}
}

// A signer may come to stand in a log.
func TestTheKeyIsNotPrinted(t *testing.T) {
	signer := newSigner(t, 'k')
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x"} {
		text := fmt.Sprintf(verb, signer) + fmt.Sprintf(verb, *signer)
		if strings.Contains(text, "kk") || strings.Contains(text, "6b6b") || strings.Contains(text, "107 107") ||
			strings.Contains(text, "0x6b, 0x6b") {
			t.Errorf("%s: %s", verb, text)
		}
	}
}
