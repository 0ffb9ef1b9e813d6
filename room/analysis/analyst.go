package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"go.uber.org/zap"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// ErrBusy says that too many games wait already, or that the node is closing: ask again later.
var ErrBusy = errors.New("too many games wait to be analysed")

// ErrTooMany says that the caller may not have another analysis begun now.
var ErrTooMany = errors.New("too many analyses were begun")

// Config is what an Analyst is made of. Store must be given.
type Config struct {
	Store Store
	// Workers is how many games are worked on at once: 1 if 0. Each takes a core.
	Workers int
	// Queue is how many more may wait: 16 if 0.
	Queue int
	// States is how many states may be looked at to solve one position, StatesInAll for all of a game: 2
	// and 20 million if 0, about two seconds and twenty.
	States, StatesInAll uint64
	// Memory is how many bytes each worker may keep states in: 64 MiB if 0.
	Memory int
	// Now is the clock by which what is kept expires: time.Now if nil.
	Now func() time.Time
	// Log is told of what failed: nobody is if nil.
	Log *zap.Logger
}

const (
	defaultQueue       = 16
	defaultStates      = 2_000_000
	defaultStatesInAll = 20_000_000
	defaultMemory      = 64 << 20
	// remembered is how many games that are done are kept in memory.
	remembered = 64
	// storeTime bounds one thing that a worker does with the store.
	storeTime = 5 * time.Second
)

// Analyst analyses games. It may be used from any number of goroutines.
type Analyst struct {
	config Config
	queue  chan *job

	ctx     context.Context
	stop    context.CancelFunc
	workers sync.WaitGroup

	mu     sync.Mutex
	closed bool
	jobs   map[string]*job // those that wait, are worked on or are remembered, by key
	done   []string        // the keys of those that are remembered, the oldest first
}

// New makes an analyst and starts its workers. It must be closed.
func New(c Config) *Analyst {
	c.Workers = cmp.Or(c.Workers, 1)
	c.Queue = cmp.Or(c.Queue, defaultQueue)
	c.States = cmp.Or(c.States, defaultStates)
	c.StatesInAll = cmp.Or(c.StatesInAll, defaultStatesInAll)
	c.Memory = cmp.Or(c.Memory, defaultMemory)
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = zap.NewNop()
	}
	a := &Analyst{config: c, queue: make(chan *job, c.Queue), jobs: map[string]*job{}}
	a.ctx, a.stop = context.WithCancel(context.Background())
	for range c.Workers {
		a.workers.Go(a.work)
	}
	return a
}

// Close ends the work, whether it is done or not, and waits for that.
func (a *Analyst) Close() {
	a.mu.Lock()
	a.closed = true
	a.mu.Unlock()
	a.stop()
	a.workers.Wait()
}

// Analyse tells how the analysis of a game stands, after having begun it if need be. The words are those that
// were accepted, undo among them. The steps of the line have words and no boards. Only where work is to be begun for
// the caller, may is asked whether it may be; nil for nobody to ask.
//
// It fails with ErrBusy, with ErrTooMany if it may not, with a *engine.ReplayError on words that are no game, with the context's error, or
// with what made the analysis fail.
func (a *Analyst) Analyse(
	ctx context.Context, race engine.Code, words []string, may func() bool,
) (*samedealv1.AnalyseSeatResponse, error) {
	g, err := readGame(race, words)
	if err != nil {
		return nil, fmt.Errorf("a game to analyse: %w", err)
	}
	if g.won {
		return wonGame(len(words)), nil
	}
	if j := a.known(g.key); j != nil {
		return j.answer()
	}
	found, err := a.config.Store.Get(ctx, g.key)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil: // the work can be done, even so
		a.config.Log.Warn("what was analysed cannot be read", zap.Error(err))
	case found != nil:
		return found, nil
	}
	j, err := a.begin(g, may)
	if err != nil {
		return nil, err
	}
	return j.answer()
}

func (a *Analyst) known(key string) *job {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.jobs[key]
}

// begin has a game wait for a worker, unless it does already.
func (a *Analyst) begin(g game, may func() bool) (*job, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if j := a.jobs[g.key]; j != nil {
		return j, nil
	}
	switch {
	case a.closed, len(a.queue) == cap(a.queue):
		return nil, ErrBusy
	case may != nil && !may():
		return nil, ErrTooMany
	}
	j := &job{game: g}
	a.queue <- j // there is room: nobody else puts any in while this has the lock
	a.jobs[g.key] = j
	return j, nil
}

// end notes what came of a job. The oldest of those that are remembered is forgotten.
func (a *Analyst) end(j *job, found *samedealv1.AnalyseSeatResponse, err error) {
	j.end(found, err)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done = append(a.done, j.game.key)
	if len(a.done) > remembered {
		delete(a.jobs, a.done[0])
		a.done = a.done[1:]
	}
}

// job is a game that waits, is worked on or is done.
type job struct {
	game game

	mu       sync.Mutex
	progress uint32 // in thousandths
	found    *samedealv1.AnalyseSeatResponse
	err      error
}

// answer tells how the job stands. What it gives is the caller's.
func (j *job) answer() (*samedealv1.AnalyseSeatResponse, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	switch {
	case j.err != nil:
		return nil, j.err
	case j.found != nil:
		return proto.CloneOf(j.found), nil
	default:
		return &samedealv1.AnalyseSeatResponse{Progress: j.progress}, nil
	}
}

// advance raises the progress. It never falls.
func (j *job) advance(thousandths uint32) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.progress = max(j.progress, thousandths)
}

func (j *job) end(found *samedealv1.AnalyseSeatResponse, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.found, j.err = found, err
}
