package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// shown is a game as the server shows it to its player.
func shown(g *engine.Play) *samedealv1.OwnBoard {
	v, p := g.Variant(), g.Position()
	view := engine.PlayerView(p)
	own := &samedealv1.OwnBoard{Board: &samedealv1.Board{
		Waste: pileText(view.Cards(engine.Waste)), Stock: uint32(view.Len(engine.Stock)), Moves: uint32(view.Moves()),
	}}
	for i := range v.Columns {
		own.Board.Columns = append(own.Board.Columns, pileText(view.Cards(engine.Column(i+1))))
	}
	for i := range v.Cells {
		own.Board.Cells = append(own.Board.Cells, pileText(view.Cards(engine.Cell(i+1))))
	}
	for suit := engine.Spades; suit <= engine.Clubs; suit++ {
		own.Board.Foundations = append(own.Board.Foundations, uint32(view.Len(engine.Foundation(suit))))
	}
	for m := range v.Moves(&p) {
		own.Legal = append(own.Legal, v.Word(p, m))
	}
	return own
}

func pileText(cards []engine.Card) string {
	var texts []string
	for _, c := range cards {
		texts = append(texts, c.String())
	}
	return strings.Join(texts, " ")
}

// playOut has a bot play a deal to its end.
func playOut(t rapid.TB, code engine.Code, seed uint64) engine.Position {
	g, _ := botGame(t, code, seed)
	return g.Position()
}

// wordsOf gives the words of a bot's game, and whether it wins.
func wordsOf(t rapid.TB, code engine.Code, seed uint64) ([]string, bool) {
	g, words := botGame(t, code, seed)
	p := g.Position()
	return words, p.Won()
}

func botGame(t rapid.TB, code engine.Code, seed uint64) (*engine.Play, []string) {
	g := code.Play()
	var words []string
	s := newStrategy(code.Variant(), rand.New(rand.NewPCG(seed, 0)))
	for p := g.Position(); !p.Won(); p = g.Position() {
		word, goesOn, err := s.next(shown(g))
		if err != nil {
			t.Fatal(code, err)
		}
		if !goesOn {
			break
		}
		m, err := engine.ParseMove(word)
		if err != nil {
			t.Fatal(code, err)
		}
		if refusal := g.Do(m); refusal.Refused() {
			t.Fatalf("%s: %s is refused: %v", code, word, refusal)
		}
		if p.Moves() >= engine.MoveBudget {
			t.Fatalf("%s: the bot does not come to an end", code)
		}
		words = append(words, word)
	}
	return g, words
}

func TestTheStrategyComesToAnEnd(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.SampledFrom(engine.Variants()).Draw(t, "variant")
		code, err := engine.NewCode(v, rapid.Uint64Range(1, v.LastNumber()).Draw(t, "number"))
		if err != nil {
			t.Fatal(err)
		}
		playOut(t, code, rapid.Uint64().Draw(t, "seed"))
	})
}

// A greedy bot that plays well enough to be worth watching.
func TestTheStrategyWinsSome(t *testing.T) {
	for variant, least := range map[string]int{"KL1-D1N": 10, "TF1-D1N": 10, "KL1-D3N": 2, "FC1-C4": 0} {
		v, err := engine.ParseVariant(variant)
		if err != nil {
			t.Fatal(err)
		}
		won, home, moves := 0, 0, 0
		const deals = 100
		for number := range uint64(deals) {
			code, err := engine.NewCode(v, number+1)
			if err != nil {
				t.Fatal(err)
			}
			p := playOut(t, code, number)
			home, moves = home+p.CardsHome(), moves+p.Moves()
			if p.Won() {
				won++
			}
		}
		t.Logf("%s: %d of %d won, %d cards home and %d moves on average", variant, won, deals, home/deals, moves/deals)
		if won < least {
			t.Errorf("%s: %d of %d won, want at least %d", variant, won, deals, least)
		}
	}
}

func TestTheSeedDecides(t *testing.T) {
	code, err := engine.ParseCode("KL1-D3N-AAAAAAB")
	if err != nil {
		t.Fatal(err)
	}
	first, _ := wordsOf(t, code, 1)
	again, _ := wordsOf(t, code, 1)
	other, _ := wordsOf(t, code, 2)
	if !slices.Equal(first, again) {
		t.Error("the same seed plays two games")
	}
	if slices.Equal(first, other) {
		t.Error("two seeds play the same game")
	}
}
