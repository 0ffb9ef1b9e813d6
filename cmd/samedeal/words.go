package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// longestWord is the most bytes of a word of the move notation that is read, by far more than any
// needs.
const longestWord = 64

// A wordScanner reads the words of a game from a stream of any length in bounded memory.
type wordScanner struct {
	*bufio.Scanner
	inComment bool
}

func newWordScanner(r io.Reader) *wordScanner {
	s := &wordScanner{Scanner: bufio.NewScanner(r)}
	s.Buffer(make([]byte, longestWord+1), longestWord+1)
	s.Split(s.split)
	return s
}

// Err says what stopped the words before their end.
func (s *wordScanner) Err() error {
	err := s.Scanner.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("a word is longer than %d bytes; want words such as 35, 3h or wh with white space between", longestWord)
	}
	return err
}

// split is a bufio.SplitFunc: words between white space, comments from # to the end of the line
// left out.
func (s *wordScanner) split(data []byte, atEOF bool) (advance int, word []byte, err error) {
	if s.inComment {
		return s.skipComment(data), nil, nil
	}
	start := 0
	for start < len(data) && isSpace(data[start]) {
		start++
	}
	if start == len(data) {
		return start, nil, nil
	}
	if data[start] == '#' {
		s.inComment = true
		return start + 1, nil, nil
	}
	for i, b := range data[start:] {
		if isSpace(b) || b == '#' {
			return start + i, data[start : start+i], nil
		}
	}
	if atEOF {
		return len(data), data[start:], nil
	}
	return start, nil, nil
}

func (s *wordScanner) skipComment(data []byte) int {
	end := bytes.IndexByte(data, '\n')
	if end < 0 {
		return len(data)
	}
	s.inComment = false
	return end
}

func isSpace(b byte) bool {
	return b == ' ' || b >= '\t' && b <= '\r'
}
