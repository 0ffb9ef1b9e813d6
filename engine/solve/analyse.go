package solve

import (
	"math/bits"

	"github.com/samedeal/samedeal/engine"
)

// Analysis says where a game that was played was lost. Its moves are those that stand: those not
// undone, and no undo.
type Analysis struct {
	// Standing are the numbers, from 1, of those of the given moves that stand.
	Standing []int
	// Winnable is the most of the standing moves after which the game is known to be still won, -1 if
	// that is known of none, not even of the start.
	Winnable int
	// Lost is the fewest of the standing moves after which the game is known to be lost, -1 if that is
	// known of none.
	Lost int
	// Line are the moves that win from where the first Winnable of the standing moves lead.
	Line []engine.Move
	// States is how many positions were looked at.
	States uint64
	// Cancelled says that the search stopped because Options.Cancelled said so.
	Cancelled bool
}

// Undecided is how many moves there are after which the game is not known to be won or lost.
func (a *Analysis) Undecided() int {
	lost := a.Lost
	if lost < 0 {
		lost = len(a.Standing) + 1
	}
	return lost - a.Winnable - 1
}

// Analyse finds out after which move of a game, undos among them, it could no longer be won. The
// budget is for each of the positions it asks about: about the logarithm of the number of moves, or a few
// times that where they are hard to decide. The error is that of Solve, or a *LineError for a move that
// is refused.
func Analyse(v *engine.Variant, p *engine.Position, moves []engine.Move, o Options) (Analysis, error) {
	a := analyser{variant: v, options: o, known: map[int]Result{}}
	if err := a.play(p, moves); err != nil {
		return Analysis{}, err
	}
	a.Winnable, a.Lost = -1, -1
	if err := a.search(); err != nil {
		return Analysis{}, err
	}
	if a.Winnable >= 0 {
		a.Line = a.known[a.Winnable].Moves
	}
	return a.Analysis, nil
}

type analyser struct {
	Analysis
	variant   *engine.Variant
	options   Options
	positions []engine.Position // after 0, 1, 2, ... of the standing moves
	known     map[int]Result    // what is known of them
}

// play resolves the undos.
func (a *analyser) play(p *engine.Position, moves []engine.Move) error {
	g := engine.NewPlay(a.variant, *p)
	a.positions = append(a.positions, *p)
	for i, m := range moves {
		if refusal := g.Do(m); refusal.Refused() {
			return &LineError{At: i + 1, Refusal: refusal}
		}
		if m.Verb == engine.Undo {
			a.Standing = a.Standing[:len(a.Standing)-1]
			a.positions = a.positions[:len(a.positions)-1]
			continue
		}
		a.Standing = append(a.Standing, i+1)
		a.positions = append(a.positions, g.Position())
	}
	return nil
}

// timesLogarithm is how many times the logarithm of the number of positions may be asked about.
const timesLogarithm = 4

// search narrows the gap between the last position that is known to be won and the first that is known to
// be lost, since what is lost stays lost. The two are neighbours if every question between them was decided.
func (a *analyser) search() error {
	last := len(a.positions) - 1
	for _, i := range []int{0, last} {
		if err := a.settle(i, i+1); err != nil {
			return err
		}
	}
	return a.settle(0, last+1)
}

// settle asks about the positions of low to high-1 that may be won or lost for all that is known. Where one
// cannot be decided, those after it come first: mostly they are easier.
func (a *analyser) settle(low, high int) error {
	low = max(low, a.Winnable+1)
	if a.Lost >= 0 {
		high = min(high, a.Lost)
	}
	if low >= high || len(a.known) > timesLogarithm*bits.Len(uint(len(a.positions))) {
		return nil
	}
	middle := low + (high-low)/2
	r, err := a.ask(middle)
	if err != nil {
		return err
	}
	switch r.Verdict {
	case Won:
		a.Winnable = middle
		return a.settle(middle+1, high)
	case Impossible:
		a.Lost = middle
		return a.settle(low, middle)
	default:
		if err := a.settle(middle+1, high); err != nil {
			return err
		}
		return a.settle(low, middle)
	}
}

// ask solves one of the positions, once.
func (a *analyser) ask(i int) (Result, error) {
	if r, ok := a.known[i]; ok {
		return r, nil
	}
	r, err := Solve(a.variant, &a.positions[i], a.options)
	a.known[i] = r
	a.States += r.States
	a.Cancelled = a.Cancelled || r.Cancelled
	return r, err
}
