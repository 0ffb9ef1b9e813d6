package solve

// exhaust looks at every position that single steps lead to, depth first, with one tableau whose
// steps are taken back. It is complete: when it ends with nothing dropped, the game is decided.
type exhaust struct {
	keys   *keys
	now    tableau
	seen   table
	frames []frame
	steps  []step  // those still to be tried, of all frames
	log    []moved // what to put back, of all frames
	deep   int     // the most frames
	isCut  bool    // a position was left out because it lies too deep
}

// frame is one position on the way to the one being looked at.
type frame struct {
	before state // what the tableau was before the step that led here
	step   step  // that step
	steps  int   // where its steps begin
	log    int   // where what to put back begins
	taken  uint8 // the card just taken back from a foundation, 0 if none
}

// moved is what a card lay on before it was moved.
type moved struct{ card, under uint8 }

func newExhaust(z *keys, slots uint64, deep int) *exhaust {
	return &exhaust{
		keys: z, seen: newTable(slots), deep: deep,
		frames: make([]frame, 0, 256), steps: make([]step, 0, 4096), log: make([]moved, 0, 1024),
	}
}

// find decides whether a tableau in which nothing safe is left to do can be won.
func (x *exhaust) find(from *tableau, e *effort) ([]step, Verdict) {
	x.now = *from
	x.seen.insert(x.now.key)
	x.frames = append(x.frames, frame{})
	x.list()
	for len(x.frames) > 0 {
		f := &x.frames[len(x.frames)-1]
		if len(x.steps) == f.steps {
			x.goBack()
			continue
		}
		s := x.steps[len(x.steps)-1]
		x.steps = x.steps[:len(x.steps)-1]
		x.enter(s)
		if x.now.isWon() {
			return x.line(), Won
		}
		if !x.look(e) {
			return nil, Undecided
		}
	}
	if x.isCut {
		return nil, Undecided
	}
	return nil, Impossible
}

// enter takes a step, and then what is safe.
func (x *exhaust) enter(s step) {
	f := frame{before: x.now.state, step: s, log: len(x.log)}
	if x.now.isAtHome(s.card) {
		f.taken = s.card
	}
	x.take(s)
	for card := x.now.nextSafe(); card != 0; card = x.now.nextSafe() {
		x.take(step{card, atHome, 1})
	}
	x.frames = append(x.frames, f)
}

func (x *exhaust) take(s step) {
	x.log = append(x.log, moved{s.card, x.now.under[s.card]})
	x.now.do(x.keys, s)
}

// look goes on from the position just entered if it is new, and otherwise goes back. It reports false
// when the search must stop.
func (x *exhaust) look(e *effort) bool {
	k := x.now.key
	if taken := x.frames[len(x.frames)-1].taken; taken != 0 {
		k.add(&x.keys[taken][atHome])
	}
	isTooDeep := len(x.frames) > x.deep
	if isTooDeep || !x.seen.insert(k) {
		x.isCut = x.isCut || isTooDeep
		x.goBack()
		return !x.seen.isFull()
	}
	x.list()
	return e.spend()
}

// list lists the steps from the position just entered.
func (x *exhaust) list() {
	f := &x.frames[len(x.frames)-1]
	f.steps = len(x.steps)
	if f.taken != 0 {
		x.steps = x.now.afterTakingBack(x.steps, f.taken)
	} else {
		x.steps = x.now.singles(x.now.takenBack(x.steps))
	}
}

// goBack goes back to the position before.
func (x *exhaust) goBack() {
	last := len(x.frames) - 1
	f := &x.frames[last]
	for i := len(x.log) - 1; i >= f.log; i-- {
		x.now.under[x.log[i].card] = x.log[i].under
	}
	x.log = x.log[:f.log]
	x.now.state = f.before
	x.frames = x.frames[:last]
}

// line is the steps that lead to the position entered last.
func (x *exhaust) line() []step {
	line := make([]step, 0, len(x.frames))
	for _, f := range x.frames[1:] {
		line = append(line, f.step)
	}
	return line
}
