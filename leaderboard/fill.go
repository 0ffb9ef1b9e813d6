package leaderboard

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"google.golang.org/protobuf/proto"
)

// fill ranks on the variant's boards the best of what else the player has, where an attempt was taken off: the games
// that are kept on the boards of deals. It reports whether one of them turned out to be void meanwhile, so that all is to
// be done again.
func (b *Boards) fill(ctx context.Context, attempt game, lacking []Board) (again bool, err error) {
	bests, err := b.bests(ctx, attempt, lacking)
	if err != nil {
		return false, err
	}
	for _, board := range lacking {
		for _, row := range bests[board].rows() {
			keys, err := row.keys()
			if err != nil {
				return false, err
			}
			g := game{Submission: Submission{Player: attempt.Player, Keys: keys, Row: row.Row}}
			_, err = b.submit(ctx, board, g)
			switch {
			case errors.Is(err, ErrRemoved), errors.Is(err, ErrVoid): // it is to have no row there
			case err != nil:
				return false, err
			}
			// Whoever voids this one's daily may have looked at the board before it was on it.
			void, err := b.isVoid(ctx, row)
			if err != nil {
				return false, err
			}
			again = again || void
		}
	}
	return again, nil
}

// bests gives the best games in each ranking for each of the variant's boards. However many games the player has, one
// is looked at after the other.
func (b *Boards) bests(ctx context.Context, attempt game, boards []Board) (map[Board]Kept, error) {
	bests := map[Board]Kept{}
	for deal, err := range b.store.Deals(ctx, attempt.Player, attempt.code.Variant()) {
		if err != nil {
			return nil, fmt.Errorf("list the deals of a player: %w", err)
		}
		kept, err := b.store.Load(ctx, deal, attempt.Player)
		if err != nil {
			return nil, fmt.Errorf("load a row of the board %s: %w", deal, err)
		}
		for _, row := range kept.rows() {
			if err := b.improve(ctx, bests, boards, row); err != nil {
				return nil, err
			}
		}
	}
	return bests, nil
}

// improve has a row of a deal's board among the bests where it is better, if it counts on the variant's boards.
func (b *Boards) improve(ctx context.Context, bests map[Board]Kept, boards []Board, row *KeptRow) error {
	keys, err := row.keys()
	if err != nil {
		return nil
	}
	better := map[Board]Kept{}
	for _, board := range boards {
		if kept, improves := bests[board].with(row, keys); improves && board.Admits(row.Row) == nil {
			better[board] = kept
		}
	}
	if len(better) == 0 || Verify(row.Row) != nil {
		return nil
	}
	if void, err := b.isVoid(ctx, row); void || err != nil {
		return err
	}
	maps.Copy(bests, better)
	return nil
}

// with is what is kept with another row where that is better, and whether it is. Of equal ones the game that began
// first is kept, as where each was ranked when it ended.
func (k Kept) with(row *KeptRow, keys Keys) (with Kept, improves bool) {
	for _, in := range []struct {
		best **KeptRow
		key  int64
	}{{&k.ScoreAndTime, keys.ScoreAndTime}, {&k.FirstHome, keys.FirstHome}} {
		best := *in.best
		if best == nil || in.key < best.Key || in.key == best.Key && row.Row.GetStartMs() < best.Row.GetStartMs() {
			*in.best, improves = &KeptRow{Key: in.key, Row: row.Row}, true
		}
	}
	return k, improves
}

// rows are the different rows that are kept.
func (k Kept) rows() []*KeptRow {
	var rows []*KeptRow
	for _, row := range []*KeptRow{k.ScoreAndTime, k.FirstHome} {
		if row != nil && (len(rows) == 0 || !proto.Equal(rows[0].Row, row.Row)) {
			rows = append(rows, row)
		}
	}
	return rows
}
