package leaderboard

import (
	"context"
	"fmt"
	"slices"

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
	old, err := b.outlived(ctx, player, noted)
	if err != nil {
		return nil, err
	}
	var had []Board
	for _, board := range append(noted, old...) {
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

// outlived gives the boards that are not noted and yet have a row of the player, who has not played for longer than an
// index is kept: those of all races may live longer. On one without a row nothing need be refused, since no game is
// submitted to a board that is not noted.
func (b *Boards) outlived(ctx context.Context, player Player, noted []Board) ([]Board, error) {
	var old []Board
	for _, v := range engine.Variants() {
		board := AllTime(v)
		if slices.Contains(noted, board) {
			continue
		}
		kept, err := b.store.Load(ctx, board, player)
		if err != nil {
			return nil, fmt.Errorf("load a row of the board %s: %w", board, err)
		}
		if len(kept.rows()) > 0 {
			old = append(old, board)
		}
	}
	return old, nil
}
