package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/samedeal/samedeal/engine"
)

func TestParseCode(t *testing.T) {
	for _, c := range []struct {
		text, code string
		number     uint64
	}{
		{"TF1-D1N-AAAAAAB", "TF1-D1N-AAAAAAB", 1},
		{"TF1-D3N-ZZZZZZZ", "TF1-D3N-ZZZZZZZ", 8_031_810_175},
		{"FC1-C4-AAAAAKH", "FC1-C4-AAAAAKH", 267},
		{"FC1-C0-ZZZZZZZ", "FC1-C0-ZZZZZZZ", 8_031_810_175},
		{"FC1-C3-AAAAAAB", "FC1-C3-AAAAAAB", 1},
		{"KL1-D1P3-AAAABCD", "KL1-D1P3-AAAABCD", 731},
		{" \tkl1-d3n-chqwenrtyuiop\n", "KL1-D3N-CHQWENRTYUIOP", 218_929_392_554_099_931},
		{"KL1-D3N-AAAAABAAAAAAA", "KL1-D3N-AAAAABAAAAAAA", 8_031_810_176},
		{"TF1-D1N-ZZZZZZZZZZZZZ", "TF1-D1N-ZZZZZZZZZZZZZ", 2_481_152_873_203_736_575},
	} {
		code, err := engine.ParseCode(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if code.String() != c.code || code.Number() != c.number {
			t.Errorf("%q: got %s, number %d, want %s, %d", c.text, code, code.Number(), c.code, c.number)
		}
		again, err := engine.NewCode(code.Variant(), code.Number())
		if err != nil || again != code {
			t.Errorf("%q: made anew it is %s, %v", c.text, again, err)
		}
	}
}

// An error must say which part is wrong and what would be right.
func TestParseCodeErrors(t *testing.T) {
	for _, c := range []struct{ text, part, message string }{
		{"", "code", `the code is ""; want game, options and number with hyphens between, such as TF1-D1N-AAAAAAB`},
		{"KL1", "code", `the code is "KL1"; want game, options and number with hyphens between, such as TF1-D1N-AAAAAAB`},
		{"KL1-D3N-AAAAAAB-", "code", `the code is "KL1-D3N-AAAAAAB-"; want game, options and number with hyphens between, such as TF1-D1N-AAAAAAB`},
		{"KL2-D3N-AAAAAAB", "game", `the code's game is "KL2"; want TF1, FC1 or KL1`},
		{"-D3N-AAAAAAB", "game", `the code's game is ""; want TF1, FC1 or KL1`},
		{"kl1 -D3N-AAAAAAB", "game", `the code's game is "KL1 "; want TF1, FC1 or KL1`},
		{"KL1-D2N-AAAAAAB", "options", `the code's options are "D2N"; KL1 takes D3N, D3P1, D3P3, D1N, D1P1 or D1P3`},
		{"TF1-D1P1-AAAAAAB", "options", `the code's options are "D1P1"; TF1 takes D1N or D3N`},
		{"FC1-C5-AAAAAAB", "options", `the code's options are "C5"; FC1 takes C4, C3, C2, C1 or C0`},
		{"FC1-C4-AAAAAAA", "number", `the code's number is "AAAAAAA"; deals are numbered from AAAAAAB on`},
		{"FC1-C4-AAAAAB", "number", `the code's number is "AAAAAB"; want seven letters A to Z`},
		{"FC1-C4-AAAAABAAAAAAA", "number", `the code's number is "AAAAABAAAAAAA"; want seven letters A to Z`},
		{"KL1-D3N-AAAAAB", "number", `the code's number is "AAAAAB"; want seven letters A to Z, or thirteen for a long number, and these are 6`},
		{"KL1-D3N-AAAAAA1", "number", `the code's number is "AAAAAA1"; want seven letters A to Z, or thirteen for a long number`},
		{"KL1-D3N-AAAAAAAAAAAAB", "number", `the code's number is "AAAAAAAAAAAAB"; a number as small as that is written AAAAAAB`},
		{"KL1-D3N-AAAAAAZZZZZZZ", "number", `the code's number is "AAAAAAZZZZZZZ"; a number as small as that is written ZZZZZZZ`},
		{"KL1-D3N-AAAAAAAAAAAAA", "number", `the code's number is "AAAAAAAAAAAAA"; deals are numbered from AAAAAAB on`},
		{"KL1-D3N-", "number", `the code's number is ""; want seven letters A to Z, or thirteen for a long number, and these are 0`},
		// The dotless i and the long s have capitals among A to Z, and are none of them.
		{"KL1-D3N-AAAAAA\u0131", "number", "the code's number is \"AAAAAA\u0131\"; want seven letters A to Z, or thirteen for a long number"},
		{"FC1-C4-AAAAAA\u017f", "number", "the code's number is \"AAAAAA\u017f\"; want seven letters A to Z"},
	} {
		code, err := engine.ParseCode(c.text)
		var wrong *engine.CodeError
		if !errors.As(err, &wrong) {
			t.Errorf("%q is read as %s", c.text, code)
			continue
		}
		if wrong.Part != c.part || err.Error() != c.message {
			t.Errorf("%q: got %s: %s\nwant %s: %s", c.text, wrong.Part, err, c.part, c.message)
		}
	}
}

func TestParseCodeDoesNotRepeatALongText(t *testing.T) {
	_, err := engine.ParseCode(strings.Repeat("x", 1<<20))
	if err == nil || len(err.Error()) > 200 {
		t.Errorf("got %.300v", err)
	}
}

func TestNewCodeRange(t *testing.T) {
	for _, v := range engine.Variants() {
		for _, number := range []uint64{0, v.LastNumber() + 1} {
			if code, err := engine.NewCode(v, number); err == nil {
				t.Errorf("%s has a deal %d: %s", v, number, code)
			}
		}
	}
}

// Options change the play and never the cards.
func TestOptionsDealTheSameCards(t *testing.T) {
	starts := map[string]engine.Position{}
	for _, v := range engine.Variants() {
		code, err := engine.NewCode(v, 12345)
		if err != nil {
			t.Fatal(err)
		}
		if first, found := starts[v.Version()]; found && first != code.Start() {
			t.Errorf("%s deals other cards", v)
		}
		starts[v.Version()] = code.Start()
	}
	if len(starts) != 3 {
		t.Errorf("%d games", len(starts))
	}
}
