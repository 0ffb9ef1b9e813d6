package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
)

// A Hash is a short name of a position, for acknowledgements and audits: positions that differ in
// anything have different hashes. Of a true position it is for the server alone, since hidden cards
// go into it; a client is told the hash of its view.
type Hash uint64

// String writes the hash as 16 hexadecimal digits.
func (h Hash) String() string {
	digits := strconv.FormatUint(uint64(h), 16)
	return "0000000000000000"[len(digits):] + digits
}

// Hash is the first eight bytes, big-endian, of the SHA-256 of the position's canonical form:
//
//	the byte 1, for this form
//	for each pile that holds cards, in the order of the Pile constants: its letter (Pile.String),
//	the number of its cards, and each card as a byte: rank*4 + suit (S 0, H 1, D 2, C 3), 0 for
//	Unknown, 128 more if face down
//	a zero byte
//	score (2 bytes), moves (4), redeals (4), big-endian
//	for each award (home, from waste or cell to a column, turned up): the set of cards it has been
//	paid for, bit rank*4 + suit of 8 bytes big-endian
func (p *Position) Hash() Hash {
	var buffer [192]byte
	sum := sha256.Sum256(p.appendCanonical(buffer[:0]))
	return Hash(binary.BigEndian.Uint64(sum[:]))
}

func (p *Position) appendCanonical(b []byte) []byte {
	b = append(b, 1)
	for x := column1; x <= foundationC; x++ {
		if cards := p.pile(x); len(cards) > 0 {
			b = append(b, pileLetters[x], byte(len(cards)))
			for _, c := range cards {
				b = append(b, byte(c))
			}
		}
	}
	b = append(b, 0)
	b = binary.BigEndian.AppendUint16(b, p.score)
	b = binary.BigEndian.AppendUint32(b, p.moves)
	b = binary.BigEndian.AppendUint32(b, p.redeals)
	for _, set := range p.paid {
		b = binary.BigEndian.AppendUint64(b, uint64(set))
	}
	return b
}
