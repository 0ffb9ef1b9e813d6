package room

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

const (
	// seatMailbox is how many messages wait for a seat before its senders do.
	seatMailbox = 64
	// settleTime is how long a seat tries to get an answer from the store before it sends its player
	// to connect again.
	settleTime = 10 * time.Second
	// claimTries is how often a seat is claimed before it is left to whoever fights for it.
	claimTries = 3
)

// seatView is what a seat tells its room: how it stands, and its result so far.
type seatView struct {
	stand  stand
	result *samedealv1.Result
}

// liveSeat plays one seat on this node. Its goroutine alone owns the seat's board and log; it outlives
// the connections of its player, and answers to the one that holds it last.
type liveSeat struct {
	id     SeatID
	log    *zap.Logger
	writer *Writer
	// newWriter makes one that knows nothing of the seat yet.
	newWriter func() *Writer
	expires   time.Time
	// elapsed is the time since the start of the race, negative before it.
	elapsed func() time.Duration
	limit   time.Duration
	// notBefore is when the newest action of any seat was, in milliseconds since the start: a store that has
	// failed over may have a clock that is behind.
	notBefore uint32
	// tell gives the room the seat's new view. It does not wait.
	tell func(seatView)

	mailbox chan func(context.Context)
	holder  *seatHolder
	started bool
	// acting is the action that is being carried out; nil if none is.
	acting *Act
	// hasFailed: the seat was given up, and does nothing any more.
	hasFailed bool
	stop      context.CancelFunc
	done      chan struct{}
}

// seatHolder is the connection that plays a seat.
type seatHolder struct {
	visitor Visitor
	conn    Conn
}

// live owns the seat until it is stopped.
func (l *liveSeat) live(ctx context.Context, again bool) error {
	if again {
		l.rebuild(ctx)
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case message := <-l.mailbox:
			message(ctx)
		}
	}
}

// rebuild begins the seat again after a panic: it is claimed and its log folded anew. The action that was being
// carried out may have been written before.
func (l *liveSeat) rebuild(ctx context.Context) {
	l.writer = l.newWriter()
	if l.holder == nil || !l.claim(ctx) {
		l.acting = nil
		return
	}
	l.tellRoom()
	a := l.acting
	l.acting = nil
	switch seat := l.writer.Seat(); {
	case a == nil, seat.Number() >= a.Number, a.Resign && seat.Ended():
		l.sendBoard()
	default:
		l.refuse(*a, FaultOf(errPanicked))
	}
}

// giveUp tells the holder that the seat cannot be gone on in: what they have had no answer to, they send again
// when they come back. The mailbox is emptied until the room knows that the seat is no longer played here.
func (l *liveSeat) giveUp(ctx context.Context, r *hosted) {
	holder := l.holder
	l.hasFailed, l.holder = true, nil
	r.hub.workers.Go(func() {
		r.send(ctx, func(context.Context) {
			if s := r.seats[l.id.Seat]; s.live == l {
				s.live = nil
			}
			if holder != nil {
				holder.conn.Send(strayFrame(l.id.Room, hasFailed(l.id.Room)))
			}
			l.stop()
		})
	})
	_ = l.live(ctx, false)
	for len(l.mailbox) > 0 {
		(<-l.mailbox)(ctx)
	}
}

// retire ends the seat when it has done what was sent to it, without a word to its holder: its room has been
// given up, and says so.
func (l *liveSeat) retire() {
	retire := func(context.Context) {
		l.holder = nil
		l.stop()
	}
	select {
	case l.mailbox <- retire:
	default:
		l.stop()
	}
}

// leave sends the holder to connect again: the seat is no longer played here.
func (l *liveSeat) leave() {
	if l.holder != nil {
		l.holder.conn.Close(samedealv1.Close_CLOSE_TRY_AGAIN)
	}
}

// send puts a message into the mailbox, and waits for room in it; it gives up with the context, or when
// the seat has stopped.
func (l *liveSeat) send(ctx context.Context, message func(context.Context)) {
	select {
	case l.mailbox <- message:
	case <-l.done:
	case <-ctx.Done():
	}
}

