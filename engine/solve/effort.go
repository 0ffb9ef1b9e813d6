package solve

// effort is what the searches of one call have used up of what they may use.
type effort struct {
	Options
	states    uint64
	limit     uint64 // the states at which the search under way must stop
	next      uint64 // the states at which the caller is heard next
	held      int    // bytes held now
	tableFull bool
	cancelled bool
}

// pollEvery is how many states pass between two questions whether to stop: well under a hundredth of
// a second.
const pollEvery = 1024

func newEffort(o Options) *effort {
	if o.States == 0 {
		o.States = DefaultStates
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	o.Memory = max(o.Memory, LeastMemory)
	return &effort{Options: o, limit: o.States}
}

// allow lets the next search look at no more than n states, and not at more than are left.
func (e *effort) allow(n uint64) { e.limit = e.states + min(n, e.left()) }

// left is how many states may still be looked at.
func (e *effort) left() uint64 { return e.States - min(e.States, e.states) }

// spend counts a state, and reports whether the search may go on.
func (e *effort) spend() bool {
	if e.states >= e.limit || e.cancelled {
		return false
	}
	e.states++
	if e.states >= e.next {
		e.poll()
	}
	return !e.cancelled
}

// poll asks the caller whether to stop, and tells how far the search is.
func (e *effort) poll() {
	e.next = e.states + pollEvery
	if e.Progress != nil {
		e.Progress(Progress{States: e.states, Memory: e.held})
	}
	if e.Cancelled != nil && e.Cancelled() {
		e.cancelled = true
	}
}

// isOver reports whether no further search may begin.
func (e *effort) isOver() bool { return e.cancelled || e.left() == 0 }
