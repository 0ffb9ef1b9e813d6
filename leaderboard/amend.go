package leaderboard

import (
	"context"
	"errors"
	"fmt"
)

// errBusy says that what is kept of a player changed each time before it could be written.
var errBusy = errors.New("it changes all the time; try again")

// amendTries is how often amend begins again when somebody else writes the same rows. Each time a game of
// that player must have ended meanwhile.
const amendTries = 16

// amend changes what is kept of a player as change says, which reports whether anything is to be changed.
func (b *Boards) amend(ctx context.Context, board Board, player Player, change func(Kept) (Kept, bool, error)) error {
	for range amendTries {
		old, err := b.store.Load(ctx, board, player)
		if err != nil {
			return fmt.Errorf("load a row of the board %s: %w", board, err)
		}
		with, changes, err := change(old)
		if err != nil || !changes {
			return err
		}
		done, err := b.store.Replace(ctx, board, player, old, with, board.Until(b.now()))
		if err != nil {
			return fmt.Errorf("replace a row of the board %s: %w", board, err)
		}
		if done {
			return nil
		}
	}
	return fmt.Errorf("replace a row of the board %s: %w", board, errBusy)
}
