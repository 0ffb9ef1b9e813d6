package solve

import "math/bits"

// weights say how much each thing that stands in the way of a win weighs.
type weights struct {
	out     int32 // each card not home
	uneven  int32 // each rank that the highest foundation is above the lowest
	breaks  int32 // each card on another that it is not in sequence with
	above   int32 // each card above the next card of a foundation
	second  int32 // each card above the one after that
	sister  int32 // each card under a higher one of its suit
	covered int32 // each card under a higher one of any suit
	low     int32 // each rank that the lowest card of a stack is below a king
	loose   int32 // each loose card
	full    int32 // no free slot
	spaces  int32 // taken off for each empty column
	depth   int32 // each step made
}

// fields gives each of the weights.
func (w *weights) fields() [12]*int32 {
	return [...]*int32{
		&w.out, &w.uneven, &w.breaks, &w.above, &w.second, &w.sister, &w.covered, &w.low,
		&w.loose, &w.full, &w.spaces, &w.depth,
	}
}

// weigh weighs a tableau; less is better.
func (w *weights) weigh(t *tableau, depth int32) int32 {
	sum := w.depth * depth
	least, most := t.home[0], t.home[0]
	out := int32(deckSize)
	for _, height := range t.home {
		out -= int32(height)
		least, most = min(least, height), max(most, height)
	}
	sum += w.out*out + w.uneven*int32(most-least)
	for tops := t.tops; tops != 0; tops &= tops - 1 {
		sum += w.weighStack(t, first(tops))
	}
	sum += w.loose * int32(bits.OnesCount64(t.loose))
	if t.free == 0 {
		sum += w.full
	}
	return sum - w.spaces*int32(min(t.free, t.spaces))
}

// weighStack weighs a stack from its last card down.
func (w *weights) weighStack(t *tableau, card uint8) int32 {
	var highest [4]uint8 // the highest card of each suit so far
	var most uint8
	var sum, above int32
	for {
		suit, rank := card&3, card>>2
		if highest[suit] > rank {
			sum += w.sister
		} else {
			highest[suit] = rank
		}
		switch rank - t.home[suit] {
		case 1:
			sum += w.above * above
		case 2:
			sum += w.second * above
		}
		if most > rank {
			sum += w.covered
		} else {
			most = rank
		}
		on := t.under[card]
		if on == 0 {
			return sum + w.low*int32(uint8(lastCard)>>2-rank)
		}
		if parents[card]>>on&1 == 0 {
			sum += w.breaks
		}
		above++
		card = on
	}
}

// varied gives these weights, each up to a half lighter or heavier.
func (w weights) varied(random func() uint64) weights {
	for _, x := range w.fields() {
		*x = *x * int32(64+random()%129) / 128
	}
	return w
}
