package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// modelRow is a row that a board must have.
type modelRow struct {
	player, name string
	result       *samedealv1.Result
	total        *samedealv1.Total
	startMS      int64
}

// modelBoard is a board as it must be, by what the players were told alone.
type modelBoard struct {
	id      string
	compare func(a, b modelRow, ranking samedealv1.Ranking) int
	rows    []modelRow
	// isSecret: nobody but those who have ended their attempt is told of a row, since the board's name is the day's deal.
	isSecret bool
}

// boardsOf are all boards that the attempts at a day's FreeCell count on.
func boardsOf(t testing.TB, day leaderboard.Date, deal string, entrants []*entrant) []modelBoard {
	t.Helper()
	var all, played, sums []modelRow
	for _, e := range entrants {
		row := modelRow{player: e.Player(), name: e.Name(), result: e.result, startMS: e.startMS}
		all = append(all, row)
		if e.result.GetActions() > 0 {
			played = append(played, row)
		}
		sums = append(sums, modelRow{player: e.Player(), name: e.Name(), total: totalOf(e.result)})
	}
	var boards []modelBoard
	for kind, rows := range map[string][]modelRow{
		"daily/" + day.String(): all,
		"all":                   played, "day/" + day.String(): played, "week/" + day.Week(): played, "month/" + day.Month(): played,
	} {
		boards = append(boards, modelBoard{id: kind + "/" + freeCell, compare: compareBoardResults, rows: rows})
	}
	boards = append(boards, modelBoard{id: "deal/" + deal, compare: compareBoardResults, rows: played, isSecret: true})
	for _, window := range []string{"daily-week/" + day.Week(), "daily-month/" + day.Month()} {
		boards = append(boards, modelBoard{id: window + "/" + freeCell, compare: compareBoardTotals, rows: sums})
	}
	return boards
}

// totalOf is the sum of one day.
func totalOf(results ...*samedealv1.Result) *samedealv1.Total {
	total := &samedealv1.Total{}
	for _, r := range results {
		total.Days++
		total.Score += r.GetScore()
		total.TimeMs += r.GetTimeMs()
		if r.GetEnding() == samedealv1.Ending_ENDING_HOME {
			total.Won++
			total.WonTimeMs += r.GetTimeMs()
		}
	}
	return total
}

// group is 0 for a game that came home, 2 for one without an action, and 1 for the others.
func group(r *samedealv1.Result) int {
	switch {
	case r.GetActions() == 0:
		return 2
	case r.GetEnding() == samedealv1.Ending_ENDING_HOME:
		return 0
	default:
		return 1
	}
}

func compareBoardResults(a, b modelRow, ranking samedealv1.Ranking) int {
	x, y := a.result, b.result
	score, time := cmp.Compare(y.GetScore(), x.GetScore()), cmp.Compare(x.GetTimeMs(), y.GetTimeMs())
	moves := cmp.Compare(x.GetMoves(), y.GetMoves())
	switch apart := cmp.Compare(group(x), group(y)); {
	case apart != 0 || group(x) == 2:
		return apart
	case group(x) == 0 && ranking == samedealv1.Ranking_RANKING_FIRST_HOME:
		return cmp.Or(time, score, moves)
	default:
		return cmp.Or(score, time, moves)
	}
}

func compareBoardTotals(a, b modelRow, ranking samedealv1.Ranking) int {
	x, y := a.total, b.total
	score := cmp.Compare(y.GetScore(), x.GetScore())
	if ranking == samedealv1.Ranking_RANKING_FIRST_HOME {
		return cmp.Or(cmp.Compare(y.GetWon(), x.GetWon()), cmp.Compare(x.GetWonTimeMs(), y.GetWonTimeMs()), score)
	}
	return cmp.Or(score, cmp.Compare(x.GetTimeMs(), y.GetTimeMs()))
}

func (m modelBoard) won() (won uint32) {
	for _, r := range m.rows {
		if r.total.GetWon() > 0 || r.result.GetEnding() == samedealv1.Ending_ENDING_HOME {
			won++
		}
	}
	return won
}

