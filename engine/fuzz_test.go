package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/samedeal/samedeal/engine"
)

// The fuzz targets run their corpus (the seeds here, and testdata/fuzz) with every go test, and
// search on with make fuzz.

func FuzzParseCode(f *testing.F) {
	for _, seed := range []string{
		"TF1-D1N-AAAAAAB", " fc1-c4-aaaaakh ", "KL1-D1P3-AAAABCD", "KL1-D3N-CHQWENRTYUIOP", "KL1-D3N-AAAAAAAAAAAAB",
		"TF1-D1N-ZZZZZZZZZZZZZ", "FC1-C4-AAAAAAA", "KL1--", "---", "KL1-D3N-AAAAAA\u0131", "\xff",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		code, err := engine.ParseCode(text)
		if err != nil {
			var wrong *engine.CodeError
			if !errors.As(err, &wrong) || len(err.Error()) > 500 {
				t.Fatalf("%T, %d bytes", err, len(err.Error()))
			}
			return
		}
		again, err := engine.ParseCode(code.String())
		if err != nil || again != code || !strings.EqualFold(strings.TrimSpace(text), code.String()) {
			t.Fatalf("%q is read as %s, and that as %s, %v", text, code, again, err)
		}
		if p := code.Start(); p.Won() {
			t.Fatal("won from the start")
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, seed := range []string{"35", "35v2", "3h", "Sh", "wa", "n", "u", "35v", "0h", "35vffffffffffffffff", "d3", "D3", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, word string) {
		m, err := engine.ParseMove(word)
		if err != nil {
			var wrong *engine.WordError
			if !errors.As(err, &wrong) || len(err.Error()) > 500 {
				t.Fatalf("%T, %d bytes", err, len(err.Error()))
			}
			return
		}
		if again, err := engine.ParseMove(m.String()); err != nil || again != m {
			t.Fatalf("%q is read as %v, written %s and read as %v, %v", word, m, m, again, err)
		}
	})
}

func FuzzParseBoard(f *testing.F) {
	for _, v := range engine.Variants() {
		code, err := engine.NewCode(v, 1)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(v.String(), v.Board(code.Start()))
	}
	f.Add("FC1-C4", "Foundations: S-K H-K D-K C-K\nFreecells: - - - -\n:\n\n")
	f.Add("KL1-D1N", "Foundations: C-Q S-K H-10 D-T\nStock: JH\nWaste: QH\n<JD> KC\n: QD\nKD\nKH")
	// A face-down card on a face-up one does not come about in play, but can be written.
	f.Add("KL1-D1N", "Foundations: S-7 H-8 D-T C-K\nTS <9H> 8S\nTH JH\n9S JS QS KS QH KH JD QD KD")
	f.Fuzz(func(t *testing.T, variant, text string) {
		v, err := engine.ParseVariant(variant)
		if err != nil {
			return
		}
		p, err := v.ParseBoard(text)
		if err != nil {
			var wrong *engine.BoardError
			if !errors.As(err, &wrong) || len(err.Error()) > 500 {
				t.Fatalf("%T, %d bytes", err, len(err.Error()))
			}
			return
		}
		written := v.Board(p)
		if again, err := v.ParseBoard(written); err != nil || again != p {
			t.Fatalf("%q is read as\n%s, which is read as something else: %v", text, written, err)
		}
		for m := range v.Moves(&p) {
			if _, refusal := v.Apply(p, m); refusal.Refused() {
				t.Fatalf("%s is listed and refused: %v", m, refusal)
			}
		}
		v.NoMoves(p)
	})
}

func FuzzReplay(f *testing.F) {
	f.Add("TF1-D1N-NEQROKB", "4h 27 n 21 n n n n 35 w2 u u # comment")
	f.Add("FC1-C1-AAAAAAC", "1h 6a 64 62 65 15 1h 61 65 a6 21 2h 6a 76 74 7h 5h")
	f.Add("KL1-D3P1-AAAAAAZ", strings.Repeat("n ", 20)+strings.Repeat("u ", 30))
	f.Add("KL1-D3N-AAAAAAB", "35 72 53v2 w9 Sh")
	f.Fuzz(func(t *testing.T, text, words string) {
		code, err := engine.ParseCode(text)
		if err != nil {
			return
		}
		g := code.Play()
		accepted, err := g.Replay(engine.Words(words))
		var stopped *engine.ReplayError
		if err != nil && (!errors.As(err, &stopped) || stopped.At != accepted+1 || len(err.Error()) > 500) {
			t.Fatalf("after %d words: %v", accepted, err)
		}
		if board, err := code.Variant().ParseBoard(code.Variant().Board(g.Position())); err != nil {
			t.Fatalf("%s cannot be read back: %v", code.Variant().Board(board), err)
		}
		again := code.Play()
		if n, _ := again.Replay(engine.Words(words)); n != accepted || again.Position() != g.Position() {
			t.Fatal("replayed again it is another game")
		}
	})
}
