package room

import (
	"context"
	"time"

	"go.uber.org/zap"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// prepareSeats sets up the seats, once they are fixed, and has those connected here play theirs.
func (r *hosted) prepareSeats(ctx context.Context) {
	racers := r.lobby.Seats()
	if len(racers) == len(r.seats) {
		return
	}
	r.seats = make([]*seatState, len(racers))
	for i := range racers {
		r.seats[i] = newSeatState(r.lobby.Race(), i)
	}
	r.noteRaces(ctx)
	for _, v := range r.visits {
		r.attach(ctx, v)
	}
}

// newSeatState is a seat of which nothing is known yet.
func newSeatState(race Race, i int) *seatState {
	fold := NewSeat(race)
	st := fold.stand(i)
	return &seatState{fold: fold, view: seatView{stand: st, result: fold.Result()}, shown: st}
}

// noteRaces notes that those who play race here. A race against nobody counts for none.
func (r *hosted) noteRaces(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	racers := r.lobby.Seats()
	limit, _ := r.lobby.Limit()
	for _, racer := range racers {
		if len(racers) == 1 || racer.Result != nil || r.lobby.isOver() {
			continue
		}
		if err := r.hub.config.Races.Enter(ctx, racer.Player, r.code, limit); err != nil {
			r.log.Info("a race is not noted", zap.Error(err))
		}
	}
}

// mustBeFree refuses a player who races elsewhere, if this room is to be a race. What was noted may not hold any
// more, as when they left in the countdown: the other room's log has the last word.
func (r *hosted) mustBeFree(ctx context.Context, player PlayerID) error {
	if r.lobby.Options().GetSeats() == 1 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	where, err := r.hub.config.Races.Where(ctx, player)
	if err != nil || where == "" || where == r.code {
		return err
	}
	elsewhere, _, _, err := r.hub.load(ctx, where)
	switch {
	case isMissing(err), err == nil && !elsewhere.racing(player):
		return nil
	case err != nil:
		return err
	}
	return NewFault(samedealv1.Reason_REASON_RACING_ELSEWHERE,
		"this player races in room %s; resign there first, or enter to watch", where)
}

// attach has a connection play the seat of its player, if they have one. One that has ended is shown as it
// ended.
func (r *hosted) attach(ctx context.Context, v *visit) {
	i, found := r.lobby.SeatOf(v.visitor.Player)
	switch {
	case !found || i >= len(r.seats):
		return
	case r.lobby.Seats()[i].Result != nil:
		r.showEnded(ctx, v, i)
		return
	}
	live := r.playing(i)
	if live == nil {
		live = r.startSeat(i)
		r.seats[i].live = live
	}
	v.attached = true
	holder := &seatHolder{visitor: v.visitor, conn: v.conn}
	live.send(ctx, func(ctx context.Context) { live.attach(ctx, holder) })
}

// playing is the seat as it is played here; nil if it is not.
func (r *hosted) playing(i int) *liveSeat {
	s := r.seats[i]
	if s.live == nil {
		return nil
	}
	select {
	case <-s.live.done:
		s.live = nil
	default:
	}
	return s.live
}

// startSeat begins to play a seat on this node.
func (r *hosted) startSeat(i int) *liveSeat {
	start, _ := r.lobby.Start()
	race := r.lobby.Race()
	limit := time.Duration(race.LimitMS) * time.Millisecond
	id := SeatID{Room: r.code, Seat: i}
	work, stop := context.WithCancel(r.hub.work)
	l := &liveSeat{
		id: id, log: r.log, expires: start.Add(limit + unfinished), limit: limit, started: r.begun,
		newWriter: func() *Writer { return NewWriter(r.hub.config.Seats, id, race, nonce, pause) },
		elapsed:   func() time.Duration { return r.clock.now().Sub(start) },
		mailbox:   make(chan func(context.Context), seatMailbox), stop: stop, done: make(chan struct{}),
	}
	for _, s := range r.seats {
		l.notBefore = max(l.notBefore, s.view.stand.atMS)
	}
	l.writer = l.newWriter()
	l.tell = func(view seatView) { r.news.put(i, view) }
	r.hub.workers.Go(func() {
		defer stop()
		defer close(l.done)
		if err := r.hub.survive(work, "seat", r.log, l.live); err != nil && work.Err() == nil {
			l.giveUp(work, r)
		}
		l.leave()
	})
	return l
}

// begin is the start instant: the seats that are played here show their deal, and the others theirs.
func (r *hosted) begin(ctx context.Context) {
	r.begun = true
	r.show()
	for i, s := range r.seats {
		if s.live != nil {
			s.live.send(ctx, s.live.start)
		}
		r.showSeat(i)
	}
}

// readSeat folds what other nodes have added to a seat's log. A seat that is played here is told if
// its log has been claimed elsewhere.
func (r *hosted) readSeat(ctx context.Context, i int) {
	s := r.seats[i]
	from := s.cursor
	if from != (EntryID{}) {
		from.Index++
	}
	entries, err := r.hub.config.Seats.Entries(ctx, SeatID{Room: r.code, Seat: i}, from)
	if err != nil {
		r.log.Info("a seat cannot be read", zap.Int("seat", i), zap.Error(err))
		return
	}
	if len(entries) == 0 {
		return
	}
	if err := r.foldSeat(ctx, i, entries); err != nil {
		r.log.Warn("a seat cannot be folded", zap.Int("seat", i), zap.Error(err))
		return
	}
	if live := r.playing(i); live != nil {
		epoch := s.fold.Claim().Epoch
		live.send(ctx, func(context.Context) { live.superseded(epoch) })
		return // it tells its views itself, as long as it is played here
	}
	r.seatMoved(ctx, i, seatView{stand: s.fold.stand(i), result: s.fold.Result()})
}

// foldSeat folds new entries; after a new claim, which may have made older ones void, the whole log.
func (r *hosted) foldSeat(ctx context.Context, i int, entries []Entry) error {
	s := r.seats[i]
	for _, e := range entries {
		if e.ID.Index == 0 && s.cursor != (EntryID{}) {
			all, err := r.hub.config.Seats.Entries(ctx, SeatID{Room: r.code, Seat: i}, EntryID{})
			if err != nil {
				return err
			}
			s.fold, entries = NewSeat(r.lobby.Race()), all
			break
		}
	}
	for _, e := range entries {
		if err := s.fold.Add(e); err != nil {
			return err
		}
		s.cursor = e.ID
	}
	return nil
}

// seatMoved shows a seat's new view, and sees to its end.
func (r *hosted) seatMoved(ctx context.Context, i int, view seatView) {
	r.seats[i].view = view
	r.showSeat(i)
	if view.stand.ended {
		r.noteEnds(ctx)
	}
}

// noteEnds writes into the room's log what it does not say yet of the ends of its seats, and then its own:
// a node may have died over any of it.
func (r *hosted) noteEnds(ctx context.Context) {
	if r.lobby.isOver() || len(r.seats) == 0 {
		return
	}
	for i := range r.seats {
		if err := r.noteEnd(ctx, i); err != nil {
			r.log.Info("a seat's end cannot be noted yet", zap.Int("seat", i), zap.Error(err))
		}
	}
	if !r.lobby.allEnded() {
		return
	}
	if err := r.endIfOver(ctx); err != nil {
		r.log.Info("the room's end cannot be noted yet", zap.Error(err))
	}
}

// noteEnd writes a seat's end into the room's log.
func (r *hosted) noteEnd(ctx context.Context, i int) error {
	racer, result := r.lobby.Seats()[i], r.seats[i].view.result
	if racer.Result != nil || result.GetEnding() == samedealv1.Ending_ENDING_UNSPECIFIED {
		return nil
	}
	if err := r.hub.config.Races.Leave(ctx, racer.Player, r.code); err != nil {
		return err
	}
	return r.decide(ctx, func(now time.Time) ([]*samedealv1.RoomEntry, error) {
		return r.lobby.EndSeat(now, i, result)
	})
}
