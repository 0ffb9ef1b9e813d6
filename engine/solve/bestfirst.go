package solve

import "slices"

// bestFirst looks for a line by always going on from the position that is weighed best of all those
// seen. It moves runs as one, takes nothing back from the foundations, and stops at its quota: it
// finds lines fast and proves nothing.
type bestFirst struct {
	keys    *keys
	weights weights
	// keepsRuns leaves out the steps that take a card off one that it is in sequence with, into a slot:
	// few lines need them.
	keepsRuns bool
	most      int // nodes
	nodes     []node
	open      openList
	seen      table
	steps     []step
}

// node is a position with the way that leads to it.
type node struct {
	tableau
	step   step
	parent int32
	depth  int32
}

// growsBelow is below how many states a search does not take all its memory at once: most find a line
// soon.
const growsBelow = 5000

// newBestFirst makes a search that can look at that many states.
func newBestFirst(z *keys, states int) *bestFirst {
	room := states + 1
	if room < growsBelow {
		room = growsBelow / 8
	}
	return &bestFirst{
		keys: z, keepsRuns: true, most: states + 1,
		nodes: make([]node, 0, room),
		open:  make(openList, 0, room),
		seen:  newTable(slotsFor(uint64(states) + 1)),
		steps: make([]step, 0, 256),
	}
}

// find looks for a line from a tableau in which nothing safe is left to do.
func (b *bestFirst) find(from *tableau, w weights, e *effort) ([]step, bool) {
	b.weights = w
	b.nodes, b.open = b.nodes[:0], b.open[:0]
	b.seen.clear()
	b.seen.insert(from.key)
	b.nodes = append(b.nodes, node{tableau: *from, parent: -1})
	b.open.push(candidate{})
	for len(b.open) > 0 {
		i := b.open.pop().node
		t := &b.nodes[i].tableau
		b.steps = t.all(b.steps[:0])
		for _, s := range b.steps {
			if b.keepsRuns && b.nodes[i].breaksRun(s) {
				continue
			}
			won, more := b.try(i, s, e)
			if won {
				return lineTo(b.nodes, int32(len(b.nodes)-1)), true
			}
			if !more {
				return nil, false
			}
		}
	}
	return nil, false
}

// try takes a step from a node and keeps what it leads to, if that is new.
func (b *bestFirst) try(from int32, s step, e *effort) (won, more bool) {
	if len(b.nodes) == b.most {
		return false, false
	}
	b.nodes = append(b.nodes, node{})
	n := &b.nodes[len(b.nodes)-1]
	n.tableau = b.nodes[from].tableau
	n.step, n.parent, n.depth = s, from, b.nodes[from].depth+1
	n.do(b.keys, s)
	n.takeSafe(b.keys)
	if !b.seen.insert(n.key) {
		b.nodes = b.nodes[:len(b.nodes)-1]
		return false, true
	}
	if !e.spend() {
		return false, false
	}
	if n.isWon() {
		return true, true
	}
	b.open.push(candidate{b.weights.weigh(&n.tableau, n.depth), int32(len(b.nodes) - 1)})
	return false, true
}

// lineTo is the steps that lead to a node.
func lineTo(nodes []node, to int32) []step {
	var line []step
	for ; nodes[to].parent >= 0; to = nodes[to].parent {
		line = append(line, nodes[to].step)
	}
	slices.Reverse(line)
	return line
}

// candidate is a node that has not been gone on from.
type candidate struct {
	weight int32
	node   int32
}

// before puts the lighter first, of equals the younger.
func (c candidate) before(d candidate) bool {
	return c.weight < d.weight || c.weight == d.weight && c.node > d.node
}

// openList is a heap of candidates.
type openList []candidate

func (o *openList) push(c candidate) {
	*o = append(*o, c)
	h := *o
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !c.before(h[up]) {
			break
		}
		h[i], i = h[up], up
	}
	h[i] = c
}

func (o *openList) pop() candidate {
	h := *o
	best, c := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*o = h
	if len(h) == 0 {
		return best
	}
	i := 0
	for {
		down := 2*i + 1
		if down >= len(h) {
			break
		}
		if down+1 < len(h) && h[down+1].before(h[down]) {
			down++
		}
		if !h[down].before(c) {
			break
		}
		h[i], i = h[down], down
	}
	h[i] = c
	return best
}
