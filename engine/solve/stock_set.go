package solve

import "math/bits"

// keySet is a set of numbers, kept as they are, so that nothing is taken for something else. It grows up
// to a bound: open addressing with linear probing, a zero being an empty slot.
//
// It grows a little with each number added: until all those in the old slots have been moved, both are
// looked at. So no call takes long, and a search can always be stopped soon.
type keySet struct {
	slots []uint64
	old   []uint64
	moved int // how many of the old slots have been
	used  int
	room  int // how many numbers may be in it before it must grow
	most  int // how many slots it may have

	fetched uint64 // nothing of use: what fetch reads must go somewhere
}

const (
	// growth is how many times longer the slots become at once.
	growth = 4
	// movedAtOnce is how many old slots are moved when a number is added.
	movedAtOnce = 64
	firstSlots  = 10_000
)

// newKeySet makes a set that keeps within that many bytes, also while it grows.
func newKeySet(bytes int) keySet {
	s := keySet{most: max(8, bytes/bytesPerSlot*growth/(growth+1)-growth)}
	slots := s.most
	for slots > firstSlots {
		slots = (slots + growth - 1) / growth
	}
	s.resize(slots)
	return s
}

func (s *keySet) resize(slots int) {
	s.slots = make([]uint64, slots)
	s.room = slots - slots/5
}

func (s *keySet) clear() {
	clear(s.slots)
	s.old, s.moved, s.used = nil, 0, 0
}

// bytes is how much memory the set takes.
func (s *keySet) bytes() int { return (len(s.slots) + len(s.old)) * bytesPerSlot }

// insert adds a key, and reports whether it was not there before. A full set takes nothing and says
// false too; isFull tells which.
func (s *keySet) insert(key uint64) bool {
	key++
	i := slotOf(s.slots, key)
	if s.slots[i] == key || s.isInOld(key) {
		return false
	}
	if s.used >= s.room {
		if !s.grow() {
			return false
		}
		i = slotOf(s.slots, key)
	}
	s.slots[i] = key
	s.used++
	if s.old != nil {
		s.moveSome()
	}
	return true
}

// has reports whether a key has been added.
func (s *keySet) has(key uint64) bool {
	key++
	return s.slots[slotOf(s.slots, key)] == key || s.isInOld(key)
}

func (s *keySet) isInOld(key uint64) bool { return s.old != nil && s.old[slotOf(s.old, key)] == key }

// fetch reads where a key would be looked up, so that this part of the memory is on its way.
func (s *keySet) fetch(key uint64) { s.fetched ^= s.slots[firstSlot(s.slots, key+1)] }

// firstSlot is where a key is looked for first.
func firstSlot(slots []uint64, key uint64) uint64 {
	i, _ := bits.Mul64(key*0x9E3779B97F4A7C15, uint64(len(slots)))
	return i
}

// slotOf gives the slot that holds the key, or the empty one where it belongs.
func slotOf(slots []uint64, key uint64) uint64 {
	i := firstSlot(slots, key)
	for i < uint64(len(slots)) && slots[i] != key && slots[i] != 0 {
		if i++; i == uint64(len(slots)) {
			i = 0
		}
	}
	return i
}

// grow begins to make room, unless the set has all the slots that it may have.
func (s *keySet) grow() bool {
	if len(s.slots) >= s.most {
		return false
	}
	s.old, s.moved = s.slots, 0
	s.resize(min(s.most, growth*len(s.old)))
	return true
}

// moveSome moves some of the old slots' keys. They stay in the old ones too, which are given up at the end.
func (s *keySet) moveSome() {
	last := min(len(s.old), s.moved+movedAtOnce)
	for _, key := range s.old[s.moved:last] {
		if key != 0 {
			s.slots[slotOf(s.slots, key)] = key
		}
	}
	if s.moved = last; last == len(s.old) {
		s.old = nil
	}
}

func (s *keySet) isFull() bool { return s.used >= s.room && len(s.slots) >= s.most }
