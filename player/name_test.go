package player_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/samedeal/samedeal/player"
)

func TestNamesThatAreTaken(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Ana", "Ana"},
		{"x", "x"},
		{"  Ana \t  B.\n", "Ana B."},
		{"Ana\u00a0\u3000B", "Ana B"},
		{"Ana\u2028B", "Ana B"},
		{"Željko Šimić", "Željko Šimić"},
		{"Z\u030celjko", "Željko"},
		{"\u212bsa", "Åsa"},
		{"נֹעָה", "נֹעָה"},
		{"יוסף", "יוסף"},
		{"محمد", "محمد"},
		{"علی\u200cرضا", "علی\u200cرضا"},
		{"عَ\u200cل", "عَ\u200cل"},
		{"ශ්\u200dරී", "ශ්\u200dරී"},
		{"ആൻ", "ആൻ"},
		{"李小龙", "李小龙"},
		{"ᄒᆞᆫ글", "ᄒᆞᆫ글"},
		{"လျှို့ဝှက်", "လျှို့ဝှက်"},
		{"O'Neill-Müller, Jr. (3.)", "O'Neill-Müller, Jr. (3.)"},
		{"<b>&amp;", "<b>&amp;"},
		{"👩🏽\u200d🚀", "👩🏽\u200d🚀"},
		{"👩🏽\u200d❤️\u200d💋\u200d👨🏿", "👩🏽\u200d❤️\u200d💋\u200d👨🏿"},
		{"🏳️\u200d🌈 🇭🇷 1️⃣ ❤︎ ℹ️", "🏳️\u200d🌈 🇭🇷 1️⃣ ❤︎ ℹ️"},
		{"🙂\u200d↔️", "🙂\u200d↔️"},
		{strings.Repeat("a", 24), strings.Repeat("a", 24)},
		{"   " + strings.Repeat("a ", 12) + strings.Repeat(" ", 1000), strings.TrimSpace(strings.Repeat("a ", 12))},
		{strings.Repeat("👍🏽", 24), strings.Repeat("👍🏽", 24)},
		{"a" + strings.Repeat("\u0300", 11) + "b", "à" + strings.Repeat("\u0300", 10) + "b"},
	} {
		if got, err := player.ParseName(c.text); err != nil || string(got) != c.want {
			t.Errorf("%q is read as %q, %v; want %q", c.text, got, err, c.want)
		}
	}
}

