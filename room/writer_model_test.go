package room_test

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// The model plays one seat from two tabs on three nodes, over a store that loses replies and requests,
// executes them late or twice, says it is busy, and fails over to a replica that lags. Nodes are
// coroutines that stop at each request to the store; what becomes of it, and who goes on next, is drawn
// at random. The tabs fight for the seat, and choose their moves as they like.
//
// Whatever is acknowledged must stay in the log as long as the store does not forget it, and then be
// the only course of the game; no action may count twice, nor on another course than the one it was
// decided on, nor after "nothing was done"; and when the faults end, a tab gets back into the game.

const (
	modelNodes   = 3
	modelTabs    = 2
	modelSteps   = 300
	modelActions = 80
)

var expiry = time.Unix(1<<31, 0)

var errNoReply = errors.New("no reply")

// request is a store operation that a node waits for.
type request struct {
	entry  room.Entry // of an append
	create time.Time
	read   bool
	from   room.EntryID

	appended room.Appended
	entries  []room.Entry
	err      error
}

// modelStore is the store, and what may still reach it.
type modelStore struct {
	log        []room.Entry
	replicated int
	connection uint64
	late       []request
	failovers  int
}

func (s *modelStore) execute(r *request) {
	switch {
	case r.read:
		i := slices.IndexFunc(s.log, func(e room.Entry) bool { return e.ID.Compare(r.from) >= 0 })
		r.entries = nil
		if i >= 0 {
			r.entries = slices.Clone(s.log[i:])
		}
		r.err = nil
	case len(s.log) == 0 && r.create.IsZero():
		r.err = room.ErrNoLog
	case len(s.log) > 0 && s.log[len(s.log)-1].ID.Compare(r.entry.ID) >= 0:
		r.err = room.ErrNotAbove
	default:
		s.log = append(s.log, r.entry)
		r.appended, r.err = room.Appended{Length: int64(len(s.log)), Connection: s.connection}, nil
	}
}

func (s *modelStore) failOver() {
	s.log = slices.Clone(s.log[:s.replicated])
	s.connection++
	s.failovers++
}

// coroutineStore is the store as a node's task sees it: each call stops the task.
type coroutineStore struct{ yield func(*request) bool }

func (s coroutineStore) Append(_ context.Context, _ room.SeatID, e room.Entry, create time.Time) (room.Appended, error) {
	return s.call(&request{entry: e, create: create}).result()
}

func (s coroutineStore) Entries(_ context.Context, _ room.SeatID, from room.EntryID) ([]room.Entry, error) {
	r := s.call(&request{read: true, from: from})
	return r.entries, r.err
}

func (s coroutineStore) call(r *request) *request {
	if !s.yield(r) {
		panic(errCrashed)
	}
	return r
}

func (r *request) result() (room.Appended, error) { return r.appended, r.err }

// errCrashed unwinds the task of a node that was killed.
var errCrashed = errors.New("crashed")

// modelNode is a server process: its writer outlives tasks, and dies with the process.
type modelNode struct {
	writer *room.Writer
	store  *coroutineStore
	task   func() (*request, bool)
	stop   func()
	wants  *request
}

// run begins a task, up to its first request.
func (n *modelNode) run(body func()) {
	next, stop := iter.Pull(func(yield func(*request) bool) {
		defer func() {
			if reason := recover(); reason != nil && reason != errCrashed { //nolint:errorlint // the very value
				panic(reason)
			}
		}()
		n.store.yield = yield
		body()
	})
	n.task, n.stop = next, stop
	n.resume()
}

// resume lets the task run to its next request, or to its end.
func (n *modelNode) resume() {
	r, running := n.task()
	n.wants = r
	if !running {
		n.stop()
		n.task, n.stop, n.wants = nil, nil, nil
	}
}

func (n *modelNode) busy() bool { return n.task != nil }

// tab is a player's browser tab: what it was told it has played, and where it is connected.
type tab struct {
	id      string
	attempt uint32
	on      *modelNode
	held    []string
}

