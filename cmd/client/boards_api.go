package client

import (
	"context"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// GetBoard shows a part of a leaderboard.
func (a *API) GetBoard(ctx context.Context, request *samedealv1.GetBoardRequest) (*samedealv1.GetBoardResponse, error) {
	return call(ctx, a, request, func(s apiServer) method[samedealv1.GetBoardRequest, samedealv1.GetBoardResponse] {
		return s.boards.GetBoard
	})
}

// GetBoardGames gives rows of a leaderboard with their games.
func (a *API) GetBoardGames(ctx context.Context, request *samedealv1.GetBoardGamesRequest) (*samedealv1.GetBoardGamesResponse, error) {
	return call(ctx, a, request, func(s apiServer) method[samedealv1.GetBoardGamesRequest, samedealv1.GetBoardGamesResponse] {
		return s.boards.GetBoardGames
	})
}

// GetDaily shows a day's challenges; the token may be empty, and so the date, for today.
func (a *API) GetDaily(ctx context.Context, token, date string) (*samedealv1.GetDailyResponse, error) {
	request := &samedealv1.GetDailyRequest{Token: token, Date: date}
	return call(ctx, a, request, func(s apiServer) method[samedealv1.GetDailyRequest, samedealv1.GetDailyResponse] {
		return s.dailies.GetDaily
	})
}

// StartDaily begins the token's player's attempt at one of today's challenges, or practice, and gives the
// room.
func (a *API) StartDaily(ctx context.Context, token, variant string, practice bool) (room string, err error) {
	request := &samedealv1.StartDailyRequest{Token: token, Variant: variant, Practice: practice}
	response, err := call(ctx, a, request, func(s apiServer) method[samedealv1.StartDailyRequest, samedealv1.StartDailyResponse] {
		return s.dailies.StartDaily
	})
	return response.GetRoom(), err
}