// ranked are the rows as they must be shown, in their order.
func (m modelBoard) ranked(ranking samedealv1.Ranking) []*samedealv1.BoardRow {
	sorted := slices.SortedFunc(slices.Values(m.rows), func(a, b modelRow) int {
		return cmp.Or(m.compare(a, b, ranking), cmp.Compare(a.player, b.player))
	})
	rows := make([]*samedealv1.BoardRow, len(sorted))
	for i, r := range sorted {
		better, percentile := 0, 100
		for _, other := range sorted {
			if m.compare(other, r, ranking) < 0 {
				better++
			}
		}
		if others := len(sorted) - 1; others > 0 {
			percentile = 100 * (others - better) / others
		}
		rows[i] = &samedealv1.BoardRow{
			Place: uint32(1 + better), Player: r.player, Name: r.name, Result: r.result, Total: r.total,
			Percentile: uint32(percentile), StartMs: r.startMS,
		}
	}
	return rows
}

func boardRowOf(rows []*samedealv1.BoardRow, player string) *samedealv1.BoardRow {
	for _, r := range rows {
		if r.GetPlayer() == player {
			return r
		}
	}
	return nil
}

func sameBoardRows(got, want []*samedealv1.BoardRow) bool {
	return slices.EqualFunc(got, want, func(a, b *samedealv1.BoardRow) bool { return proto.Equal(a, b) })
}

// holds reports what a board, as a player is told it, has otherwise than the model; nil if nothing. Pages are the same
// for all, so they need not be read for each.
func (m modelBoard) holds(ctx context.Context, e *entrant, pages bool, friends ...*entrant) error {
	for _, ranking := range []samedealv1.Ranking{
		samedealv1.Ranking_RANKING_SCORE_AND_TIME, samedealv1.Ranking_RANKING_FIRST_HOME,
	} {
		if err := m.holdsIn(ctx, ranking, e, pages, friends); err != nil {
			return fmt.Errorf("board %s, %s: %w", m.id, ranking, err)
		}
	}
	return nil
}

func (m modelBoard) holdsIn(ctx context.Context, ranking samedealv1.Ranking, e *entrant, pages bool, friends []*entrant) error {
	want := m.ranked(ranking)
	ask := func(part samedealv1.BoardPart, from, most int) (*samedealv1.GetBoardResponse, error) {
		got, err := e.api.GetBoard(ctx, &samedealv1.GetBoardRequest{
			Token: e.Token(), Board: m.id, Ranking: ranking, Part: part, From: uint32(from), Most: uint32(most),
		})
		if err == nil && (got.GetRanked() != uint32(len(want)) || got.GetWon() != m.won() || got.GetBoard() != m.id ||
			got.GetRanking() != ranking || !proto.Equal(got.GetMine(), boardRowOf(want, e.Player()))) {
			err = fmt.Errorf("%s is told %v; want %d ranked, %d won, mine %v", e.Name(), got, len(want), m.won(), boardRowOf(want, e.Player()))
		}
		return got, err
	}
	for from := 0; pages && from < len(want); from += 3 {
		page, err := ask(samedealv1.BoardPart_BOARD_PART_PAGE, from+1, 3)
		if err != nil {
			return err
		}
		if right := want[from:min(from+3, len(want))]; !sameBoardRows(page.GetRows(), right) {
			return fmt.Errorf("from %d on it has %v\nwant %v", from+1, page.GetRows(), right)
		}
	}
	around, err := ask(samedealv1.BoardPart_BOARD_PART_AROUND_ME, 0, 3)
	if err != nil {
		return err
	}
	if right := aroundRow(want, e.Player(), 3); !sameBoardRows(around.GetRows(), right) {
		return fmt.Errorf("around %s it has %v\nwant %v", e.Name(), around.GetRows(), right)
	}
	known := map[string]bool{e.Player(): true}
	for _, f := range friends {
		known[f.Player()] = true
	}
	among, err := ask(samedealv1.BoardPart_BOARD_PART_FRIENDS, 0, 20)
	if err != nil {
		return err
	}
	right := slices.DeleteFunc(slices.Clone(want), func(r *samedealv1.BoardRow) bool { return !known[r.GetPlayer()] })
	if !sameBoardRows(among.GetRows(), right) {
		return fmt.Errorf("of %s's friends it has %v\nwant %v", e.Name(), among.GetRows(), right)
	}
	return nil
}

// aroundRow are so many rows with a player's in the middle, as far as there are rows on both sides.
func aroundRow(rows []*samedealv1.BoardRow, player string, most int) []*samedealv1.BoardRow {
	at := slices.IndexFunc(rows, func(r *samedealv1.BoardRow) bool { return r.GetPlayer() == player })
	if at < 0 {
		return nil
	}
	first := max(0, min(at-most/2, len(rows)-most))
	return rows[first:min(first+most, len(rows))]
}
