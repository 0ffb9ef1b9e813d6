package leaderboard

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Config is what Boards are made with.
type Config struct {
	Store Store
	// Now is the wall clock; nil for time.Now.
	Now func() time.Time
}

// Boards are the leaderboards of a service. They may be used by many goroutines, and on many nodes at
// once.
type Boards struct {
	store Store
	now   func() time.Time
}

// NewBoards gives the boards that a store keeps.
func NewBoards(cfg Config) *Boards {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Boards{store: cfg.Store, now: cfg.Now}
}

// Finished is a game that has ended, with whose it was.
type Finished struct {
	Player Player
	Row    *samedealv1.StoredRow
	// Sealed says that the deal was drawn by the server and a secret until the race was over.
	Sealed bool
}

// Record ranks a finished game on every board that it counts on. Again it changes nothing; after an error
// or a crash it is to be called again.
//
// A game counts on the board of its deal; if it is a daily's attempt, on the daily's board; and if it is
// sealed, on no known deal, and the player's first on its deal, on the variant's boards: of all races, and
// of the day in UTC, the week and the month in which it began. One without an accepted action counts on
// the daily's board alone.
//
// The error is final, so that there is no sense in trying again, if it is ErrVoid for an attempt at a
// daily that is void, ErrRemoved for a game that began before the player was taken off the boards, a
// *RowError for a game that does not replay to its result, or a *RangeError for a result that cannot be
// ranked.
func (b *Boards) Record(ctx context.Context, f Finished) error {
	g, err := readGame(f)
	if err != nil {
		return err
	}
	if err := b.note(ctx, g); err != nil {
		return err
	}
	if err := b.settleDaily(ctx, g); err != nil {
		return err
	}
	if g.Row.GetResult().GetActions() == 0 {
		return nil
	}
	first, err := b.submit(ctx, OnDeal(g.code), g)
	if err != nil && !errors.Is(err, ErrVoid) {
		return err
	}
	if err == nil && first && !g.Row.GetKnownDeal() {
		for _, board := range g.windows() {
			if _, err := b.submit(ctx, board, g); err != nil && !errors.Is(err, ErrVoid) {
				return err
			}
		}
	}
	return b.settleDaily(ctx, g)
}

// A game is a finished one that can be ranked.
type game struct {
	Submission
	code  engine.Code
	start time.Time
	// daily is the day of the challenge that it is the attempt at, if it is one.
	daily Date
}

var errNobody error = &QueryError{Field: "player", Reason: "there is none; want a player's id"}

// readGame checks a finished game.
func readGame(f Finished) (game, error) {
	if f.Player == "" {
		return game{}, errNobody
	}
	if err := Verify(f.Row); err != nil {
		return game{}, err
	}
	g := game{
		Submission: Submission{Player: f.Player, Row: proto.CloneOf(f.Row)},
		start:      time.UnixMilli(f.Row.GetStartMs()),
	}
	var err error
	if g.code, err = engine.ParseCode(g.Row.GetDeal()); err != nil {
		return game{}, rowError(f.Row, err)
	}
	if g.Row.GetDaily() != "" {
		if g.daily, err = ParseDate(g.Row.GetDaily()); err != nil {
			return game{}, rowError(f.Row, err)
		}
	}
	if !f.Sealed && g.daily.IsZero() {
		g.Row.KnownDeal = true
	}
	g.Row.Deal = g.code.String()
	g.Keys, err = resultKeys(g.Row.GetResult())
	return g, err
}

func resultKeys(r *samedealv1.Result) (Keys, error) {
	byScore, err := Key(samedealv1.Ranking_RANKING_SCORE_AND_TIME, r)
	if err != nil {
		return Keys{}, err
	}
	byFirst, err := Key(samedealv1.Ranking_RANKING_FIRST_HOME, r)
	return Keys{ScoreAndTime: byScore, FirstHome: byFirst}, err
}

