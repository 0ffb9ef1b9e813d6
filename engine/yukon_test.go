package engine

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// yukon is Klondike without a stock: the 24 cards lie face up on columns 2 to 7 from the start, and
// any group of face-up cards moves, in sequence or not. It stands here alone, to show that a game is
// added without touching the driver.
type yukon struct{}

func (yukon) Version() string { return "YU1" }

func (yukon) Descriptions() []Description {
	return []Description{{
		Options:   "S",
		Columns:   triangleColumns,
		FaceDown:  true,
		Points:    Points{Home: 10, TurnedUp: 5},
		Fits:      alternatingFromKing,
		Continues: func(_, _ Card) bool { return true },
		Settle:    turnUpLast,
	}}
}

func (yukon) LastNumber() uint64 { return lastLongNumber }

func (g yukon) Deal(number uint64) Deal {
	deal := klondike{}.Deal(number)
	for i, card := range deal.Stock {
		column := &deal.Columns[1+i%(triangleColumns-1)]
		*column = append(*column, card)
	}
	deal.Stock = nil
	return deal
}

func yukonGame(t testing.TB, board string) *Play {
	t.Helper()
	v, err := NewCatalogue(yukon{}).ParseVariant("yu1-s")
	if err != nil {
		t.Fatal(err)
	}
	p, err := v.ParseBoard(board)
	if err != nil {
		t.Fatal(err)
	}
	return NewPlay(v, p)
}

const yukonBoard = `Foundations: S-0 H-0 D-0 C-T
KC
<AS> 9H 2D 8S 5S
<2S> <3S> 6H
<4S> 6S 7S 9S JS QS KS TS
<AH> 2H 3H 4H 5H 7H 8H TH JH QH KH
<AD> 3D 4D 5D 6D 7D 8D 9D TD JD
QC JC QD KD
`

func TestYukonMovesGroupsOutOfSequence(t *testing.T) {
	g := yukonGame(t, yukonBoard)
	for _, step := range []struct{ word, want string }{
		{"23", ""},
		{"24v4", "FACE_DOWN"},
		{"24", ""}, // 9H 2D 8S, in no sequence, since 9H fits on TS
		{"2h", ""}, // AS has turned up
		{"u", ""},
		{"71v2", ""}, // QD KD on KC
		{"74", "SAME_COLOUR"},
		{"63v1", "WRONG_RANK"},
		{"12v9", "BAD_COUNT"},
		{"n", "NO_SUCH_PILE"},
		{"w1", "NO_SUCH_PILE"},
	} {
		m, err := ParseMove(step.word)
		if err != nil {
			t.Fatal(err)
		}
		refusal, got := g.Do(m), ""
		if refusal.Refused() {
			got = refusal.Rule.String()
		}
		if got != step.want {
			t.Fatalf("%s: got %q, want %q, on\n%s", step.word, got, step.want, g.Variant().Board(g.Position()))
		}
	}
}

// All that the driver does must work for a game it has not heard of.
func TestYukonByTheSameDriver(t *testing.T) {
	catalogue := append(NewCatalogue(yukon{}), standard...)
	rapid.Check(t, func(t *rapid.T) {
		code, err := catalogue.ParseCode("yu1-s-" + writeNumber(rapid.Uint64Range(1, lastShortNumber).Draw(t, "number"), shortNumber))
		if err != nil {
			t.Fatal(err)
		}
		v, g, words := code.Variant(), code.Play(), ""
		for range rapid.IntRange(0, 100).Draw(t, "length") {
			p := g.Position()
			var legal []Move
			for m := range v.Moves(&p) {
				legal = append(legal, m)
			}
			if len(legal) == 0 {
				break
			}
			m := rapid.SampledFrom(legal).Draw(t, "move")
			if refusal := g.Do(m); refusal.Refused() {
				t.Fatalf("%s is listed and refused: %v", m, refusal)
			}
			if undone, _ := g.Next(Move{Verb: Undo}); !undone.sameBoard(&p) || undone.score != p.score {
				t.Fatalf("%s is not undone", m)
			}
			words += v.Word(p, m) + " "
		}
		replayed := code.Play()
		if _, err := replayed.Replay(Words(words)); err != nil || replayed.Position() != g.Position() {
			t.Fatalf("the replay differs: %v", err)
		}
		board := v.Board(g.Position())
		if p, err := v.ParseBoard(board); err != nil || v.Board(p) != board {
			t.Fatalf("the board reads back as another: %v", err)
		}
		if view := v.Board(PlayerView(g.Position())); strings.Count(view, "<?>") != strings.Count(board, "<") {
			t.Fatal("the view shows what is hidden")
		}
	})
}
