package engine

import (
	"errors"
	"iter"
	"strconv"
)

// A ReplayError says at which word a replay stopped, and why: Err is a Refusal or a *WordError.
type ReplayError struct {
	At   int // the word's number, from 1
	Word string
	Err  error
}

func (e *ReplayError) Error() string {
	text := "word " + strconv.Itoa(e.At)
	var unread *WordError
	if !errors.As(e.Err, &unread) {
		text += ", " + quote(e.Word)
	}
	return text + ": " + e.Err.Error()
}

func (e *ReplayError) Unwrap() error { return e.Err }

// Replay plays the words of a game on from where it stands, and gives how many were accepted. It
// stops at the first that is not, with a *ReplayError.
func (g *Play) Replay(words iter.Seq[string]) (accepted int, err error) {
	for word := range words {
		if err := g.doWord(word); err != nil {
			return accepted, &ReplayError{At: accepted + 1, Word: word, Err: err}
		}
		accepted++
	}
	return accepted, nil
}

func (g *Play) doWord(word string) error {
	m, err := ParseMove(word)
	if err != nil {
		return err
	}
	if refusal := g.Do(m); refusal.Refused() {
		return refusal
	}
	return nil
}
