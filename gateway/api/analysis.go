package api

import (
	"context"
	"errors"
	"slices"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
	"github.com/samedeal/samedeal/room/analysis"
)

// Analyst says how far a game could have been won, as *analysis.Analyst does.
type Analyst interface {
	// Analyse tells how the analysis of a game stands, and begins it if need be and it may. The steps of the line
	// have words and no boards.
	Analyse(ctx context.Context, race engine.Code, words []string, may func() bool) (*samedealv1.AnalyseSeatResponse, error)
}

// analysisService is the calls of AnalysisService.
type analysisService struct{ *services }

// AnalyseSeat says how far the game of a seat could still have been won. It is for whoever may see the seat's
// replay.
func (s *analysisService) AnalyseSeat(ctx context.Context, r *connect.Request[samedealv1.AnalyseSeatRequest]) (
	*connect.Response[samedealv1.AnalyseSeatResponse], error,
) {
	viewer, err := s.viewer(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	may := func() bool { return s.NewAnalyses.Try(s.Address(r.Peer().Addr, r.Header()), player.ID(viewer)) }
	ask := func(ctx context.Context, code room.Code) (*samedealv1.AnalyseSeatResponse, error) {
		race, words, err := s.Rooms.Played(ctx, viewer, room.SeatID{Room: code, Seat: int(r.Msg.GetSeat())})
		if err != nil {
			return nil, err
		}
		return s.analyse(ctx, race, words, may)
	}
	found, err := lookUp(ctx, s.services, r, viewer, r.Msg.GetCode(), ask)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(found), nil
}

// analyse tells how the analysis of a game stands, with the boards of its line.
func (s *services) analyse(
	ctx context.Context, race engine.Code, words []string, may func() bool,
) (*samedealv1.AnalyseSeatResponse, error) {
	found, err := s.Analyst.Analyse(ctx, race, words, may)
	switch {
	case errors.Is(err, analysis.ErrTooMany):
		return nil, room.NewFault(samedealv1.Reason_REASON_TOO_MANY,
			"too many games were given to be analysed from this address; try again in a minute")
	case errors.Is(err, analysis.ErrBusy):
		return nil, room.NewFault(samedealv1.Reason_REASON_BUSY, "%s; ask again in a few seconds", analysis.ErrBusy)
	case err != nil:
		return nil, err
	case len(found.GetLine()) == 0:
		return found, nil
	}
	game := &samedealv1.Game{Words: slices.Clone(words[:found.GetLastWinnable()])}
	for _, step := range found.GetLine() {
		game.Words = append(game.Words, step.GetWord())
	}
	found.Line, _, err = room.ReplayGame(room.Race{Code: race}, game, found.GetLastWinnable()+1, uint32(len(found.GetLine())))
	return found, err
}
