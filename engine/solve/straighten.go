package solve

import "slices"

// straighten gives a shorter line through the same positions: a depth-first search wanders, and many
// a position on its way can be reached from a much earlier one in one step. It reports false when the
// caller cancels meanwhile.
func straighten(z *keys, from *tableau, line []step, e *effort) ([]step, bool) {
	s := &straightener{keys: z, effort: e, at: make(map[key]int32, len(line)+1)}
	s.walk(from, line)
	return s.shortest(line)
}

type straightener struct {
	keys     *keys
	effort   *effort
	tableaus []tableau
	at       map[key]int32 // the number of each tableau
	cameBy   []arrival
	steps    []step
}

// arrival is how a tableau is first reached.
type arrival struct {
	from int32
	step step
}

// walk lists the tableaus that the line leads through.
func (s *straightener) walk(from *tableau, line []step) {
	t := *from
	s.tableaus = append(make([]tableau, 0, len(line)+1), t)
	s.at[t.key] = 0
	for i, next := range line {
		t.do(s.keys, next)
		t.takeSafe(s.keys)
		s.tableaus = append(s.tableaus, t)
		s.at[t.key] = int32(i + 1)
	}
}

// shortest searches those tableaus breadth first, from the first to the won one.
func (s *straightener) shortest(line []step) ([]step, bool) {
	s.cameBy = make([]arrival, len(s.tableaus))
	won := int32(len(s.tableaus) - 1)
	queue := append(make([]int32, 0, len(s.tableaus)), 0)
	for n := 0; len(queue) > 0 && s.cameBy[won] == (arrival{}); n++ {
		if n%pollEvery == pollEvery-1 {
			s.effort.poll()
		}
		if s.effort.cancelled {
			return nil, false
		}
		i := queue[0]
		queue = queue[1:]
		t := &s.tableaus[i]
		s.steps = t.all(s.steps[:0])
		if int(i) < len(line) {
			s.steps = append(s.steps, line[i])
		}
		for _, next := range s.steps {
			if j, isNew := s.reach(i, next); isNew {
				s.cameBy[j] = arrival{i, next}
				queue = append(queue, j)
			}
		}
	}
	return s.back(won), true
}

// reach gives the tableau of the line that a step leads to, if there is one that was not reached yet.
func (s *straightener) reach(from int32, next step) (j int32, isNew bool) {
	t := s.tableaus[from]
	t.do(s.keys, next)
	t.takeSafe(s.keys)
	j, isThere := s.at[t.key]
	return j, isThere && j != 0 && s.cameBy[j] == arrival{}
}

func (s *straightener) back(to int32) []step {
	var line []step
	for ; to != 0; to = s.cameBy[to].from {
		line = append(line, s.cameBy[to].step)
	}
	slices.Reverse(line)
	return line
}
