package leaderboard

import "time"

const day = 24 * time.Hour

// How long a board is kept after the end of its window, or, if it has none, after the last submission.
const (
	keptLong  = 800 * day // dailies, their sums, months, all races, deals
	keptWeek  = 120 * day
	keptDay   = 60 * day
	indexLife = keptLong + 32*day // after the last submission: the current month ends within 31 days
)

// Until is when a board that is written to now is gone.
func (b Board) Until(now time.Time) time.Time {
	end, ends := b.end()
	switch {
	case !ends:
		return now.Add(keptLong)
	case b.kind == Day:
		return end.Add(keptDay)
	case b.kind == Week:
		return end.Add(keptWeek)
	default:
		return end.Add(keptLong)
	}
}

// note gives boards for a player's index.
func note(now time.Time, boards ...Board) []Noted {
	noted := make([]Noted, len(boards))
	for i, b := range boards {
		noted[i].Board = b
		if _, ends := b.end(); ends {
			noted[i].Until = b.Until(now)
		}
	}
	return noted
}
