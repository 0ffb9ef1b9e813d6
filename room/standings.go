package room

import (
	"cmp"
	"slices"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Standing is a seat's place in the order of results.
type Standing struct {
	// Seat counts from 0.
	Seat int
	// Place counts from 1. Equal results share theirs, and the next has as many more as share it.
	Place uint32
}

// Standings puts the results of seats 0, 1, ... in order, the best first and equal ones by their seat.
// A seat without an accepted action comes last, as one without a result does. Any ranking but first
// home is score and time.
func Standings(ranking samedealv1.Ranking, results []*samedealv1.Result) []Standing {
	order := byScoreAndTime
	if ranking == samedealv1.Ranking_RANKING_FIRST_HOME {
		order = byFirstHome
	}
	standings := make([]Standing, len(results))
	for seat := range results {
		standings[seat].Seat = seat
	}
	slices.SortStableFunc(standings, func(a, b Standing) int { return order(results[a.Seat], results[b.Seat]) })
	for i := range standings {
		standings[i].Place = uint32(i + 1)
		if i > 0 && order(results[standings[i-1].Seat], results[standings[i].Seat]) == 0 {
			standings[i].Place = standings[i-1].Place
		}
	}
	return standings
}

func byScoreAndTime(a, b *samedealv1.Result) int {
	return cmp.Or(
		byPlayedAndHome(a, b),
		cmp.Compare(b.GetScore(), a.GetScore()),
		cmp.Compare(a.GetTimeMs(), b.GetTimeMs()),
		cmp.Compare(a.GetMoves(), b.GetMoves()),
	)
}

func byFirstHome(a, b *samedealv1.Result) int {
	if !isHome(a) || !isHome(b) {
		return byScoreAndTime(a, b)
	}
	return cmp.Or(
		byPlayedAndHome(a, b),
		cmp.Compare(a.GetTimeMs(), b.GetTimeMs()),
		cmp.Compare(b.GetScore(), a.GetScore()),
		cmp.Compare(a.GetMoves(), b.GetMoves()),
	)
}

func byPlayedAndHome(a, b *samedealv1.Result) int {
	return cmp.Or(trueFirst(a.GetActions() > 0, b.GetActions() > 0), trueFirst(isHome(a), isHome(b)))
}

func isHome(r *samedealv1.Result) bool { return r.GetEnding() == samedealv1.Ending_ENDING_HOME }

func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	default:
		return 1
	}
}
