package player

import (
	"encoding/base32"
	"fmt"
	"io"
)

const (
	idBytes   = 16 // 128 bits: two players never draw the same
	idLetters = 26
)

// An ID names a player for ever: 26 characters a to z and 2 to 7 that say nothing about the player,
// written in this one form alone. IDs are compared by ==.
type ID string

// NewID draws an id from a source of randomness that nobody can foresee. The error is the source's.
func NewID(random io.Reader) (ID, error) {
	var drawn [idBytes]byte
	if _, err := io.ReadFull(random, drawn[:]); err != nil {
		return "", fmt.Errorf("draw a player's id: %w", err)
	}
	return ID(lowerBase32.EncodeToString(drawn[:])), nil
}

// An IDError says that a text is no player's id.
type IDError struct{ Text string }

func (e *IDError) Error() string {
	return quote(e.Text) + " is no player's id: want 26 characters a to z and 2 to 7, as they were given out"
}

// ParseID reads an id in the form NewID gives it and in no other. The error is an *IDError.
func ParseID(text string) (ID, error) {
	if len(text) != idLetters {
		return "", &IDError{Text: text}
	}
	drawn, err := lowerBase32.DecodeString(text)
	// The last letter has two bits more than the id: decoding drops them, so other letters would do.
	if err != nil || lowerBase32.EncodeToString(drawn) != text {
		return "", &IDError{Text: text}
	}
	return ID(text), nil
}

// lowerBase32 is RFC 4648's alphabet in small letters: it leaves out 0, 1 and 8.
var lowerBase32 = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)