// model is one run.
type model struct {
	*rapid.T
	// chance is seeded by rapid, whose own numbers are mostly small: these are all equally likely.
	chance *rand.Rand
	store  modelStore
	race   room.Race
	nodes  [modelNodes]*modelNode
	tabs   [modelTabs]*tab
	nonces uint64
	stamps uint32
	// decided is, by an action's stamp, the course on which it was decided.
	decided map[uint32][]room.Action
	// busy are the stamps of actions that were answered "not written, try again".
	busy map[uint32]bool
	// acked is what must be in the log: all that was acknowledged, less what the store has forgotten.
	acked []room.Action
	lost  int
}

func (m *model) newNode() *modelNode {
	n := &modelNode{store: &coroutineStore{}}
	n.writer = room.NewWriter(n.store, room.SeatID{Room: "KLMNPQ"}, m.race, func() uint64 {
		m.nonces++
		return m.nonces
	}, func(context.Context) {})
	return n
}

// connect has a tab come to a node by a new attempt: it claims, and then plays on. A node that the tab
// has left goes on with what it was doing.
func (m *model) connect(b *tab, n *modelNode) {
	b.attempt++
	b.on = n
	attempt := b.attempt
	n.run(func() {
		err := n.writer.Claim(context.Background(), room.Holder{Tab: b.id, Attempt: attempt}, expiry)
		if err == nil {
			m.greet(b, n)
			err = m.playOn(b, n, attempt)
		}
		m.checkError(err)
		if b.on == n && b.attempt == attempt {
			b.on = nil
		}
	})
}

// greet has the tab compare what it holds with what the server has: it adopts another course.
func (m *model) greet(b *tab, n *modelNode) {
	played := wordsPlayed(n.writer.Seat().Actions())
	if len(b.held) < len(played) || !slices.Equal(b.held[:len(played)], played) {
		b.held = played
	}
}

// playOn sends what the tab holds and the server does not have, and then new moves, one at a time, as
// long as the server answers.
func (m *model) playOn(b *tab, n *modelNode, attempt uint32) error {
	for b.on == n && b.attempt == attempt {
		k := int(n.writer.Seat().Number()) + 1
		if k > modelActions {
			return nil
		}
		word := m.choose(b, n, k)
		m.stamps++
		m.decided[m.stamps] = slices.Clone(n.writer.Seat().Actions())
		entry := samedealv1.SeatEntry{AtMs: m.stamps, Number: uint32(k), Kind: &samedealv1.SeatEntry_Move{Move: word}}
		if word == "u" {
			entry.Kind = &samedealv1.SeatEntry_Undo{Undo: &samedealv1.Undone{}}
		}
		switch err := n.writer.Append(context.Background(), &entry); {
		case errors.Is(err, room.ErrNotWritten):
			m.busy[entry.GetAtMs()] = true
		case err != nil:
			return err
		default:
			m.acknowledge(b, n)
		}
	}
	return nil
}

func (m *model) choose(b *tab, n *modelNode, k int) string {
	if len(b.held) >= k {
		return b.held[k-1]
	}
	p := n.writer.Seat().Position()
	var legal []string
	for move := range m.race.Code.Variant().Moves(&p) {
		legal = append(legal, move.String())
	}
	if n.writer.Seat().Undoable() > 0 {
		legal = append(legal, "u")
	}
	return legal[m.chance.IntN(len(legal))]
}

func (m *model) acknowledge(b *tab, n *modelNode) {
	m.acked = slices.Clone(n.writer.Seat().Actions())
	b.held = wordsPlayed(m.acked)
	m.checkLog()
}

func wordsPlayed(actions []room.Action) []string {
	words := make([]string, len(actions))
	for i, a := range actions {
		words[i] = a.Word
	}
	return words
}

// checkError fails on what a writer must not answer.
func (m *model) checkError(err error) {
	for _, known := range []error{nil, room.ErrFenced, room.ErrOlderAttempt, room.ErrForgotten, room.ErrNotWritten, room.ErrNoLog} {
		if errors.Is(err, known) {
			return
		}
	}
	m.Fatalf("the writer answers %v", err)
}

func (m *model) fold() *room.Seat {
	seat, err := room.FoldSeat(m.race, m.store.log)
	if err != nil {
		m.Fatal(err)
	}
	return seat
}

