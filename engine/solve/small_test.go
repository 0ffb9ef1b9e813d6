package solve_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
)

// smallFreeCell is FreeCell with fewer columns, so that few cards can be in each other's way and all
// positions can be looked at.
type smallFreeCell struct{ columns, cells int }

func (smallFreeCell) Version() string { return "FC1" }

func (g smallFreeCell) Descriptions() []engine.Description {
	return []engine.Description{{
		Options: "C", Columns: g.columns, Cells: g.cells,
		Fits: func(card, on engine.Card) engine.Rule {
			switch {
			case on == engine.Unknown || card.Red() != on.Red() && card.Rank()+1 == on.Rank():
				return engine.Accepted
			case card.Red() == on.Red():
				return engine.SameColour
			default:
				return engine.WrongRank
			}
		},
		Most: func(emptyCells, emptyColumns int) int { return (emptyCells + 1) << emptyColumns },
	}}
}

func (smallFreeCell) LastNumber() uint64 { return 1 }

func (smallFreeCell) Deal(uint64) engine.Deal { return engine.Deal{} }

// smallPosition makes up a position near the end of a small game: some cards at home, the others by
// chance in the columns and cells.
func smallPosition(seed uint64, columns, cells, cards int) (*engine.Variant, engine.Position) {
	r := rand.New(rand.NewPCG(seed, 0))
	v := engine.NewCatalogue(smallFreeCell{columns, cells})[0]
	var heights [4]int
	for home := 52 - cards; home > 0; {
		if s := r.IntN(4); heights[s] < 13 && heights[s]*4 < 52-cards+12 {
			heights[s]++
			home--
		}
	}
	piles := make([][]string, columns+cells)
	deal := func(card engine.Card) {
		for {
			i := r.IntN(len(piles))
			if i < columns || len(piles[i]) == 0 {
				piles[i] = append(piles[i], card.String())
				return
			}
		}
	}
	var left []engine.Card
	for s := engine.Spades; s <= engine.Clubs; s++ {
		for rank := engine.Rank(heights[s] + 1); rank <= engine.King; rank++ {
			left = append(left, engine.NewCard(rank, s))
		}
	}
	r.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	for _, card := range left {
		deal(card)
	}
	p, err := v.ParseBoard(boardText(heights, piles[:columns], piles[columns:]))
	if err != nil {
		panic(err)
	}
	return v, p
}

func boardText(heights [4]int, columns, cells [][]string) string {
	var text strings.Builder
	text.WriteString("Foundations:")
	for s, height := range heights {
		rank := "0"
		if height > 0 {
			rank = engine.Rank(height).String()
		}
		fmt.Fprintf(&text, " %v-%s", engine.Suit(s), rank)
	}
	text.WriteString("\n")
	if len(cells) > 0 {
		text.WriteString("Freecells:")
		for _, cell := range cells {
			text.WriteString(" " + strings.Join(append(cell, "-")[:1], ""))
		}
		text.WriteString("\n")
	}
	for _, column := range columns {
		text.WriteString(strings.Join(column, " ") + "\n")
	}
	return text.String()
}

// plainSearch looks at every position that the engine's moves lead to, up to so many.
func plainSearch(v *engine.Variant, p engine.Position, most int) solve.Verdict {
	seen := map[string]bool{v.Board(p): true}
	queue := []engine.Position{p}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if p.Won() {
			return solve.Won
		}
		for m := range v.Moves(&p) {
			next, _ := v.Apply(p, m)
			if board := v.Board(next); !seen[board] {
				if len(seen) == most {
					return solve.Undecided
				}
				seen[board] = true
				queue = append(queue, next)
			}
		}
	}
	return solve.Impossible
}

// plainMost keeps the plain search short; what it leaves open is not compared.
func plainMost() int {
	if all {
		return 50_000
	}
	return 2_000
}

// compareWithPlain says what the plain search finds, and fails if Solve finds another thing.
func compareWithPlain(t interface{ Fatalf(string, ...any) }, v *engine.Variant, p engine.Position) solve.Verdict {
	want := plainSearch(v, p, plainMost())
	got, err := solve.Solve(v, &p, solve.Options{States: 200_000, Memory: 4 << 20})
	if err != nil {
		t.Fatalf("%v on\n%s", err, v.Board(p))
	}
	if want != solve.Undecided && got.Verdict != want {
		t.Fatalf("it is %v, and a plain search finds it %v:\n%s", got.Verdict, want, v.Board(p))
	}
	return want
}

// A verdict must be that of a search that leaves nothing out.
func TestSmallGamesAgainstAPlainSearch(t *testing.T) {
	found := map[solve.Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		v, p := smallPosition(
			rapid.Uint64().Draw(t, "seed"), rapid.IntRange(2, 5).Draw(t, "columns"),
			rapid.IntRange(0, 3).Draw(t, "cells"), rapid.IntRange(6, 22).Draw(t, "cards"))
		found[compareWithPlain(t, v, p)]++
	})
	t.Log(found)
	if !t.Failed() && (found[solve.Won] < 5 || found[solve.Impossible] < 10) {
		t.Errorf("the positions are too much alike: %v", found)
	}
}

func FuzzSmallGames(f *testing.F) {
	f.Add(uint64(1), uint8(3), uint8(1), uint8(12))
	f.Fuzz(func(t *testing.T, seed uint64, columns, cells, cards uint8) {
		v, p := smallPosition(seed, 2+int(columns%4), int(cells%4), 6+int(cards%20))
		compareWithPlain(t, v, p)
	})
}
