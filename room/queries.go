package room

import (
	"context"
	"fmt"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Describe shows a room as somebody may see it who has only its code. It fails with a *Fault if there is
// no such room.
func (h *Hub) Describe(ctx context.Context, code Code) (*samedealv1.Room, error) {
	lobby, _, clock, err := h.load(ctx, code)
	if err != nil {
		return nil, err
	}
	present, err := h.config.Presence.Present(ctx, code)
	if err != nil {
		return nil, fmt.Errorf("reading who is in room %s: %w", code, err)
	}
	return Describe("", lobby, present, clock.now()), nil
}

// List shows the listed rooms that can be joined or watched, the newest first.
func (h *Hub) List(ctx context.Context, most int) ([]*samedealv1.Room, error) {
	codes, err := h.config.Directory.Listed(ctx, most)
	if err != nil {
		return nil, fmt.Errorf("reading the listed rooms: %w", err)
	}
	var rooms []*samedealv1.Room
	for _, code := range codes {
		room, err := h.Describe(ctx, code)
		if fault := FaultOf(err); fault != nil && fault.Reason == samedealv1.Reason_REASON_NO_SUCH_ROOM {
			continue // it has expired since
		}
		if err != nil {
			return nil, err
		}
		if room.GetPhase() != samedealv1.Phase_PHASE_ENDED && room.GetPhase() != samedealv1.Phase_PHASE_CANCELLED {
			rooms = append(rooms, room)
		}
	}
	return rooms, nil
}

// Games gives the games of a room whose race is over, from which its results replay. It fails with a
// *Fault if there is no such room or its race is not over.
func (h *Hub) Games(ctx context.Context, code Code) (*samedealv1.GetGamesResponse, error) {
	lobby, _, clock, err := h.load(ctx, code)
	if err != nil {
		return nil, err
	}
	if lobby.Phase(clock.now()) != samedealv1.Phase_PHASE_ENDED {
		return nil, NewFault(samedealv1.Reason_REASON_NOT_ENDED, "the race of room %s is not over", code)
	}
	games := &samedealv1.GetGamesResponse{Room: Describe("", lobby, nil, clock.now())}
	for i := range lobby.Seats() {
		entries, err := h.config.Seats.Entries(ctx, SeatID{Room: code, Seat: i}, EntryID{})
		if err != nil {
			return nil, fmt.Errorf("reading seat %d of room %s: %w", i, code, err)
		}
		seat, err := FoldSeat(lobby.Race(), entries)
		if err != nil {
			return nil, err
		}
		games.Games = append(games.Games, seat.game())
	}
	return games, nil
}

func (s *Seat) game() *samedealv1.Game {
	game := &samedealv1.Game{Ending: s.ending, Engine: EngineVersion}
	for _, a := range s.actions {
		game.Words = append(game.Words, a.Word)
		game.AtMs = append(game.AtMs, a.AtMS)
	}
	return game
}
