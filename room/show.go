package room

import (
	"context"
	"slices"
	"time"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// All that a room shows goes through MaySee, for every viewer each time.

// show tells everybody in the room how it stands. Whose own seat has ended may see the others' boards from
// then on, and is shown them as they are, since these may not move for long.
func (r *hosted) show() {
	frame := r.frame()
	for _, v := range r.visits {
		v.conn.Send(frame)
		before := v.playing
		v.playing = r.isPlaying(v.visitor.Player)
		if before && !v.playing {
			r.showSeatsTo(v)
		}
	}
}

// isPlaying reports whether somebody holds a seat that has not ended.
func (r *hosted) isPlaying(player PlayerID) bool {
	i, found := r.lobby.SeatOf(player)
	return found && r.lobby.Seats()[i].Result == nil
}

// frame is the room as all are shown it: it is made once, since making it takes the longer the more they are.
func (r *hosted) frame() *samedealv1.ServerFrame {
	return &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Room{
		Room: Describe(r.lobby, r.calledHere(), r.present, r.clock.now()),
	}}
}

// showAll brings a connection up to date: the room, and each seat that it may see.
func (r *hosted) showAll(v *visit) {
	v.conn.Send(r.frame())
	r.showSeatsTo(v)
}

func (r *hosted) showSeatsTo(v *visit) {
	v.playing = r.isPlaying(v.visitor.Player)
	for i := range r.seats {
		r.showSeatTo(v, i)
	}
}

// showSeat shows a seat's newest view: at once to those who play, later to those who watch where the
// room says so.
func (r *hosted) showSeat(i int) {
	s := r.seats[i]
	delay := time.Duration(r.lobby.Options().GetWatchDelayS()) * time.Second
	if r.lobby.isOver() {
		delay = 0
	}
	if delay > 0 {
		r.delayed = append(r.delayed, delayedStand{at: r.clock.now().Add(delay), seat: i, stand: s.view.stand})
	} else {
		r.delayed = slices.DeleteFunc(r.delayed, func(d delayedStand) bool { return d.seat == i })
		s.show(s.view.stand)
	}
	for _, v := range r.visits {
		if delay == 0 || r.sees(v, i) == SeesProgress {
			r.showSeatTo(v, i)
		}
	}
}

// show makes a stand what watchers see. Its word is for those who saw the one before.
func (s *seatState) show(st stand) {
	if st.number != s.shown.number+1 {
		st.word = ""
	}
	s.shown = st
}

// showWatchers shows those who watch what they may see of a seat by now.
func (r *hosted) showWatchers(i int) {
	for _, v := range r.visits {
		if r.sees(v, i) == SeesBoard {
			r.showSeatTo(v, i)
		}
	}
}

func (r *hosted) sees(v *visit, i int) View {
	return MaySee(v.visitor.Player, r.lobby, r.clock.now()).Seats[i].View
}

// showEnded shows a player their own seat, which has ended. The room's log may have told this node so before it has
// read the seat's.
func (r *hosted) showEnded(ctx context.Context, v *visit, i int) {
	st := r.seats[i].view.stand
	if !st.ended {
		r.readSeat(ctx, i)
		st = r.seats[i].fold.stand(i)
	}
	st.ended = true // in the room's log alone if they left before the start
	if r.sees(v, i) == SeesOwn {
		v.conn.Send(&samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_OwnBoard{
			OwnBoard: st.ownBoard(r.code, st.atMS),
		}})
	}
}

// showSeatTo shows one seat to one connection, as it may see it. A player's own seat shows itself.
func (r *hosted) showSeatTo(v *visit, i int) {
	s := r.seats[i]
	switch r.sees(v, i) {
	case SeesBoard:
		v.conn.Send(&samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_WatchedBoard{
			WatchedBoard: s.shown.watchedBoard(r.code),
		}})
	case SeesProgress:
		v.conn.Send(&samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Progress{
			Progress: s.view.stand.seatProgress(r.code),
		}})
	case SeesNothing, SeesOwn:
	}
}
