package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// longestWord is the most bytes of a word of the move notation that are read, by far more than any
// needs.
const longestWord = 64

// wordScanner reads the words of a game, as engine.Words finds them, from a stream of any length in
// bounded memory.
type wordScanner struct{ *bufio.Scanner }

func newWordScanner(r io.Reader) wordScanner {
	s := wordScanner{bufio.NewScanner(&commentBlanker{from: r})}
	s.Buffer(make([]byte, longestWord+1), longestWord+1)
	s.Split(bufio.ScanWords)
	return s
}

// Err says what stopped the words before their end.
func (s wordScanner) Err() error {
	err := s.Scanner.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("a word is longer than %d bytes; want words such as 35, 3h or wh with white space between", longestWord)
	}
	return err
}

// commentBlanker reads a stream with its comments, from # to the end of the line, made spaces.
type commentBlanker struct {
	from      io.Reader
	inComment bool
}

func (b *commentBlanker) Read(data []byte) (int, error) {
	n, err := b.from.Read(data)
	for i, c := range data[:n] {
		switch c {
		case '\n':
			b.inComment = false
		case '#':
			b.inComment = true
		}
		if b.inComment {
			data[i] = ' '
		}
	}
	return n, err
}