func totalKeys(t *samedealv1.Total) (Keys, error) {
	byScore, err := TotalKey(samedealv1.Ranking_RANKING_SCORE_AND_TIME, t)
	if err != nil {
		return Keys{}, err
	}
	byFirst, err := TotalKey(samedealv1.Ranking_RANKING_FIRST_HOME, t)
	return Keys{ScoreAndTime: byScore, FirstHome: byFirst}, err
}

// windows are the variant's boards that the game counts on if it is the first on its deal.
func (g game) windows() []Board {
	v, date := g.code.Variant(), DateOf(g.start)
	return []Board{AllTime(v), DayOf(date, v), WeekOf(date, v), MonthOf(date, v)}
}

// note puts the game's boards into the player's index: before the first submission, so that no row is ever
// on a board that the index does not have.
func (b *Boards) note(ctx context.Context, g game) error {
	boards := []Board{OnDeal(g.code)}
	if !g.daily.IsZero() {
		boards = append(boards, DailyOf(g.daily, g.code.Variant()))
	}
	if !g.Row.GetKnownDeal() {
		boards = append(boards, g.windows()...)
	}
	now := b.now()
	removed, err := b.store.Note(ctx, g.Player, note(now, boards...), now, now.Add(indexLife))
	if err != nil {
		return fmt.Errorf("note a player's boards: %w", err)
	}
	if !removed.IsZero() && !g.start.After(removed) {
		return ErrRemoved
	}
	return nil
}

func (b *Boards) submit(ctx context.Context, board Board, g game) (first bool, err error) {
	first, err = b.store.Submit(ctx, board, g.Submission, board.Until(b.now()))
	if err != nil {
		return false, fmt.Errorf("submit to the board %s: %w", board, err)
	}
	return first, nil
}

func (b *Boards) submitDaily(ctx context.Context, g game) error {
	if g.daily.IsZero() {
		return nil
	}
	_, err := b.submit(ctx, DailyOf(g.daily, g.code.Variant()), g)
	return err
}

// settleDaily submits an attempt to its daily's board, before the other boards and after them. If the daily is void,
// whoever voided it may have looked at the other boards before the game was on them, by this call or by one that was
// cut short: the game is taken off them.
func (b *Boards) settleDaily(ctx context.Context, g game) error {
	submitErr := b.submitDaily(ctx, g)
	if !errors.Is(submitErr, ErrVoid) {
		return submitErr
	}
	// If this fails it is not final, so that Record is called again.
	if _, err := b.takeOffAttempt(ctx, Voided{Player: g.Player, Row: g.Row}); err != nil {
		return err
	}
	return submitErr
}

// SubmitTotal ranks a player's total on the board of a week or month of the daily. Of a player's totals
// the one with the highest version counts, in whatever order they come; one without days takes the
// player off the board. Versions must go on rising when a player's days are removed or voided. The error
// is ErrVoid, a *RangeError for a total that cannot be ranked, or a *QueryError for a board of another kind.
func (b *Boards) SubmitTotal(ctx context.Context, board Board, player Player, total *samedealv1.StoredTotal) error {
	if !board.IsOfSums() {
		return &QueryError{Field: "board", Reason: "it is " + quote(board.String()) + "; want a week's or month's of the daily"}
	}
	if player == "" {
		return errNobody
	}
	s := TotalSubmission{Player: player, Total: total}
	if total.GetTotal().GetDays() > 0 {
		var err error
		if s.Keys, err = totalKeys(total.GetTotal()); err != nil {
			return err
		}
	}
	now := b.now()
	if _, err := b.store.Note(ctx, player, note(now, board), now, now.Add(indexLife)); err != nil {
		return fmt.Errorf("note a player's boards: %w", err)
	}
	if err := b.store.SubmitTotal(ctx, board, s, board.Until(now)); err != nil {
		return fmt.Errorf("submit to the board %s: %w", board, err)
	}
	return nil
}
