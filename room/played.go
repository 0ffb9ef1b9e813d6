package room

import (
	"context"

	"github.com/samedeal/samedeal/engine"
)

// Played gives the deal of a seat's game in a room whose race is over, and the words that were accepted, for
// whoever may see its replay. The deal's code is not for the viewer: they may see boards of a game whose code
// is told to nobody yet. It fails as Replay does.
func (h *Hub) Played(ctx context.Context, viewer PlayerID, id SeatID) (engine.Code, []string, error) {
	lobby, now, err := h.loadEnded(ctx, id.Room)
	if err != nil {
		return engine.Code{}, nil, err
	}
	if err := h.mustHavePlayed(ctx, lobby, now, viewer); err != nil {
		return engine.Code{}, nil, err
	}
	if err := checkSeat(id, len(lobby.Seats())); err != nil {
		return engine.Code{}, nil, err
	}
	seat, err := h.foldedSeat(ctx, lobby.Race(), id)
	if err != nil {
		return engine.Code{}, nil, err
	}
	return lobby.Race().Code, seat.game().GetWords(), nil
}
