package leaderboard

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// How many rows are given at once.
const (
	DefaultRows = 20
	MostRows    = 100
	MostGames   = 50
)

var (
	// ErrNoRow says that a player has no row on a board.
	ErrNoRow = errors.New("the player has no row on the board")
	// ErrNotPlayed says that a game may not be seen yet by who has not ended their own attempt at that
	// daily challenge.
	ErrNotPlayed = errors.New("the game is an attempt at a daily challenge whose day is not over, and the viewer has not ended theirs")
)

// A QueryError says which part of a question cannot be answered, and what would be right.
type QueryError struct {
	Field  string // "board", "player", "ranking", "part" or "most"
	Reason string
}

func (e *QueryError) Error() string { return "the " + e.Field + ": " + e.Reason }

// A Query asks for a part of a board.
type Query struct {
	Board Board
	// Ranking may be unspecified: then it is the board's own.
	Ranking samedealv1.Ranking
	// Part is which rows; unspecified stands for a page.
	Part samedealv1.BoardPart
	// From is, of a page, the row to begin at, counted from 1; 0 stands for 1. Rows that share a place are
	// counted each, so that pages of n rows from 1, n+1, 2n+1, ... have every row once.
	From uint32
	// Most is how many rows: 1 to MostRows; 0 stands for DefaultRows.
	Most uint32
	// Me is the player whose own row is given too; empty for nobody.
	Me Player
	// Friends are whose rows BOARD_PART_FRIENDS shows, with Me's.
	Friends []Player
}

// Part shows a part of a board, without the players' names. All of it is of one instant. The error is a
// *QueryError for a question that cannot be answered.
//
// The board of a deal on which a row's game is an attempt at a daily whose day is not over is shown to who has not ended
// their own as if nobody else had played it: it would tell whether a guess at the deal is right.
func (b *Boards) Part(ctx context.Context, q Query) (*samedealv1.GetBoardResponse, error) {
	v, err := q.view()
	if err != nil {
		return nil, err
	}
	seen, err := b.view(ctx, q.Board, v)
	if err != nil {
		return nil, err
	}
	answer := &samedealv1.GetBoardResponse{
		Board: q.Board.String(), Ranking: v.Ranking, Ranked: uint32(seen.Ranked), Won: uint32(seen.Won),
	}
	for _, row := range seen.Rows {
		answer.Rows = append(answer.Rows, boardRow(q.Board, row, seen.Ranked))
	}
	if seen.Mine != nil {
		answer.Mine = boardRow(q.Board, *seen.Mine, seen.Ranked)
	}
	return answer, nil
}

// view checks a query and says what of the board answers it.
func (q Query) view() (View, error) {
	most, err := rowsAsked(q.Most, DefaultRows, MostRows)
	if err != nil {
		return View{}, err
	}
	v := View{Ranking: q.Ranking, Part: q.Part, Most: most, Me: q.Me}
	switch q.Part {
	case samedealv1.BoardPart_BOARD_PART_UNSPECIFIED, samedealv1.BoardPart_BOARD_PART_PAGE:
		v.Part = samedealv1.BoardPart_BOARD_PART_PAGE
		v.From = int(max(q.From, 1) - 1)
	case samedealv1.BoardPart_BOARD_PART_AROUND_ME:
	case samedealv1.BoardPart_BOARD_PART_FRIENDS:
		v.Players = slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(q.Friends), q.Me))))
		v.Players = slices.DeleteFunc(v.Players, func(p Player) bool { return p == "" })
	default:
		return View{}, &QueryError{Field: "part", Reason: fmt.Sprintf("it is %d; want 1 for a page, 2 for the rows around one's own, or 3 for friends'", q.Part)}
	}
	v.Ranking, err = rankingOf(q.Board, q.Ranking)
	return v, err
}

func rowsAsked(given uint32, standard, most int) (int, error) {
	switch {
	case given == 0:
		return standard, nil
	case int(given) > most:
		return 0, &QueryError{Field: "most", Reason: fmt.Sprintf("it is %d; want 1 to %d rows, or 0 for %d", given, most, standard)}
	default:
		return int(given), nil
	}
}

// rankingOf fills the default in, and checks that there is a board at all.
func rankingOf(board Board, given samedealv1.Ranking) (samedealv1.Ranking, error) {
	switch {
	case board == Board{}:
		return 0, &QueryError{Field: "board", Reason: "there is none; want one such as " + forms[Daily]}
	case given == samedealv1.Ranking_RANKING_UNSPECIFIED:
		return board.DefaultRanking(), nil
	case !isRanking(given):
		return 0, &QueryError{Field: "ranking", Reason: fmt.Sprintf("it is %d; want 1 for score and time, 2 for first home, or 0 for the board's own", given)}
	default:
		return given, nil
	}
}