// attach makes a connection the seat's holder. A newer one takes over at once; an older attempt of the
// same tab does not.
func (l *liveSeat) attach(ctx context.Context, h *seatHolder) {
	if l.hasFailed {
		h.conn.Send(strayFrame(l.id.Room, hasFailed(l.id.Room)))
		return
	}
	if old := l.holder; old != nil && old.conn != h.conn {
		if old.visitor.Holder.Tab == h.visitor.Holder.Tab && old.visitor.Holder.Attempt > h.visitor.Holder.Attempt {
			h.conn.Close(samedealv1.Close_CLOSE_TAKEN_OVER)
			return
		}
		old.conn.Close(samedealv1.Close_CLOSE_TAKEN_OVER)
	}
	l.holder = h
	if !l.claim(ctx) {
		return
	}
	l.tellRoom()
	l.sendBoard()
}

// detach forgets a connection that is gone. The seat goes on.
func (l *liveSeat) detach(conn Conn) {
	if l.holder != nil && l.holder.conn == conn {
		l.holder = nil
	}
}

// start lets the race begin, and shows the deal to its player. For nobody the seat is not claimed: it may be
// played at another node.
func (l *liveSeat) start(ctx context.Context) {
	l.started = true
	if l.writer.claimed || l.holder != nil && l.claim(ctx) {
		l.tellRoom()
		l.sendBoard()
	}
}

// claim takes the seat for its holder, and reports whether that holder still has it.
func (l *liveSeat) claim(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	holder := Holder{}
	if l.holder != nil {
		holder = l.holder.visitor.Holder
	}
	if err := l.tryClaim(ctx, holder); err != nil {
		l.drop(err)
		return false
	}
	return true
}

// tryClaim claims the seat a few times. A store that is busy is waited for: at the start of a race very many
// seats are claimed at once.
func (l *liveSeat) tryClaim(ctx context.Context, holder Holder) error {
	for fenced := 1; ; {
		err := l.writer.Claim(ctx, holder, l.expires)
		switch {
		case errors.Is(err, ErrFenced) && fenced < claimTries:
			fenced++
		case errors.Is(err, ErrNotWritten) && ctx.Err() == nil:
			pause(ctx)
		default:
			return err
		}
	}
}

// drop sends the holder away, with a code that says whether to come back.
func (l *liveSeat) drop(err error) {
	code := samedealv1.Close_CLOSE_TRY_AGAIN
	if errors.Is(err, ErrFenced) || errors.Is(err, ErrOlderAttempt) {
		code = samedealv1.Close_CLOSE_TAKEN_OVER
	} else {
		l.log.Warn("a seat's log cannot be written", zap.Any("seat", l.id), zap.Error(err))
	}
	if l.holder != nil {
		l.holder.conn.Close(code)
		l.holder = nil
	}
}

// superseded says that the seat's log has been claimed by a later epoch.
func (l *liveSeat) superseded(epoch uint64) {
	if epoch > l.writer.epoch {
		l.writer.claimed = false
		l.drop(ErrFenced)
		l.stop()
	}
}

// act carries out an action of the holder's, and answers it.
func (l *liveSeat) act(ctx context.Context, conn Conn, a Act) {
	if l.holder == nil || l.holder.conn != conn {
		return // its connection has been told that it was taken over, or that the seat has failed
	}
	l.acting = &a
	l.carryOut(ctx, a)
	l.acting = nil
}

func (l *liveSeat) carryOut(ctx context.Context, a Act) {
	if !l.started {
		l.refuse(a, &Fault{Reason: samedealv1.Reason_REASON_NOT_STARTED, Text: "the race has not started"})
		return
	}
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	for try := 0; try < claimTries; try++ {
		if !l.writer.claimed && !l.claim(ctx) {
			return
		}
		if l.tryAct(ctx, a) {
			return
		}
	}
	l.drop(ErrUnclaimed)
}

