package player

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
)

const (
	// NameMost is the most visible characters in a name. What is one to the eye counts as one: a letter
	// with its accents, a family of emoji. So does a space.
	NameMost = 24
	// NameMostBytes is the most bytes that a name takes in UTF-8.
	NameMostBytes = 256

	// characterMost is how many code points a visible character may be made of. Four people in one
	// emoji, each with a skin colour, are 11; piles of accents that reach into the next line are more.
	characterMost = 12
)

// A Name is what others are shown of a player: 1 to NameMost visible characters in Unicode's normal
// form C, without space around it and with single spaces inside, and nothing in it that hides, or that
// changes how the text around it reads. It has still to be escaped where it goes into a page, and set
// apart from text of the other direction. Players may have equal names; see Distinct.
type Name string

// ParseName makes a name of what someone typed: space around it is dropped, white space inside becomes
// one space, and letters and accents are joined in normal form C. Anything else that a name must not
// have is refused, never dropped. The error is a *NameError. A Name parses to itself.
func ParseName(text string) (Name, error) {
	if !utf8.ValidString(text) {
		return "", &NameError{Fault: NameNotText}
	}
	name := strings.Join(strings.Fields(text), " ")
	// Before the normal form, so that no text is worth sending for the work that it makes.
	if len(name) <= NameMostBytes {
		name = norm.NFC.String(name)
	}
	for _, check := range []func(string) *NameError{checkSize, checkLength, checkCharacters} {
		if wrong := check(name); wrong != nil {
			return "", wrong
		}
	}
	return Name(name), nil
}

func checkSize(name string) *NameError {
	switch {
	case name == "":
		return &NameError{Fault: NameEmpty}
	case len(name) > NameMostBytes:
		return &NameError{Fault: NameTooBig, Size: len(name)}
	}
	return nil
}

// checkLength counts what a person would count.
func checkLength(name string) *NameError {
	characters := 0
	for clusters := uniseg.NewGraphemes(name); clusters.Next(); characters++ {
		// A few scripts have letters that take the space behind them into their cluster.
		points := utf8.RuneCountInString(strings.TrimRight(clusters.Str(), " "))
		if points > characterMost {
			return &NameError{Fault: NameTooDense, Size: points}
		}
	}
	if characters > NameMost {
		return &NameError{Fault: NameTooLong, Size: characters}
	}
	return nil
}

// checkCharacters finds the first character that may not be in a name, or not there.
func checkCharacters(name string) *NameError {
	points := append([]rune(name), 0)
	base := ' '
	for i, r := range points[:len(points)-1] {
		if fault := judge(base, r, points[i+1]); fault != nameGood {
			return &NameError{Fault: fault, Character: r}
		}
		if !isAttached(r) {
			base = r
		}
	}
	return nil
}
