package api

import (
	"context"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

const (
	rowsMost     = 100
	rowsStandard = 20
	gamesMost    = 50
)

// Boards shows leaderboards and keeps them right, as *leaderboard.Boards does. No row that it gives has a
// name.
type Boards interface {
	Part(ctx context.Context, q leaderboard.Query) (*samedealv1.GetBoardResponse, error)
	Games(ctx context.Context, board leaderboard.Board, ranking samedealv1.Ranking, after, most uint32) (
		*samedealv1.GetBoardGamesResponse, error)
	Row(ctx context.Context, viewer leaderboard.Player, board leaderboard.Board, ranking samedealv1.Ranking,
		player leaderboard.Player) (*samedealv1.StoredRow, *samedealv1.BoardRow, error)
	Mine(ctx context.Context, player leaderboard.Player) ([]*samedealv1.MyResult, error)
	RemovePlayer(ctx context.Context, player leaderboard.Player) ([]leaderboard.Board, error)
	Recompute(ctx context.Context, board leaderboard.Board) (*samedealv1.RecomputeBoardResponse, error)
}

// boardService is the calls of BoardService.
type boardService struct{ *services }

// GetBoard shows a part of a board.
func (s *boardService) GetBoard(ctx context.Context, r *connect.Request[samedealv1.GetBoardRequest]) (
	*connect.Response[samedealv1.GetBoardResponse], error,
) {
	board, ranking, err := boardOf(r.Msg)
	if err != nil {
		return nil, err
	}
	most, err := howMany(r.Msg.GetMost(), rowsMost, rowsStandard)
	if err != nil {
		return nil, err
	}
	me, err := s.viewer(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	query := leaderboard.Query{
		Board: board, Ranking: ranking, Part: r.Msg.GetPart(), From: r.Msg.GetFrom(), Most: most,
		Me: leaderboard.Player(me),
	}
	if query.Part == samedealv1.BoardPart_BOARD_PART_FRIENDS && me != "" {
		if query.Friends, err = s.friendsOf(ctx, player.ID(me)); err != nil {
			return nil, err
		}
	}
	part, err := s.Boards.Part(ctx, query)
	if err != nil {
		return nil, err
	}
	if err := s.nameRows(ctx, append([]*samedealv1.BoardRow{part.GetMine()}, part.GetRows()...)...); err != nil {
		return nil, err
	}
	return connect.NewResponse(part), nil
}

// boardOf reads which board is asked for, and in which order. The error is a *leaderboard.BoardError or a
// *room.Fault.
func boardOf(asked interface {
	GetBoard() string
	GetRanking() samedealv1.Ranking
}) (leaderboard.Board, samedealv1.Ranking, error) {
	board, err := leaderboard.ParseBoard(asked.GetBoard())
	if err != nil {
		return leaderboard.Board{}, 0, err
	}
	switch ranking := asked.GetRanking(); ranking {
	case samedealv1.Ranking_RANKING_UNSPECIFIED:
		return board, board.DefaultRanking(), nil
	case samedealv1.Ranking_RANKING_SCORE_AND_TIME, samedealv1.Ranking_RANKING_FIRST_HOME:
		return board, ranking, nil
	default:
		return leaderboard.Board{}, 0, room.NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"ranking is %d; want %d for score and time, %d for first home, or 0 for the game's own", ranking,
			samedealv1.Ranking_RANKING_SCORE_AND_TIME, samedealv1.Ranking_RANKING_FIRST_HOME)
	}
}

func (s *services) friendsOf(ctx context.Context, of player.ID) ([]leaderboard.Player, error) {
	ids, err := s.Friends.IDs(ctx, of)
	if err != nil {
		return nil, err
	}
	friends := make([]leaderboard.Player, len(ids))
	for i, id := range ids {
		friends[i] = leaderboard.Player(id)
	}
	return friends, nil
}

// nameRows gives rows their players' names; a row may be nil.
func (s *services) nameRows(ctx context.Context, rows ...*samedealv1.BoardRow) error {
	var ids []player.ID
	for _, row := range rows {
		if row != nil {
			ids = append(ids, player.ID(row.GetPlayer()))
		}
	}
	if len(ids) == 0 {
		return nil
	}
	records, err := s.Moderation.Records(ctx, ids...)
	if err != nil {
		return err
	}
	names := make(map[player.ID]player.Name, len(ids))
	for i, id := range ids {
		names[id] = records[i].Name
	}
	for _, row := range rows {
		if row != nil {
			row.Name = string(names[player.ID(row.GetPlayer())])
		}
	}
	return nil
}

// GetBoardGames gives rows of a board with their games.
func (s *boardService) GetBoardGames(ctx context.Context, r *connect.Request[samedealv1.GetBoardGamesRequest]) (
	*connect.Response[samedealv1.GetBoardGamesResponse], error,
) {
	board, ranking, err := boardOf(r.Msg)
	if err != nil {
		return nil, err
	}
	most, err := howMany(r.Msg.GetMost(), gamesMost, gamesMost)
	if err != nil {
		return nil, err
	}
	games, err := s.Boards.Games(ctx, board, ranking, r.Msg.GetAfter(), most)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(games), nil
}

// GetRowReplay gives the game of a row, board by board.
func (s *boardService) GetRowReplay(ctx context.Context, r *connect.Request[samedealv1.GetRowReplayRequest]) (
	*connect.Response[samedealv1.GetRowReplayResponse], error,
) {
	board, ranking, err := boardOf(r.Msg)
	if err != nil {
		return nil, err
	}
	most, err := howMany(r.Msg.GetMost(), replayMost, replayMost)
	if err != nil {
		return nil, err
	}
	viewer, err := s.viewer(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	stored, row, err := s.Boards.Row(ctx, leaderboard.Player(viewer), board, ranking, leaderboard.Player(r.Msg.GetPlayer()))
	if err != nil {
		return nil, err
	}
	code, err := engine.ParseCode(stored.GetDeal())
	if err != nil {
		return nil, err
	}
	race := room.Race{Code: code, LimitMS: stored.GetLimitMs()}
	steps, total, err := room.ReplayGame(race, stored.GetGame(), r.Msg.GetFrom(), most)
	if err != nil {
		return nil, err
	}
	if err := s.nameRows(ctx, row); err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.GetRowReplayResponse{
		Row: row, Variant: code.Variant().String(), Steps: steps, Total: total,
	}), nil
}

// GetMyResults gives where the token's player stands.
func (s *boardService) GetMyResults(ctx context.Context, r *connect.Request[samedealv1.GetMyResultsRequest]) (
	*connect.Response[samedealv1.GetMyResultsResponse], error,
) {
	p, _, err := s.Guests.Resume(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	results, err := s.Boards.Mine(ctx, leaderboard.Player(p.ID))
	if err != nil {
		return nil, err
	}
	for _, result := range results {
		result.GetMine().Name = string(p.Name)
	}
	return connect.NewResponse(&samedealv1.GetMyResultsResponse{Results: results}), nil
}
