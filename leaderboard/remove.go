package leaderboard

import (
	"context"
	"errors"
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

// Void empties a board, for good: all that is submitted to it from now on is refused. It gives the
// players who had a row there; again, or after an error, it gives the same ones. The attempts at a daily are taken off
// all other boards as well: a player whose best it was there has no row until the next game.
func (b *Boards) Void(ctx context.Context, board Board) ([]Player, error) {
	if board == (Board{}) {
		_, err := rankingOf(board, 0)
		return nil, err
	}
	rows, err := b.store.Void(ctx, board, board.Until(b.now()))
	if err != nil {
		return nil, fmt.Errorf("void the board %s: %w", board, err)
	}
	players := make([]Player, len(rows))
	for i, row := range rows {
		players[i] = row.Player
		if board.kind == Daily {
			if err := b.takeOffAttempt(ctx, board.first, row); err != nil {
				return nil, err
			}
		}
	}
	return players, nil
}

// takeOffAttempt takes a player's attempt at a daily off the boards that it counts on beside the daily's.
func (b *Boards) takeOffAttempt(ctx context.Context, daily Date, row Voided) error {
	if row.Row == nil {
		return nil
	}
	g := game{Submission: Submission{Player: row.Player, Row: row.Row}}
	var err error
	if g.code, err = engine.ParseCode(row.Row.GetDeal()); err != nil {
		return rowError(row.Row, err)
	}
	g.start = startOf(row.Row)
	attempt := func(kept *KeptRow) bool { return kept != nil && kept.Row.GetDaily() == daily.String() }
	for _, board := range append(g.windows(), OnDeal(g.code)) {
		err := b.amend(ctx, board, row.Player, func(kept Kept) (Kept, bool) {
			changed := attempt(kept.ScoreAndTime) || attempt(kept.FirstHome)
			if attempt(kept.ScoreAndTime) {
				kept.ScoreAndTime = nil
			}
			if attempt(kept.FirstHome) {
				kept.FirstHome = nil
			}
			return kept.filled(), changed
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// filled ranks the row that is left in one ranking in the other too: who has any row has one in both.
func (k Kept) filled() Kept {
	switch {
	case k.ScoreAndTime == nil:
		k.ScoreAndTime = rekeyed(k.FirstHome, func(keys Keys) int64 { return keys.ScoreAndTime })
	case k.FirstHome == nil:
		k.FirstHome = rekeyed(k.ScoreAndTime, func(keys Keys) int64 { return keys.FirstHome })
	}
	return k
}

// rekeyed is a row with another of its keys; nil if it has none.
func rekeyed(row *KeptRow, pick func(Keys) int64) *KeptRow {
	if row == nil {
		return nil
	}
	keys, err := row.keys()
	if err != nil {
		return nil
	}
	return &KeptRow{Key: pick(keys), Row: row.Row, Total: row.Total}
}

func (r *KeptRow) keys() (Keys, error) {
	if r.Total != nil {
		return totalKeys(r.Total.GetTotal())
	}
	return resultKeys(r.Row.GetResult())
}

// errBusy says that what is kept of a player changed each time before it could be written.
var errBusy = errors.New("it changes all the time; try again")

// amendTries is how often amend begins again when somebody else writes the same rows. Each time a game of
// that player must have ended meanwhile.
const amendTries = 16

// amend changes what is kept of a player as change says, which reports whether anything is to be changed.
func (b *Boards) amend(ctx context.Context, board Board, player Player, change func(Kept) (Kept, bool)) error {
	for range amendTries {
		old, err := b.store.Load(ctx, board, player)
		if err != nil {
			return fmt.Errorf("load a row of the board %s: %w", board, err)
		}
		with, changes := change(old)
		if !changes {
			return nil
		}
		done, err := b.store.Replace(ctx, board, player, old, with)
		if err != nil {
			return fmt.Errorf("replace a row of the board %s: %w", board, err)
		}
		if done {
			return nil
		}
	}
	return fmt.Errorf("replace a row of the board %s: %w", board, errBusy)
}
