package daily

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Show shows a day's challenges, today's if the date is empty, and what the player has done in them; of nobody if
// player is empty. Code and salt are told only of a day that is over. The error may be a *FieldError: no such date, or
// one to come.
func (c *Challenges) Show(ctx context.Context, player leaderboard.Player, date string) (*samedealv1.GetDailyResponse, error) {
	now := c.now()
	today := leaderboard.DateOf(now)
	day, err := parseDate(date, today)
	switch {
	case err != nil:
		return nil, err
	case isToCome(day, today):
		return nil, &FieldError{Field: "date", Got: date, Want: "a day up to today, " + today.String()}
	}
	s := showing{Challenges: c, now: now, date: day, player: player}
	response := &samedealv1.GetDailyResponse{
		Date: day.String(), EndsMs: day.End().UnixMilli(), SecondsLeft: secondsLeft(day.End(), now),
	}
	if day == today {
		if response.Next, err = c.commitments(ctx, day.Add(1)); err != nil {
			return nil, err
		}
	}
	if player != "" {
		if s.history, err = c.history(ctx, player); err != nil {
			return nil, err
		}
		response.Streak = s.history.streak(now)
	}
	response.Challenges, err = s.challenges(ctx, day == today)
	return response, err
}

// secondsLeft rounds up, so that 0 is told only when the day is over.
func secondsLeft(end, now time.Time) uint32 {
	left := max(end.Sub(now), 0)
	return uint32((left + time.Second - 1) / time.Second)
}

// commitments gives what is told of the deals of a day to come, and nothing else of them.
func (c *Challenges) commitments(ctx context.Context, date leaderboard.Date) ([]*samedealv1.DailyCommitment, error) {
	kept, err := c.kept(ctx, date)
	if err != nil {
		return nil, err
	}
	var told []*samedealv1.DailyCommitment
	for _, variant := range c.inOrder(kept) {
		told = append(told, &samedealv1.DailyCommitment{
			Date: date.String(), Variant: variant, Commitment: kept[variant].commitment(),
		})
	}
	return told, nil
}

func (d Deal) commitment() string { return engine.Commitment(d.Code, d.Salt) }

// inOrder lists the variants of deals: those that are configured first, in their order, as they are shown.
func (c *Challenges) inOrder(deals map[string]Deal) []string {
	var order []string
	for _, variant := range c.variants {
		if _, found := deals[variant]; found {
			order = append(order, variant)
		}
	}
	for _, v := range engine.Variants() {
		if _, found := deals[v.String()]; found && !slices.Contains(order, v.String()) {
			order = append(order, v.String())
		}
	}
	return order
}

// showing is one call of Show.
type showing struct {
	*Challenges
	now     time.Time
	date    leaderboard.Date
	player  leaderboard.Player
	history History
}

func (s showing) challenges(ctx context.Context, isToday bool) ([]*samedealv1.DailyChallenge, error) {
	read := s.kept
	if isToday {
		read = s.deals
	}
	deals, err := read(ctx, s.date)
	if err != nil {
		return nil, err
	}
	var challenges []Challenge
	for _, variant := range s.inOrder(deals) {
		challenges = append(challenges, Challenge{Date: s.date, Variant: variant})
	}
	attempts := make([]Attempt, len(challenges))
	if s.player != "" {
		if attempts, err = s.config.Store.Attempts(ctx, s.player, challenges...); err != nil {
			return nil, fmt.Errorf("reading the attempts of %s: %w", s.date, err)
		}
	}
	shown := make([]*samedealv1.DailyChallenge, len(challenges))
	for i, challenge := range challenges {
		if shown[i], err = s.challenge(ctx, challenge, deals[challenge.Variant], attempts[i]); err != nil {
			return nil, err
		}
	}
	return shown, nil
}

func (s showing) challenge(
	ctx context.Context, challenge Challenge, deal Deal, begun Attempt,
) (*samedealv1.DailyChallenge, error) {
	board := leaderboard.DailyOf(challenge.Date, deal.Code.Variant())
	part, err := s.config.Boards.Part(ctx, leaderboard.Query{
		Board: board, Ranking: board.DefaultRanking(), Part: samedealv1.BoardPart_BOARD_PART_PAGE, Most: 1, Me: s.player,
	})
	if err != nil {
		return nil, fmt.Errorf("reading board %s: %w", board, err)
	}
	shown := &samedealv1.DailyChallenge{
		Variant: challenge.Variant, Board: board.String(), Commitment: deal.commitment(),
		Played: part.GetRanked(), Won: part.GetWon(), Voided: deal.Voided,
	}
	if isOver(challenge.Date, s.now) {
		shown.Code, shown.Salt = deal.Code.String(), hex.EncodeToString(deal.Salt)
	}
	if begun.Room != "" {
		shown.Mine = &samedealv1.DailyAttempt{
			Room: begun.Room, BegunMs: begun.Begun.UnixMilli(), Row: s.row(challenge, part.GetMine()),
		}
	}
	return shown, nil
}

// row gives the player's row: that of the board, or for a result that is on no board, such as of a voided day, one
// without a place.
func (s showing) row(challenge Challenge, ranked *samedealv1.BoardRow) *samedealv1.BoardRow {
	entry := s.history.Entries[challenge]
	if ranked != nil || entry.Result == nil {
		return ranked
	}
	return &samedealv1.BoardRow{Player: string(s.player), Result: entry.Result}
}
