package solve

import (
	"cmp"
	"slices"
)

// beam goes on from many positions at once, all after the same number of steps, and keeps the best of
// those that they lead to: what it finds is short, since it looks at all that is as near before what is
// farther. Steps home are not counted, as every line has all of them.
type beam struct {
	keys    *keys
	weights weights
	width   int
	seen    table
	tree    []branch   // how each position was reached
	level   []beamNode // those with as many steps as the ones being gone on from
	next    []beamNode // those with one more
	steps   []step
}

type branch struct {
	parent int32
	step   step
}

type beamNode struct {
	tableau
	weight int32
	branch int32 // in the tree
}

// mostSteps is more than a short line has that do not lead home, and statesPerWidth what so many
// levels look at.
const (
	mostSteps      = 150
	statesPerWidth = 700
)

func newBeam(z *keys, w weights, width int) *beam {
	return &beam{keys: z, weights: w, width: width, seen: newTable(slotsFor(uint64(width) * statesPerWidth))}
}

// find looks for a line from a tableau in which nothing safe is left to do.
func (b *beam) find(from *tableau, e *effort) ([]step, bool) {
	b.seen.insert(from.key)
	b.tree = append(b.tree, branch{parent: -1})
	b.level = append(b.level, beamNode{tableau: *from})
	for range mostSteps {
		for i := 0; i < len(b.level); i++ { // steps home make the level longer
			if won, more := b.goOn(i, e); won || !more {
				return b.line(), won
			}
		}
		b.thin()
	}
	return nil, false
}

// goOn takes all steps from a position of the level.
func (b *beam) goOn(i int, e *effort) (won, more bool) {
	from := b.level[i]
	b.steps = from.all(b.steps[:0])
	for _, s := range b.steps {
		n := from
		n.do(b.keys, s)
		n.takeSafe(b.keys)
		if !b.seen.insert(n.key) {
			if b.seen.isFull() {
				return false, false
			}
			continue
		}
		n.branch = int32(len(b.tree))
		b.tree = append(b.tree, branch{from.branch, s})
		if n.isWon() {
			return true, true
		}
		n.weight = b.weights.weigh(&n.tableau, 0)
		if s.to == atHome {
			b.level = append(b.level, n)
		} else {
			b.next = append(b.next, n)
		}
		if !e.spend() {
			return false, false
		}
	}
	return false, true
}

// thin makes the best of the next level the level.
func (b *beam) thin() {
	if len(b.next) > b.width {
		slices.SortFunc(b.next, func(n, m beamNode) int {
			return cmp.Or(cmp.Compare(n.weight, m.weight), cmp.Compare(n.branch, m.branch))
		})
		b.next = b.next[:b.width]
	}
	b.level, b.next = b.next, b.level[:0]
}

// line is the steps that lead to the position that was reached last.
func (b *beam) line() []step {
	var line []step
	for i := int32(len(b.tree) - 1); b.tree[i].parent >= 0; i = b.tree[i].parent {
		line = append(line, b.tree[i].step)
	}
	slices.Reverse(line)
	return line
}
