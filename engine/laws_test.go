package engine_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/engine"
)

// The laws hold in every game that can be played, by sense or by chance.

// drawCode draws a deal of any variant.
func drawCode(t *rapid.T) engine.Code {
	v := rapid.SampledFrom(engine.Variants()).Draw(t, "variant")
	code, err := engine.NewCode(v, rapid.Uint64Range(1, v.LastNumber()).Draw(t, "number"))
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// anyMove draws a move that the notation can say, most of them senseless.
var anyMove = rapid.Custom(func(t *rapid.T) engine.Move {
	m, err := engine.ParseMove(rapid.StringMatching(`n|u|[1-9a-dwSHDC][1-9a-dwh](v[0-9a-f]{1,2})?`).Draw(t, "word"))
	if err != nil {
		t.Fatal(err)
	}
	return m
})

// drawMove draws what to try next: mostly a legal move, so that games get somewhere.
func drawMove(t *rapid.T, g *engine.Play) engine.Move {
	legal := legalMoves(g)
	if len(legal) == 0 || rapid.IntRange(0, 9).Draw(t, "chance") == 0 {
		return anyMove.Draw(t, "any")
	}
	if rapid.IntRange(0, 9).Draw(t, "undo") == 0 {
		return engine.Move{Verb: engine.Undo}
	}
	// Later moves are more often from the stock; the most homeward ones make games progress.
	if home := slices.IndexFunc(legal, func(m engine.Move) bool { return m.To == engine.Home }); home >= 0 && rapid.Bool().Draw(t, "home") {
		return legal[home]
	}
	return rapid.SampledFrom(legal).Draw(t, "legal")
}

func legalMoves(g *engine.Play) []engine.Move {
	p := g.Position()
	return slices.Collect(g.Variant().Moves(&p))
}

// eachStep plays a game by chance and shows what each move did. Games that lines of solvers have
// won, cut at random, are among their starts, so that late positions come up too.
func eachStep(t *rapid.T, step func(g *engine.Play, before engine.Position, m engine.Move, r engine.Refusal)) {
	g := drawStart(t)
	for range rapid.IntRange(1, 150).Draw(t, "length") {
		before, m := g.Position(), drawMove(t, g)
		step(g, before, m, g.Do(m))
	}
}

func drawStart(t *rapid.T) *engine.Play {
	if rapid.Bool().Draw(t, "from a solver's line") {
		line := rapid.SampledFrom(solvedLines()).Draw(t, "line")
		g := engine.NewPlay(line.variant, line.start)
		for _, m := range line.moves[:rapid.IntRange(0, len(line.moves)-1).Draw(t, "cut")] {
			if refusal := g.Do(m); refusal.Refused() {
				t.Fatalf("the line's %s: %v", m, refusal)
			}
		}
		return g
	}
	return drawCode(t).Play()
}

func check(t *testing.T, law func(t *rapid.T)) {
	t.Helper()
	rapid.Check(t, law)
}

// Two commands in flight must not lose a card: 52 different ones after every command.
func TestAlwaysTheSame52Cards(t *testing.T) {
	check(t, func(t *rapid.T) {
		eachStep(t, func(g *engine.Play, _ engine.Position, m engine.Move, _ engine.Refusal) {
			p := g.Position()
			var seen engine.CardSet
			n := 0
			for _, x := range allPiles(g.Variant()) {
				for _, c := range p.Cards(x) {
					seen |= engine.SetOf(c)
					n++
				}
				if x.IsColumn() && p.Top(x).IsFaceDown() {
					t.Fatalf("after %s the last card of column %s lies face down", m, x)
				}
			}
			if n != 52 || seen.Len() != 52 {
				t.Fatalf("after %s there are %d cards, %d different", m, n, seen.Len())
			}
			for s := engine.Spades; s <= engine.Clubs; s++ {
				for i, c := range p.Cards(engine.Foundation(s)) {
					if c != engine.NewCard(engine.Rank(i+1), s) {
						t.Fatalf("after %s the foundation of %s holds %v", m, s, p.Cards(engine.Foundation(s)))
					}
				}
			}
		})
	})
}

func allPiles(v *engine.Variant) []engine.Pile {
	piles := []engine.Pile{engine.Waste, engine.Stock}
	for i := range engine.MaxColumns {
		piles = append(piles, engine.Column(i+1))
	}
	for i := range engine.MaxCells {
		piles = append(piles, engine.Cell(i+1))
	}
	for s := engine.Spades; s <= engine.Clubs; s++ {
		piles = append(piles, engine.Foundation(s))
	}
	return slices.DeleteFunc(piles, func(x engine.Pile) bool { return !v.HasPile(x) })
}

// The moves listed must be exactly those accepted: one too few is a drop refused on the screen, one
// too many a drop that springs back.
func TestLegalMovesAreThoseAccepted(t *testing.T) {
	check(t, func(t *rapid.T) {
		eachStep(t, func(g *engine.Play, _ engine.Position, _ engine.Move, _ engine.Refusal) {
			p := g.Position()
			listed := slices.Collect(g.Variant().Moves(&p))
			accepted := acceptedMoves(g.Variant(), p)
			for _, m := range listed {
				if !slices.Contains(accepted, m) {
					t.Fatalf("%s is listed and refused", m)
				}
			}
			if len(listed) != len(accepted) {
				t.Fatalf("%d moves are listed (%v) and %d accepted (%v)", len(listed), listed, len(accepted), accepted)
			}
		})
	})
}

// acceptedMoves tries every move there is.
func acceptedMoves(v *engine.Variant, p engine.Position) []engine.Move {
	var accepted []engine.Move
	try := func(m engine.Move) {
		if _, refusal := v.Apply(p, m); !refusal.Refused() {
			accepted = append(accepted, m)
		}
	}
	targets := append(slices.DeleteFunc(allPiles(v), engine.Pile.IsFoundation), engine.Home)
	for _, from := range allPiles(v) {
		for _, to := range targets {
			for count := range uint8(21) {
				try(engine.Move{From: from, To: to, Count: count})
			}
		}
	}
	try(engine.Move{Verb: engine.Turn})
	return accepted
}

// A refused move changes nothing; an accepted one is undone exactly, but for the moves counter.
func TestUndoIsTheInverse(t *testing.T) {
	check(t, func(t *rapid.T) {
		eachStep(t, func(g *engine.Play, before engine.Position, m engine.Move, r engine.Refusal) {
			after := g.Position()
			switch {
			case r.Refused():
				if after != before {
					t.Fatalf("%s was refused and changed the position", m)
				}
			case m.Verb == engine.Undo:
				if after.Moves() != before.Moves() {
					t.Fatal("undo changed the moves counter")
				}
			case after.Moves() != before.Moves()+1:
				t.Fatalf("%s took the moves counter from %d to %d", m, before.Moves(), after.Moves())
			case !after.Won():
				undone, refusal := g.Next(engine.Move{Verb: engine.Undo})
				if refusal.Refused() || withoutCounter(g.Variant(), undone) != withoutCounter(g.Variant(), before) {
					t.Fatalf("%s was not undone: %v", m, refusal)
				}
				if g.Position() != after {
					t.Fatal("asking what undo would do changed the position")
				}
			}
		})
	})
}

// withoutCounter is everything of a position but its moves counter, as text.
func withoutCounter(v *engine.Variant, p engine.Position) string {
	s := stateOf(engine.NewPlay(v, p))
	s.Moves = 0
	moves := []string{}
	for m := range v.Moves(&p) {
		next, _ := v.Apply(p, m)
		moves = append(moves, v.Word(p, m), string(rune('0'+next.Score()-p.Score())))
	}
	return asText(s) + asText(moves)
}

// The history holds 100: the 101st action pushes the first out, and undo takes one off.
func TestHistoryHoldsTheLast100(t *testing.T) {
	check(t, func(t *rapid.T) {
		g := drawCode(t).Play()
		var positions []engine.Position
		for range rapid.IntRange(1, 400).Draw(t, "length") {
			m := drawMove(t, g)
			before := g.Position()
			switch refusal := g.Do(m); {
			case refusal.Refused():
			case m.Verb != engine.Undo:
				positions = append(positions, before)
				positions = positions[max(0, len(positions)-100):]
			default:
				last := positions[len(positions)-1]
				positions = positions[:len(positions)-1]
				if withoutCounter(g.Variant(), g.Position()) != withoutCounter(g.Variant(), last) {
					t.Fatal("undo led to another position than the one before")
				}
			}
			if g.Undoable() != len(positions) {
				t.Fatalf("%d actions can be undone, want %d", g.Undoable(), len(positions))
			}
		}
	})
}

// A game's words, written as they were played, replay to the same position.
func TestReplayEqualsLive(t *testing.T) {
	check(t, func(t *rapid.T) {
		code := drawCode(t)
		g := code.Play()
		text := ""
		for range rapid.IntRange(1, 200).Draw(t, "length") {
			p, m := g.Position(), drawMove(t, g)
			if !g.Do(m).Refused() {
				text += g.Variant().Word(p, m) + " "
			}
		}
		again, err := engine.ParseCode(code.String())
		if err != nil || again != code {
			t.Fatalf("%s is read back as %s, %v", code, again, err)
		}
		replayed := again.Play()
		if _, err := replayed.Replay(engine.Words(text)); err != nil {
			t.Fatal(err)
		}
		p, live := replayed.Position(), g.Position()
		if p != live || p.Hash() != live.Hash() || replayed.Undoable() != g.Undoable() {
			t.Fatalf("%s replays to %v, want %v", text, p, live)
		}
	})
}

// A legal move written as a word is that move when read again, and is no longer than it need be.
func TestWordsNameTheirMove(t *testing.T) {
	check(t, func(t *rapid.T) {
		eachStep(t, func(g *engine.Play, _ engine.Position, _ engine.Move, _ engine.Refusal) {
			p, v := g.Position(), g.Variant()
			for m := range v.Moves(&p) {
				want, _ := v.Apply(p, m)
				word, full := v.Word(p, m), m.String()
				for _, text := range []string{word, full} {
					read, err := engine.ParseMove(text)
					if err != nil {
						t.Fatal(err)
					}
					if got, refusal := v.Apply(p, read); got != want {
						t.Fatalf("%s written %s does another thing: %v", full, text, refusal)
					}
				}
				if short, err := engine.ParseMove(word[:min(2, len(word))]); err == nil && len(word) > 2 {
					if got, _ := v.Apply(p, short); got == want {
						t.Fatalf("%s needs no count", word)
					}
				}
			}
		})
	})
}

// A board that is written is read back as it was, score and counters apart.
func TestBoardsReadBack(t *testing.T) {
	check(t, func(t *rapid.T) {
		eachStep(t, func(g *engine.Play, _ engine.Position, _ engine.Move, _ engine.Refusal) {
			v := g.Variant()
			text := v.Board(g.Position())
			p, err := v.ParseBoard(text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if again := v.Board(p); again != text {
				t.Fatalf("%s\nwas read back as\n%s", text, again)
			}
			if p.Score() != 0 || p.Moves() != 0 || p.Redeals() != 0 {
				t.Fatal("a board that is read starts with a score")
			}
		})
	})
}

// The score stays between 0 and the most possible, and no card earns an award twice.
func TestScoreIsBounded(t *testing.T) {
	most := map[string]int{"TF1": 640, "KL1": 745, "FC1": 780}
	check(t, func(t *rapid.T) {
		eachStep(t, func(g *engine.Play, before engine.Position, m engine.Move, _ engine.Refusal) {
			p, v := g.Position(), g.Variant()
			bound := most[v.Version()]
			if v.String() == "FC1-C0" {
				bound = 520
			}
			if p.Score() < 0 || p.Score() > bound {
				t.Fatalf("the score is %d", p.Score())
			}
			if gain := p.Score() - before.Score(); m.Verb == engine.Put && gain != 0 && gain != 5 && gain != 10 && gain != 15 {
				t.Fatalf("%s earned %d", m, gain)
			}
		})
	})
}

// no_moves by its definition in the rules, written out the long way.
func TestNoMovesByDefinition(t *testing.T) {
	check(t, func(t *rapid.T) {
		eachStep(t, func(g *engine.Play, _ engine.Position, _ engine.Move, _ engine.Refusal) {
			p, v := g.Position(), g.Variant()
			if got, want := v.NoMoves(p), noMovesByDefinition(v, p); got != want {
				t.Fatalf("got %v, want %v, on\n%s", got, want, v.Board(p))
			}
		})
	})
}

func noMovesByDefinition(v *engine.Variant, p engine.Position) bool {
	if p.Won() {
		return false
	}
	// The stock comes round after at most 24 draws and a redeal, whatever is left of it.
	for range 2 * 25 {
		for _, m := range acceptedMoves(v, p) {
			useless := m.Verb == engine.Turn || m.From.IsFoundation() || m.From.IsCell() && m.To.IsCell() ||
				m.From.IsColumn() && m.To.IsColumn() && p.Len(m.To) == 0 && p.Len(m.From) == int(m.Count)
			if !useless {
				return false
			}
		}
		next, refusal := v.Apply(p, engine.Move{Verb: engine.Turn})
		if refusal.Refused() {
			return true
		}
		p = next
	}
	return true
}

// Positions have equal hashes when they are equal, and only then as far as anyone will see.
func TestHashTellsPositionsApart(t *testing.T) {
	check(t, func(t *rapid.T) {
		seen := map[engine.Hash]engine.Position{}
		eachStep(t, func(g *engine.Play, _ engine.Position, m engine.Move, _ engine.Refusal) {
			p := g.Position()
			if other, found := seen[p.Hash()]; found && other != p {
				t.Fatalf("after %s the hash is that of another position", m)
			}
			seen[p.Hash()] = p
		})
	})
}
