package solve

import "github.com/samedeal/samedeal/engine"

const (
	firstWidth = 100
	timesWidth = 4
	// bytesPerWidth is what a beam needs for each of the positions that it keeps at a time.
	bytesPerWidth = 20 << 10
)

// shortFreeCellLines looks for short lines with beams of growing width, within half of the budget.
func shortFreeCellLines(v *engine.Variant, p *engine.Position, e *effort) [][]engine.Move {
	s := newCellSearch(v, p, e)
	var lines [][]engine.Move
	for width := firstWidth; width <= e.Memory/bytesPerWidth && e.left() > e.States/2; width *= timesWidth {
		b := newBeam(&s.keys, s.plan[0].weights, width)
		e.held = width * bytesPerWidth
		e.allow(e.left() - e.States/2)
		if line, found := b.find(&s.start, e); found {
			lines = append(lines, writeLine(v, p, &s.keys, line))
		}
	}
	return lines
}
