package leaderboard

import (
	"context"
	"fmt"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// isSecret reports whether the deal of a daily is still a secret: from whenever until its day is over. A
// date that cannot be read keeps it one.
func (b *Boards) isSecret(date string) bool {
	if date == "" {
		return false
	}
	d, err := ParseDate(date)
	return err != nil || b.now().Before(d.End())
}

// disclosed is what the viewer may know of what a board shows.
func (b *Boards) disclosed(ctx context.Context, board Board, v View, seen *Snapshot) (*Snapshot, error) {
	if !b.isSecret(seen.Attempts) {
		return seen, nil
	}
	date, err := ParseDate(seen.Attempts)
	if err != nil {
		return nil, fmt.Errorf("read the board %s: %w", board, err)
	}
	played, err := b.Has(ctx, DailyOf(date, board.variant), v.Me)
	if err != nil || played {
		return seen, err
	}
	return seen.alone(v), nil
}

// alone is what a board shows to the viewer if nobody else has a row on it.
func (s *Snapshot) alone(v View) *Snapshot {
	if s.Mine == nil {
		return &Snapshot{}
	}
	mine := *s.Mine
	mine.Lower = 0
	alone := &Snapshot{Ranked: 1, Mine: &mine}
	if isHome(mine.Row.GetResult()) {
		alone.Won = 1
	}
	if v.Part == samedealv1.BoardPart_BOARD_PART_PAGE {
		if v.From == 0 {
			alone.Rows = []Standing{mine}
		}
		return alone
	}
	for _, own := range s.Rows {
		if own.Player == v.Me {
			own.Lower = 0
			alone.Rows = []Standing{own}
		}
	}
	return alone
}

// mayReplay checks that a viewer may see a row's game now.
func (b *Boards) mayReplay(ctx context.Context, viewer Player, s Standing) error {
	if viewer == s.Player || !b.isSecret(s.Row.GetDaily()) {
		return nil
	}
	daily, err := dailyOfRow(s.Row)
	if err != nil {
		return err
	}
	played, err := b.Has(ctx, daily, viewer)
	if err == nil && !played {
		err = ErrNotPlayed
	}
	return err
}
