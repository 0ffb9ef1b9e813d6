package engine

// Perft counts the sequences of moves of each length from 1 to depth that begin in a position: the
// measure by which move generators are compared with one another. Undo is no move of them, and none
// follows a win.
func (v *Variant) Perft(p Position, depth int) []uint64 {
	counts := make([]uint64, max(0, depth))
	v.count(&p, counts)
	return counts
}

func (v *Variant) count(p *Position, counts []uint64) {
	if len(counts) == 0 {
		return
	}
	for m := range v.Moves(p) {
		counts[0]++
		if len(counts) > 1 {
			next, _ := v.Apply(*p, m)
			v.count(&next, counts[1:])
		}
	}
}
