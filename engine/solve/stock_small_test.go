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

// stockOptions is a game with a stock, and how a position of it is made up.
type stockOptions struct {
	version               string
	columns, draw, passes int
	cards                 int // those not home
	inStock               int // of 10, how many of them lie in the stock and on the waste
	walk                  int // how many moves are made by chance from there
}

func (o stockOptions) Version() string          { return o.version }
func (stockOptions) LastNumber() uint64         { return 1 }
func (stockOptions) Deal(uint64) engine.Deal    { return engine.Deal{} }
func (o stockOptions) variant() *engine.Variant { return engine.NewCatalogue(o)[0] }
func (o stockOptions) Descriptions() []engine.Description {
	v, err := engine.ParseVariant(o.version + "-D1N")
	if err != nil {
		panic(err)
	}
	d := v.Description
	d.Columns, d.Draw, d.Passes = o.columns, o.draw, o.passes
	return []engine.Description{d}
}

func drawStockOptions(t *rapid.T) stockOptions {
	return stockOptions{
		version: rapid.SampledFrom([]string{"KL1", "TF1"}).Draw(t, "version"),
		columns: rapid.IntRange(2, 7).Draw(t, "columns"),
		draw:    rapid.IntRange(1, 3).Draw(t, "draw"),
		passes:  rapid.IntRange(0, 3).Draw(t, "passes"),
		cards:   rapid.IntRange(4, 13).Draw(t, "cards"),
		inStock: rapid.IntRange(0, 5).Draw(t, "in the stock"),
		walk:    rapid.IntRange(0, 12).Draw(t, "walk"),
	}
}

// position makes up a position near the end of a game, and goes on from it by chance.
func (o stockOptions) position(seed uint64) (*engine.Variant, engine.Position) {
	r := rand.New(rand.NewPCG(seed, 1))
	v := o.variant()
	heights, left := cardsLeft(r, o.cards)
	columns := make([][]string, o.columns)
	var stock, waste []string
	for _, card := range left {
		switch i := r.IntN(o.columns); {
		case r.IntN(10) >= o.inStock:
			columns[i] = append(columns[i], card.String())
		case r.IntN(2) == 0:
			stock = append(stock, card.String())
		default:
			waste = append(waste, card.String())
		}
	}
	if v.FaceDown {
		for _, column := range columns {
			turnDown(r, column)
		}
	}
	p, err := v.ParseBoard(boardText(heights, columns, nil) +
		"Stock: " + strings.Join(stock, " ") + "\nWaste: " + strings.Join(waste, " ") + "\n")
	if err != nil {
		panic(err)
	}
	for range o.walk {
		p = anyNext(r, v, p)
	}
	return v, p
}

// cardsLeft sends all but so many cards home, and gives the others in any order.
func cardsLeft(r *rand.Rand, cards int) (heights [4]int, left []engine.Card) {
	for home := 52 - cards; home > 0; {
		if s := r.IntN(4); heights[s] < 13 && heights[s]*4 < 52-cards+16 {
			heights[s]++
			home--
		}
	}
	for s := engine.Spades; s <= engine.Clubs; s++ {
		for rank := engine.Rank(heights[s] + 1); rank <= engine.King; rank++ {
			left = append(left, engine.NewCard(rank, s))
		}
	}
	r.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	return heights, left
}

// turnDown turns some of a column's cards face down: mostly the lower ones, as in a game, now and then
// any but the last.
func turnDown(r *rand.Rand, column []string) {
	if len(column) < 2 {
		return
	}
	anyOfThem, most := r.IntN(4) == 0, r.IntN(len(column))
	for i := range column[:len(column)-1] {
		if anyOfThem && r.IntN(2) == 0 || !anyOfThem && i < most {
			column[i] = "<" + column[i] + ">"
		}
	}
}

// anyNext makes any move, but none to the foundations if it can be helped.
func anyNext(r *rand.Rand, v *engine.Variant, p engine.Position) engine.Position {
	next, n := p, 0
	for m := range v.Moves(&p) {
		if m.To == engine.Home && r.IntN(3) > 0 {
			continue
		}
		if n++; r.IntN(n) == 0 {
			next, _ = v.Apply(p, m)
		}
	}
	return next
}

// plainStockSearch looks at every position that the engine's moves lead to, up to so many.
func plainStockSearch(v *engine.Variant, p engine.Position, most int) solve.Verdict {
	name := func(p engine.Position) string {
		if v.Passes == 0 {
			return v.Board(p)
		}
		return fmt.Sprint(p.Redeals(), v.Board(p))
	}
	seen := map[string]bool{name(p): true}
	for queue := []engine.Position{p}; len(queue) > 0; {
		p := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if p.Won() {
			return solve.Won
		}
		for m := range v.Moves(&p) {
			next, _ := v.Apply(p, m)
			if n := name(next); !seen[n] {
				if len(seen) == most {
					return solve.Undecided
				}
				seen[n] = true
				queue = append(queue, next)
			}
		}
	}
	return solve.Impossible
}

func compareStockWithPlain(t interface{ Fatalf(string, ...any) }, o stockOptions, seed uint64, most int) solve.Verdict {
	v, p := o.position(seed)
	want := plainStockSearch(v, p, most)
	got, err := solve.Solve(v, &p, solve.Options{States: 1_000_000, Memory: 8 << 20, Seed: seed})
	if err != nil {
		t.Fatalf("%v on %+v\n%s", err, o, v.Board(p))
	}
	if want != solve.Undecided && got.Verdict != want {
		t.Fatalf("it is %v, and a plain search finds it %v: %+v, %d redeals\n%s",
			got.Verdict, want, o, p.Redeals(), v.Board(p))
	}
	return want
}

// A verdict must be that of a search that leaves nothing out.
func TestSmallStockGamesAgainstAPlainSearch(t *testing.T) {
	most := 2_000
	if all {
		most = 20_000
	}
	found := map[solve.Verdict]int{}
	rapid.Check(t, func(t *rapid.T) {
		found[compareStockWithPlain(t, drawStockOptions(t), rapid.Uint64().Draw(t, "seed"), most)]++
	})
	t.Log(found)
	if !t.Failed() && (found[solve.Won] == 0 || found[solve.Impossible] == 0) {
		t.Errorf("the positions are too much alike: %v", found)
	}
}

func FuzzSmallStockGames(f *testing.F) {
	f.Add(uint64(1), uint16(0), uint8(12), uint8(3), uint8(5))
	f.Fuzz(func(t *testing.T, seed uint64, game uint16, cards, inStock, walk uint8) {
		o := stockOptions{
			version: []string{"KL1", "TF1"}[game&1],
			columns: 2 + int(game>>1%6), draw: 1 + int(game>>4%3), passes: int(game >> 8 % 4),
			cards: 6 + int(cards%20), inStock: int(inStock % 8), walk: int(walk % 20),
		}
		compareStockWithPlain(t, o, seed, 20_000)
	})
}
