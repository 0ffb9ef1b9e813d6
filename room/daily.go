package room

import (
	"context"
	"fmt"
	"time"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Dailies is who has played which daily challenge.
type Dailies interface {
	// Ended reports whether a player has ended their own attempt at a variant's challenge of a date.
	Ended(ctx context.Context, player PlayerID, daily *samedealv1.DailyRoom, variant string) (bool, error)
}

// Daily says that the room is for a daily challenge; nil if it is for none. It must not be changed.
func (l *Lobby) Daily() *samedealv1.DailyRoom { return l.created.GetDaily() }

// dayEnds is when the day of a daily challenge is over, 24:00 UTC; false if its date is none, so that it never
// is.
func (l *Lobby) dayEnds() (time.Time, bool) {
	day, err := time.Parse(time.DateOnly, l.Daily().GetDate())
	return day.AddDate(0, 0, 1), err == nil
}

// isDayOn reports whether the room is for a daily challenge whose day is not over: its deal is still raced by
// others.
func (l *Lobby) isDayOn(now time.Time) bool {
	if l.Daily() == nil {
		return false
	}
	end, isDate := l.dayEnds()
	return !isDate || now.Before(end)
}

// isOf reports whether the room was made for a player: they race in it, or will.
func (l *Lobby) isOf(player PlayerID) bool {
	return player != "" && (l.seatOf(player) >= 0 || player == PlayerID(l.created.GetOwner()))
}

// mustHavePlayed refuses to show somebody else's attempt at a daily challenge, before its day is over, to who
// has not ended their own.
func (h *Hub) mustHavePlayed(ctx context.Context, l *Lobby, now time.Time, player PlayerID) error {
	if !l.isDayOn(now) || l.isOf(player) {
		return nil
	}
	if h.config.Dailies != nil && player != "" {
		ctx, cancel := context.WithTimeout(ctx, storeTime)
		defer cancel()
		ended, err := h.config.Dailies.Ended(ctx, player, l.Daily(), l.race.Code.Variant().String())
		if err != nil {
			return fmt.Errorf("reading whether player %s has ended the daily challenge of %s: %w", player, l.Daily().GetDate(), err)
		}
		if ended {
			return nil
		}
	}
	return NewFault(samedealv1.Reason_REASON_NOT_PLAYED,
		"room %s is another player's, for the daily challenge of %s; end your own attempt first, or come back when the day is over, at 24:00 UTC",
		l.code, l.Daily().GetDate())
}

// mustGiveGames refuses the games of a daily challenge's room to all but its own player before the day is over:
// they tell every card.
func (l *Lobby) mustGiveGames(now time.Time, player PlayerID) error {
	if !l.isDayOn(now) || l.isOf(player) {
		return nil
	}
	return NewFault(samedealv1.Reason_REASON_NOT_PLAYED,
		"room %s is for the daily challenge of %s; its games are given to its own player, and to all when the day is over, at 24:00 UTC",
		l.code, l.Daily().GetDate())
}
