package room

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"go.uber.org/zap"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
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
	return Describe(lobby, h.calledIn(ctx, lobby), present, clock.now()), nil
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
		switch {
		case isMissing(err): // it has expired since
			continue
		case errors.Is(err, ErrNewer), errors.Is(err, errPanicked): // its own fault, and no other's
			h.config.Log.Info("a listed room cannot be shown", zap.String("room", string(code)), zap.Error(err))
			continue
		case err != nil:
			return nil, err
		}
		if room.GetPhase() != samedealv1.Phase_PHASE_ENDED && room.GetPhase() != samedealv1.Phase_PHASE_CANCELLED {
			rooms = append(rooms, room)
		}
	}
	return rooms, nil
}

// EverIn gives all who have come into a room since it was made, watchers too, and what each is called, in the room
// if they still are there or race in it; nothing if they were forgotten. It fails with a *Fault if there is no such
// room.
func (h *Hub) EverIn(ctx context.Context, code Code) (map[PlayerID]string, error) {
	lobby, events, _, err := h.load(ctx, code)
	if err != nil {
		return nil, err
	}
	all := map[PlayerID]string{}
	for i, data := range events {
		var event samedealv1.RoomEntry
		if err := proto.Unmarshal(data, &event); err != nil {
			return nil, fmt.Errorf("event %d of room %s: %w", i+1, code, err)
		}
		if joined := event.GetJoined(); joined != nil {
			all[PlayerID(joined.GetPlayer())] = joined.GetName()
		}
	}
	names, err := h.names(ctx, slices.Collect(maps.Keys(all)))
	if err != nil {
		return nil, err
	}
	maps.Copy(all, names)
	maps.Copy(all, lobby.Called(names, h.config.Distinct))
	return all, nil
}

// Games gives the games of a room whose race is over, from which its results replay. It fails with a
// *Fault if there is no such room, its race is not over, or the viewer, "" being a stranger, may not see them
// yet.
func (h *Hub) Games(ctx context.Context, viewer PlayerID, code Code) (*samedealv1.GetGamesResponse, error) {
	lobby, now, err := h.loadEnded(ctx, code)
	if err != nil {
		return nil, err
	}
	if err := lobby.mustGiveGames(now, viewer); err != nil {
		return nil, err
	}
	games := &samedealv1.GetGamesResponse{Room: Describe(lobby, h.calledIn(ctx, lobby), nil, now)}
	for i, racer := range lobby.Seats() {
		seat, err := h.foldedSeat(ctx, lobby.Race(), SeatID{Room: code, Seat: i})
		if err != nil {
			return nil, err
		}
		games.Games = append(games.Games, seat.gameOf(racer.Result))
	}
	return games, nil
}

// gameOf is the seat's game, as its result came of it. A seat that was resigned before the start has an end in
// the room's log alone.
func (s *Seat) gameOf(result *samedealv1.Result) *samedealv1.Game {
	game := s.game()
	if s.Number() == 0 {
		game.Ending = result.GetEnding()
	}
	return game
}

// foldedSeat is a seat as its log says.
func (h *Hub) foldedSeat(ctx context.Context, race Race, id SeatID) (*Seat, error) {
	entries, err := h.seatEntries(ctx, id)
	if err != nil {
		return nil, err
	}
	return FoldSeat(race, entries)
}

func (s *Seat) game() *samedealv1.Game {
	game := &samedealv1.Game{Ending: s.ending, Engine: engine.RulesVersion}
	for _, a := range s.actions {
		game.Words = append(game.Words, a.Word)
		game.AtMs = append(game.AtMs, a.AtMS)
	}
	return game
}

// Replay gives the boards of a seat's game in a room whose race is over, each as its player saw it then:
// at most so many steps from one on, of which 0 is the start. It fails with a *Fault if there is no such
// room, its race is not over, it has no such seat, or the viewer, "" being a stranger, may not see it yet.
func (h *Hub) Replay(ctx context.Context, viewer PlayerID, id SeatID, from, most uint32) (*samedealv1.GetReplayResponse, error) {
	lobby, now, err := h.loadEnded(ctx, id.Room)
	if err != nil {
		return nil, err
	}
	if err := h.mustHavePlayed(ctx, lobby, now, viewer); err != nil {
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
	return &samedealv1.GetReplayResponse{Room: Describe(lobby, h.calledIn(ctx, lobby), nil, now), Steps: steps, Total: total}, nil
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

// replaySteps gives at most so many steps of a seat's log, from one on, and how many there are in all.
func replaySteps(race Race, entries []Entry, from, most uint32) ([]*samedealv1.ReplayStep, uint32, error) {
	part, seat := reel{from: from, most: most}, NewSeat(race)
	part.show(seat)
	for _, e := range entries {
		before := seat.Number()
		if err := seat.Add(e); err != nil {
			return nil, 0, err
		}
		if seat.Number() > before {
			part.show(seat)
		}
	}
	return part.steps, seat.Number() + 1, nil
}

// loadEnded gives a room whose race is over, and the time. It fails with a *Fault if there is no such room or
// its race is not over.
func (h *Hub) loadEnded(ctx context.Context, code Code) (*Lobby, time.Time, error) {
	lobby, _, clock, err := h.load(ctx, code)
	if err != nil {
		return nil, time.Time{}, err
	}
	now := clock.now()
	if lobby.Phase(now) != samedealv1.Phase_PHASE_ENDED {
		return nil, time.Time{}, NewFault(samedealv1.Reason_REASON_NOT_ENDED, "the race of room %s is not over", code)
	}
	return lobby, now, nil
}

// seatEntries reads the whole log of a seat.
func (h *Hub) seatEntries(ctx context.Context, id SeatID) ([]Entry, error) {
	entries, err := h.config.Seats.Entries(ctx, id, EntryID{})
	if err != nil {
		return nil, fmt.Errorf("reading seat %d of room %s: %w", id.Seat, id.Room, err)
	}
	return entries, nil
}
