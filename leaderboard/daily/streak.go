package daily

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// The offsets that a streak may have, in minutes.
const (
	leastOffset = -12 * 60
	mostOffset  = 14 * 60
	offsetStep  = 30
)

// SetOffset sets by which clock the player's days end for their streak: minutes is its offset from UTC, -720 to 840 in
// steps of 30. It can be set once; to the same it may be set again. The error is a *FieldError or ErrOffsetSet.
func (c *Challenges) SetOffset(ctx context.Context, player leaderboard.Player, minutes int) (*samedealv1.Streak, error) {
	if minutes < leastOffset || minutes > mostOffset || minutes%offsetStep != 0 {
		return nil, &FieldError{Field: "minutes", Got: strconv.Itoa(minutes), Want: "-720 to 840, in steps of 30"}
	}
	now := c.now()
	h, err := c.config.Store.SetOffset(ctx, player, minutes, now.Add(Life))
	if err != nil {
		return nil, fmt.Errorf("setting a player's offset: %w", err)
	}
	if h.Offset != minutes {
		return nil, fmt.Errorf("%w: it is %d minutes", ErrOffsetSet, h.Offset)
	}
	return h.streak(now), nil
}

func (h History) streak(now time.Time) *samedealv1.Streak {
	s := streakOf(h.wins(), now, h.Offset)
	s.OffsetSet = h.OffsetSet
	return s
}

// streakOf counts on how many days in a row attempts that were won began, by a clock of that offset from UTC in minutes.
func streakOf(wins []time.Time, now time.Time, offset int) *samedealv1.Streak {
	won := map[int64]bool{}
	for _, win := range wins {
		won[dayOf(win, offset)] = true
	}
	today := dayOf(now, offset)
	s := &samedealv1.Streak{WonToday: won[today], OffsetMinutes: int32(offset)}
	last := today
	if !won[today] {
		last-- // there is still time today
	}
	for ; won[last]; last-- {
		s.Days++
	}
	s.Longest = longestRun(slices.Sorted(maps.Keys(won)))
	return s
}

// longestRun is the length of the longest run of successive numbers.
func longestRun(sorted []int64) uint32 {
	var run, longest uint32
	for i, day := range sorted {
		if i == 0 || day != sorted[i-1]+1 {
			run = 0
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// dayOf numbers the days, from 1970 on, of a clock of that offset from UTC in minutes. Such a clock is never put forward
// or back, so that all its days have 24 hours.
func dayOf(t time.Time, offset int) int64 {
	return t.Add(time.Duration(offset)*time.Minute).UnixMilli() / (24 * time.Hour).Milliseconds()
}
