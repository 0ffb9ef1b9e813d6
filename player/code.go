package player

import (
	"io"
	"strings"
)

const (
	// codeLetters are no vowels, which would make words, and none that is read for another.
	codeLetters = "BCDFGHJKLMNPQRSTVWXZ"
	// codeLength is how many letters a code has. There are 20^10 codes, 43 bits.
	codeLength = 10
	// codeMost is above what anybody types for a code, in bytes: a longer text is not worth reading.
	codeMost = 64
)

// drawCode draws a code from a source of randomness that nobody can foresee. The error is the source's.
func drawCode(random io.Reader) (string, error) {
	const fair = 256 - 256%len(codeLetters) // bytes from here on would favour the first letters
	code := make([]byte, 0, codeLength)
	for drawn := make([]byte, 1); len(code) < codeLength; {
		if _, err := io.ReadFull(random, drawn); err != nil {
			return "", err
		}
		if int(drawn[0]) < fair {
			code = append(code, codeLetters[int(drawn[0])%len(codeLetters)])
		}
	}
	return string(code), nil
}

// readCode reads a code as somebody types it: in capitals or not, with spaces and hyphens anywhere.
func readCode(text string) (code string, good bool) {
	if len(text) > codeMost {
		return "", false
	}
	code = strings.Map(func(r rune) rune {
		switch {
		case r == ' ' || r == '-':
			return -1
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		}
		return r
	}, text)
	if len(code) != codeLength || strings.Trim(code, codeLetters) != "" {
		return "", false
	}
	return code, true
}