func TestNamesThatAreRefused(t *testing.T) {
	for _, c := range []struct {
		text string
		want player.NameError
	}{
		{"\xff", player.NameError{Fault: player.NameNotText}},
		{"Ana\xed\xa0\x80", player.NameError{Fault: player.NameNotText}}, // a surrogate
		{"", player.NameError{Fault: player.NameEmpty}},
		{" \t\u3000\u0085", player.NameError{Fault: player.NameEmpty}},
		{strings.Repeat("a", 25), player.NameError{Fault: player.NameTooLong, Size: 25}},
		{strings.Repeat("👍🏽", 25), player.NameError{Fault: player.NameTooLong, Size: 25}},
		{strings.Repeat("a", 257), player.NameError{Fault: player.NameTooBig, Size: 257}},
		{"a" + strings.Repeat("\u0301", 5000), player.NameError{Fault: player.NameTooBig, Size: 10001}},
		// Small as it was typed, large in the normal form.
		{strings.Repeat("\u0958", 85), player.NameError{Fault: player.NameTooBig, Size: 510}},
		{"b" + strings.Repeat("\u0301", 12), player.NameError{Fault: player.NameTooDense, Size: 13}},
		{"👩" + strings.Repeat("\u200d👩", 30), player.NameError{Fault: player.NameTooDense, Size: 61}},
		{"a\x00b", player.NameError{Fault: player.NameControl, Character: 0}},
		{"a\x7fb", player.NameError{Fault: player.NameControl, Character: 0x7f}},
		{"a\x1b[31m", player.NameError{Fault: player.NameControl, Character: 0x1b}},
		{"a\u0090", player.NameError{Fault: player.NameControl, Character: 0x90}},
		{"a\u00adb", player.NameError{Fault: player.NameInvisible, Character: 0xad}},
		{"a\u200bb", player.NameError{Fault: player.NameInvisible, Character: 0x200b}},
		{"\u2060a", player.NameError{Fault: player.NameInvisible, Character: 0x2060}},
		{"\ufeffa", player.NameError{Fault: player.NameInvisible, Character: 0xfeff}},
		{"a\u034fb", player.NameError{Fault: player.NameInvisible, Character: 0x34f}},
		{"\u3164", player.NameError{Fault: player.NameInvisible, Character: 0x3164}},
		{"\u115f\u1160", player.NameError{Fault: player.NameInvisible, Character: 0x115f}},
		{"\uffa0", player.NameError{Fault: player.NameInvisible, Character: 0xffa0}},
		{"\u2800", player.NameError{Fault: player.NameInvisible, Character: 0x2800}},
		{"a\u180e", player.NameError{Fault: player.NameInvisible, Character: 0x180e}},
		{"a\ufe00", player.NameError{Fault: player.NameInvisible, Character: 0xfe00}},
		{"a\U000e0100", player.NameError{Fault: player.NameInvisible, Character: 0xe0100}},
		{"a\U000e0041", player.NameError{Fault: player.NameInvisible, Character: 0xe0041}},
		{"\u200d", player.NameError{Fault: player.NameStray, Character: 0x200d}},
		{"\u200c \u200c", player.NameError{Fault: player.NameStray, Character: 0x200c}},
		{"A\u200dna", player.NameError{Fault: player.NameStray, Character: 0x200d}},
		{"A\u200cna", player.NameError{Fault: player.NameStray, Character: 0x200c}},
		{"علی\u200c", player.NameError{Fault: player.NameStray, Character: 0x200c}},
		{"علی\u200c\u200cرضا", player.NameError{Fault: player.NameStray, Character: 0x200c}},
		{"👩\u200c🚀", player.NameError{Fault: player.NameStray, Character: 0x200c}},
		{"👩\u200d", player.NameError{Fault: player.NameStray, Character: 0x200d}},
		{"Ana\ufe0f", player.NameError{Fault: player.NameStray, Character: 0xfe0f}},
		{"\ufe0f", player.NameError{Fault: player.NameStray, Character: 0xfe0f}},
		{"\u0301", player.NameError{Fault: player.NameStray, Character: 0x301}},
		{"a \u0301", player.NameError{Fault: player.NameStray, Character: 0x301}},
		{"\u20dd", player.NameError{Fault: player.NameStray, Character: 0x20dd}},
		{"a\ue000", player.NameError{Fault: player.NameUnassigned, Character: 0xe000}},
		{"a\U0010fffd", player.NameError{Fault: player.NameUnassigned, Character: 0x10fffd}},
		{"a\u0378", player.NameError{Fault: player.NameUnassigned, Character: 0x378}},
		{"a\uffff", player.NameError{Fault: player.NameUnassigned, Character: 0xffff}},
	} {
		wantFault(t, c.text, c.want)
	}
}

func TestCharactersThatTurnTextAreRefused(t *testing.T) {
	for _, r := range "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069" {
		wantFault(t, "Ana"+string(r)+"B", player.NameError{Fault: player.NameDirection, Character: r})
		wantFault(t, string(r), player.NameError{Fault: player.NameDirection, Character: r})
	}
}

func wantFault(t *testing.T, text string, want player.NameError) {
	t.Helper()
	name, err := player.ParseName(text)
	var wrong *player.NameError
	if !errors.As(err, &wrong) || *wrong != want || name != "" {
		t.Errorf("%.40q is read as %q, %v; want %v", text, name, err, &want)
	}
}

// The limits stand in the messages as text.
func TestNameErrorsSayWhatWouldBeRight(t *testing.T) {
	for _, c := range []struct {
		err  player.NameError
		want string
	}{
		{player.NameError{Fault: player.NameNotText}, "the name is not text in UTF-8; want it in UTF-8"},
		{player.NameError{Fault: player.NameEmpty}, "the name is empty; want 1 to 24 visible characters"},
		{player.NameError{Fault: player.NameTooBig, Size: 300}, "the name takes 300 bytes; want at most 256"},
		{player.NameError{Fault: player.NameTooLong, Size: 25}, "the name has 25 characters; want 1 to 24"},
		{
			player.NameError{Fault: player.NameDirection, Character: 0x202e},
			"the name has U+202E, which changes the direction of text; want it without",
		},
		{player.NameError{Fault: 99}, "FAULT_99"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	if player.NameMost != 24 || player.NameMostBytes != 256 {
		t.Error("the messages name other limits")
	}
}
