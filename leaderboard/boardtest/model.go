package boardtest

import (
	"cmp"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Compare puts results in order as the rules say it, below 0 if the first is the better. It knows nothing
// of keys.
func Compare(ranking samedealv1.Ranking, a, b *samedealv1.Result) int {
	won := func(r *samedealv1.Result) bool { return r.GetEnding() == samedealv1.Ending_ENDING_HOME }
	if acted, other := a.GetActions() > 0, b.GetActions() > 0; acted != other {
		return before(acted)
	}
	if won(a) != won(b) {
		return before(won(a))
	}
	score := cmp.Compare(b.GetScore(), a.GetScore())
	time := cmp.Compare(a.GetTimeMs(), b.GetTimeMs())
	moves := cmp.Compare(a.GetMoves(), b.GetMoves())
	if ranking == byFirst && won(a) {
		return cmp.Or(time, score, moves)
	}
	return cmp.Or(score, time, moves)
}

// CompareTotals is Compare for totals.
func CompareTotals(ranking samedealv1.Ranking, a, b *samedealv1.Total) int {
	score := cmp.Compare(b.GetScore(), a.GetScore())
	if ranking == byFirst {
		return cmp.Or(cmp.Compare(b.GetWon(), a.GetWon()), cmp.Compare(a.GetWonTimeMs(), b.GetWonTimeMs()), score)
	}
	return cmp.Or(score, cmp.Compare(a.GetTimeMs(), b.GetTimeMs()))
}

// before is the order of two of which only one has something that comes first.
func before(first bool) int {
	if first {
		return -1
	}
	return 1
}

// A Model is a board as plain as it can be: of each player the best row in each ranking.
type Model struct {
	best map[samedealv1.Ranking]map[leaderboard.Player]*samedealv1.StoredRow
}

// NewModel gives an empty board.
func NewModel() *Model {
	return &Model{best: map[samedealv1.Ranking]map[leaderboard.Player]*samedealv1.StoredRow{byScore: {}, byFirst: {}}}
}

// Submit keeps a row where it is better than what the player has.
func (m *Model) Submit(player leaderboard.Player, row *samedealv1.StoredRow) {
	for ranking, best := range m.best {
		if have := best[player]; have == nil || Compare(ranking, row.GetResult(), have.GetResult()) < 0 {
			best[player] = row
		}
	}
}

// TakeOff takes a player off.
func (m *Model) TakeOff(player leaderboard.Player) {
	for _, best := range m.best {
		delete(best, player)
	}
}

// Rows gives the whole board, in order.
func (m *Model) Rows(ranking samedealv1.Ranking) []*samedealv1.BoardRow {
	best := m.best[ranking]
	var rows []*samedealv1.BoardRow
	for player, row := range best {
		better := 0
		for _, other := range best {
			if Compare(ranking, other.GetResult(), row.GetResult()) < 0 {
				better++
			}
		}
		percentile := 100
		if others := len(best) - 1; others > 0 {
			percentile = 100 * (others - better) / others
		}
		rows = append(rows, &samedealv1.BoardRow{
			Place: uint32(better + 1), Player: string(player), Result: row.GetResult(),
			Percentile: uint32(percentile), StartMs: row.GetStartMs(),
		})
	}
	slices.SortFunc(rows, func(a, b *samedealv1.BoardRow) int {
		return cmp.Or(cmp.Compare(a.GetPlace(), b.GetPlace()), cmp.Compare(a.GetPlayer(), b.GetPlayer()))
	})
	return rows
}

// Part answers a query as leaderboard.Boards must.
func (m *Model) Part(q leaderboard.Query) *samedealv1.GetBoardResponse {
	rows := m.Rows(q.Ranking)
	answer := &samedealv1.GetBoardResponse{
		Board: q.Board.String(), Ranking: q.Ranking, Ranked: uint32(len(rows)),
	}
	own := slices.IndexFunc(rows, func(r *samedealv1.BoardRow) bool { return r.GetPlayer() == string(q.Me) })
	for _, row := range rows {
		if row.GetResult().GetEnding() == samedealv1.Ending_ENDING_HOME {
			answer.Won++
		}
	}
	if own >= 0 {
		answer.Mine = rows[own]
	}
	most := int(cmp.Or(q.Most, leaderboard.DefaultRows))
	from := int(max(q.From, 1)) - 1
	switch q.Part {
	case samedealv1.BoardPart_BOARD_PART_AROUND_ME:
		if own < 0 {
			return answer
		}
		from = max(0, min(own-most/2, len(rows)-most))
	case samedealv1.BoardPart_BOARD_PART_FRIENDS:
		from = 0
		rows = slices.DeleteFunc(rows, func(r *samedealv1.BoardRow) bool {
			player := leaderboard.Player(r.GetPlayer())
			return player != q.Me && !slices.Contains(q.Friends, player)
		})
	default:
	}
	rows = rows[min(from, len(rows)):]
	answer.Rows = rows[:min(most, len(rows))]
	return answer
}

// difference says what differs between an answer and what it must be; empty if nothing does.
func difference(got, want *samedealv1.GetBoardResponse) string {
	if proto.Equal(got, want) {
		return ""
	}
	return "got " + got.String() + "\nwant " + want.String()
}
