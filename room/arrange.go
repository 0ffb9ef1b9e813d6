package room

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// arrangedCountdownS is the countdown of an arranged race, in seconds.
const arrangedCountdownS = 3

// Arranged is a race whose players and deal are given, so that it begins by itself.
type Arranged struct {
	// Deal is sealed with Salt, of engine.SaltBytes bytes.
	Deal engine.Code
	Salt []byte
	// Winnable says that the deal was found to be winnable.
	Winnable bool
	// Minutes and Ranking are as in the options of a room, 0 for the same defaults.
	Minutes uint32
	Ranking samedealv1.Ranking
	// Players have the seats, in their order; the first owns the room. There is at least one.
	Players []PlayerID
	// Daily is nil unless the race is for a daily challenge.
	Daily *samedealv1.DailyRoom
}

// NewCode gives a code that no room has had before.
func (h *Hub) NewCode(ctx context.Context) (Code, error) {
	code, err := h.config.Directory.NewCode(ctx)
	if err != nil {
		return "", fmt.Errorf("taking a room code: %w", err)
	}
	return code, nil
}

// Arrange makes the room of a code and has its race begin 3 s later. It is not listed, and watchers see it
// without delay. Arranged again it changes nothing: the room that is there is left as it is, and what a crash
// left out is added. The error is a *Fault on what is wrong with the race, or the store's.
func (h *Hub) Arrange(ctx context.Context, code Code, a Arranged) error {
	created, err := a.created()
	if err != nil {
		return err
	}
	for {
		isDone, err := h.arrangeNext(ctx, code, a)
		if isMissing(err) {
			err = h.create(ctx, code, created)
		}
		switch {
		case isDone:
			h.showArranged(code)
			return nil
		case err != nil && !errors.Is(err, ErrNotAbove):
			return fmt.Errorf("arranging room %s: %w", code, err)
		}
	}
}

// showArranged has all nodes look at a room: somebody may have come into it before it was arranged wholly.
func (h *Hub) showArranged(code Code) {
	if r := h.hosting(code); r != nil {
		r.wake()
	}
	h.bell(code)
}

// created is the first event of the room.
func (a Arranged) created() (*samedealv1.Created, error) {
	seen := map[PlayerID]bool{}
	for _, player := range a.Players {
		if player == "" || seen[player] {
			return nil, NewFault(samedealv1.Reason_REASON_BAD_FIELD,
				"player %q is nobody, or has two seats in the race to arrange; want a seat each", player)
		}
		seen[player] = true
	}
	if !isDeal(a.Deal) || len(a.Salt) != engine.SaltBytes || len(a.Players) == 0 {
		return nil, NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"the race to arrange has %d players and a salt of %d bytes; want a deal, %d bytes, and at least one player",
			len(a.Players), len(a.Salt), engine.SaltBytes)
	}
	options, err := CheckOptions(&samedealv1.RoomOptions{
		Deal: a.Deal.Variant().String(), Ranking: a.Ranking, Minutes: a.Minutes,
		Seats: uint32(len(a.Players)), CountdownS: arrangedCountdownS,
	})
	if err != nil {
		return nil, err
	}
	created := NewRoom(options, a.Players[0], Drawn{Code: a.Deal, Sealed: true, Salt: a.Salt, Winnable: a.Winnable})
	created.Daily = proto.CloneOf(a.Daily)
	return created, nil
}

// arrangeNext adds the room's next event, and reports whether it has all of them. ErrNotAbove says that somebody
// else has added one.
func (h *Hub) arrangeNext(ctx context.Context, code Code, a Arranged) (isDone bool, err error) {
	lobby, events, clock, err := h.load(ctx, code)
	if err != nil {
		return false, err
	}
	now := clock.now()
	event := lobby.arrange(now, a.Players)
	if event == nil {
		return true, nil
	}
	data, err := marshalEvent(now, event)
	if err != nil {
		return false, err
	}
	last, expires := events[len(events)-1], expiresWith(lobby, now, event, h.config.Retention)
	return false, h.config.Events.AppendEvent(ctx, code, uint64(len(events)+1), data, last, expires)
}

// arrange is the next event by which the race of these players comes about; nil if there is none, since the
// seats are fixed, or the room is over.
func (l *Lobby) arrange(now time.Time, players []PlayerID) *samedealv1.RoomEntry {
	if l.isStarted() || l.isOver() {
		return nil
	}
	started := &samedealv1.Started{StartMs: now.Add(arrangedCountdownS * time.Second).UnixMilli()}
	for _, player := range players {
		if _, found := l.person(player); !found {
			return &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Joined{Joined: &samedealv1.Joined{
				Player: string(player), Plays: true,
			}}}
		}
		started.Players = append(started.Players, string(player))
	}
	return &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Started{Started: started}}
}
