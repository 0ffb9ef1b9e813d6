package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/gorilla/websocket"
	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// contest is a seat that several tabs of its player fight for, and all that they asked and were told.
type contest struct {
	servers     []string
	room, token string
	since       time.Time
	// ending is closed when it is time to resign.
	ending chan struct{}

	*contestCounts

	mu          sync.Mutex
	history     []porcupine.Operation
	connections int
}

// contestCounts is how often there was what, in all contests of a test.
type contestCounts struct {
	countsMu sync.Mutex
	counts   map[string]int
}

func (c *contestCounts) count(what string) {
	c.countsMu.Lock()
	defer c.countsMu.Unlock()
	c.counts[what]++
}

// accepted is how many actions were acknowledged in all.
func (c *contestCounts) accepted() int {
	c.countsMu.Lock()
	defer c.countsMu.Unlock()
	return c.counts[toldAccepted.String()]
}

// lacks is what there has not been of what there should.
func (c *contestCounts) lacks() []string {
	c.countsMu.Lock()
	defer c.countsMu.Unlock()
	return slices.DeleteFunc([]string{
		"connections cut", "late attempts", "taken over", toldNothing.String(), toldSeat.String(),
		toldAccepted.String(), toldAgain.String(), toldRule.String(), toldGap.String(), numberTaken,
	}, func(what string) bool { return c.counts[what] > 0 })
}

func (c *contest) now() int64 { return int64(time.Since(c.since)) }

func (c *contest) record(client int, ask seatAsk, called int64, answer seatAnswer, returned int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.history = append(c.history, porcupine.Operation{
		ClientId: client, Input: ask, Call: called, Output: answer, Return: returned,
	})
}

// nextConnection numbers the connections, from 0.
func (c *contest) nextConnection() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.connections++
	return c.connections - 1
}

// seatTab is one tab. It connects again whenever its connection ends, also if it was told not to, so that the
// tabs fight.
type seatTab struct {
	*contest
	tab    int
	chance *rand.Rand
	// attempt is the last attempt to connect. Each keeps a number before its own for one that comes late.
	attempt uint32
	// sent are the words that this tab sent last, by number.
	sent map[uint32]string
	own  *samedealv1.OwnBoard
	over bool
}

// asked is what was asked on a connection and has no answer yet.
type asked struct {
	seatAsk
	called int64
}

// seatLink is one connection of a tab.
type seatLink struct {
	*seatTab
	conn    *websocket.Conn
	number  int
	attempt uint32
	pending []asked
	// takenOver: the server has said so.
	takenOver bool
}

// numberTaken counts the actions that were answered with the whole seat.
const numberTaken = "the seat, the number being another's"

// errOutOfPlay says that a connection has ended, which is no failure.
var errOutOfPlay = errors.New("the connection has ended")

// fight plays until the seat has ended.
func (t *seatTab) fight(ctx context.Context) error {
	for !t.over {
		// Who has just taken the seat plays for a moment.
		if err := wait(ctx, time.Duration(t.chance.Int64N(int64(seatKept)))); err != nil {
			return fmt.Errorf("room %s: %w", t.room, err)
		}
		t.attempt += 2
		l := t.connect(ctx, t.attempt)
		if l == nil {
			continue
		}
		err := l.claim()
		if err == nil && t.chance.IntN(4) == 0 {
			err = t.comeLate(ctx)
		}
		if err == nil {
			err = l.play()
		}
		l.lose()
		if err != nil && !errors.Is(err, errOutOfPlay) {
			return fmt.Errorf("room %s, tab %d, connection %d: %w", t.room, t.tab, l.number, err)
		}
	}
	return nil
}

// connect makes an attempt to connect to some node; one that is down gives nil.
func (t *seatTab) connect(ctx context.Context, attempt uint32) *seatLink {
	server := t.servers[t.chance.IntN(len(t.servers))]
	dialer := websocket.Dialer{Subprotocols: []string{"samedeal.v1"}}
	conn, response, err := dialer.DialContext(ctx, strings.Replace(server, "http", "ws", 1)+"/ws", nil)
	if err != nil {
		return nil
	}
	_ = response.Body.Close()
	return &seatLink{seatTab: t, conn: conn, number: t.nextConnection(), attempt: attempt}
}

// comeLate makes the attempt before the last one now, on a connection of its own, which may not push out the
// last one's.
func (t *seatTab) comeLate(ctx context.Context) error {
	l := t.connect(ctx, t.attempt-1)
	if l == nil {
		return nil
	}
	defer l.lose()
	t.count("late attempts")
	if err := l.claim(); err != nil && !errors.Is(err, errOutOfPlay) {
		return err
	}
	return nil
}

