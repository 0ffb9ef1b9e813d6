package room

import (
	"context"
	"time"

	"go.uber.org/zap"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Results is told how seats have ended.
type Results interface {
	// SeatEnded is told of a seat whose end is in its room's log, at least once: again after a crash or an
	// error, and by several nodes at once. The context bounds it to 10 s.
	SeatEnded(ctx context.Context, ended EndedSeat) error
}

// EndedSeat is a seat that has ended. None of it must be changed.
type EndedSeat struct {
	ID     SeatID
	Player PlayerID
	Deal   engine.Code
	// Sealed says that nobody knew the deal before the race.
	Sealed bool
	// Daily is nil unless the room is for a daily challenge.
	Daily *samedealv1.DailyRoom
	// Start is when the race began, or was to begin, for one who resigned before.
	Start   time.Time
	LimitMS uint32
	// Result is what Game replays to.
	Game   *samedealv1.Game
	Result *samedealv1.Result
}

const (
	// tellSoon is when any node tells of a seat's end, if the one that noted it has not.
	tellSoon = 10 * time.Second
	// tellRarely is the most that passes between two tries: they come after 10 s, and ever more rarely.
	tellRarely = 5 * time.Minute
	// tellTime bounds the telling of one seat.
	tellTime = 10 * time.Second
)

// telling is which seats' ends a room has told of, as far as this node knows.
type telling struct {
	told map[int]bool
	// isBusy: they are being told of, beside the room's goroutine.
	isBusy bool
	// isNews: this node has noted an end since it told last.
	isNews bool
	// due is what this node has put into the schedule last, so that another tells if this one cannot.
	due time.Time
}

// dueSoon has the room be due soon, before a seat's end is noted in its log: who finds it due tells of the end.
func (r *hosted) dueSoon(ctx context.Context) error {
	at := r.clock.now().Add(tellSoon)
	if err := r.hub.config.Schedule.Set(ctx, r.code, at); err != nil {
		return err
	}
	r.telling.due = at
	return nil
}

// untold are the ended seats that this node has not told of, each without its game. Those of a race that was
// called off count for nothing.
func (r *hosted) untold() []EndedSeat {
	if r.hub.config.Results == nil || r.lobby.called {
		return nil
	}
	var seats []EndedSeat
	race := r.lobby.Race()
	for i, racer := range r.lobby.racers {
		if racer.Result == nil || r.telling.told[i] {
			continue
		}
		seats = append(seats, EndedSeat{
			ID: SeatID{Room: r.code, Seat: i}, Player: racer.Player, Deal: race.Code, Sealed: r.lobby.created.GetSealed(),
			Daily: r.lobby.Daily(), Start: r.lobby.start, LimitMS: race.LimitMS, Result: racer.Result,
		})
	}
	return seats
}

// tellEnds begins to tell of the ended seats. The room does not wait for it.
func (r *hosted) tellEnds(ctx context.Context) {
	r.telling.isNews = false
	seats := r.untold()
	if r.telling.isBusy || len(seats) == 0 {
		return
	}
	r.telling.isBusy = true
	r.hub.workers.Go(func() {
		var told []int
		for _, seat := range seats {
			if err := r.hub.tell(r.hub.work, seat); err != nil {
				r.log.Warn("a seat's end is not told of yet", zap.Int("seat", seat.ID.Seat), zap.Error(err))
				continue
			}
			told = append(told, seat.ID.Seat)
		}
		r.send(r.hub.work, func(ctx context.Context) { r.endsTold(ctx, told, len(told) == len(seats)) })
	})
}

// endsTold notes of which seats was told. What was not is left to who finds the room due.
func (r *hosted) endsTold(ctx context.Context, told []int, all bool) {
	r.telling.isBusy = false
	for _, seat := range told {
		r.telling.told[seat] = true
	}
	if !all {
		return
	}
	if len(r.untold()) > 0 { // they have ended meanwhile
		r.tellEnds(ctx)
		return
	}
	if err := r.schedule(ctx, r.telling.due); err != nil {
		r.log.Info("what comes next in the room cannot be scheduled", zap.Error(err))
	}
}

// tell tells of one seat, with its game.
func (h *Hub) tell(ctx context.Context, ended EndedSeat) (err error) {
	log := h.config.Log.With(zap.String("room", string(ended.ID.Room)), zap.Int("seat", ended.ID.Seat))
	defer h.caught("results", log, &err)
	ctx, cancel := context.WithTimeout(ctx, tellTime)
	defer cancel()
	seat, err := h.foldedSeat(ctx, Race{Code: ended.Deal, LimitMS: ended.LimitMS}, ended.ID)
	if err != nil {
		return err
	}
	if seat.Number() != ended.Result.GetActions() || seat.Number() > 0 && !proto.Equal(seat.Result(), ended.Result) {
		// The store has come back from a failure without the end of the game; no later try would find it.
		log.Error("the game of an ended seat is lost, its result is not told of")
		return nil
	}
	ended.Game = seat.gameOf(ended.Result)
	return h.config.Results.SeatEnded(ctx, ended)
}

// nextTelling is when the room is to be due because of seats that were not told of; false if there are none.
func (r *hosted) nextTelling(now time.Time) (time.Time, bool) {
	age := now.Sub(r.lobby.lastAt)
	return now.Add(min(max(age, tellSoon), tellRarely)), len(r.untold()) > 0
}
