package solve_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
)

// microsoftKlondike lays out the cards of a Microsoft deal as Klondike's board: row by row from the last
// column leftwards, first those that lie face down.
func microsoftKlondike(number int, faceDown bool) string {
	cards := microsoftCards(number)
	var columns [7][]string
	deal := func(column int, format func(string) string) {
		columns[column] = append(columns[column], format(cards[0]))
		cards = cards[1:]
	}
	up := func(card string) string { return card }
	down := func(card string) string { return "<" + card + ">" }
	if !faceDown {
		down = up
	}
	for row := range columns {
		for column := 6; column > row; column-- {
			deal(column, down)
		}
	}
	for column := 6; column >= 0; column-- {
		deal(column, up)
	}
	board := "Stock: " + strings.Join(cards, " ") + "\n"
	for _, column := range columns {
		board += strings.Join(column, " ") + "\n"
	}
	return board
}

// microsoftCards is the order in which a Microsoft deal's cards are dealt.
func microsoftCards(number int) []string {
	var deck, cards []string
	for _, rank := range "A23456789TJQK" {
		for _, suit := range "CDHS" {
			deck = append(deck, string(rank)+string(suit))
		}
	}
	state := uint32(number)
	for len(deck) > 0 {
		state = (state*214013 + 2531011) & 0x7FFFFFFF
		i, last := int(state>>16)%len(deck), len(deck)-1
		cards = append(cards, deck[i])
		deck[i] = deck[last]
		deck = deck[:last]
	}
	return cards
}

// verdictOf reads how the vectors name verdicts.
func verdictOf(word string) solve.Verdict {
	return map[string]solve.Verdict{
		"won": solve.Won, "solved": solve.Won, "impossible": solve.Impossible, "unsolvable": solve.Impossible,
	}[word]
}

// Microsoft's cards as Klondike and Thoughtful, draw 1 and 3: what another solver has found.
func TestKlondikeVerdicts(t *testing.T) {
	o, last := solve.Options{States: 4_000}, 40
	if all {
		o, last = solve.Options{}, 1000
	}
	decided, games := 0, 0
	for line := range strings.Lines(readVectors(t, "testdata", "klondike_verdicts.tsv")) {
		words := strings.Fields(line)
		number, err := strconv.Atoi(words[0])
		if err != nil || number > last {
			continue // the heading, or more than is to be tried
		}
		for i, game := range []string{"KL1", "TF1"} {
			v := variant(t, game+"-D"+words[1]+"N")
			games++
			if agrees(t, v, microsoftKlondike(number, v.FaceDown), o, verdictOf(words[2+i])) {
				decided++
			}
		}
	}
	t.Logf("%d of %d decided", decided, games)
	if decided*10 < games*8 || all && decided*100 < games*98 {
		t.Errorf("only %d of %d are decided", decided, games)
	}
}

// Boards on which up to four solvers agree, the hard cases of other projects among them.
func TestKlondikeSolutions(t *testing.T) {
	o := solve.Options{States: 4_000}
	if all {
		o = solve.Options{}
	}
	for line := range strings.Lines(readVectors(t, "..", "testdata", "vectors", "klondike_solutions.jsonl")) {
		var vector struct{ Options, Board, Verdict string }
		if err := json.Unmarshal([]byte(line), &vector); err != nil {
			t.Fatal(err)
		}
		agrees(t, variant(t, vector.Options), vector.Board, o, verdictOf(vector.Verdict))
	}
}

// agrees reports whether a board is decided, and fails if not as it should be.
func agrees(t *testing.T, v *engine.Variant, board string, o solve.Options, want solve.Verdict) bool {
	p, err := v.ParseBoard(board)
	if err != nil {
		t.Fatal(err)
	}
	got := solveChecked(t, v, &p, o).Verdict
	if contradict(got, want) {
		t.Errorf("%v is %v, not %v:\n%s", v, got, want, board)
	}
	return got != solve.Undecided
}

func readVectors(t *testing.T, path ...string) string {
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
