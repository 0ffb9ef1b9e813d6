package room

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/proto"

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

// EverIn gives all who have come into a room since it was made, watchers too, and by what name it knew each
// of them last. It fails with a *Fault if there is no such room.
func (h *Hub) EverIn(ctx context.Context, code Code) (map[PlayerID]string, error) {
	events, err := h.config.Events.Events(ctx, code, 1)
	if err != nil {
		return nil, fmt.Errorf("reading the log of room %s: %w", code, err)
	}
	if len(events) == 0 {
		return nil, NewFault(samedealv1.Reason_REASON_NO_SUCH_ROOM, "there is no room %s", code)
	}
	names := map[PlayerID]string{}
	for i, data := range events {
		var event samedealv1.RoomEntry
		if err := proto.Unmarshal(data, &event); err != nil {
			return nil, fmt.Errorf("event %d of room %s: %w", i+1, code, err)
		}
		if joined := event.GetJoined(); joined != nil {
			names[PlayerID(joined.GetPlayer())] = joined.GetName()
		}
	}
	return names, nil
}

// Games gives the games of a room whose race is over, from which its results replay. It fails with a
// *Fault if there is no such room or its race is not over.
func (h *Hub) Games(ctx context.Context, code Code) (*samedealv1.GetGamesResponse, error) {
	lobby, described, err := h.loadEnded(ctx, code)
	if err != nil {
		return nil, err
	}
	games := &samedealv1.GetGamesResponse{Room: described}
	for i := range lobby.Seats() {
		entries, err := h.seatEntries(ctx, SeatID{Room: code, Seat: i})
		if err != nil {
			return nil, err
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

// Replay gives the boards of a seat's game in a room whose race is over, each as its player saw it then:
// at most so many steps from one on, of which 0 is the start. It fails with a *Fault if there is no such
// room, its race is not over, or it has no such seat.
func (h *Hub) Replay(ctx context.Context, id SeatID, from, most uint32) (*samedealv1.GetReplayResponse, error) {
	lobby, described, err := h.loadEnded(ctx, id.Room)
	if err != nil {
		return nil, err
	}
	if err := checkSeat(id, len(lobby.Seats())); err != nil {
		return nil, err
	}
	entries, err := h.seatEntries(ctx, id)
	if err != nil {
		return nil, err
	}
	steps, total, err := replaySteps(lobby.Race(), entries, from, most)
	if err != nil {
		return nil, err
	}
	return &samedealv1.GetReplayResponse{Room: described, Steps: steps, Total: total}, nil
}

// checkSeat refuses a seat that is none of so many.
func checkSeat(id SeatID, seats int) error {
	switch {
	case seats == 0:
		return NewFault(samedealv1.Reason_REASON_BAD_FIELD, "room %s ended before its race began: it has no seats", id.Room)
	case id.Seat < 0 || id.Seat >= seats:
		return NewFault(samedealv1.Reason_REASON_BAD_FIELD, "room %s has no seat %d; want 0 to %d", id.Room, id.Seat, seats-1)
	default:
		return nil
	}
}

// replaySteps gives at most so many steps of a seat's log, from one on, and how many there are in all. They are
// shown while the log is folded: later, the seat knows more than its player did then.
func replaySteps(race Race, entries []Entry, from, most uint32) ([]*samedealv1.ReplayStep, uint32, error) {
	var steps []*samedealv1.ReplayStep
	seat := NewSeat(race)
	show := func() {
		if step := seat.Number(); step >= from && step-from < most {
			steps = append(steps, seat.stand(0).replayStep()) // a step does not say which seat it is of
		}
	}
	show()
	for _, e := range entries {
		before := seat.Number()
		if err := seat.Add(e); err != nil {
			return nil, 0, err
		}
		if seat.Number() > before {
			show()
		}
	}
	return steps, seat.Number() + 1, nil
}

// loadEnded gives a room whose race is over, and how it is described to anybody. It fails with a *Fault if
// there is no such room or its race is not over.
func (h *Hub) loadEnded(ctx context.Context, code Code) (*Lobby, *samedealv1.Room, error) {
	lobby, _, clock, err := h.load(ctx, code)
	if err != nil {
		return nil, nil, err
	}
	if lobby.Phase(clock.now()) != samedealv1.Phase_PHASE_ENDED {
		return nil, nil, NewFault(samedealv1.Reason_REASON_NOT_ENDED, "the race of room %s is not over", code)
	}
	return lobby, Describe("", lobby, nil, clock.now()), nil
}

// seatEntries reads the whole log of a seat.
func (h *Hub) seatEntries(ctx context.Context, id SeatID) ([]Entry, error) {
	entries, err := h.config.Seats.Entries(ctx, id, EntryID{})
	if err != nil {
		return nil, fmt.Errorf("reading seat %d of room %s: %w", id.Seat, id.Room, err)
	}
	return entries, nil
}
