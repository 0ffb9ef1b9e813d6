package player

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	wordListMost   = 10_000 // words
	wordLineMost   = 1000   // bytes of a line
	byteOrderMark  = "\ufeff"
	wordListMark   = "#"
	wordListGoesOn = "*"
)

// A WordList has words that are not to be in a name. Words and names are compared without regard to
// capitals, to the width and style of letters, and to what cannot be seen, as by Distinct; and the name
// also with digits and signs read as the letters that they stand for in "h3ll0". A word counts where it
// stands by itself, with no letter, digit or accent beside it; one written with a star at its start or
// end counts also where it goes on there.
type WordList struct{ words []listedWord }

type listedWord struct {
	text             string // as key gives it
	goesBack, goesOn bool
}

// A WordListError says which line of a word list cannot be used, and what would be right.
type WordListError struct {
	Line int // from 1
	Want string
}

func (e *WordListError) Error() string { return fmt.Sprintf("line %d: want %s", e.Line, e.Want) }

// ReadWordList reads a word list: a word or phrase a line, with a star at its start or end if it may go
// on there. What follows a # is a comment. The error is a *WordListError or the reader's.
func ReadWordList(r io.Reader) (*WordList, error) {
	list := &WordList{}
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 0, wordLineMost), wordLineMost)
	number := 0
	for lines.Scan() {
		number++
		line := lines.Text()
		if number == 1 {
			line = strings.TrimPrefix(line, byteOrderMark)
		}
		word, want := readWord(line)
		if want == "" && word.text != "" {
			list.words = append(list.words, word)
		}
		if len(list.words) > wordListMost {
			want = fmt.Sprintf("at most %d words", wordListMost)
		}
		if want != "" {
			return nil, &WordListError{number, want}
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, &WordListError{number + 1, fmt.Sprintf("at most %d bytes", wordLineMost-1)}
	}
	return list, lines.Err()
}

// readWord reads a line, and says what it should be if it is none. Of an empty one there is no word.
func readWord(line string) (word listedWord, want string) {
	if !utf8.ValidString(line) {
		return listedWord{}, "text in UTF-8"
	}
	line, _, _ = strings.Cut(line, wordListMark)
	line = strings.Join(strings.Fields(line), " ")
	if line == "" {
		return listedWord{}, ""
	}
	line, word.goesBack = strings.CutPrefix(line, wordListGoesOn)
	line, word.goesOn = strings.CutSuffix(line, wordListGoesOn)
	word.text = key(Name(line))
	if strings.Contains(line, wordListGoesOn) || !strings.ContainsFunc(word.text, isWordPart) {
		return listedWord{}, "a word, with a star at most at its start and its end"
	}
	return word, ""
}

// Check refuses a name that has a word of the list. The error is a *NameError. A nil list has no words.
func (l *WordList) Check(name Name) error {
	if l == nil {
		return nil
	}
	plain := key(name)
	for _, text := range []string{plain, deciphered.Replace(plain)} {
		if slices.ContainsFunc(l.words, func(w listedWord) bool { return w.isIn(text) }) {
			return &NameError{Fault: NameForbidden}
		}
	}
	return nil
}

// isIn reports whether the word is in a text, within the bounds that it must have.
func (w listedWord) isIn(text string) bool {
	for at := 0; ; {
		next := strings.Index(text[at:], w.text)
		if next < 0 {
			return false
		}
		start := at + next
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[start+len(w.text):])
		if (w.goesBack || !isWordPart(before)) && (w.goesOn || !isWordPart(after)) {
			return true
		}
		_, first := utf8.DecodeRuneInString(text[start:])
		at = start + first
	}
}

func isWordPart(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

// deciphered reads digits and signs as letters that they resemble.
var deciphered = strings.NewReplacer(
	"0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "@", "a", "$", "s", "!", "i",
)