// claim says hello, and waits for the seat.
func (l *seatLink) claim() error {
	hello := &samedealv1.Hello{
		Protocol: 1, Who: &samedealv1.Hello_Token{Token: l.token}, Attempt: l.attempt,
		Tab: fmt.Appendf(nil, "%-16d", l.tab), Resume: &samedealv1.Position{Room: l.room},
	}
	frame := &samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Hello{Hello: hello}}
	if err := l.ask(seatAsk{kind: askClaim}, frame); err != nil {
		return err
	}
	return l.awaitAnswers()
}

// play does one thing after another until the connection or the seat ends.
func (l *seatLink) play() error {
	for !l.over {
		var err error
		if l.chance.IntN(12) == 0 {
			err = l.ask(seatAsk{kind: askClaim}, enterFrame(l.room))
		} else {
			err = l.act()
		}
		if err == nil {
			err = l.awaitAnswers()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// act sends some actions, and sometimes cuts the connection before it has read the answers.
func (l *seatLink) act() error {
	for _, a := range l.choose() {
		if err := l.ask(a, l.actionFrame(a)); err != nil {
			return err
		}
	}
	if l.chance.IntN(25) == 0 {
		l.count("connections cut")
		return errOutOfPlay
	}
	return nil
}

func enterFrame(room string) *samedealv1.ClientFrame {
	command := &samedealv1.Command{Id: 1, Room: room, Command: &samedealv1.Command_Enter{Enter: &samedealv1.Enter{}}}
	return &samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Command{Command: command}}
}

func (l *seatLink) actionFrame(ask seatAsk) *samedealv1.ClientFrame {
	action := &samedealv1.Action{Room: l.room, Number: ask.number, Action: &samedealv1.Action_Word{Word: ask.word}}
	if ask.kind == askResign {
		action.Action = &samedealv1.Action_Resign{Resign: &samedealv1.Resign{}}
	}
	return &samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Action{Action: action}}
}

// choose gives what to do next: mostly the next actions, but also what was sent before, other words under
// numbers that are taken, numbers that are too high, and words that are against the rules.
func (l *seatLink) choose() []seatAsk {
	last := l.own.GetNumber()
	move := func(number uint32, word string) seatAsk { return seatAsk{kind: askMove, number: number, word: word} }
	select {
	case <-l.ending:
		if l.chance.IntN(4) == 0 {
			return []seatAsk{{kind: askResign, number: last + 1}}
		}
	default:
	}
	switch word, sent := l.sent[last+1]; {
	case sent && l.chance.IntN(2) == 0:
		return []seatAsk{move(last+1, word)} // it had no answer
	case last > 0 && l.chance.IntN(6) == 0:
		number := last - min(last-1, uint32(l.chance.IntN(6)))
		if word, sent := l.sent[number]; sent {
			return []seatAsk{move(number, word)}
		}
		return []seatAsk{move(number, l.word())}
	case l.chance.IntN(12) == 0:
		return []seatAsk{move(last+2+uint32(l.chance.IntN(3)), l.word())}
	case l.chance.IntN(12) == 0:
		return []seatAsk{move(last+1, fmt.Sprintf("%d%d", 1+l.chance.IntN(4), 5+l.chance.IntN(3)))}
	}
	var some []seatAsk
	for i := range 1 + uint32(l.chance.IntN(3)) {
		some = append(some, move(last+1+i, l.word()))
		if l.chance.IntN(12) == 0 {
			some = append(some, some[i])
			break
		}
	}
	return some
}

// word is a word that is legal on the board shown last; undo may be too often.
func (l *seatLink) word() string {
	words := append([]string{"n", "u"}, l.own.GetLegal()...)
	words = slices.DeleteFunc(words, func(word string) bool { return strings.HasSuffix(word, "h") })
	return words[l.chance.IntN(len(words))]
}

// ask sends a frame, to which an answer will come.
func (l *seatLink) ask(ask seatAsk, frame *samedealv1.ClientFrame) error {
	ask.conn, ask.tab, ask.attempt = l.number, l.tab, l.attempt
	if ask.kind == askMove {
		l.sent[ask.number] = ask.word
	}
	data, err := proto.Marshal(frame)
	if err != nil {
		return err
	}
	l.pending = append(l.pending, asked{ask, l.now()})
	if err := l.conn.WriteMessage(websocket.BinaryMessage, data); err != nil {
		return errOutOfPlay
	}
	return nil
}

// awaitAnswers reads until all that was asked is answered.
func (l *seatLink) awaitAnswers() error {
	for len(l.pending) > 0 {
		if err := l.conn.SetReadDeadline(time.Now().Add(eventually)); err != nil {
			return err
		}
		_, data, err := l.conn.ReadMessage()
		var closed *websocket.CloseError
		switch {
		case errors.As(err, &closed) && closed.Code == int(samedealv1.Close_CLOSE_TAKEN_OVER):
			l.takenOver = true
			l.count("taken over")
			return errOutOfPlay
		case err != nil && isTimeout(err):
			return fmt.Errorf("%v has no answer: %w", l.pending[0].seatAsk, err)
		case err != nil:
			return errOutOfPlay
		}
		frame := &samedealv1.ServerFrame{}
		if err := proto.Unmarshal(data, frame); err != nil {
			return err
		}
		if err := l.take(frame); err != nil {
			return err
		}
	}
	return nil
}

// take takes a frame in. Those of the seat answer what was asked, in that order.
func (l *seatLink) take(frame *samedealv1.ServerFrame) error {
	switch f := frame.GetFrame().(type) {
	case *samedealv1.ServerFrame_OwnBoard:
		l.own = f.OwnBoard
		l.over = l.over || len(f.OwnBoard.GetLegal()) == 0
		return l.answered(0, boardAnswer(toldSeat, f.OwnBoard))
	case *samedealv1.ServerFrame_Acknowledgement:
		own, kind := f.Acknowledgement.GetOwn(), toldAgain
		if !f.Acknowledgement.GetAgain() {
			l.own, kind = own, toldAccepted
		}
		return l.answered(own.GetNumber(), boardAnswer(kind, own))
	case *samedealv1.ServerFrame_Gap:
		return l.answered(f.Gap.GetNumber(), seatAnswer{kind: toldGap, expected: f.Gap.GetExpected()})
	case *samedealv1.ServerFrame_Refusal:
		return l.refused(f.Refusal)
	case *samedealv1.ServerFrame_Answer:
		if fault := f.Answer.GetFault(); fault != nil {
			l.count("not gone on: " + fault.GetReason().String())
			return errOutOfPlay
		}
	}
	return nil
}

// refused takes a refusal in: nothing was done. A fault other than the seat's end says that this node cannot
// answer, maybe before what was asked earlier has its answer.
func (l *seatLink) refused(r *samedealv1.Refusal) error {
	if rule := r.GetRule(); rule != nil {
		return l.answered(r.GetNumber(), seatAnswer{kind: toldRule, rule: rule.GetRule(), detail: rule.GetDetail()})
	}
	at := slices.IndexFunc(l.pending, func(a asked) bool { return a.number == r.GetNumber() })
	if at < 0 {
		return fmt.Errorf("action %d is refused, and was not asked: %v", r.GetNumber(), r.GetFault())
	}
	answer := seatAnswer{kind: toldNot}
	if r.GetFault().GetReason() == samedealv1.Reason_REASON_SEAT_ENDED {
		answer.kind, l.over = toldEnded, true
	} else {
		l.count("refused with " + r.GetFault().GetReason().String())
	}
	l.pending[0], l.pending[at] = l.pending[at], l.pending[0]
	if err := l.answered(r.GetNumber(), answer); err != nil {
		return err
	}
	if answer.kind == toldNot || at > 0 {
		return errOutOfPlay
	}
	return nil
}

func boardAnswer(kind answerKind, own *samedealv1.OwnBoard) seatAnswer {
	b := own.GetBoard()
	return seatAnswer{kind: kind, entry: own.GetEntry(), board: shownBoard{
		number: own.GetNumber(), hash: b.GetHash(), score: b.GetScore(), moves: b.GetMoves(), undoable: b.GetUndoable(),
	}}
}

// answered records the answer to the action of that number; a claim has none, and 0 is any.
func (l *seatLink) answered(number uint32, answer seatAnswer) error {
	if len(l.pending) == 0 {
		return fmt.Errorf("it is told %v, and has asked nothing", answer)
	}
	a := l.pending[0]
	if number != 0 && number != a.number {
		return fmt.Errorf("%v is answered with %v, of action %d", a.seatAsk, answer, number)
	}
	l.pending = l.pending[1:]
	l.record(l.tab, a.seatAsk, a.called, answer, l.now())
	l.count(answer.kind.String())
	if a.kind == askMove && answer.kind == toldSeat {
		l.count(numberTaken)
	}
	return nil
}

// claimSettles is how long after the end of its connection, or its node, a claim may still come to the log: as long as
// a seat tries.
const claimSettles = 10 * time.Second

// lose closes the connection. What has no answer by then gets none.
func (l *seatLink) lose() {
	_ = l.conn.Close()
	for _, a := range l.pending {
		returned := int64(never)
		if a.kind == askClaim {
			returned = l.now()
		}
		if a.kind == askClaim && !l.takenOver {
			returned += int64(claimSettles)
		}
		l.record(l.tab, a.seatAsk, a.called, seatAnswer{}, returned)
		l.count(toldNothing.String())
	}
	l.pending = nil
}
