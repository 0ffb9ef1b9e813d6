package solve

// singles appends the steps of single cards but those back from the foundations. As a depth-first
// search takes the last one first, the most promising come last.
func (t *tableau) singles(steps []step) []step {
	steps = t.loosened(steps)
	steps = t.ontoCards(steps, t.loose)
	steps = t.ontoCards(steps, t.tops)
	return t.homeward(steps)
}

// all appends the steps of single cards and of runs but those back from the foundations.
func (t *tableau) all(steps []step) []step { return t.singles(t.runs(steps)) }

// breaksRun reports whether a step takes a card off one that it is in sequence with, into a slot.
func (t *tableau) breaksRun(s step) bool {
	return (s.to == isLoose || s.to == atBottom) && parents[s.card]>>t.under[s.card]&1 != 0
}

// loosened appends the steps of the stacks' last cards into slots.
func (t *tableau) loosened(steps []step) []step {
	if t.free > 0 {
		for tops := t.tops; tops != 0; tops &= tops - 1 {
			steps = append(steps, step{first(tops), isLoose, 1})
		}
	}
	return steps
}

// ontoCards appends the steps of these cards onto others.
func (t *tableau) ontoCards(steps []step, cards uint64) []step {
	for targets := t.targets(); cards != 0; cards &= cards - 1 {
		card := first(cards)
		for on := parents[card] & targets; on != 0; on &= on - 1 {
			steps = append(steps, step{card, first(on), 1})
		}
	}
	return steps
}

func (t *tableau) homeward(steps []step) []step {
	last := t.tops | t.loose
	for suit, height := range t.home {
		if card := (height+1)<<2 | uint8(suit); last>>card&1 != 0 {
			steps = append(steps, step{card, atHome, 1})
		}
	}
	return steps
}

// takenBack appends the steps that take a card back from its foundation, onto a card or into an empty
// column. What is safe at home stays there.
func (t *tableau) takenBack(steps []step) []step {
	for suit, height := range t.home {
		if height > 0 {
			steps = t.takenBackOne(steps, height<<2|uint8(suit))
		}
	}
	return steps
}

func (t *tableau) takenBackOne(steps []step, card uint8) []step {
	if t.isSafe(card) {
		return steps
	}
	if t.free > 0 && t.spaces > 0 {
		steps = append(steps, step{card, isLoose, 1})
	}
	for on := parents[card] & t.targets(); on != 0; on &= on - 1 {
		steps = append(steps, step{card, first(on), 1})
	}
	return steps
}

// afterTakingBack appends the steps that may follow directly on a card's being taken back: other cards
// taken back, and what needs this one. Others could as well be taken before it, so that it need not be
// done yet.
func (t *tableau) afterTakingBack(steps []step, card uint8) []step {
	steps = t.takenBack(steps)
	isLooseNow := t.loose>>card&1 != 0
	if isLooseNow && t.free > 0 && (t.free == 1 || t.spaces == 1) {
		return t.singles(steps) // each may take what taking the card back would need
	}
	if !isLooseNow && t.free > 0 {
		steps = append(steps, step{card, isLoose, 1})
	}
	if t.targets()>>card&1 != 0 {
		for lower := holds[card] & (t.tops | t.loose); lower != 0; lower &= lower - 1 {
			steps = append(steps, step{first(lower), card, 1})
		}
	}
	return steps
}

// isAtHome reports whether the card lies on its foundation.
func (t *tableau) isAtHome(card uint8) bool { return t.home[card&3] >= card>>2 }

// runs appends the steps of two cards or more that lie in sequence, as far as there is room to move
// them one by one.
func (t *tableau) runs(steps []step) []step {
	targets := t.targets()
	for tops := t.tops; tops != 0; tops &= tops - 1 {
		card := first(tops)
		for run := uint8(2); ; run++ {
			on := t.under[card]
			if on == 0 || parents[card]>>on&1 == 0 {
				break
			}
			card = on
			steps = t.run(steps, targets, step{card: card, run: run})
		}
	}
	return steps
}

// run appends the steps of one run: onto cards, and into an empty column unless it is a whole one.
func (t *tableau) run(steps []step, targets uint64, s step) []step {
	for on := parents[s.card] & targets; on != 0; on &= on - 1 {
		s.to = first(on)
		if int(s.run) <= t.room(s.to) {
			steps = append(steps, s)
		}
	}
	if s.to = atBottom; t.under[s.card] != 0 && int(s.run) <= t.room(atBottom) {
		steps = append(steps, s)
	}
	return steps
}

// room is how many cards can go there one by one, by way of the free slots: loose cards wait in cells
// as far as they can, so that most columns are empty.
func (t *tableau) room(to uint8) int {
	spaces := t.spaces
	if to != atBottom && t.loose>>to&1 != 0 {
		spaces-- // the column that the card lies in
	}
	empty := min(t.free, spaces)
	cells := t.free - empty
	if to == atBottom {
		if empty == 0 {
			return 0
		}
		empty--
	}
	return int(cells+1) << empty
}
