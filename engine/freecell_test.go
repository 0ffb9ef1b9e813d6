package engine_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/samedeal/samedeal/engine"
)

// groupSizes is the table of the rules: the most cards in one action, by empty cells.
var groupSizes = []struct{ occupied0, occupied1, occupied2, empty1, empty2 int }{
	{1, 2, 4, 1, 2},
	{2, 4, 8, 2, 4},
	{3, 6, 12, 3, 6},
	{4, 8, 16, 4, 8},
	{5, 10, 20, 5, 10},
}

// The group size is (empty cells + 1) * 2^(empty columns), not cells + 1 + columns, the destination
// not counted. One card more than allowed must be refused with the number that is allowed; the
// longest run, 13 cards, is from a whole column, which does not count as empty either.
func TestGroupSizes(t *testing.T) {
	for cells, sizes := range groupSizes {
		for _, c := range []struct {
			empty   int // columns
			toEmpty bool
			most    int
		}{
			{0, false, sizes.occupied0},
			{1, false, sizes.occupied1},
			{2, false, sizes.occupied2},
			{1, true, sizes.empty1},
			{2, true, sizes.empty2},
		} {
			t.Run(fmt.Sprintf("%d cells, %d columns, to empty %v", cells, c.empty, c.toEmpty), func(t *testing.T) {
				longest := 12 // a run of 13 begins with a king, which goes to an empty column alone
				if c.toEmpty {
					longest = 13
				}
				for n := 1; n <= longest; n++ {
					want := "accepted"
					if n > c.most {
						want = "RUN_TOO_LONG " + strconv.Itoa(c.most)
					}
					if got := moveGroup(t, cells, c.empty, n, c.toEmpty); got != want {
						t.Errorf("%d cards: got %s, want %s", n, got, want)
					}
				}
			})
		}
	}
}

// moveGroup moves the last n cards of a run of 13 in column 1, with so many empty cells and columns,
// onto column 2 or to column 8, and tells what the engine says.
func moveGroup(t *testing.T, emptyCells, emptyColumns, n int, toEmpty bool) string {
	t.Helper()
	run, rest := strings.Fields("KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH"), otherCards(n)
	cells, rest := rest[:4-emptyCells], rest[4-emptyCells:]
	single, rest := rest[:6-emptyColumns], rest[6-emptyColumns:]
	board := "Freecells: " + strings.Join(cells, " ") + "\n" +
		strings.Join(run, " ") + "\n" +
		strings.Join(rest, " ") + "\n" +
		strings.Join(single, "\n")
	g, to := game{Options: "FC1-C4", Board: board}.play(t), engine.Column(2)
	if toEmpty {
		to = engine.Column(8)
	}
	refusal := g.Do(engine.Move{From: engine.Column(1), To: to, Count: uint8(n)})
	if !refusal.Refused() {
		return "accepted"
	}
	return refusal.Rule.String() + " " + refusal.Detail()
}

// otherCards are the 39 cards that are not in the run; last the one that n cards of the run fit on.
func otherCards(n int) []string {
	var cards, fits []string
	for rank := engine.Ace; rank <= engine.King; rank++ {
		for _, suit := range []string{[]string{"H", "S"}[rank%2], "C", "D"} {
			card := rank.String() + suit
			if int(rank) == n+1 && suit == []string{"D", "C"}[n%2] {
				fits = []string{card}
			} else {
				cards = append(cards, card)
			}
		}
	}
	return append(cards, fits...)
}
