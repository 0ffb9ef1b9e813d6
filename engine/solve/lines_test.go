package solve_test

import (
	"slices"
	"testing"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
)

func moves(t testing.TB, words string) []engine.Move {
	t.Helper()
	var line []engine.Move
	for word := range engine.Words(words) {
		m, err := engine.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, m)
	}
	return line
}

// A shortened line wins too, and is no longer; what is found is worth the name.
func TestShorten(t *testing.T) {
	v, p := freeCell(t, 4, 267)
	found := solveChecked(t, v, &p, solve.Options{})
	short, err := solve.Shorten(v, &p, found.Moves, solve.Options{States: 200_000})
	if err != nil {
		t.Fatal(err)
	}
	if err := solve.Check(v, &p, short.Moves); err != nil {
		t.Fatal(err)
	}
	if len(short.Moves) > 90 || len(short.Moves) > len(found.Moves) || short.States > 200_000 {
		t.Errorf("from %d moves to %d with %d states", len(found.Moves), len(short.Moves), short.States)
	}
}

// With hardly any budget a line is given back as it is.
func TestShortenWithoutBudget(t *testing.T) {
	v, p := freeCell(t, 4, 267)
	line := solveChecked(t, v, &p, solve.Options{}).Moves
	short, err := solve.Shorten(v, &p, line, solve.Options{States: 1})
	if err != nil || !slices.Equal(short.Moves, line) {
		t.Errorf("%v, %v", short, err)
	}
}

// Where a game was lost: with one cell, deal 2 can be won until its first cards are buried.
func TestAnalyse(t *testing.T) {
	v, p := freeCell(t, 1, 2)
	for _, c := range []struct {
		words          string
		winnable, lost int
		standing       []int
	}{
		{"", 0, -1, nil},
		{"1h 6a 64", 3, -1, []int{1, 2, 3}},
		{"1h 6a u 8a", 1, 2, []int{1, 4}},
		{"6a u 1h u 6a u", 0, -1, nil},
	} {
		a, err := solve.Analyse(v, &p, moves(t, c.words), solve.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if a.Winnable != c.winnable || a.Lost != c.lost || !slices.Equal(a.Standing, c.standing) {
			t.Errorf("%q: winnable after %d, lost after %d of %v", c.words, a.Winnable, a.Lost, a.Standing)
		}
		now := p
		for _, i := range a.Standing[:a.Winnable] {
			now, _ = v.Apply(now, moves(t, c.words)[i-1])
		}
		if err := solve.Check(v, &now, a.Line); err != nil {
			t.Errorf("%q: %v", c.words, err)
		}
	}
}

// Every position before the one where a game was lost is won, every later one lost.
func TestAnalyseFindsTheOneMove(t *testing.T) {
	v, p := freeCell(t, 1, 2)
	var game []engine.Move
	for next := p; len(game) < 8; {
		legal := slices.Collect(v.Moves(&next))
		if len(legal) == 0 {
			break
		}
		game = append(game, legal[len(legal)/2])
		next, _ = v.Apply(next, game[len(game)-1])
	}
	a, err := solve.Analyse(v, &p, game, solve.Options{})
	if err != nil {
		t.Fatal(err)
	}
	now := p
	for i := 0; ; i++ {
		want := solve.Won
		if a.Lost >= 0 && i >= a.Lost {
			want = solve.Impossible
		}
		if got := solveChecked(t, v, &now, solve.Options{}).Verdict; got != want {
			t.Errorf("after %d moves it is %v; analysed: winnable after %d, lost after %d", i, got, a.Winnable, a.Lost)
		}
		if i == len(game) {
			return
		}
		now, _ = v.Apply(now, game[i])
	}
}

// Too small a budget leaves a gap, and says so.
func TestAnalyseWithoutBudget(t *testing.T) {
	v, p := freeCell(t, 2, 267)
	a, err := solve.Analyse(v, &p, moves(t, "1a"), solve.Options{States: 10})
	if err != nil || a.Winnable != -1 || a.Lost != -1 || a.Undecided() != 2 {
		t.Errorf("%+v, %v", a, err)
	}
}

// Where the start and what follows cannot be decided within the budget, what can be won later on is found all
// the same. (With the positions before an undecided one first, and those after it never, it is not.)
func TestAnalyseFindsWhatIsWonLater(t *testing.T) {
	code, err := engine.ParseCode("KL1-D3N-AAAAAAY") // takes 275,000 states from the start
	if err != nil {
		t.Fatal(err)
	}
	v, p := code.Variant(), code.Start()
	game := solveChecked(t, v, &p, solve.Options{}).Moves
	budget := solve.Options{States: 10_000}
	if r := solveChecked(t, v, &p, budget); r.Verdict != solve.Undecided {
		t.Fatalf("the start is %v", r.Verdict)
	}
	n, mistake := losing(t, v, p, game, budget)
	for _, c := range []struct {
		game           []engine.Move
		winnable, lost int
	}{
		{game[:len(game)-1], len(game) - 1, -1},
		{game[:len(game)*3/4], len(game) * 3 / 4, -1},
		{append(slices.Clone(game[:n]), mistake), n, n + 1},
	} {
		a, err := solve.Analyse(v, &p, c.game, budget)
		if err != nil || a.Winnable != c.winnable || a.Lost != c.lost {
			t.Errorf("of %d moves: winnable after %d, lost after %d, %v; want %d, %d",
				len(c.game), a.Winnable, a.Lost, err, c.winnable, c.lost)
		}
	}
}

// losing gives a move that loses a game that is won by its moves, in its second half, and how many of them come
// before.
func losing(t *testing.T, v *engine.Variant, p engine.Position, game []engine.Move, o solve.Options) (int, engine.Move) {
	t.Helper()
	for n, m := range game {
		for other := range v.Moves(&p) {
			next, _ := v.Apply(p, other)
			if n > len(game)/2 && solveChecked(t, v, &next, o).Verdict == solve.Impossible {
				return n, other
			}
		}
		p, _ = v.Apply(p, m)
	}
	t.Fatal("no move loses")
	return 0, engine.Move{}
}
