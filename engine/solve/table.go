package solve

import "math/bits"

// A key names a position. Its two halves are independent hashes: place says where in the table the
// position is looked for, and mark, which the table keeps, tells it from the others there. Two
// positions are taken for one only if their marks are equal and their places near, which for n
// positions happens by chance once in about 2^64/n calls.
type key struct{ place, mark uint64 }

// table is a set of keys of a fixed size: open addressing with linear probing. A mark of 0 is an
// empty slot.
type table struct {
	marks []uint64
	used  int
	most  int // the table is full when this many are in it
}

const bytesPerSlot = 8

// slotsFor is how many slots hold that many states without crowding.
func slotsFor(states uint64) uint64 { return states + states/3 + 64 }

func newTable(slots uint64) table {
	return table{marks: make([]uint64, slots), most: int(slots - slots/4)}
}

// insert adds a key, and reports whether it was not there before. A full table takes nothing and says
// false too; isFull tells which.
func (t *table) insert(k key) bool {
	mark := k.mark
	if mark == 0 {
		mark = 1
	}
	high, _ := bits.Mul64(k.place, uint64(len(t.marks)))
	for i := high; ; {
		switch t.marks[i] {
		case mark:
			return false
		case 0:
			if t.used >= t.most {
				return false
			}
			t.marks[i] = mark
			t.used++
			return true
		}
		if i++; i == uint64(len(t.marks)) {
			i = 0
		}
	}
}

func (t *table) isFull() bool { return t.used >= t.most }

func (t *table) clear() {
	clear(t.marks)
	t.used = 0
}
