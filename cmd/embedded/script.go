package embedded

import (
	"crypto/sha1"
	"encoding/hex"
	"strings"
)

// scripts are the texts of the scripts that have been loaded, by their SHA-1. A script is kept with
// its text, so that the journal can be played into a server that has none loaded.
type scripts map[string]string

// learn takes note of the script that a command brings. It refuses one that a replay could not
// repeat.
func (s scripts) learn(c command) error {
	text, found := textIn(c)
	if !found {
		return nil
	}
	if strings.Contains(text, "math.random") {
		return &RefusedError{Command: c[0] + " with math.random", Reason: byChance}
	}
	sum := sha1.Sum([]byte(text))
	s[hex.EncodeToString(sum[:])] = text
	return nil
}

func textIn(c command) (text string, found bool) {
	switch {
	case len(c) > 1 && (c[0] == "EVAL" || c[0] == "EVAL_RO"):
		return c[1], true
	case len(c) == 3 && c[0] == "SCRIPT" && strings.EqualFold(c[1], "LOAD"):
		return c[2], true
	default:
		return "", false
	}
}

// spelledOut gives a call of a script by its sum as one with its text. The server does not know a
// script that is not among them either.
func (s scripts) spelledOut(c command) command {
	if c[0] != "EVALSHA" || len(c) < 2 {
		return c
	}
	text, found := s[c[1]]
	if !found {
		return c
	}
	return append(command{"EVAL", text}, c[2:]...)
}
