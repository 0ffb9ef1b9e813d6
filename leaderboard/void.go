package leaderboard

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// A Voiding is what came of voiding a board.
type Voiding struct {
	// Players are those who had a row on the board, the same each time.
	Players []Player
	// Recomputed are those of them from whose other boards this call has taken the attempt.
	Recomputed []Player
}

// Void empties a board, for good: all that is submitted to it from now on is refused. The attempts at a daily are
// taken off all other boards as well, and what else the player has is ranked in their place. After an error it is to
// be called again, which goes on with the players to whom it had not come: however many they are, each call comes further.
func (b *Boards) Void(ctx context.Context, board Board) (Voiding, error) {
	if board == (Board{}) {
		_, err := rankingOf(board, 0)
		return Voiding{}, err
	}
	rows, err := b.store.Void(ctx, board, board.Until(b.now()))
	if err != nil {
		return Voiding{}, fmt.Errorf("void the board %s: %w", board, err)
	}
	voiding := Voiding{}
	for _, row := range rows {
		voiding.Players = append(voiding.Players, row.Player)
		if board.kind != Daily || row.Row == nil {
			continue
		}
		recomputed, err := b.takeOffAttempt(ctx, row)
		if err != nil {
			return Voiding{}, err
		}
		if err := b.store.Settle(ctx, board, row.Player); err != nil {
			return Voiding{}, fmt.Errorf("settle a player of the board %s: %w", board, err)
		}
		if recomputed {
			voiding.Recomputed = append(voiding.Recomputed, row.Player)
		}
	}
	return voiding, nil
}

// takeOffAttempt takes a player's attempt at a daily that is void off the boards that it counts on beside the
// daily's, and reports whether it was on any. It may be done again, and completes what was left.
func (b *Boards) takeOffAttempt(ctx context.Context, row Voided) (had bool, err error) {
	if row.Row.GetResult().GetActions() == 0 {
		return false, nil
	}
	g := game{Submission: Submission{Player: row.Player, Row: row.Row}, start: startOf(row.Row)}
	if g.code, err = engine.ParseCode(row.Row.GetDeal()); err != nil {
		return false, rowError(row.Row, err)
	}
	if g.Keys, err = resultKeys(row.Row.GetResult()); err != nil {
		return false, rowError(row.Row, err)
	}
	// The deal's board goes first: what is ranked in the attempt's place is looked for on the boards of deals.
	if _, had, err = b.takeOffVoid(ctx, OnDeal(g.code), g.Player); err != nil {
		return false, err
	}
	for range amendTries {
		lacking, hadHere, err := b.takeOffWindows(ctx, g)
		had = had || hadHere
		if err != nil || len(lacking) == 0 {
			return had, err
		}
		again, err := b.fill(ctx, g, lacking)
		if err != nil || !again {
			return had, err
		}
	}
	return had, fmt.Errorf("rank what is left of a player on the boards of %s: %w", g.code.Variant(), errBusy)
}

// takeOffWindows takes an attempt at a void daily off the variant's boards, and reports whether it was on any. It gives
// the boards on which the player now has nothing as good as the attempt: from these it was taken, now or by a call
// that did not come to its end, and there may be something to rank in its place.
func (b *Boards) takeOffWindows(ctx context.Context, g game) (lacking []Board, had bool, err error) {
	now := b.now()
	for _, board := range g.windows() {
		if !board.Until(now).After(now) {
			continue
		}
		left, hadHere, err := b.takeOffVoid(ctx, board, g.Player)
		if err != nil {
			return nil, had, err
		}
		had = had || hadHere
		if hadHere || left.lacks(g.Keys) {
			lacking = append(lacking, board)
		}
	}
	return lacking, had, nil
}

// lacks reports whether there is nothing as good as those keys in one of the rankings.
func (k Kept) lacks(keys Keys) bool {
	return k.ScoreAndTime == nil || k.ScoreAndTime.Key > keys.ScoreAndTime ||
		k.FirstHome == nil || k.FirstHome.Key > keys.FirstHome
}

// takeOffVoid takes off a board what a player has there of attempts at dailies that are void. It gives what is left, and
// reports whether there was any.
func (b *Boards) takeOffVoid(ctx context.Context, board Board, player Player) (left Kept, had bool, err error) {
	err = b.amend(ctx, board, player, func(kept Kept) (Kept, bool, error) {
		had, left = false, kept
		for _, row := range kept.rows() {
			void, err := b.isVoid(ctx, row)
			if err != nil {
				return Kept{}, false, err
			}
			if void {
				left, had = left.without(row), true
			}
		}
		return left, had, nil
	})
	return left, had, err
}

// without is what is kept without a game.
func (k Kept) without(row *KeptRow) Kept {
	for _, kept := range []**KeptRow{&k.ScoreAndTime, &k.FirstHome} {
		if *kept != nil && proto.Equal((*kept).Row, row.Row) {
			*kept = nil
		}
	}
	return k.filled()
}

// isVoid reports whether a row's game is an attempt at a daily that is void.
func (b *Boards) isVoid(ctx context.Context, kept *KeptRow) (bool, error) {
	if kept == nil || kept.Row.GetDaily() == "" {
		return false, nil
	}
	daily, err := dailyOfRow(kept.Row)
	if err != nil {
		return false, nil // whether the row is one at all is for Recompute to say
	}
	void, err := b.store.IsVoid(ctx, daily)
	if err != nil {
		return false, fmt.Errorf("ask whether the board %s is void: %w", daily, err)
	}
	return void, nil
}

// dailyOfRow is the board of the daily that a row's game is the attempt at.
func dailyOfRow(row *samedealv1.StoredRow) (Board, error) {
	date, err := ParseDate(row.GetDaily())
	if err != nil {
		return Board{}, rowError(row, err)
	}
	code, err := engine.ParseCode(row.GetDeal())
	if err != nil {
		return Board{}, rowError(row, err)
	}
	return DailyOf(date, code.Variant()), nil
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
