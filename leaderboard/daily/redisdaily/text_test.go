package redisdaily

import (
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard/daily"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// What is damaged in the store must be an error that says where, not half a history.
func TestDamageIsAnError(t *testing.T) {
	t.Parallel()
	for field, text := range map[string]string{
		"version":              "-1",
		"offset":               "",
		"removed":              "soon",
		"2026-02-29/KL1-D3N":   "1 1 1 1 1 1",
		"2026-11-30/KL1-D3N":   "1 1 1 1 1",
		"2026-11-30/FC1-C4":    "1 9 1 1 1 1",
		"2026-11-30/TF1-D1N":   "1 1 1 -1 1 1",
		"void:tomorrow/FC1-C4": "1",
		"something else":       "",
	} {
		if h, err := readHistory(map[string]string{field: text}); err == nil {
			t.Errorf("%q with %q reads as %+v", field, text, h)
		}
	}
	for _, text := range []string{"", "KL1-D3N-AAAAAAB 8", "KL1-D3N-AAAAAAA 80", "AAAAAAB 80"} {
		if d, err := readDeal(text); err == nil {
			t.Errorf("%q reads as %+v", text, d)
		}
	}
	for _, text := range []string{"", "ROOM", "ROOM x"} {
		if a, err := readAttempt(text); err == nil {
			t.Errorf("%q reads as %+v", text, a)
		}
	}
}

func FuzzReadHistory(f *testing.F) {
	f.Add("2026-11-30/KL1-D3N", "1796000000000 1 745 200123 131 140")
	f.Add("void:2026-11-30/KL1-D3N", "1")
	f.Add("version", "18446744073709551615")
	f.Add("offset", "-720")
	f.Add("removed", "1796000000000")
	f.Fuzz(func(t *testing.T, field, text string) {
		h, err := readHistory(map[string]string{field: text})
		if err != nil {
			return
		}
		for c, e := range h.Entries {
			if e.Result == nil {
				continue
			}
			again, err := readEntry(entryText(e))
			if err != nil || !again.Begun.Equal(e.Begun) || !proto.Equal(again.Result, e.Result) {
				t.Errorf("%s: %q comes back as %+v, %v", c, text, again, err)
			}
		}
	})
}

func FuzzReadDeal(f *testing.F) {
	f.Add("KL1-D3N-AAAAAAB 80ff")
	f.Add("FC1-C4-AAAAAAB ")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := readDeal(text)
		if err != nil {
			return
		}
		again, err := readDeal(dealText(d))
		if err != nil || again.Code != d.Code || string(again.Salt) != string(d.Salt) {
			t.Errorf("%q comes back as %+v, %v", text, again, err)
		}
	})
}

func FuzzReadAttempt(f *testing.F) {
	f.Add("ROOM 1796000000000")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := readAttempt(text)
		if err != nil {
			return
		}
		if again, err := readAttempt(attemptText(a)); err != nil || again != a {
			t.Errorf("%q comes back as %+v, %v; want %+v", text, again, err, a)
		}
	})
}

func TestTextsComeBack(t *testing.T) {
	t.Parallel()
	entry := daily.Entry{Begun: time.UnixMilli(1_796_000_000_007).UTC(), Result: &samedealv1.Result{
		Ending: samedealv1.Ending_ENDING_RESIGNED, Score: 1, TimeMs: 2, Moves: 3, Actions: 4,
	}}
	if got := entryText(entry); got != "1796000000007 2 1 2 3 4" {
		t.Errorf("written %q", got)
	}
}
