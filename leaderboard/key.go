package leaderboard

import (
	"fmt"
	"math"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// What a result may be. The engine's and the rooms' own limits lie within: no game pays more than 780
// points, no race lasts longer than an hour, and no game has more moves than its budget, 4096.
const (
	MaxScore  = 1<<scoreBits - 1
	MaxTimeMS = 1<<timeBits - 1
	MaxMoves  = 1<<movesBits - 1
)

// What a total may be: a month has 31 days.
const (
	MaxDays        = 31
	MaxTotalScore  = MaxDays * MaxScore
	MaxTotalTimeMS = MaxDays * MaxTimeMS
)

// How many bits of a key each part takes: together at most 49, so that a key is below 2^53 and a double
// holds it exactly.
const (
	scoreBits = 10
	timeBits  = 24
	movesBits = 13
	rankBits  = scoreBits + timeBits + movesBits

	daysBits       = 5
	totalScoreBits = 15
	totalTimeBits  = 29
)

// The groups of results, the best first. They stand above rankBits in a key.
const (
	groupHome = iota
	groupPlayed
	groupIdle
)

// Key packs a result into a number below 2^53: of two results the one with the lower key is the better in
// this ranking, and those with equal keys share their place. The error is a *RangeError for what cannot
// be a result.
func Key(ranking samedealv1.Ranking, result *samedealv1.Result) (int64, error) {
	if err := checkResult(ranking, result); err != nil {
		return 0, err
	}
	score := part{MaxScore - result.GetScore(), scoreBits}
	time := part{result.GetTimeMs(), timeBits}
	moves := part{result.GetMoves(), movesBits}
	switch home := isHome(result); {
	case result.GetActions() == 0:
		return groupIdle << rankBits, nil
	case home && ranking == samedealv1.Ranking_RANKING_FIRST_HOME:
		return groupHome<<rankBits | pack(time, score, moves), nil
	case home:
		return groupHome<<rankBits | pack(score, time, moves), nil
	default:
		return groupPlayed<<rankBits | pack(score, time, moves), nil
	}
}

// TotalKey packs a total into a number below 2^53, as Key does a result. Score and time: the higher
// score, then the shorter time. First home: more days won, then the shorter time of those that were won,
// then the higher score.
func TotalKey(ranking samedealv1.Ranking, total *samedealv1.Total) (int64, error) {
	if err := checkTotal(ranking, total); err != nil {
		return 0, err
	}
	score := part{MaxTotalScore - total.GetScore(), totalScoreBits}
	if ranking == samedealv1.Ranking_RANKING_FIRST_HOME {
		return pack(part{MaxDays - total.GetWon(), daysBits}, part{total.GetWonTimeMs(), totalTimeBits}, score), nil
	}
	return pack(score, part{total.GetTimeMs(), totalTimeBits}), nil
}

// FirstNotWon is the lowest key, in the first-home ranking of the board, of a row without a win.
func (b Board) FirstNotWon() int64 {
	if b.IsOfSums() {
		return MaxDays << (totalTimeBits + totalScoreBits)
	}
	return groupPlayed << rankBits
}

// A part is a number below 2^bits.
type part struct {
	value uint32
	bits  uint
}

// pack puts the parts into one number, the first highest.
func pack(parts ...part) int64 {
	var key int64
	for _, p := range parts {
		key = key<<p.bits | int64(p.value)
	}
	return key
}

func isHome(r *samedealv1.Result) bool { return r.GetEnding() == samedealv1.Ending_ENDING_HOME }

func checkResult(ranking samedealv1.Ranking, r *samedealv1.Result) error {
	if err := checkRanking(ranking); err != nil {
		return err
	}
	ending, first, last := r.GetEnding(), samedealv1.Ending_ENDING_HOME, samedealv1.Ending_ENDING_TIME_UP
	if ending < first || ending > last {
		return &RangeError{What: "result's ending", Got: int64(ending), Least: int64(first), Most: int64(last)}
	}
	if isHome(r) && r.GetActions() == 0 {
		return &RangeError{What: "actions of a result that is home", Got: 0, Least: 1, Most: math.MaxUint32}
	}
	if r.GetActions() == 0 {
		return inRange([]ranged{
			{"score of a result without an action", r.GetScore(), 0, 0},
			{"time in ms of a result without an action", r.GetTimeMs(), 0, 0},
			{"moves of a result without an action", r.GetMoves(), 0, 0},
		})
	}
	return inRange([]ranged{
		{"result's score", r.GetScore(), 0, MaxScore},
		{"result's time in ms", r.GetTimeMs(), 0, MaxTimeMS},
		{"result's moves", r.GetMoves(), 0, MaxMoves},
	})
}

func checkTotal(ranking samedealv1.Ranking, t *samedealv1.Total) error {
	if err := checkRanking(ranking); err != nil {
		return err
	}
	return inRange([]ranged{
		{"total's days", t.GetDays(), 1, MaxDays},
		{"total's days won", t.GetWon(), 0, t.GetDays()},
		{"total's score", t.GetScore(), 0, MaxTotalScore},
		{"total's time in ms", t.GetTimeMs(), 0, MaxTotalTimeMS},
		{"total's time of days won in ms", t.GetWonTimeMs(), 0, t.GetTimeMs()},
	})
}

func checkRanking(ranking samedealv1.Ranking) error {
	if !isRanking(ranking) {
		return &RangeError{What: "ranking", Got: int64(ranking), Least: 1, Most: int64(samedealv1.Ranking_RANKING_FIRST_HOME)}
	}
	return nil
}

func isRanking(r samedealv1.Ranking) bool {
	return r == samedealv1.Ranking_RANKING_SCORE_AND_TIME || r == samedealv1.Ranking_RANKING_FIRST_HOME
}

// A ranged is a number and what it may be.
type ranged struct {
	what             string
	got, least, most uint32
}

func inRange(numbers []ranged) error {
	for _, n := range numbers {
		if n.got < n.least || n.got > n.most {
			return &RangeError{What: n.what, Got: int64(n.got), Least: int64(n.least), Most: int64(n.most)}
		}
	}
	return nil
}

// A RangeError says that a number of a result or total is not one that can be ranked.
type RangeError struct {
	What             string
	Got, Least, Most int64
}

func (e *RangeError) Error() string {
	return fmt.Sprintf("the %s: %d; want %d to %d", e.What, e.Got, e.Least, e.Most)
}
