package leaderboard

import (
	"context"
	"fmt"
	"slices"
	"time"

	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Recompute plays all games of a board again and ranks each row by what its game says. A game that does not
// replay, or is none of the board's, is taken off; the player's other game there takes its place if it is sound. Of a
// board of sums the totals are ranked anew as they are. Others may write to the board meanwhile.
func (b *Boards) Recompute(ctx context.Context, board Board) (*samedealv1.RecomputeBoardResponse, error) {
	if _, err := rankingOf(board, 0); err != nil {
		return nil, err
	}
	players, err := b.store.Players(ctx, board)
	if err != nil {
		return nil, fmt.Errorf("list the players of the board %s: %w", board, err)
	}
	slices.Sort(players)
	answer := &samedealv1.RecomputeBoardResponse{}
	for _, player := range players {
		var right Kept
		mended := false
		err := b.amend(ctx, board, player, func(kept Kept) (Kept, bool, error) {
			right = board.recomputed(kept)
			mended = !sameRows(kept, right)
			return right, mended, nil
		})
		switch {
		case err != nil:
			return nil, err
		case right.ScoreAndTime == nil && mended:
			answer.Removed = append(answer.Removed, string(player))
		case right.ScoreAndTime != nil:
			answer.Rows++
			if mended {
				answer.Mended++
			}
		}
	}
	return answer, nil
}

// recomputed gives what should be kept on the board, by the games of what is.
func (b Board) recomputed(kept Kept) Kept {
	right := Kept{Stamp: kept.Stamp}
	for _, row := range []*KeptRow{kept.ScoreAndTime, kept.FirstHome} {
		if row == nil {
			continue
		}
		row, keys, err := b.replayed(row)
		if err != nil {
			continue
		}
		right.ScoreAndTime = better(right.ScoreAndTime, keys.ScoreAndTime, row)
		right.FirstHome = better(right.FirstHome, keys.FirstHome, row)
	}
	return right
}

func better(best *KeptRow, key int64, row *KeptRow) *KeptRow {
	if best != nil && best.Key <= key {
		return best
	}
	return &KeptRow{Key: key, Row: row.Row, Total: row.Total}
}

// replayed is a row of the board with the result that its game has, and its keys.
func (b Board) replayed(r *KeptRow) (*KeptRow, Keys, error) {
	if r.Total != nil {
		keys, err := totalKeys(r.Total.GetTotal())
		return r, keys, err
	}
	if err := b.Admits(r.Row); err != nil {
		return nil, Keys{}, err
	}
	result, err := Replay(r.Row)
	if err != nil {
		return nil, Keys{}, err
	}
	row := proto.CloneOf(r.Row)
	row.Result = result
	keys, err := resultKeys(result)
	return &KeptRow{Row: row}, keys, err
}

func sameRows(a, b Kept) bool {
	return sameRow(a.ScoreAndTime, b.ScoreAndTime) && sameRow(a.FirstHome, b.FirstHome)
}

func sameRow(a, b *KeptRow) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Key == b.Key && proto.Equal(a.Row, b.Row) && proto.Equal(a.Total, b.Total)
}

// startOf is when a row's race began.
func startOf(row *samedealv1.StoredRow) time.Time { return time.UnixMilli(row.GetStartMs()) }
