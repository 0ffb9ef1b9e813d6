package player_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/samedeal/samedeal/player"
)

// The fuzz targets run their corpus (the seeds here, and testdata/fuzz) with every go test, and
// search on with make fuzz.

func FuzzParseName(f *testing.F) {
	for _, seed := range []string{
		"Ana", "  Željko \t Šimić ", "Z\u030celjko", "נֹעָה", "علی\u200cرضا", "👩🏽\u200d🚀", "1️⃣ 🇭🇷", "ᄒᆞᆫ글", "\u0d4e a",
		"a\u202eb", "\u200b", "\xff", "a\u0301\u0323", "\u3164", "a" + strings.Repeat("\u0301", 40), strings.Repeat("\u0958", 40),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name, err := player.ParseName(text)
		if err != nil {
			var wrong *player.NameError
			if !errors.As(err, &wrong) || len(err.Error()) > 200 || name != "" {
				t.Fatalf("%q, %T, %d bytes", name, err, len(err.Error()))
			}
			return
		}
		if again, err := player.ParseName(string(name)); err != nil || again != name {
			t.Fatalf("%q is read as %q, and that as %q, %v", text, name, again, err)
		}
		if !utf8.ValidString(string(name)) || len(name) > player.NameMostBytes {
			t.Fatalf("%q, %d bytes", name, len(name))
		}
		if n := uniseg.GraphemeClusterCount(string(name)); n < 1 || n > player.NameMost {
			t.Fatalf("%q has %d characters", name, n)
		}
		shown := player.Distinct(name, []player.Name{name})
		if again, err := player.ParseName(string(shown)); err != nil || again != shown || shown == name {
			t.Fatalf("%q beside itself is %q, which is read as %q, %v", name, shown, again, err)
		}
	})
}

func FuzzVerify(f *testing.F) {
	signer := newSigner(f, 1)
	token := signer.Issue(newID(f, 2), 3, noon())
	for _, seed := range []string{
		token, signer.Issue(newID(f, 2), 3, noon().Add(-player.TokenLife)), newSigner(f, 2).Issue(newID(f, 2), 3, noon()),
		token[:40], strings.Replace(token, ".3.", ".03.", 1), "sd1....", "sd1.a.b.c.d", "", "\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		claims, err := signer.Verify(text, noon())
		var refused player.TokenError
		switch {
		case err == nil:
			if issued := signer.Issue(claims.ID, claims.Generation, claims.Expires.Add(-player.TokenLife)); issued != text {
				t.Fatalf("%q is taken for %q", text, issued)
			}
		case errors.As(err, &refused) && refused != player.ErrRevoked && refused != player.ErrUnknown:
			if claims != (player.Claims{}) {
				t.Fatalf("%q is refused with %+v", text, claims)
			}
		default:
			t.Fatalf("error %v", err)
		}
	})
}

func FuzzParseID(f *testing.F) {
	f.Add(string(newID(f, 7)))
	f.Add(strings.Repeat("b", 26))
	f.Fuzz(func(t *testing.T, text string) {
		id, err := player.ParseID(text)
		var wrong *player.IDError
		if err != nil && (!errors.As(err, &wrong) || len(err.Error()) > 500) || err == nil && string(id) != text {
			t.Fatalf("%q is read as %q, %v", text, id, err)
		}
	})
}

// Whatever is typed is read as a code that reads as itself, or refused.
func FuzzParseDeviceCode(f *testing.F) {
	for _, seed := range []string{"BKTWRNHJVD", " bktwr-nhjvd ", "BKTWRNHJV", "BKTWRNHJVDD", "BKTWRNHJV0", "bktwrnhjvſ", "-", "\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, err := player.ParseDeviceCode(text)
		if invitation, wrong := player.ParseInvitationCode(text); string(invitation) != string(code) || (err == nil) != (wrong == nil) {
			t.Fatalf("%q is read as %q, %v; as an invitation %q, %v", text, code, err, invitation, wrong)
		}
		if err != nil {
			if !errors.Is(err, player.ErrBadDeviceCode) || code != "" {
				t.Fatalf("%q is read as %q, %v", text, code, err)
			}
			return
		}
		again, err := player.ParseDeviceCode(string(code))
		if err != nil || again != code || len(code) != player.DeviceCodeLength {
			t.Fatalf("%q is read as %q, and that as %q, %v", text, code, again, err)
		}
	})
}

// A word list is read or refused by its line, and a name that is a word of it is refused.
func FuzzWordList(f *testing.F) {
	for _, seed := range []struct{ list, name string }{
		{"rude\n*ugly*\ngo away # a phrase", "Rude"}, {"\ufeffrude\r\n", "RUD3"}, {"*", "a"}, {"a*b", "a*b"}, {"\xff", "a"},
		{"ß\n\u0301a", "SS"}, {"**", "**"}, {strings.Repeat("a", 2000), "a"}, {"ﬁ*", "fish"},
	} {
		f.Add(seed.list, seed.name)
	}
	f.Fuzz(func(t *testing.T, text, typed string) {
		list, err := player.ReadWordList(strings.NewReader(text))
		var wrong *player.WordListError
		if err != nil {
			if !errors.As(err, &wrong) || wrong.Line < 1 || list != nil {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		name, err := player.ParseName(typed)
		if err != nil {
			return
		}
		if err := list.Check(name); err != nil {
			var refused *player.NameError
			if !errors.As(err, &refused) || refused.Fault != player.NameForbidden {
				t.Fatalf("%q is refused with %v", name, err)
			}
		}
		own, err := player.ReadWordList(strings.NewReader(string(name)))
		if err == nil && !strings.ContainsAny(string(name), "#*") && own.Check(name) == nil {
			t.Fatalf("%q passes a list of itself", name)
		}
	})
}