// checkLog holds the log against what was acknowledged.
func (m *model) checkLog() {
	actions := m.fold().Actions()
	if n := common(actions, m.acked); n < len(m.acked) {
		m.Fatalf("acknowledged were %v, and the log has %v", m.acked, actions)
	}
	for i, a := range actions {
		if before := m.decided[a.AtMS]; len(before) != i || common(before, actions) != i {
			m.Fatalf("%v was decided after %v, and stands after %v", a, before, actions[:i])
		}
		if m.busy[a.AtMS] {
			m.Fatalf("%v counts, and its player was told that nothing was done", a)
		}
	}
}

// common is how many actions two courses have in common.
func common(a, b []room.Action) int {
	n := 0
	for n < len(a) && n < len(b) && a[n].Word == b[n].Word && a[n].AtMS == b[n].AtMS {
		n++
	}
	return n
}

func (m *model) failOver() {
	m.store.failOver()
	kept := common(m.fold().Actions(), m.acked)
	m.lost += len(m.acked) - kept
	m.acked = m.acked[:kept]
}

// step lets one thing happen.
func (m *model) step() {
	i := m.chance.IntN(modelNodes)
	n, b := m.nodes[i], m.tabs[m.chance.IntN(modelTabs)]
	switch event := m.chance.IntN(200); {
	case event < 3:
		m.failOver()
	case event < 5:
		m.crash(i)
	case event < 8:
		b.on = nil // the tab loses the connection, or patience
	case event < 10: // it is reloaded
		b.on, b.held = nil, nil
	case event < 20 && len(m.store.late) > 0:
		late := m.chance.IntN(len(m.store.late))
		m.store.execute(&m.store.late[late])
		m.store.late = slices.Delete(m.store.late, late, late+1)
	case event < 30:
		m.store.replicated += m.chance.IntN(len(m.store.log) - m.store.replicated + 1)
	case n.busy():
		m.answer(n)
	case event < 60 && b.on == nil:
		m.connect(b, n)
	}
}

func (m *model) crash(i int) {
	n := m.nodes[i]
	if n.busy() {
		n.stop()
	}
	for _, b := range m.tabs {
		if b.on == n {
			b.on = nil
		}
	}
	m.nodes[i] = m.newNode()
}

// answer decides what becomes of a node's request.
func (m *model) answer(n *modelNode) {
	r := n.wants
	switch fate := m.chance.IntN(20); {
	case fate < 2: // the reply is lost
		m.store.execute(r)
		r.err = errNoReply
	case fate < 3: // the request is lost
		r.err = errNoReply
	case fate < 6 && !r.read: // the request is late
		m.store.late = append(m.store.late, *r)
		r.err = errNoReply
	case fate < 7 && !r.read: // the library sends it twice
		m.store.execute(r)
		m.store.execute(r)
	case fate < 8 && !r.read:
		r.err = room.ErrNotWritten
	default:
		m.store.execute(r)
	}
	n.resume()
}

// settleDown ends the faults: a tab must get back into the game, and to its end.
func (m *model) settleDown() {
	for _, r := range m.store.late {
		m.store.execute(&r)
	}
	for round := range 20 {
		for _, n := range m.nodes {
			for n.busy() {
				m.store.execute(n.wants)
				n.resume()
			}
		}
		if int(m.fold().Number()) >= modelActions {
			return
		}
		m.connect(m.tabs[0], m.nodes[round%modelNodes])
	}
	m.Fatal("a tab cannot get back into the game")
}

func TestWriterModel(t *testing.T) {
	code, err := engine.ParseCode("TF1-D1N-NEQROKB")
	if err != nil {
		t.Fatal(err)
	}
	lost, folded := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		m := &model{T: t, chance: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), race: room.Race{Code: code, LimitMS: 900_000}, decided: map[uint32][]room.Action{}, busy: map[uint32]bool{}}
		for i := range m.nodes {
			m.nodes[i] = m.newNode()
		}
		for i := range m.tabs {
			m.tabs[i] = &tab{id: string(rune('A' + i))}
		}
		defer func() {
			for i := range m.nodes {
				m.crash(i)
			}
		}()
		for range modelSteps {
			m.step()
			m.checkLog()
		}
		lost, folded = lost+m.lost, folded+int(m.fold().Number())
		m.settleDown()
		m.checkLog()
	})
	if lost == 0 {
		t.Error("the store lost no acknowledged action: the schedules show nothing")
	}
	t.Logf("%d actions played under faults, %d acknowledged ones lost by the store", folded, lost)
}
