package solve_test

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
)

func variant(t testing.TB, name string) *engine.Variant {
	t.Helper()
	v, err := engine.ParseVariant(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func freeCell(t testing.TB, cells int, number uint64) (*engine.Variant, engine.Position) {
	t.Helper()
	v := variant(t, "FC1-C"+strconv.Itoa(cells))
	code, err := engine.NewCode(v, number)
	if err != nil {
		t.Fatal(err)
	}
	return v, code.Start()
}

// solveChecked solves a position and checks the line, should there be one.
func solveChecked(t interface{ Fatal(...any) }, v *engine.Variant, p *engine.Position, o solve.Options) solve.Result {
	r, err := solve.Solve(v, p, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict == solve.Won {
		if err := solve.Check(v, p, r.Moves); err != nil {
			t.Fatal(err)
		}
	} else if r.Moves != nil {
		t.Fatal("moves without a win")
	}
	return r
}

// all makes the tests solve all that others have solved, which takes minutes.
var all = os.Getenv("SOLVE_ALL") != ""

// verdictRow is a deal that a complete solver of others has decided, by our rules.
type verdictRow struct {
	deal    uint64
	cells   int
	verdict solve.Verdict // Undecided if it was not
}

func freeCellVerdicts(t testing.TB) []verdictRow {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "freecell_verdicts.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []verdictRow
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		deal, err := strconv.ParseUint(fields[0], 10, 64)
		if err != nil {
			continue // the names of the columns
		}
		cells, _ := strconv.Atoi(fields[1])
		rows = append(rows, verdictRow{deal, cells, map[string]solve.Verdict{
			"solvable": solve.Won, "unsolvable": solve.Impossible,
		}[fields[3]]})
	}
	return rows
}

// What a complete solver of others has proven, in both directions, must not be called the other way.
func TestFreeCellAgainstOthersVerdicts(t *testing.T) {
	o, last := solve.Options{States: 20_000, Memory: 4 << 20}, uint64(12)
	if all {
		o, last = solve.Options{}, 1000
	}
	decided := map[solve.Verdict]int{}
	undecided := 0
	for _, row := range freeCellVerdicts(t) {
		if row.deal > last {
			continue
		}
		v, p := freeCell(t, row.cells, row.deal)
		got := solveChecked(t, v, &p, o).Verdict
		if got != solve.Undecided && row.verdict != solve.Undecided && got != row.verdict {
			t.Errorf("deal %d with %d cells is %v, others have proven it %v", row.deal, row.cells, got, row.verdict)
		}
		decided[got]++
		if got == solve.Undecided {
			undecided++
			t.Logf("deal %d with %d cells is undecided, %v to others", row.deal, row.cells, row.verdict)
		}
	}
	if undecided*5 > int(last)*3 || decided[solve.Impossible] < 5 {
		t.Errorf("decided are %v", decided)
	}
}

// The deals that are known for being hard, and the first that cannot be won.
func TestHardFreeCellDeals(t *testing.T) {
	for number, want := range map[uint64]solve.Verdict{
		617: solve.Won, 1941: solve.Won, 31465: solve.Won, 98714: solve.Won, 11982: solve.Impossible,
	} {
		v, p := freeCell(t, 4, number)
		if r := solveChecked(t, v, &p, solve.Options{}); r.Verdict != want {
			t.Errorf("deal %d is %v after %d states", number, r.Verdict, r.States)
		}
	}
}

// These can be won only by taking cards back from the foundations.
func TestFreeCellDealsThatNeedCardsTakenBack(t *testing.T) {
	deals := []verdictRow{{deal: 443, cells: 1}}
	if all {
		deals = append(deals, verdictRow{deal: 200, cells: 1}, verdictRow{deal: 767, cells: 1},
			verdictRow{deal: 918, cells: 1}, verdictRow{deal: 924, cells: 1}, verdictRow{deal: 744, cells: 2},
			verdictRow{deal: 575, cells: 3})
	}
	for _, d := range deals {
		v, p := freeCell(t, d.cells, d.deal)
		r := solveChecked(t, v, &p, solve.Options{})
		if r.Verdict != solve.Won {
			t.Errorf("deal %d with %d cells is %v", d.deal, d.cells, r.Verdict)
			continue
		}
		if !slices.ContainsFunc(r.Moves, func(m engine.Move) bool { return m.From.IsFoundation() }) {
			t.Errorf("deal %d with %d cells is won without taking a card back", d.deal, d.cells)
		}
	}
}

func TestFirstFreeCellDealsAreWon(t *testing.T) {
	last := uint64(100)
	if all {
		last = 1000
	}
	var states []uint64
	for number := uint64(1); number <= last; number++ {
		v, p := freeCell(t, 4, number)
		r := solveChecked(t, v, &p, solve.Options{})
		if r.Verdict != solve.Won {
			t.Errorf("deal %d is %v", number, r.Verdict)
		}
		states = append(states, r.States)
	}
	slices.SortFunc(states, cmp.Compare)
	if median := states[len(states)/2]; median > 1000 {
		t.Errorf("half of the deals take more than %d states", median)
	}
}

func TestWhatCannotBeSolved(t *testing.T) {
	v, p := freeCell(t, 4, 1)
	hidden := engine.OpponentView(p)
	var unknown *solve.PositionError
	if _, err := solve.Solve(v, &hidden, solve.Options{}); !errors.As(err, &unknown) {
		t.Errorf("a view is solved: %v", err)
	}
	other := engine.NewCatalogue(oddGame{})[0]
	start := engine.Position{}
	var unsolvable *solve.VariantError
	if _, err := solve.Solve(other, &start, solve.Options{}); !errors.As(err, &unsolvable) || solve.CanSolve(other) {
		t.Errorf("an unknown game is solved: %v", err)
	}
	var wrong *solve.LineError
	if _, err := solve.Shorten(v, &p, []engine.Move{{Verb: engine.Turn}}, solve.Options{}); !errors.As(err, &wrong) || wrong.At != 1 {
		t.Errorf("a line that does not win is shortened: %v", err)
	}
}

// oddGame is a game that no search knows.
type oddGame struct{ smallFreeCell }

func (oddGame) Version() string { return "XX1" }

func TestAWonGameIsWon(t *testing.T) {
	v := variant(t, "FC1-C4")
	p, err := v.ParseBoard("Foundations: S-K H-K D-K C-K\n")
	if err != nil {
		t.Fatal(err)
	}
	if r := solveChecked(t, v, &p, solve.Options{}); r.Verdict != solve.Won || len(r.Moves) != 0 {
		t.Errorf("%v in %d moves", r.Verdict, len(r.Moves))
	}
}
