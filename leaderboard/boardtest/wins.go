package boardtest

import (
	"testing"
	"time"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// freeCell is a variant in which the rankings differ: each deal that is won pays another score.
const freeCell = "FC1-C4"

// A line is a way to win a deal.
type line struct {
	code  engine.Code
	words []string
}

// lines gives ways to win as many deals.
func lines(t *testing.T, n int) []line {
	t.Helper()
	v := board(t, "all/"+freeCell).Variant()
	all := make([]line, n)
	for i := range all {
		code, err := engine.NewCode(v, uint64(i+1))
		if err != nil {
			t.Fatal(err)
		}
		start := code.Start()
		won, err := solve.Solve(v, &start, solve.Options{States: 500_000, Memory: 16 << 20})
		if err != nil || won.Verdict != solve.Won {
			t.Fatalf("%s: %v, %v", code, won.Verdict, err)
		}
		all[i].code = code
		play := code.Play()
		for _, m := range won.Moves {
			all[i].words = append(all[i].words, v.Word(play.Position(), m))
			if refusal := play.Do(m); refusal.Refused() {
				t.Fatalf("%s: %v", code, refusal)
			}
		}
	}
	return all
}

// won is the deal won at so many milliseconds a move.
func (l line) won(t testing.TB, room string, start time.Time, perMove int) *samedealv1.StoredRow {
	t.Helper()
	return l.row(t, room, start, perMove, len(l.words), samedealv1.Ending_ENDING_HOME)
}

// resigned is the deal resigned after so many moves.
func (l line) resigned(t testing.TB, room string, start time.Time, moves int) *samedealv1.StoredRow {
	t.Helper()
	return l.row(t, room, start, 1, moves, samedealv1.Ending_ENDING_RESIGNED)
}

func (l line) row(t testing.TB, room string, start time.Time, perMove, moves int, ending samedealv1.Ending) *samedealv1.StoredRow {
	t.Helper()
	row := &samedealv1.StoredRow{
		Deal: l.code.String(), Room: room, StartMs: start.UnixMilli(), LimitMs: 3_600_000,
		Game: &samedealv1.Game{Ending: ending, Engine: 1, Words: l.words[:moves]},
	}
	for i := range moves {
		row.Game.AtMs = append(row.Game.AtMs, uint32(perMove*(i+1)))
	}
	var err error
	if row.Result, err = leaderboard.Replay(row); err != nil {
		t.Fatal(err)
	}
	return row
}
