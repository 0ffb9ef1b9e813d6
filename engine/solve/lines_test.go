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
