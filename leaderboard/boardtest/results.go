package boardtest

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// number gives numbers up to most: mostly few different ones, so that results tie, and the highest.
func number(most uint32) *rapid.Generator[uint32] {
	return rapid.OneOf(rapid.Uint32Range(0, 2), rapid.Uint32Range(0, most), rapid.Just(most))
}

// Results gives results that a board may be given, many of them equal in score, time or moves.
func Results() *rapid.Generator[*samedealv1.Result] {
	return rapid.Custom(func(t *rapid.T) *samedealv1.Result {
		endings := []samedealv1.Ending{
			samedealv1.Ending_ENDING_RESIGNED, samedealv1.Ending_ENDING_TIME_UP, samedealv1.Ending_ENDING_HOME,
		}
		actions := rapid.SampledFrom([]uint32{0, 1, 1, 1, 2}).Draw(t, "actions")
		if actions == 0 {
			return &samedealv1.Result{Ending: rapid.SampledFrom(endings[:2]).Draw(t, "ending")}
		}
		return &samedealv1.Result{
			Ending: rapid.SampledFrom(endings).Draw(t, "ending"), Actions: actions,
			Score:  number(leaderboard.MaxScore).Draw(t, "score"),
			TimeMs: number(leaderboard.MaxTimeMS).Draw(t, "time"),
			Moves:  number(leaderboard.MaxMoves).Draw(t, "moves"),
		}
	})
}

// Totals gives totals that a board may be given.
func Totals() *rapid.Generator[*samedealv1.Total] {
	return rapid.Custom(func(t *rapid.T) *samedealv1.Total {
		days := rapid.Uint32Range(1, leaderboard.MaxDays).Draw(t, "days")
		time := number(leaderboard.MaxTotalTimeMS).Draw(t, "time")
		return &samedealv1.Total{
			Days: days, Won: number(days).Filter(func(n uint32) bool { return n <= days }).Draw(t, "won"),
			Score: number(leaderboard.MaxTotalScore).Draw(t, "score"), TimeMs: time,
			WonTimeMs: rapid.OneOf(rapid.Uint32Range(0, min(2, time)), rapid.Just(time)).Draw(t, "won time"),
		}
	})
}

// submission gives a result as one to submit: its game is made up, since a store does not look at it.
func submission(t testing.TB, player leaderboard.Player, result *samedealv1.Result) leaderboard.Submission {
	t.Helper()
	return leaderboard.Submission{
		Player: player,
		Keys:   keysOf(t, result),
		Row: &samedealv1.StoredRow{
			Deal: "KL1-D3N-AAAAAAB", Room: "BCDFGH", Seat: 1, StartMs: 1_796_000_000_000, LimitMs: 900_000,
			Result: result, Game: &samedealv1.Game{Words: []string{"n", "u"}, AtMs: []uint32{10, 20}, Engine: 1},
		},
	}
}

func keysOf(t testing.TB, result *samedealv1.Result) leaderboard.Keys {
	t.Helper()
	return leaderboard.Keys{ScoreAndTime: keyOf(t, byScore, result), FirstHome: keyOf(t, byFirst, result)}
}

func keyOf(t testing.TB, ranking samedealv1.Ranking, result *samedealv1.Result) int64 {
	t.Helper()
	key, err := leaderboard.Key(ranking, result)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func home(score, ms, moves uint32) *samedealv1.Result {
	return &samedealv1.Result{
		Ending: samedealv1.Ending_ENDING_HOME, Score: score, TimeMs: ms, Moves: moves, Actions: moves,
	}
}

func resigned(score, ms, moves uint32) *samedealv1.Result {
	return &samedealv1.Result{
		Ending: samedealv1.Ending_ENDING_RESIGNED, Score: score, TimeMs: ms, Moves: moves, Actions: moves,
	}
}
