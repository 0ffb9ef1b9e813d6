package engine

import (
	"crypto/sha256"
	"encoding/hex"
)

// SaltBytes is how many random bytes seal a deal.
const SaltBytes = 32

// Commitment is what is told of a sealed deal before the race: it says nothing of the deal, but once
// code and salt are told, anybody can see that they are those that were meant. It is SHA-256 in
// hexadecimal of three lines: "samedeal-seal-1", the code, and the salt in hexadecimal.
func Commitment(code Code, salt []byte) string {
	sum := sha256.Sum256([]byte("samedeal-seal-1\n" + code.String() + "\n" + hex.EncodeToString(salt) + "\n"))
	return hex.EncodeToString(sum[:])
}
