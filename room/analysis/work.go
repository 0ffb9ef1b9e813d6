package analysis

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime"

	"go.uber.org/zap"

	"github.com/samedeal/samedeal/engine/solve"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

const (
	thousandths = 1000
	// almostDone is the most that is told before all is done.
	almostDone = 999
)

// errPanicked says that the solver panicked.
var errPanicked = errors.New("the analysis panicked")

// work analyses games until the analyst is closed.
func (a *Analyst) work() {
	for {
		select {
		case <-a.ctx.Done():
			return
		case j := <-a.queue:
			a.do(j)
		}
	}
}

// do analyses a game and keeps what came of it, unless the analyst is closed in the middle.
func (a *Analyst) do(j *job) {
	found, err := a.analyse(j)
	if a.ctx.Err() != nil {
		return
	}
	if err != nil {
		a.config.Log.Error("a game cannot be analysed", zap.Stringer("deal", j.game.race), zap.Error(err))
		a.end(j, nil, err)
		return
	}
	ctx, cancel := context.WithTimeout(a.ctx, storeTime)
	defer cancel()
	if err := a.config.Store.Put(ctx, j.game.key, found, a.config.Now().Add(Life)); err != nil {
		a.config.Log.Warn("what was analysed is not kept", zap.Error(err))
	}
	a.end(j, found, nil)
}

// analyse looks for the last position of a game that can be won, and the first that is lost.
func (a *Analyst) analyse(j *job) (found *samedealv1.AnalyseSeatResponse, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			a.config.Log.Error("analysing a game panicked", zap.Any("panic", reason), zap.Stack("stack"))
			found, err = nil, errPanicked
		}
	}()
	m := newMeter(j, a.config.States)
	start := j.game.race.Start()
	result, err := solve.Analyse(j.game.race.Variant(), &start, j.game.moves, solve.Options{
		States: a.config.States, Memory: a.config.Memory, Progress: m.note,
		Cancelled: func() bool {
			runtime.Gosched() // a game that is played goes first
			return m.inAll() >= a.config.StatesInAll || a.ctx.Err() != nil
		},
	})
	if err != nil {
		return nil, fmt.Errorf("analysing a game: %w", err)
	}
	return j.game.told(result), nil
}

// meter counts what the analysis of one game has used, and tells the job how far it is.
type meter struct {
	job     *job
	each    uint64 // the most states for one position
	most    int    // about how many positions are asked about
	asked   int
	states  uint64 // those of the position that is asked about now
	settled uint64 // those of the positions before
}

func newMeter(j *job, each uint64) *meter {
	return &meter{job: j, each: each, most: bits.Len(uint(len(j.game.moves))) + 2}
}

// note takes what the search for the next or the same position has used up. For each it begins again at 1.
func (m *meter) note(p solve.Progress) {
	if p.States <= m.states || m.asked == 0 {
		m.settled += m.states
		m.asked++
	}
	m.states = p.States
	positions := float64(m.asked-1) + float64(m.states)/float64(m.each)
	m.job.advance(uint32(min(almostDone, thousandths*positions/float64(m.most))))
}

func (m *meter) inAll() uint64 { return m.settled + m.states }

// wonGame is what is told of a game that was won: it could be, to its last step.
func wonGame(steps int) *samedealv1.AnalyseSeatResponse {
	last := uint32(steps)
	return &samedealv1.AnalyseSeatResponse{
		Done: true, Progress: thousandths, LastWinnable: &last,
		Start: samedealv1.Winnable_WINNABLE_YES, End: samedealv1.Winnable_WINNABLE_YES,
	}
}

// told is what was found as it is told: in steps of the game, in which what was undone has its place.
func (g game) told(r solve.Analysis) *samedealv1.AnalyseSeatResponse {
	found := &samedealv1.AnalyseSeatResponse{
		Done: true, Progress: thousandths,
		Start: samedealv1.Winnable_WINNABLE_UNDECIDED, End: samedealv1.Winnable_WINNABLE_UNDECIDED,
	}
	if r.Winnable >= 0 {
		last := g.lastStep(r)
		found.Start, found.LastWinnable, found.Line = samedealv1.Winnable_WINNABLE_YES, &last, g.line(r, last)
	}
	if r.Lost >= 0 {
		first := uint32(0)
		if r.Lost > 0 {
			first = uint32(r.Standing[r.Lost-1])
		}
		found.End, found.FirstLost = samedealv1.Winnable_WINNABLE_NO, &first
	}
	switch {
	case r.Lost == 0:
		found.Start = samedealv1.Winnable_WINNABLE_NO
	case r.Winnable == len(r.Standing):
		found.End = samedealv1.Winnable_WINNABLE_YES
	}
	return found
}

// lastStep is the last step at which the game stood where it could still be won: before the next move that
// stands, which may come after others that were undone.
func (g game) lastStep(r solve.Analysis) uint32 {
	if r.Winnable == len(r.Standing) {
		return uint32(len(g.moves))
	}
	return uint32(r.Standing[r.Winnable] - 1)
}

// line writes the moves that win from a step.
func (g game) line(r solve.Analysis, step uint32) []*samedealv1.ReplayStep {
	play := g.race.Play()
	for _, m := range g.moves[:step] {
		_ = play.Do(m) // it was accepted before
	}
	v, now := g.race.Variant(), play.Position()
	line := make([]*samedealv1.ReplayStep, len(r.Line))
	for i, m := range r.Line {
		line[i] = &samedealv1.ReplayStep{Word: v.Word(now, m)}
		now, _ = v.Apply(now, m)
	}
	return line
}
