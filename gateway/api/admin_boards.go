package api

import (
	"context"

	"connectrpc.com/connect"
	"go.uber.org/zap"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// VoidDaily takes a daily challenge out of all boards and streaks.
func (s *adminService) VoidDaily(ctx context.Context, r *connect.Request[samedealv1.VoidDailyRequest]) (
	*connect.Response[samedealv1.VoidDailyResponse], error,
) {
	voiding, err := s.Dailies.Void(ctx, r.Msg.GetDate(), r.Msg.GetVariant())
	if err != nil {
		return nil, err
	}
	s.Log.Info("an admin voided a daily challenge",
		zap.String("date", r.Msg.GetDate()), zap.String("variant", r.Msg.GetVariant()), zap.Int("results", voiding.Results), zap.Int("recomputed", voiding.Recomputed))
	return connect.NewResponse(&samedealv1.VoidDailyResponse{
		Results: uint32(voiding.Results), Recomputed: uint32(voiding.Recomputed), Again: voiding.Again,
	}), nil
}

// RemoveFromBoards takes a player's results off every board.
func (s *adminService) RemoveFromBoards(ctx context.Context, r *connect.Request[samedealv1.RemoveFromBoardsRequest]) (
	*connect.Response[samedealv1.RemoveFromBoardsResponse], error,
) {
	id, err := readPlayer(r.Msg.GetPlayer())
	if err != nil {
		return nil, err
	}
	// The days go first: sums are made of them.
	if err := s.Dailies.RemovePlayer(ctx, leaderboard.Player(id)); err != nil {
		return nil, err
	}
	boards, err := s.Boards.RemovePlayer(ctx, leaderboard.Player(id))
	if err != nil {
		return nil, err
	}
	s.Log.Info("an admin took a player off all boards", zap.String("player", string(id)), zap.Int("boards", len(boards)))
	removed := &samedealv1.RemoveFromBoardsResponse{}
	for _, board := range boards {
		removed.Boards = append(removed.Boards, board.String())
	}
	return connect.NewResponse(removed), nil
}

// RecomputeBoard plays the games of a board again and ranks them anew.
func (s *adminService) RecomputeBoard(ctx context.Context, r *connect.Request[samedealv1.RecomputeBoardRequest]) (
	*connect.Response[samedealv1.RecomputeBoardResponse], error,
) {
	board, err := leaderboard.ParseBoard(r.Msg.GetBoard())
	if err != nil {
		return nil, err
	}
	recomputed, err := s.Boards.Recompute(ctx, board)
	if err != nil {
		return nil, err
	}
	s.Log.Info("an admin recomputed a board", zap.Stringer("board", board),
		zap.Uint32("mended", recomputed.GetMended()), zap.Strings("removed", recomputed.GetRemoved()))
	return connect.NewResponse(recomputed), nil
}