// view reads a part of a board, as whoever is v.Me may see it.
func (b *Boards) view(ctx context.Context, board Board, v View) (*Snapshot, error) {
	seen, err := b.store.View(ctx, board, v)
	if err != nil {
		return nil, fmt.Errorf("read the board %s: %w", board, err)
	}
	return b.disclosed(ctx, board, v, seen)
}

func boardRow(board Board, s Standing, ranked int) *samedealv1.BoardRow {
	row := &samedealv1.BoardRow{
		Place: place(s.Lower), Player: string(s.Player), Percentile: percentile(s.Lower, ranked),
		Result: s.Row.GetResult(), StartMs: s.Row.GetStartMs(), Total: s.Total.GetTotal(),
	}
	if board.kind == Deal {
		row.KnownDeal = s.Row.GetKnownDeal()
	}
	return row
}

// place is the place of a row than which so many have a lower key: equal results share theirs. Every place
// that is shown comes from here.
func place(lower int) uint32 { return uint32(1 + lower) }

// percentile is how many in a hundred of the others on the board are not better.
func percentile(lower, ranked int) uint32 {
	if ranked <= 1 {
		return 100
	}
	return uint32(100 * (ranked - 1 - lower) / (ranked - 1))
}

// Games gives rows of a board with their games, from the top, leaving out as many as after says. A row is
// withheld, so that only its place and player are given, if it is a daily attempt whose day is not
// over. Boards of sums have none. The error is a *QueryError for a question that cannot be answered.
func (b *Boards) Games(
	ctx context.Context, board Board, ranking samedealv1.Ranking, after, most uint32,
) (*samedealv1.GetBoardGamesResponse, error) {
	ranking, err := rankingOf(board, ranking)
	if err != nil {
		return nil, err
	}
	v := View{Ranking: ranking, Part: samedealv1.BoardPart_BOARD_PART_PAGE, From: int(after), WithGames: true}
	if v.Most, err = rowsAsked(most, MostGames, MostGames); err != nil {
		return nil, err
	}
	seen, err := b.view(ctx, board, v)
	if err != nil {
		return nil, err
	}
	answer := &samedealv1.GetBoardGamesResponse{Board: board.String(), Ranking: ranking, Ranked: uint32(seen.Ranked)}
	for _, s := range seen.Rows {
		if board.IsOfSums() {
			break
		}
		ranked := &samedealv1.RankedGame{Place: place(s.Lower), Player: string(s.Player)}
		if !b.isSecret(s.Row.GetDaily()) {
			ranked.Row = s.Row
		}
		answer.Games = append(answer.Games, ranked)
	}
	return answer, nil
}

// Row gives a player's row on a board with its game, and as the board shows it. It fails with ErrNoRow, with
// ErrNotPlayed if the viewer may not see the game yet, or with a *QueryError. A viewer may be "", nobody.
func (b *Boards) Row(
	ctx context.Context, viewer Player, board Board, ranking samedealv1.Ranking, player Player,
) (*samedealv1.StoredRow, *samedealv1.BoardRow, error) {
	ranking, err := rankingOf(board, ranking)
	if err != nil {
		return nil, nil, err
	}
	seen, err := b.view(ctx, board, View{
		Ranking: ranking, Part: samedealv1.BoardPart_BOARD_PART_FRIENDS, Players: []Player{player}, Most: 1,
		Me: viewer, WithGames: true,
	})
	switch {
	case err != nil:
		return nil, nil, err
	case len(seen.Rows) == 0 || board.IsOfSums():
		return nil, nil, ErrNoRow
	}
	s := seen.Rows[0]
	if err := b.mayReplay(ctx, viewer, s); err != nil {
		return nil, nil, err
	}
	return s.Row, boardRow(board, s, seen.Ranked), nil
}

// Has reports whether a player has a row on a board.
func (b *Boards) Has(ctx context.Context, board Board, player Player) (bool, error) {
	ranking, err := rankingOf(board, samedealv1.Ranking_RANKING_UNSPECIFIED)
	if err != nil || player == "" {
		return false, err
	}
	seen, err := b.view(ctx, board, View{Ranking: ranking, Me: player})
	return err == nil && seen.Mine != nil, err
}

// Mine gives where a player stands on the boards of all races of each variant, in the boards' own
// rankings; those without a row of theirs are left out.
func (b *Boards) Mine(ctx context.Context, player Player) ([]*samedealv1.MyResult, error) {
	var mine []*samedealv1.MyResult
	if player == "" {
		return nil, nil
	}
	for _, v := range engine.Variants() {
		board := AllTime(v)
		seen, err := b.view(ctx, board, View{Ranking: board.DefaultRanking(), Me: player})
		if err != nil {
			return nil, err
		}
		if seen.Mine != nil {
			mine = append(mine, &samedealv1.MyResult{
				Board: board.String(), Ranking: board.DefaultRanking(), Ranked: uint32(seen.Ranked),
				Mine: proto.CloneOf(boardRow(board, *seen.Mine, seen.Ranked)),
			})
		}
	}
	return mine, nil
}
