package leaderboard

import (
	"context"
	"fmt"

	"github.com/samedeal/samedeal/engine"
)

// RemovePlayer takes a player off every board, and gives the boards that had a row of theirs. It is for
// good: a game that began before is refused from now on, on every board. A new game counts. After an
// error it is to be called again; it then goes on, and gives the boards that were left.
//
// What the player's days of the daily come to is not the boards' to know: whoever submits totals must
// remove the days first, or a later total brings them back.
func (b *Boards) RemovePlayer(ctx context.Context, player Player) ([]Board, error) {
	if player == "" {
		return nil, errNobody
	}
	now := b.now()
	noted, err := b.store.BeginRemoval(ctx, player, now, now.Add(indexLife))
	if err != nil {
		return nil, fmt.Errorf("begin to remove a player: %w", err)
	}
	var had []Board
	for _, board := range withAllTime(noted) {
		has, err := b.store.TakeOff(ctx, board, player, now, board.Until(now))
		if err != nil {
			return had, fmt.Errorf("take a player off the board %s: %w", board, err)
		}
		if has {
			had = append(had, board)
		}
	}
	if err := b.store.EndRemoval(ctx, player); err != nil {
		return had, fmt.Errorf("end the removal of a player: %w", err)
	}
	return had, nil
}

// withAllTime adds the boards that outlive the index of a player who has long gone.
func withAllTime(boards []Board) []Board {
	have := map[Board]bool{}
	for _, b := range boards {
		have[b] = true
	}
	for _, v := range engine.Variants() {
		if !have[AllTime(v)] {
			boards = append(boards, AllTime(v))
		}
	}
	return boards
}
