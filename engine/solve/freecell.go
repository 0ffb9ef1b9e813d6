package solve

import "github.com/samedeal/samedeal/engine"

// What the searches for a game of columns and cells may use, as parts of the budget.
const (
	// firstProof is how many states the exhaustive search may look at in the first round. In each next
	// round all searches may look at timesQuota as many.
	firstProof = 8000
	timesQuota = 4
	mostTimes  = 1 << 20

	bytesPerNode  = 160 // of the best-first search, with its place in table and heap
	bytesPerFrame = 320 // of the exhaustive search, with what straighten needs for it
)

// searchFreeCell runs several searches in turn, each within a quota that grows from round to round: a
// line that one does not find within any reasonable number of states another finds at once.
func searchFreeCell(v *engine.Variant, p *engine.Position, e *effort) (Verdict, []engine.Move) {
	s := newCellSearch(v, p, e)
	verdict, line := s.run()
	if verdict != Won {
		return verdict, nil
	}
	return Won, writeLine(v, p, &s.keys, line)
}

// cellSearch is the searches for one position.
type cellSearch struct {
	keys   keys
	start  tableau
	effort *effort
	random func() uint64
	plan   []attempt
	// provesFirst says that the exhaustive search begins each round: with one cell or none few deals can
	// be won, and there is soon an end to looking.
	provesFirst bool
	// isHopeless says that the exhaustive search could not end in the memory there is.
	isHopeless bool
	// isSpent says that the best-first search has looked at all that it can, and need not begin again.
	isSpent bool
}

func newCellSearch(v *engine.Variant, p *engine.Position, e *effort) *cellSearch {
	s := &cellSearch{effort: e, start: newTableau(v, p), random: randomFrom(e.Seed), plan: manyCells, provesFirst: v.Cells < 2}
	if v.Cells < 3 {
		s.plan = fewCells
	}
	s.keys.fill(&s.start, e.Seed)
	s.start.name(&s.keys)
	s.start.takeSafe(&s.keys)
	return s
}

func (s *cellSearch) run() (Verdict, []step) {
	if s.start.isWon() {
		return Won, nil
	}
	turns := []func(times int) (Verdict, []step){s.guess, s.prove}
	if s.provesFirst {
		turns = []func(times int) (Verdict, []step){s.prove, s.guess}
	}
	for times := 1; !s.effort.isOver() && (!s.isHopeless || !s.isSpent); times = min(times*timesQuota, mostTimes) {
		for _, turn := range turns {
			if verdict, line := turn(times); verdict != Undecided {
				return verdict, line
			}
		}
	}
	return Undecided, nil
}

// mostNodes is how many states a best-first search has memory for.
func (s *cellSearch) mostNodes() int { return s.effort.Memory / 2 / bytesPerNode }

// guess searches with each of the weights in turn, within so many times their quota. After the first
// round they are varied, so that no round repeats another.
func (s *cellSearch) guess(times int) (Verdict, []step) {
	most := 0
	for _, a := range s.plan {
		most = max(most, min(a.quota*times, s.mostNodes()))
	}
	b := newBestFirst(&s.keys, most)
	s.effort.held = most * bytesPerNode
	for i, a := range s.plan {
		if s.isSpent || s.effort.isOver() {
			break
		}
		b.keepsRuns = times == 1 || i%2 == 0
		if times > 1 {
			a.weights = a.varied(s.random)
		}
		s.effort.allow(uint64(min(a.quota*times, most)))
		if line, found := b.find(&s.start, a.weights, s.effort); found {
			return Won, line
		}
		s.isSpent = len(b.open) == 0 && !b.keepsRuns
	}
	return Undecided, nil
}

// prove searches exhaustively, within so many times the quota of the first round.
func (s *cellSearch) prove(times int) (Verdict, []step) {
	quota := firstProof * uint64(times)
	memory := s.effort.Memory
	most := uint64(memory / 2 / bytesPerSlot)
	if s.isHopeless || s.effort.isOver() {
		return Undecided, nil
	}
	slots := min(slotsFor(min(quota, s.effort.left())), most)
	x := newExhaust(&s.keys, slots, memory/4/bytesPerFrame)
	s.effort.held = int(slots) * bytesPerSlot
	s.effort.allow(quota)
	line, verdict := x.find(&s.start, s.effort)
	if x.isCut || slots == most && x.seen.isFull() {
		s.isHopeless, s.effort.tableFull = true, true
	}
	if verdict != Won {
		return verdict, nil
	}
	line, finished := straighten(&s.keys, &s.start, line, s.effort)
	if !finished {
		return Undecided, nil
	}
	return Won, line
}
