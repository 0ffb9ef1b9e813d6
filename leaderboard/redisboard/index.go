package redisboard

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"time"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
)

// Note implements leaderboard.Index.
func (s *Store) Note(
	ctx context.Context, player leaderboard.Player, boards []leaderboard.Noted, now, until time.Time,
) (time.Time, error) {
	args := []any{until.UnixMilli(), now.UnixMilli()}
	for _, n := range boards {
		gone := "+inf"
		if !n.Until.IsZero() {
			gone = strconv.FormatInt(n.Until.UnixMilli(), 10)
		}
		args = append(args, gone, n.Board.String())
	}
	text, err := note.Run(ctx, s.client, s.keys.index(player), args...).Text()
	if err != nil || text == "" {
		return time.Time{}, wrapped("note a player's boards in Redis", err)
	}
	ms, err := strconv.ParseInt(text, 10, 64)
	return time.UnixMilli(ms), wrapped("read when a player was removed, in Redis", err)
}

// BeginRemoval implements leaderboard.Index.
func (s *Store) BeginRemoval(ctx context.Context, player leaderboard.Player, at, until time.Time) ([]leaderboard.Board, error) {
	ids, err := beginRemoval.Run(ctx, s.client, s.keys.index(player), until.UnixMilli(), at.UnixMilli()).StringSlice()
	if err != nil {
		return nil, fmt.Errorf("begin a removal in Redis: %w", err)
	}
	boards := make([]leaderboard.Board, len(ids))
	for i, id := range ids {
		if boards[i], err = leaderboard.ParseBoard(id); err != nil {
			return nil, fmt.Errorf("read a player's boards in Redis: %w", err)
		}
	}
	return boards, nil
}

// EndRemoval implements leaderboard.Index.
func (s *Store) EndRemoval(ctx context.Context, player leaderboard.Player) error {
	return wrapped("end a removal in Redis", s.client.Del(ctx, s.keys.leaving(player)).Err())
}

// Deals implements leaderboard.Index.
func (s *Store) Deals(ctx context.Context, player leaderboard.Player, v *engine.Variant) iter.Seq2[leaderboard.Board, error] {
	return func(yield func(leaderboard.Board, error) bool) {
		ofVariant := string(leaderboard.Deal) + "/" + v.String() + "-*"
		ids := s.client.ZScan(ctx, s.keys.noted(player), 0, ofVariant, scanAtOnce).Iterator()
		for isID := true; ids.Next(ctx); isID = !isID {
			// Each id is followed by when the board is gone.
			if !isID {
				continue
			}
			b, err := leaderboard.ParseBoard(ids.Val())
			if err != nil {
				yield(leaderboard.Board{}, fmt.Errorf("read a player's boards in Redis: %w", err))
				return
			}
			if !yield(b, nil) {
				return
			}
		}
		if err := ids.Err(); err != nil {
			yield(leaderboard.Board{}, fmt.Errorf("list a player's boards in Redis: %w", err))
		}
	}
}
