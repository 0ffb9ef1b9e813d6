package redisboard

import (
	"context"
	"fmt"
	"strconv"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// View implements leaderboard.Rows.
func (s *Store) View(ctx context.Context, b leaderboard.Board, v leaderboard.View) (*leaderboard.Snapshot, error) {
	answer, err := view.RunRO(ctx, s.client, s.keys.all(b), viewArgs(b, v)...).Slice()
	if err != nil {
		return nil, fmt.Errorf("view a board in Redis: %w", err)
	}
	return readSnapshot(b, answer)
}

func viewArgs(b leaderboard.Board, v leaderboard.View) []any {
	ranking, games := nameScore, ""
	if v.Ranking == samedealv1.Ranking_RANKING_FIRST_HOME {
		ranking = nameFirst
	}
	if v.WithGames && !b.IsOfSums() {
		games = "games"
	}
	head := func(part string) []any { return []any{ranking, b.FirstNotWon(), string(v.Me), games, part, v.Most} }
	switch v.Part {
	case samedealv1.BoardPart_BOARD_PART_PAGE:
		return append(head("page"), v.From)
	case samedealv1.BoardPart_BOARD_PART_AROUND_ME:
		return head("around")
	case samedealv1.BoardPart_BOARD_PART_FRIENDS:
		args := head("players")
		for _, p := range v.Players {
			args = append(args, string(p))
		}
		return args
	default:
		return head("")
	}
}

// readSnapshot reads what view.lua returns.
func readSnapshot(b leaderboard.Board, answer []any) (*leaderboard.Snapshot, error) {
	if len(answer) != 5 {
		return nil, fmt.Errorf("view a board in Redis: the answer has %d parts; want 5", len(answer))
	}
	seen := &leaderboard.Snapshot{
		Ranked: number(answer[0]), Won: number(answer[1]), Attempts: text(answer[2]),
	}
	if own, isRow := answer[3].([]any); isRow {
		mine, err := readStanding(b, own)
		if err != nil {
			return nil, err
		}
		seen.Mine = &mine
	}
	rows, _ := answer[4].([]any)
	for _, row := range rows {
		parts, _ := row.([]any)
		standing, err := readStanding(b, parts)
		if err != nil {
			return nil, err
		}
		seen.Rows = append(seen.Rows, standing)
	}
	return seen, nil
}

func readStanding(b leaderboard.Board, parts []any) (leaderboard.Standing, error) {
	if len(parts) != 5 {
		return leaderboard.Standing{}, fmt.Errorf("view a board in Redis: a row has %d parts; want 5", len(parts))
	}
	key, err := readKey(text(parts[1]))
	if err != nil {
		return leaderboard.Standing{}, err
	}
	standing := leaderboard.Standing{Player: leaderboard.Player(text(parts[0])), Key: key, Lower: number(parts[2])}
	if b.IsOfSums() {
		standing.Total, err = readTotal(text(parts[3]))
	} else {
		standing.Row, err = readRow(text(parts[3]), text(parts[4]))
	}
	return standing, err
}

// readKey reads a member's score in a sorted set.
func readKey(score string) (int64, error) {
	key, err := strconv.ParseFloat(score, 64)
	if err != nil {
		return 0, fmt.Errorf("read a key in Redis: %w", err)
	}
	return int64(key), nil
}

func text(answer any) string {
	s, _ := answer.(string)
	return s
}

func number(answer any) int {
	n, _ := answer.(int64)
	return int(n)
}
