package solve_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
)

// drawStockGame draws a deal with a stock in any of its variants, and moves on from it by chance.
func drawStockGame(t *rapid.T) (*engine.Variant, engine.Position) {
	var variants []*engine.Variant
	for _, v := range engine.Variants() {
		if v.Draw > 0 {
			variants = append(variants, v)
		}
	}
	v := rapid.SampledFrom(variants).Draw(t, "variant")
	code, err := engine.NewCode(v, rapid.Uint64Range(1, 1_000_000).Draw(t, "number"))
	if err != nil {
		t.Fatal(err)
	}
	p := code.Start()
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
	for range rapid.IntRange(0, 80).Draw(t, "walk") {
		p = anyNext(r, v, p)
	}
	return v, p
}

const fewStates = 3_000

// solveStock solves a position with a small budget, unless another is given.
func solveStock(t *rapid.T, v *engine.Variant, p *engine.Position, o solve.Options) solve.Result {
	if o.States == 0 {
		o.States = fewStates
	}
	result := solveChecked(t, v, p, o)
	if result.States > o.States {
		t.Fatalf("%d states were looked at, and the budget is %d", result.States, o.States)
	}
	return result
}

// A line that Solve gives wins, and each position on it can be won.
func TestStockLinesWin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p := drawStockGame(t)
		result := solveStock(t, v, &p, solve.Options{})
		if result.Verdict != solve.Won {
			return
		}
		cut := rapid.IntRange(0, len(result.Moves)-1).Draw(t, "cut")
		for _, m := range result.Moves[:cut] {
			p, _ = v.Apply(p, m)
		}
		if again := solveStock(t, v, &p, solve.Options{}); again.Verdict == solve.Impossible {
			t.Fatalf("after %d moves of its own line it is %v:\n%s", cut, again.Verdict, v.Board(p))
		}
	})
}

// The last moves of a game that can be won are found.
func TestStockLastMovesAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p := drawStockGame(t)
		line := solveStock(t, v, &p, solve.Options{}).Moves
		last := max(0, len(line)-rapid.IntRange(1, 8).Draw(t, "left"))
		for _, m := range line[:last] {
			p, _ = v.Apply(p, m)
		}
		if result := solveStock(t, v, &p, solve.Options{}); len(line) > 0 && result.Verdict != solve.Won {
			t.Fatalf("%d moves before its end it is %v:\n%s", len(line)-last, result.Verdict, v.Board(p))
		}
	})
}

// What cannot be won cannot be won after any move either.
func TestLostStockGamesStayLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p := drawStockGame(t)
		if solveStock(t, v, &p, solve.Options{}).Verdict != solve.Impossible {
			return
		}
		for m := range v.Moves(&p) {
			next, _ := v.Apply(p, m)
			if solveStock(t, v, &next, solve.Options{}).Verdict == solve.Won {
				t.Fatalf("it is won after %v, and impossible before:\n%s", m, v.Board(p))
			}
		}
	})
}

// Seed, memory and budget change no verdict but to and from undecided.
func TestStockVerdictsHoldWithOtherOptions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p := drawStockGame(t)
		verdict := solveStock(t, v, &p, solve.Options{}).Verdict
		for what, o := range map[string]solve.Options{
			"another seed":     {Seed: rapid.Uint64().Draw(t, "other seed")},
			"the least memory": {Memory: solve.LeastMemory},
			"a smaller budget": {States: rapid.Uint64Range(1, fewStates).Draw(t, "states")},
		} {
			if other := solveStock(t, v, &p, o).Verdict; contradict(verdict, other) {
				t.Fatalf("%v, and with %s %v:\n%s", verdict, what, other, v.Board(p))
			}
		}
	})
}

// The names of the suits within a colour, of the colours, and the order of the columns change nothing.
func TestStockVerdictsHoldOnTheSameBoardRenamed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p := drawStockGame(t)
		if p.Redeals() > 0 && v.Passes > 0 {
			return // a board does not say how many redeals were used
		}
		verdict := solveStock(t, v, &p, solve.Options{}).Verdict
		suits := rapid.SampledFrom([]string{"CHDS", "SDHC", "CDHS", "HSCD", "DCSH"}).Draw(t, "suits")
		renamed := renameSuits(v.Board(p), suits)
		lines := strings.Split(strings.TrimSuffix(renamed, "\n"), "\n")
		columns := lines[len(lines)-v.Columns:]
		copy(columns, rapid.Permutation(columns).Draw(t, "columns"))
		q, err := v.ParseBoard(strings.Join(lines, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if other := solveStock(t, v, &q, solve.Options{}).Verdict; contradict(verdict, other) {
			t.Fatalf("%v\n%sbut %v\n%s", verdict, v.Board(p), other, v.Board(q))
		}
	})
}

// renameSuits writes other letters for S, H, D and C on the cards of a board.
func renameSuits(board, suits string) string {
	rename := strings.NewReplacer("S", suits[:1], "H", suits[1:2], "D", suits[2:3], "C", suits[3:])
	var text strings.Builder
	for line := range strings.Lines(board) {
		label, cards, labelled := strings.Cut(line, ":")
		if labelled {
			text.WriteString(label + ":" + rename.Replace(cards))
		} else {
			text.WriteString(rename.Replace(line))
		}
	}
	return text.String()
}

// A search stops where it is told to, soon.
func TestStockSearchIsCancelled(t *testing.T) {
	v, p := hardDeal(t)
	asked := 0
	result, err := solve.Solve(v, &p, solve.Options{Cancelled: func() bool { asked++; return asked == 3 }})
	if err != nil || result.Verdict != solve.Undecided || !result.Cancelled || result.States > 10_000 {
		t.Errorf("it ends %v after %d states, cancelled %v, error %v", result.Verdict, result.States, result.Cancelled, err)
	}
}

// A full table leaves a game undecided, and says so.
func TestStockSearchStaysWithinItsMemory(t *testing.T) {
	v, p := hardDeal(t)
	held := 0
	o := solve.Options{Memory: solve.LeastMemory, Progress: func(p solve.Progress) { held = max(held, p.Memory) }}
	result, err := solve.Solve(v, &p, o)
	if err != nil || result.Verdict != solve.Undecided || !result.TableFull || held == 0 || held > o.Memory {
		t.Errorf("it ends %v, table full %v, with %d bytes of %d, error %v",
			result.Verdict, result.TableFull, held, o.Memory, err)
	}
}

// hardDeal is a deal that takes more than a million states.
func hardDeal(t *testing.T) (*engine.Variant, engine.Position) {
	v := variant(t, "KL1-D3N")
	p, err := v.ParseBoard(microsoftKlondike(54, v.FaceDown))
	if err != nil {
		t.Fatal(err)
	}
	return v, p
}
