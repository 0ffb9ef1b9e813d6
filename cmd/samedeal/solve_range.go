package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
)

var errInterrupted = errors.New("interrupted")

// dealRange is the deals of a variant from one number to another.
type dealRange struct {
	variant  *engine.Variant
	from, to uint64
}

// parseRange reads FC1-C4-1..32000: a variant and two decimal numbers, or one.
func parseRange(text string) (dealRange, error) {
	cut := strings.LastIndexByte(text, '-')
	if cut < 0 {
		return dealRange{}, rangeError(text)
	}
	v, err := engine.ParseVariant(text[:cut])
	if err != nil {
		return dealRange{}, err
	}
	low, high, isPair := strings.Cut(text[cut+1:], "..")
	if !isPair {
		high = low
	}
	from, err1 := strconv.ParseUint(low, 10, 64)
	to, err2 := strconv.ParseUint(high, 10, 64)
	if err1 != nil || err2 != nil {
		return dealRange{}, rangeError(text)
	}
	if from < 1 || from > to || to > v.LastNumber() {
		return dealRange{}, usageError(fmt.Sprintf(
			"--range is %d..%d; %s has deals 1 to %d", from, to, v.Version(), v.LastNumber()))
	}
	return dealRange{v, from, to}, nil
}

func rangeError(text string) error {
	return usageError(fmt.Sprintf("--range is %q; want a variant and numbers, such as FC1-C4-1..32000", text))
}

// rangeSolver solves the deals of a range, many at once.
type rangeSolver struct {
	solveCommand
	streams
	deals   dealRange
	summary rangeSummary
	bar     *progressBar
}

func (c solveCommand) solveRange(ctx context.Context, s streams) error {
	deals, err := parseRange(c.Range)
	if err != nil {
		return err
	}
	if !solve.CanSolve(deals.variant) {
		return &solve.VariantError{Variant: deals.variant}
	}
	if c.Jobs == 0 {
		c.Jobs = runtime.GOMAXPROCS(0)
	}
	r := &rangeSolver{solveCommand: c, streams: s, deals: deals, summary: newRangeSummary(deals)}
	r.bar = newProgressBar(s.err, r.summary.progress)
	r.bar.start()
	err = r.run(ctx)
	r.bar.stop()
	if err := r.summarise(); err != nil {
		return err
	}
	if err == nil && ctx.Err() != nil {
		err = errInterrupted
	}
	return err
}

// A ticket is a deal being solved; its answer comes on a channel of its own, so that answers are
// taken in the deals' order.
type ticket struct {
	number uint64
	answer chan answer
}

type answer struct {
	solved
	err error
}

// run hands the deals to the jobs and writes the answers in order. The number of those not yet written
// is bounded by the queue.
func (r *rangeSolver) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	queue, work := make(chan ticket, 64*r.Jobs), make(chan ticket)
	var jobs sync.WaitGroup
	defer jobs.Wait()
	defer cancel()
	jobs.Go(func() { r.issue(ctx, queue, work) })
	for range r.Jobs {
		jobs.Go(func() {
			for t := range work {
				t.answer <- r.solveDeal(ctx, t.number)
			}
		})
	}
	for t := range queue {
		a := <-t.answer
		if a.err != nil {
			return a.err
		}
		if a.cancelled {
			continue // its search was cut short, which is no result
		}
		if err := r.write(a.solved); err != nil {
			return err
		}
	}
	return nil
}

// issue makes a ticket for each deal, until the context is done.
func (r *rangeSolver) issue(ctx context.Context, queue, work chan<- ticket) {
	defer close(queue)
	defer close(work)
	for n := r.deals.from; n <= r.deals.to && ctx.Err() == nil; n++ {
		t := ticket{n, make(chan answer, 1)}
		select {
		case queue <- t:
		case <-ctx.Done():
			return
		}
		work <- t
	}
}

func (r *rangeSolver) solveDeal(ctx context.Context, number uint64) answer {
	code, err := engine.NewCode(r.deals.variant, number)
	if err != nil {
		return answer{err: err}
	}
	s, err := r.solve(game{code.String(), r.deals.variant, code.Start()}, r.options(ctx))
	if err != nil {
		err = fmt.Errorf("%s: %w", code, err)
	}
	return answer{s, err}
}

// write writes one deal's result.
func (r *rangeSolver) write(s solved) error {
	r.summary.add(s)
	if r.JSON {
		return writeJSON(r.out, s)
	}
	r.bar.clear()
	_, err := fmt.Fprintf(r.out, "%s %s, %.1f ms\n", s.Code, s.summary(), milliseconds(s.took))
	return err
}

// summarise writes the summary: to standard error if results are read by a program.
func (r *rangeSolver) summarise() error {
	out := r.out
	if r.JSON {
		out = r.err
	}
	_, err := io.WriteString(out, r.summary.text())
	return err
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// slowestShown is how many deals a summary names.
const slowestShown = 5

// rangeSummary is what is told of all deals together.
type rangeSummary struct {
	mu      sync.Mutex // the bar reads it while results come in
	begun   time.Time
	deals   uint64
	count   map[string]int
	states  uint64
	slowest []solved // the slowest first
}

func newRangeSummary(deals dealRange) rangeSummary {
	return rangeSummary{begun: time.Now(), deals: deals.to - deals.from + 1, count: map[string]int{}}
}

func (s *rangeSummary) add(r solved) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count[r.Result]++
	s.states += r.States
	r.Moves = ""
	s.slowest = append(s.slowest, r)
	slices.SortStableFunc(s.slowest, func(a, b solved) int { return int(b.took - a.took) })
	s.slowest = s.slowest[:min(len(s.slowest), slowestShown)]
}

func (s *rangeSummary) done() int {
	return s.count[solve.Won.String()] + s.count[solve.Impossible.String()] + s.count[solve.Undecided.String()]
}

// progress is the line that a terminal shows meanwhile.
func (s *rangeSummary) progress() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	seconds := time.Since(s.begun).Seconds()
	return fmt.Sprintf("%s %d of %d deals, %.0f a second, %d undecided",
		meter(uint64(s.done()), s.deals), s.done(), s.deals, float64(s.done())/seconds, s.count[solve.Undecided.String()])
}

func (s *rangeSummary) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var text strings.Builder
	fmt.Fprintf(&text, "%d of %d deals: %d won, %d impossible, %d undecided; %d states; %.1f s\n",
		s.done(), s.deals, s.count[solve.Won.String()], s.count[solve.Impossible.String()],
		s.count[solve.Undecided.String()], s.states, time.Since(s.begun).Seconds())
	for i, r := range s.slowest {
		if i == 0 {
			text.WriteString("slowest:")
		} else {
			text.WriteString(",")
		}
		fmt.Fprintf(&text, " %s %.1f ms", r.Code, milliseconds(r.took))
	}
	if len(s.slowest) > 0 {
		text.WriteString("\n")
	}
	return text.String()
}
