package engine

import (
	"iter"
	"strconv"
	"strings"
)

// A WordError says that a text is no word of the move notation.
type WordError struct{ Word string }

func (e *WordError) Error() string {
	return quote(e.Word) + " is no move: want n, u, or from (1-9 a-d w S H D C) and to (1-9 a-d w h), " +
		"then perhaps v and a count in hexadecimal, such as 35, 35v2, 3h or wh"
}

// ParseMove reads one word of the move notation. A count beyond all cards is read as more than can
// lie anywhere. The error is a *WordError.
func ParseMove(word string) (Move, error) {
	switch word {
	case "n":
		return Move{Verb: Turn}, nil
	case "u":
		return Move{Verb: Undo}, nil
	}
	if len(word) >= 2 {
		from, to := sourcePile(word[0]), destinationPile(word[1])
		count, ok := parseCount(word[2:])
		if from != NoPile && to != NoPile && ok {
			return Move{From: from, To: to, Count: count}, nil
		}
	}
	return Move{}, &WordError{Word: word}
}

func sourcePile(letter byte) Pile {
	if i := strings.IndexByte(suitLetters, letter); i >= 0 {
		return Foundation(Suit(i))
	}
	return boardPile(letter)
}

func destinationPile(letter byte) Pile {
	if letter == 'h' {
		return Home
	}
	return boardPile(letter)
}

// boardPile is the column, cell or waste of a letter.
func boardPile(letter byte) Pile {
	switch {
	case letter >= '1' && letter <= '9':
		return Column(int(letter - '0'))
	case letter >= 'a' && letter <= 'd':
		return Cell(int(letter-'a') + 1)
	case letter == 'w':
		return Waste
	default:
		return NoPile
	}
}

// parseCount reads "" as Fit, and "v" with hexadecimal digits as a number, every one above 254 as
// 254.
func parseCount(text string) (uint8, bool) {
	if text == "" {
		return Fit, true
	}
	digits, ok := strings.CutPrefix(text, "v")
	if !ok || digits == "" {
		return 0, false
	}
	count := 0
	for _, digit := range []byte(digits) {
		value := strings.IndexByte("0123456789abcdef", digit)
		if value < 0 {
			return 0, false
		}
		count = min(count*16+value, int(Fit)-1)
	}
	return uint8(count), true
}

// String writes the move as a word that ParseMove reads, with its count unless that is Fit.
func (m Move) String() string {
	switch m.Verb {
	case Turn:
		return "n"
	case Undo:
		return "u"
	case Put:
	}
	word := m.From.String() + m.To.letterOfTo()
	if m.Count != Fit {
		word += "v" + strconv.FormatUint(uint64(m.Count), 16)
	}
	return word
}

func (p Pile) letterOfTo() string {
	if p.IsFoundation() {
		return Home.String()
	}
	return p.String()
}

// Word writes a move that is legal in the position as it is written in a game: with a count only
// where without it another number of cards would move.
func (v *Variant) Word(p Position, m Move) string {
	if m.Verb == Put && m.Count == v.fit(&p, m.From, m.To) {
		m.Count = Fit
	}
	return m.String()
}

// Words yields the words of a game's text: separated by white space, with comments from # to the
// end of the line left out.
func Words(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			line, _, _ = strings.Cut(line, "#")
			for word := range strings.FieldsSeq(line) {
				if !yield(word) {
					return
				}
			}
		}
	}
}
