package engine_test

import (
	"testing"

	"github.com/samedeal/samedeal/engine"
)

// middle is where the benchmarks look at a game: halfway through a solver's line, or, for a game
// without one here, at its start.
type middle struct {
	name           string
	variant        *engine.Variant
	position       engine.Position
	legal, refused engine.Move
}

func middles(b *testing.B) []middle {
	b.Helper()
	var all []middle
	for _, m := range []struct{ name, code, words, legal, refused string }{
		{"Thoughtful", "TF1-D1N-NEQROKB", "4h 27 n 21 n n n n n n n n n n n", "n", "43"},
		{"FreeCell", "FC1-C4-AAAAAAC", "1h 6a 64 62 65 15 1h 61", "5b", "57"},
		{"Klondike", "KL1-D3N-AAAAAAB", "n n n n n", "n", "43"},
	} {
		code, err := engine.ParseCode(m.code)
		if err != nil {
			b.Fatal(err)
		}
		g := code.Play()
		if _, err := g.Replay(engine.Words(m.words)); err != nil {
			b.Fatal(err)
		}
		legal, refused := mustMove(b, m.legal), mustMove(b, m.refused)
		if g.Do(legal).Refused() || !g.Do(refused).Refused() {
			b.Fatalf("%s: %s must be legal and %s refused", m.name, m.legal, m.refused)
		}
		mustDo(b, g, engine.Move{Verb: engine.Undo})
		all = append(all, middle{m.name, code.Variant(), g.Position(), legal, refused})
	}
	return all
}

func mustMove(t testing.TB, word string) engine.Move {
	t.Helper()
	m, err := engine.ParseMove(word)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func mustDo(t testing.TB, g *engine.Play, m engine.Move) {
	t.Helper()
	if refusal := g.Do(m); refusal.Refused() {
		t.Fatalf("%s: %v", m, refusal)
	}
}

func BenchmarkApply(b *testing.B) {
	for _, m := range middles(b) {
		b.Run(m.name+"/legal", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = m.variant.Apply(m.position, m.legal)
			}
		})
		b.Run(m.name+"/refused", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = m.variant.Apply(m.position, m.refused)
			}
		})
	}
}

// BenchmarkApplyGame is one move of a whole game, on average, without history.
func BenchmarkApplyGame(b *testing.B) {
	measured := map[string]bool{}
	for _, line := range solvedLines() {
		version := line.variant.Version()
		if measured[version] {
			continue
		}
		measured[version] = true
		b.Run(version, func(b *testing.B) {
			p, i := line.start, 0
			b.ReportAllocs()
			for b.Loop() {
				if i == len(line.moves) {
					p, i = line.start, 0
				}
				p, _ = line.variant.Apply(p, line.moves[i])
				i++
			}
		})
	}
}

func BenchmarkMoves(b *testing.B) {
	for _, m := range middles(b) {
		b.Run(m.name, func(b *testing.B) {
			b.ReportAllocs()
			n := 0
			for b.Loop() {
				for range m.variant.Moves(&m.position) {
					n++
				}
			}
		})
	}
}

func BenchmarkNoMoves(b *testing.B) {
	for _, m := range middles(b) {
		b.Run(m.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.variant.NoMoves(m.position)
			}
		})
	}
}

func BenchmarkHash(b *testing.B) {
	m := middles(b)[0]
	b.ReportAllocs()
	for b.Loop() {
		m.position.Hash()
	}
}

// BenchmarkReplay folds a whole game from its code and words, as a server does that takes it over.
func BenchmarkReplay(b *testing.B) {
	code, err := engine.ParseCode("TF1-D1N-NEQROKB")
	if err != nil {
		b.Fatal(err)
	}
	words := wordsOf(b, code.Play(), 300)
	b.ReportAllocs()
	for b.Loop() {
		g := code.Play()
		for _, word := range words {
			m, err := engine.ParseMove(word)
			if err != nil || g.Do(m).Refused() {
				b.Fatal(word)
			}
		}
	}
}

// wordsOf plays n moves, each time the last of the legal ones but turning the stock, if any.
func wordsOf(b *testing.B, g *engine.Play, n int) []string {
	var words []string
	for len(words) < n {
		p := g.Position()
		pick := engine.Move{Verb: engine.Turn}
		for m := range g.Variant().Moves(&p) {
			if len(words)%3 == 0 && m.Verb == engine.Put {
				pick = m
			}
		}
		words = append(words, g.Variant().Word(p, pick))
		mustDo(b, g, pick)
	}
	return words
}
