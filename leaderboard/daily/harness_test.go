package daily_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap/zaptest"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	"github.com/samedeal/samedeal/leaderboard/daily/dailytest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	ana leaderboard.Player = "ana"
	ben leaderboard.Player = "ben"

	freeCell   = "FC1-C4"
	threeCells = "FC1-C3"
	klondike   = "KL1-D3N"
)

// aSecret is what deals are drawn by in most tests.
var aSecret = bytes.Repeat([]byte("a deal "), 5)

// service is all that the nodes of a service share: a clock, a store, boards and rooms.
type service struct {
	clock  *clock
	memory *dailytest.Memory
	boards *boards
	rooms  *rooms
}

// newService gives a service at noon of a date, which has deals for Klondike for some time to come: to draw them would
// take long.
func newService(t *testing.T, date string) *service {
	t.Helper()
	s := emptyService(t, date)
	for days := range 5 {
		day := dateOf(t, date).Add(days)
		code, err := engine.NewCode(variant(t, klondike), uint64(1+days))
		if err != nil {
			t.Fatal(err)
		}
		deal := daily.Deal{Code: code, Salt: bytes.Repeat([]byte{byte(days)}, engine.SaltBytes)}
		if _, err := s.memory.Keep(t.Context(), daily.Challenge{Date: day, Variant: klondike}, deal, day.End().Add(daily.Life)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// emptyService gives a service at noon of a date that has nothing.
func emptyService(t *testing.T, date string) *service {
	t.Helper()
	c := &clock{at: dateOf(t, date).Start().Add(12 * time.Hour)}
	return &service{
		clock: c, memory: dailytest.NewMemory(c.now),
		boards: &boards{rows: map[string]map[leaderboard.Player]*samedealv1.Result{}, totals: map[string]map[leaderboard.Player]*samedealv1.StoredTotal{}},
		rooms:  &rooms{arranged: map[string]daily.Arranged{}},
	}
}

// config is that of a node whose challenges are these, and that looks for missing deals when it starts.
func (s *service) config(t *testing.T, variants ...string) daily.Config {
	c := daily.Config{
		Secret: aSecret, Store: steps{s.memory}, Boards: boardSteps{s.boards}, Rooms: s.rooms, Now: s.clock.now,
		Log: zaptest.NewLogger(t), Ticks: make(chan time.Time),
	}
	for _, name := range variants {
		c.Variants = append(c.Variants, variant(t, name))
	}
	return c
}

// node starts a node, which is closed when the test ends.
func (s *service) node(t *testing.T, variants ...string) *daily.Challenges {
	t.Helper()
	return start(t, s.config(t, variants...))
}

func start(t *testing.T, config daily.Config) *daily.Challenges {
	t.Helper()
	c, err := daily.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// finish is what follows when an attempt has ended: the boards are told, then the challenges.
func (s *service) finish(ctx context.Context, c *daily.Challenges, f leaderboard.Finished) error {
	if err := (boardSteps{s.boards}).record(ctx, f); err != nil {
		return err
	}
	return c.Record(ctx, f)
}

// finished is a player's attempt as it ended in its room, the race of which began three seconds after the attempt.
func (s *service) finished(t *testing.T, player leaderboard.Player, room string, r *samedealv1.Result) leaderboard.Finished {
	t.Helper()
	arranged, found := s.rooms.arranged[room]
	if !found {
		t.Fatalf("there is no room %q", room)
	}
	return leaderboard.Finished{Player: player, Sealed: true, Row: &samedealv1.StoredRow{
		Deal: arranged.Deal.String(), Result: r, StartMs: s.clock.now().Add(3 * time.Second).UnixMilli(),
		Room: room, Daily: arranged.Daily.GetDate(),
	}}
}

// play begins an attempt at today's challenge and records its result.
func (s *service) play(t *testing.T, c *daily.Challenges, player leaderboard.Player, variant string, r *samedealv1.Result) leaderboard.Finished {
	t.Helper()
	f := s.finished(t, player, begin(t, c, player, variant), r)
	if err := s.finish(t.Context(), c, f); err != nil {
		t.Fatalf("recording: %v", err)
	}
	return f
}

// begin begins an attempt at today's challenge and gives its room.
func begin(t *testing.T, c *daily.Challenges, player leaderboard.Player, variant string) string {
	t.Helper()
	room, err := c.Start(t.Context(), player, string(player), "", variant, false)
	if err != nil || room == "" {
		t.Fatalf("starting %s: %q, %v", variant, room, err)
	}
	return room
}

// won and lost are results.
func won(score, ms uint32) *samedealv1.Result {
	return &samedealv1.Result{Ending: samedealv1.Ending_ENDING_HOME, Score: score, TimeMs: ms, Moves: 100, Actions: 100}
}

func lost(score, ms uint32) *samedealv1.Result {
	return &samedealv1.Result{Ending: samedealv1.Ending_ENDING_RESIGNED, Score: score, TimeMs: ms, Moves: 10, Actions: 10}
}

func dateOf(t *testing.T, text string) leaderboard.Date {
	t.Helper()
	date, err := leaderboard.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return date
}

func variant(t *testing.T, text string) *engine.Variant {
	t.Helper()
	v, err := engine.ParseVariant(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// clock is a clock that moves when it is told to.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = at
}

func (c *clock) add(d time.Duration) { c.set(c.now().Add(d)) }

// rooms are the rooms that were opened.
type rooms struct {
	mu       sync.Mutex
	codes    int
	arranged map[string]daily.Arranged
	// onCode is called before a code is given, if it is not nil.
	onCode func()
}

func (r *rooms) NewCode(ctx context.Context) (code string, err error) {
	err = step(ctx, func() error {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.onCode != nil {
			r.onCode()
		}
		r.codes++
		code = fmt.Sprint("ROOM", r.codes)
		return nil
	})
	return code, err
}

func (r *rooms) Arrange(ctx context.Context, code string, a daily.Arranged) error {
	return step(ctx, func() error {
		r.mu.Lock()
		defer r.mu.Unlock()
		if _, found := r.arranged[code]; !found {
			r.arranged[code] = a
		}
		return nil
	})
}

// boards are leaderboards that keep just what is asked of them here.
type boards struct {
	mu     sync.Mutex
	rows   map[string]map[leaderboard.Player]*samedealv1.Result
	totals map[string]map[leaderboard.Player]*samedealv1.StoredTotal
	voided []string
}

func (b *boards) record(f leaderboard.Finished) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	code, err := engine.ParseCode(f.Row.GetDeal())
	if err != nil {
		return err
	}
	date, err := leaderboard.ParseDate(f.Row.GetDaily())
	if err != nil {
		return err
	}
	id := leaderboard.DailyOf(date, code.Variant()).String()
	if slices.Contains(b.voided, id) {
		return nil
	}
	if b.rows[id] == nil {
		b.rows[id] = map[leaderboard.Player]*samedealv1.Result{}
	}
	b.rows[id][f.Player] = f.Row.GetResult()
	return nil
}

func (b *boards) Part(_ context.Context, q leaderboard.Query) (*samedealv1.GetBoardResponse, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	rows := b.rows[q.Board.String()]
	part := &samedealv1.GetBoardResponse{Ranked: uint32(len(rows))}
	for player, r := range rows {
		if r.GetEnding() == samedealv1.Ending_ENDING_HOME {
			part.Won++
		}
		if player == q.Me {
			part.Mine = &samedealv1.BoardRow{Place: 1, Player: string(player), Result: r}
		}
	}
	return part, nil
}

func (b *boards) SubmitTotal(_ context.Context, board leaderboard.Board, player leaderboard.Player, t *samedealv1.StoredTotal) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := board.String()
	if b.totals[id] == nil {
		b.totals[id] = map[leaderboard.Player]*samedealv1.StoredTotal{}
	}
	if old := b.totals[id][player]; old == nil || t.GetVersion() > old.GetVersion() {
		b.totals[id][player] = t
	}
	return nil
}

func (b *boards) Void(_ context.Context, board leaderboard.Board) (leaderboard.Voiding, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	players := slices.Collect(maps.Keys(b.rows[board.String()]))
	b.voided = append(b.voided, board.String())
	delete(b.rows, board.String())
	return leaderboard.Voiding{Players: players, Recomputed: players}, nil
}

// total is what a player's total on a board is; nil if there is none.
func (b *boards) total(id string, player leaderboard.Player) *samedealv1.Total {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.totals[id][player].GetTotal()
}

// errDown is what a step fails with that a plan lets fail.
var errDown = errors.New("the store is down")

// plan lets one of the steps that are taken under a context fail: before it is done, or after.
type plan struct {
	failAt int
	after  bool
	taken  int
}

type planKey struct{}

// step takes a step as the context's plan, if it has one, has it.
func step(ctx context.Context, do func() error) error {
	p, planned := ctx.Value(planKey{}).(*plan)
	if !planned {
		return do()
	}
	p.taken++
	if p.taken != p.failAt {
		return do()
	}
	if p.after {
		if err := do(); err != nil {
			return err
		}
	}
	return errDown
}

// untilDone does something again and again, each time on a service of its own with another step failing, both before and
// after it is done; and once more without a fault, after which check holds the outcome to what it should be.
func untilDone(t *testing.T, prepare func(t *testing.T) (do func(context.Context) error, check func(t *testing.T))) {
	t.Helper()
	for failAt := 1; ; failAt++ {
		for _, after := range []bool{false, true} {
			do, check := prepare(t)
			p := &plan{failAt: failAt, after: after}
			err := do(context.WithValue(t.Context(), planKey{}, p))
			if p.taken < failAt {
				if err != nil || failAt < 3 {
					t.Fatalf("without a fault: %d steps, %v", p.taken, err)
				}
				return
			}
			if !errors.Is(err, errDown) {
				t.Errorf("with step %d failing (after: %v) the error is %v", failAt, after, err)
			}
			if err := do(t.Context()); err != nil {
				t.Errorf("again, after step %d failed (after: %v): %v", failAt, after, err)
			}
			if check(t); t.Failed() {
				t.Fatalf("after step %d failed (after: %v) and all was done again", failAt, after)
			}
		}
	}
}

// boardSteps takes each call of boards as a step.
type boardSteps struct{ *boards }

func (b boardSteps) record(ctx context.Context, f leaderboard.Finished) error {
	return step(ctx, func() error { return b.boards.record(f) })
}

func (b boardSteps) Part(ctx context.Context, q leaderboard.Query) (part *samedealv1.GetBoardResponse, err error) {
	err = step(ctx, func() (err error) { part, err = b.boards.Part(ctx, q); return err })
	return part, err
}

func (b boardSteps) SubmitTotal(ctx context.Context, board leaderboard.Board, player leaderboard.Player, total *samedealv1.StoredTotal) error {
	return step(ctx, func() error { return b.boards.SubmitTotal(ctx, board, player, total) })
}

func (b boardSteps) Void(ctx context.Context, board leaderboard.Board) (voiding leaderboard.Voiding, err error) {
	err = step(ctx, func() (err error) { voiding, err = b.boards.Void(ctx, board); return err })
	return voiding, err
}
