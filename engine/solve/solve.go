package solve

import (
	"strconv"

	"github.com/samedeal/samedeal/engine"
)

const (
	// DefaultStates is the budget that an Options without one has.
	DefaultStates uint64 = 20_000_000
	// DefaultMemory is the bytes that an Options without a number of them may use.
	DefaultMemory = 256 << 20
	// LeastMemory is the fewest bytes that a search works with; fewer are taken as this.
	LeastMemory = 1 << 20
)

// Options is what a search may use. The zero Options are the defaults.
type Options struct {
	// States is how many distinct positions may be looked at, those counted anew that are looked at
	// in another search of the same call; 0 is DefaultStates.
	States uint64
	// Memory is how many bytes the search may keep positions in; 0 is DefaultMemory.
	Memory int
	// Seed varies what is arbitrary: the hash by which positions are told apart, and which of equal
	// moves is tried first.
	Seed uint64
	// Cancelled, if not nil, is asked every thousand states or so whether to stop.
	Cancelled func() bool
	// Progress, if not nil, is told now and then how far the search is.
	Progress func(Progress)
}

// Progress is what a search has used up so far.
type Progress struct {
	States uint64
	Memory int // bytes held now
}

// Verdict is what is known about a position.
type Verdict uint8

// The verdicts.
const (
	Undecided  Verdict = iota // the budget was used up
	Won                       // there is a line that wins
	Impossible                // there is none
)

// String gives the verdict as one word: won, impossible or undecided.
func (v Verdict) String() string {
	switch v {
	case Won:
		return "won"
	case Impossible:
		return "impossible"
	default:
		return "undecided"
	}
}

// Result is the answer to whether a position can be won.
type Result struct {
	Verdict Verdict
	// Moves are a line that wins, where the verdict is Won. It is empty for a game that is over.
	Moves []engine.Move
	// States is how many positions were looked at.
	States uint64
	// TableFull says that it is undecided for want of memory, at least as much as of states.
	TableFull bool
	// Cancelled says that the search stopped because Options.Cancelled said so.
	Cancelled bool
}

// A VariantError says that a game of this variant cannot be solved here.
type VariantError struct{ Variant *engine.Variant }

func (e *VariantError) Error() string { return e.Variant.String() + " cannot be solved yet" }

// A PositionError says that a position is no whole game: cards are not known, as in a view.
type PositionError struct{ Known int }

func (e *PositionError) Error() string {
	return "only " + strconv.Itoa(e.Known) + " of the position's 52 cards are known"
}

// A LineError says that moves given as a line do not win. From Solve it is a fault of this package.
type LineError struct {
	At      int // the number of the move that stopped it, from 1; 0 if all were accepted
	Refusal engine.Refusal
}

func (e *LineError) Error() string {
	if e.At == 0 {
		return "the line does not win"
	}
	return "the line's move " + strconv.Itoa(e.At) + ": " + e.Refusal.Error()
}

// search looks for a line in one game. The line that it gives need not have been checked.
type search func(v *engine.Variant, p *engine.Position, e *effort) (Verdict, []engine.Move)

// searches are the searches by the game and the version of its deals.
var searches = map[string]search{
	"FC1": searchFreeCell,
	"KL1": searchStock,
	"TF1": searchStock,
}

// CanSolve reports whether games of this variant can be solved.
func CanSolve(v *engine.Variant) bool { return searches[v.Version()] != nil }

// Solve finds out whether the position can be won. The error is a *VariantError, a *PositionError or,
// if this package is at fault, a *LineError.
func Solve(v *engine.Variant, p *engine.Position, o Options) (Result, error) {
	find := searches[v.Version()]
	if find == nil {
		return Result{}, &VariantError{Variant: v}
	}
	if p.Won() {
		return Result{Verdict: Won}, nil
	}
	if known := knownCards(v, p); known != deckSize {
		return Result{}, &PositionError{Known: known}
	}
	e := newEffort(o)
	verdict, moves := find(v, p, e)
	result := Result{
		Verdict: verdict, Moves: moves, States: e.states,
		TableFull: e.tableFull && verdict == Undecided, Cancelled: e.cancelled && verdict == Undecided,
	}
	if verdict != Won {
		return result, nil
	}
	if err := Check(v, p, moves); err != nil {
		return Result{States: e.states}, err
	}
	return result, nil
}

// Check plays a line through the engine. The error, if it does not win, is a *LineError.
func Check(v *engine.Variant, p *engine.Position, moves []engine.Move) error {
	now := *p
	for i, m := range moves {
		next, refusal := v.Apply(now, m)
		if refusal.Refused() {
			return &LineError{At: i + 1, Refusal: refusal}
		}
		now = next
	}
	if !now.Won() {
		return &LineError{}
	}
	return nil
}

const deckSize = 52

// knownCards counts the different cards of a position that are known.
func knownCards(v *engine.Variant, p *engine.Position) int {
	var known engine.CardSet
	for _, x := range pilesOf(v) {
		known |= engine.SetOf(p.Cards(x)...)
	}
	return known.Len()
}

// pilesOf lists the piles of a game that hold cards.
func pilesOf(v *engine.Variant) []engine.Pile {
	piles := make([]engine.Pile, 0, engine.MaxColumns+engine.MaxCells+6)
	for i := range v.Columns {
		piles = append(piles, engine.Column(i+1))
	}
	for i := range v.Cells {
		piles = append(piles, engine.Cell(i+1))
	}
	for s := engine.Spades; s <= engine.Clubs; s++ {
		piles = append(piles, engine.Foundation(s))
	}
	if v.Turn != nil {
		piles = append(piles, engine.Waste, engine.Stock)
	}
	return piles
}
