package engine

import (
	"math/bits"
	"strings"
)

// deckSize is how many cards every game here is played with: one deck, no jokers.
const deckSize = 52

// Suit is a card's suit, in the foundations' order on screen.
type Suit uint8

// The suits.
const (
	Spades Suit = iota
	Hearts
	Diamonds
	Clubs
)

const (
	suitLetters = "SHDC"
	numSuits    = len(suitLetters)
)

// String gives the suit's letter: S, H, D or C.
func (s Suit) String() string { return suitLetters[s&3 : s&3+1] }

// Rank is a card's rank, from Ace (1, the lowest) to King (13).
type Rank uint8

// The ranks that rules speak of.
const (
	Ace  Rank = 1
	King Rank = 13
)

const rankLetters = "?A23456789TJQK"

// String gives the rank's letter: A, 2 to 9, T, J, Q or K.
func (r Rank) String() string {
	if r > King {
		return "?"
	}
	return rankLetters[r : r+1]
}

// A Card is one card of the deck, or Unknown. In a column it may lie face down; its rank and suit
// are there all the same, except in a view, where a card that the viewer may not see is Unknown.
//
// The low six bits are rank<<2|suit, the top bit says face down.
type Card uint8

// Unknown is a card that the viewer may not see. As the last card of a column it stands for no
// card: an empty column.
const Unknown Card = 0

const faceDown Card = 0x80

// NewCard gives the card of that rank and suit, face up.
func NewCard(r Rank, s Suit) Card { return Card(r)<<2 | Card(s) }

// Rank is the card's rank, 0 for Unknown.
func (c Card) Rank() Rank { return Rank(c.FaceUp() >> 2) }

// Suit is the card's suit.
func (c Card) Suit() Suit { return Suit(c & 3) }

// Red reports whether the card is a heart or a diamond.
func (c Card) Red() bool { return c.Suit() == Hearts || c.Suit() == Diamonds }

// IsFaceDown reports whether the card lies face down in a column.
func (c Card) IsFaceDown() bool { return c&faceDown != 0 }

// FaceUp is the same card lying face up.
func (c Card) FaceUp() Card { return c &^ faceDown }

// FaceDown is the same card lying face down.
func (c Card) FaceDown() Card { return c | faceDown }

// String writes the card as rank and suit, "?" for Unknown, in angle brackets where it lies face
// down: 7H, TS, <4H>, <?>.
func (c Card) String() string { return string(c.append(nil)) }

func (c Card) append(text []byte) []byte {
	if c.IsFaceDown() {
		text = append(text, '<')
	}
	if c.FaceUp() == Unknown {
		text = append(text, '?')
	} else {
		text = append(text, rankLetters[c.Rank()], suitLetters[c.Suit()])
	}
	if c.IsFaceDown() {
		text = append(text, '>')
	}
	return text
}

// CardSet is a set of face-up cards.
type CardSet uint64

// SetOf gives the set of these cards, face down or not. Unknown is in no set.
func SetOf(cards ...Card) CardSet {
	var s CardSet
	for _, c := range cards {
		s = s.with(c)
	}
	return s &^ 1
}

// Has reports whether the card, lying face up, is in the set.
func (s CardSet) Has(c Card) bool { return !c.IsFaceDown() && s>>(c&63)&1 != 0 }

// Len is the number of cards in the set.
func (s CardSet) Len() int { return bits.OnesCount64(uint64(s)) }

func (s CardSet) with(c Card) CardSet { return s | 1<<(c&63) }

// deck is the 52 cards by rank within suit: AS 2S .. KS, AH .. KH, AD .. KD, AC .. KC.
var deck = func() (d [deckSize]Card) {
	for i := range d {
		d[i] = NewCard(Ace+Rank(i%int(King)), Suit(i/int(King)))
	}
	return d
}()

// CardError says that a text is no card.
type CardError struct{ Text string }

func (e *CardError) Error() string {
	return quote(e.Text) + " is no card: want a rank A 2 3 4 5 6 7 8 9 T (or 10) J Q K and a suit S H D C, such as 7H"
}

// ParseCard reads a card as String writes it; a ten may also be written 10. Unknown is not read.
func ParseCard(text string) (Card, error) {
	up, down := cutBrackets(text)
	if len(up) == 3 && up[:2] == "10" {
		up = "T" + up[2:]
	}
	if len(up) == 2 {
		rank, suit := strings.IndexByte(rankLetters, up[0]), strings.IndexByte(suitLetters, up[1])
		if rank >= int(Ace) && suit >= 0 {
			c := NewCard(Rank(rank), Suit(suit))
			if down {
				c = c.FaceDown()
			}
			return c, nil
		}
	}
	return Unknown, &CardError{Text: text}
}

func cutBrackets(text string) (inner string, ok bool) {
	if len(text) > 2 && text[0] == '<' && text[len(text)-1] == '>' {
		return text[1 : len(text)-1], true
	}
	return text, false
}