// tryAct decides and commits an action, and reports whether it has been answered; otherwise the seat
// must be claimed and the action decided anew.
func (l *liveSeat) tryAct(ctx context.Context, a Act) bool {
	seat := l.writer.Seat()
	verdict := seat.Decide(a, l.now())
	if verdict.Entry == nil {
		l.answer(a, verdict)
		return true
	}
	before := seat.Position()
	switch err := l.writer.Append(ctx, verdict.Entry); {
	case errors.Is(err, ErrNotWritten):
		l.refuse(a, &Fault{Reason: samedealv1.Reason_REASON_BUSY, Text: "the store cannot take it now; try again"})
		return true
	case errors.Is(err, ErrFenced):
		l.drop(err)
		l.stop()
		return true
	case err != nil:
		l.log.Info("an action is not settled", zap.Any("seat", l.id), zap.Error(err))
		return false
	}
	l.tellRoom()
	if a.Resign {
		l.sendBoard()
		return true
	}
	st := l.writer.Seat().stand(l.id.Seat)
	l.acknowledge(st, revealed(st.variant, before, st.position, st.word), false)
	return true
}

// now is the milliseconds since the start. They never go back in a room, whichever node has its seats.
func (l *liveSeat) now() uint32 {
	at := max(l.notBefore, uint32(max(0, l.elapsed().Milliseconds())))
	if actions := l.writer.Seat().Actions(); len(actions) > 0 {
		at = max(at, actions[len(actions)-1].AtMS)
	}
	return at
}

// finish ends the seat, if it has not ended: its time is up.
func (l *liveSeat) finish(ctx context.Context, ending samedealv1.Ending) {
	ctx, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	if l.hasFailed || !l.writer.claimed && !l.claim(ctx) || l.writer.Seat().Ended() {
		return
	}
	err := l.writer.Append(ctx, finishEntry(ending, uint32(l.limit.Milliseconds())))
	if err != nil {
		l.log.Info("a seat is left to the sweeper to end", zap.Any("seat", l.id), zap.Error(err))
		return
	}
	l.tellRoom()
	l.sendBoard()
}

// answer answers an action that is not new.
func (l *liveSeat) answer(a Act, v Verdict) {
	room, seat := string(l.id.Room), uint32(l.id.Seat)
	switch {
	case v.Again > 0:
		l.acknowledge(l.writer.Seat().standAt(l.id.Seat, v.Again), nil, true)
	case v.Resync:
		l.sendBoard()
	case v.Expected > 0:
		l.sendFrame(&samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Gap{Gap: &samedealv1.Gap{
			Room: room, Seat: seat, Number: a.Number, Expected: v.Expected,
		}}})
	case v.Fault != nil:
		l.refuse(a, v.Fault)
	default:
		l.sendFrame(refusalFrame(&samedealv1.Refusal{
			Room: room, Seat: seat, Number: a.Number,
			Why: &samedealv1.Refusal_Rule{Rule: &samedealv1.RuleBroken{
				Rule: samedealv1.Rule(v.Rule.Rule), Detail: v.Rule.Detail(),
			}},
		}))
	}
}

func (l *liveSeat) refuse(a Act, f *Fault) {
	l.sendFrame(refusalFrame(&samedealv1.Refusal{
		Room: string(l.id.Room), Seat: uint32(l.id.Seat), Number: a.Number,
		Why: &samedealv1.Refusal_Fault{Fault: &samedealv1.Fault{Reason: f.Reason, Text: f.Text}},
	}))
}

func refusalFrame(r *samedealv1.Refusal) *samedealv1.ServerFrame {
	return &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Refusal{Refusal: r}}
}

func (l *liveSeat) acknowledge(st stand, cards []*samedealv1.Revealed, again bool) {
	l.sendFrame(&samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Acknowledgement{
		Acknowledgement: &samedealv1.Acknowledgement{
			Own: st.ownBoard(l.id.Room, st.atMS), Revealed: cards, Again: again,
		},
	}})
}

// sendBoard shows the holder the whole seat, once the race has started.
func (l *liveSeat) sendBoard() {
	if l.started {
		own := l.writer.Seat().stand(l.id.Seat).ownBoard(l.id.Room, l.now())
		l.sendFrame(&samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_OwnBoard{OwnBoard: own}})
	}
}

func (l *liveSeat) sendFrame(frame *samedealv1.ServerFrame) {
	if l.holder != nil {
		l.holder.conn.Send(frame)
	}
}

func (l *liveSeat) tellRoom() {
	seat := l.writer.Seat()
	l.tell(seatView{stand: seat.stand(l.id.Seat), result: seat.Result()})
}
