package solve_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
)

// within is a budget that decides most of the positions that the laws are tried on, soon.
var within = solve.Options{States: 3_000, Memory: 4 << 20}

// drawFreeCell draws a deal of FreeCell, from few cells on.
func drawFreeCell(t *rapid.T) (*engine.Variant, engine.Position) {
	v, err := engine.ParseVariant("FC1-C" + rapid.SampledFrom([]string{"0", "1", "2", "3", "4"}).Draw(t, "cells"))
	if err != nil {
		t.Fatal(err)
	}
	code, err := engine.NewCode(v, rapid.Uint64Range(1, 5000).Draw(t, "number"))
	if err != nil {
		t.Fatal(err)
	}
	return v, code.Start()
}

// contradict reports whether two verdicts of one game cannot both be true.
func contradict(a, b solve.Verdict) bool {
	return a != b && a != solve.Undecided && b != solve.Undecided
}

// What a game is called and how its piles lie must not change whether it can be won.
func TestVerdictsDoNotDependOnNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p := drawFreeCell(t)
		text := renamed(t, v.Board(p))
		q, err := v.ParseBoard(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		other := within
		other.Seed = rapid.Uint64().Draw(t, "search seed")
		a, b := solveChecked(t, v, &p, within).Verdict, solveChecked(t, v, &q, other).Verdict
		if contradict(a, b) {
			t.Fatalf("%v\n%sbut %v\n%s", a, v.Board(p), b, text)
		}
	})
}

// renamed shuffles a board's columns and swaps the suits of a colour.
func renamed(t *rapid.T, text string) string {
	var pairs []string
	if rapid.Bool().Draw(t, "swap black") {
		pairs = append(pairs, "S", "C", "C", "S")
	}
	if rapid.Bool().Draw(t, "swap red") {
		pairs = append(pairs, "H", "D", "D", "H")
	}
	swap := strings.NewReplacer(pairs...)
	var labelled, columns []string
	for line := range strings.Lines(text) {
		if label, cards, ok := strings.Cut(line, ":"); ok {
			labelled = append(labelled, label+":"+swap.Replace(cards))
		} else {
			columns = append(columns, swap.Replace(line))
		}
	}
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "shuffle"), 0))
	r.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	return strings.Join(append(labelled, columns...), "")
}

// A position from which one move leads to a won one is won.
func TestOneMoveBackFromAWonPosition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p := drawFreeCell(t)
		for range rapid.IntRange(0, 25).Draw(t, "moves") {
			before := p
			moves := slices.Collect(v.Moves(&p))
			if len(moves) == 0 {
				return
			}
			p, _ = v.Apply(p, rapid.SampledFrom(moves).Draw(t, "move"))
			if rapid.IntRange(0, 5).Draw(t, "look") > 0 {
				continue
			}
			after := solveChecked(t, v, &p, within).Verdict
			if after == solve.Won && solveChecked(t, v, &before, within).Verdict == solve.Impossible {
				t.Fatalf("a move leads from an impossible position to a won one:\n%s", v.Board(before))
			}
		}
	})
}

// A smaller table, a smaller budget or another seed may leave more undecided, and must change nothing
// else.
func TestBudgetsAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p := drawFreeCell(t)
		o := solve.Options{
			States: rapid.Uint64Range(1, 6_000).Draw(t, "states"),
			Memory: rapid.IntRange(solve.LeastMemory, 4<<20).Draw(t, "memory"),
			Seed:   rapid.Uint64().Draw(t, "search seed"),
		}
		o.Progress = func(now solve.Progress) {
			if now.States > o.States || now.Memory > o.Memory {
				t.Fatalf("%+v is more than %d states or %d bytes", now, o.States, o.Memory)
			}
		}
		r := solveChecked(t, v, &p, o)
		if r.States > o.States {
			t.Fatalf("%d states of %d", r.States, o.States)
		}
		if r.Verdict == solve.Undecided && !r.TableFull && r.States < o.States {
			t.Fatalf("undecided after %d of %d states", r.States, o.States)
		}
		if contradict(r.Verdict, solveChecked(t, v, &p, within).Verdict) {
			t.Fatalf("%v with %+v, and otherwise with a larger budget:\n%s", r.Verdict, o, v.Board(p))
		}
	})
}

// The same question has the same answer.
func TestSolvingIsRepeatable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, p := drawFreeCell(t)
		a, b := solveChecked(t, v, &p, within), solveChecked(t, v, &p, within)
		if a.Verdict != b.Verdict || a.States != b.States || !slices.Equal(a.Moves, b.Moves) {
			t.Fatalf("%+v, and then %+v", a, b)
		}
	})
}

// Once the caller has said to stop, no more is looked at than between two questions.
func TestCancellation(t *testing.T) {
	v, p := freeCell(t, 2, 267)
	asked := 0
	var states uint64
	o := solve.Options{
		Progress:  func(now solve.Progress) { states = now.States },
		Cancelled: func() bool { asked++; return asked >= 50 },
	}
	r := solveChecked(t, v, &p, o)
	if !r.Cancelled || r.Verdict != solve.Undecided || asked != 50 || r.States > states+1 {
		t.Errorf("%+v after %d questions and %d states", r, asked, states)
	}
	if states > 50*2000 {
		t.Errorf("%d states lie between questions", states/50)
	}
}
