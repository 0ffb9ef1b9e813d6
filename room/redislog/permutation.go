package redislog

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
)

// A permutation gives each number below its size another one below it, no two the same, in an order
// that only who has the secret can tell: a Feistel network over the next even number of bits, walked
// until it comes back below the size.
type permutation struct {
	secret []byte
	size   uint64 // from 1 to 1<<62
	half   int    // bits of a half
}

const feistelRounds = 8

func newPermutation(secret []byte, size uint64) permutation {
	return permutation{secret: secret, size: size, half: (bits.Len64(size-1) + 1) / 2}
}

// of gives the number for n, which must be below the size.
func (p permutation) of(n uint64) uint64 {
	// The network permutes a range less than four times as large, in which n lies on a cycle. The first
	// number after it on this cycle that is below the size may be n itself.
	for n = p.network(n); n >= p.size; n = p.network(n) {
	}
	return n
}

func (p permutation) network(n uint64) uint64 {
	mask := uint64(1)<<p.half - 1
	left, right := n>>p.half, n&mask
	for round := range feistelRounds {
		left, right = right, left^p.mix(byte(round), right)&mask
	}
	return left<<p.half | right
}

// mix is a number that depends on the round, the half and the secret.
func (p permutation) mix(round byte, half uint64) uint64 {
	mac := hmac.New(sha256.New, p.secret)
	_, _ = mac.Write(binary.BigEndian.AppendUint64([]byte{round}, half)) // a hash takes all
	return binary.BigEndian.Uint64(mac.Sum(nil))
}
