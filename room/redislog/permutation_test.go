package redislog

import (
	"testing"

	"pgregory.net/rapid"
)

func TestPermutationOfSmallSizes(t *testing.T) {
	for _, size := range []uint64{1, 2, 3, 4, 5, 16, 17, 255, 256, 257, 1000, 4096, 20 * 20 * 20} {
		for _, secret := range []string{"", "one", "another"} {
			p := newPermutation([]byte(secret), size)
			seen := make([]bool, size)
			for n := range size {
				to := p.of(n)
				if to >= size || seen[to] {
					t.Fatalf("of %d, under %q: %d goes to %d, which is too high or taken", size, secret, n, to)
				}
				seen[to] = true
			}
		}
	}
}

// inverse walks the network backwards: that it finds each number again shows that no two go to one.
func (p permutation) inverse(n uint64) uint64 {
	for n = p.networkBack(n); n >= p.size; n = p.networkBack(n) {
	}
	return n
}

func (p permutation) networkBack(n uint64) uint64 {
	mask := uint64(1)<<p.half - 1
	left, right := n>>p.half, n&mask
	for round := feistelRounds - 1; round >= 0; round-- {
		left, right = right^p.mix(byte(round), left)&mask, left
	}
	return left<<p.half | right
}

func TestPermutationIsABijection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.OneOf(rapid.Just[uint64](allCodes), rapid.Uint64Range(1, 1<<40)).Draw(t, "size")
		p := newPermutation(rapid.SliceOfN(rapid.Byte(), 0, secretBytes).Draw(t, "secret"), size)
		n := rapid.Uint64Range(0, size-1).Draw(t, "n")
		to := p.of(n)
		if to >= size || p.inverse(to) != n {
			t.Fatalf("%d goes to %d, and that comes from %d", n, to, p.inverse(to))
		}
	})
}

// A player who gets two codes should not be able to tell how many rooms were made between.
func TestPermutationHidesTheCount(t *testing.T) {
	p, other := newPermutation([]byte("one"), allCodes), newPermutation([]byte("another"), allCodes)
	neighbours, same := 0, 0
	for n := range uint64(1000) {
		if a, b := p.of(n), p.of(n+1); max(a, b)-min(a, b) < allCodes/1000 {
			neighbours++
		}
		if p.of(n) == other.of(n) {
			same++
		}
	}
	if neighbours > 10 || same > 1 {
		t.Errorf("%d of 1000 go close to the next, %d go to the same under another secret", neighbours, same)
	}
}

func TestCodesAreSpeltApart(t *testing.T) {
	for n, want := range map[uint64]string{0: "BBBBBB", 1: "BBBBBC", 20: "BBBBCB", allCodes - 1: "ZZZZZZ"} {
		if got := spell(n); string(got) != want {
			t.Errorf("%d is spelt %s, want %s", n, got, want)
		}
	}
}
