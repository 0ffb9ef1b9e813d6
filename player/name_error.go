package player

import (
	"fmt"
	"strconv"
	"unicode"
)

// A NameFault is a reason for which a text is no name.
type NameFault uint8

// What can be wrong with a name.
const (
	nameGood       NameFault = iota
	NameNotText              // it is not UTF-8
	NameEmpty                // nothing but space
	NameTooBig               // more than NameMostBytes bytes
	NameTooLong              // more than NameMost visible characters
	NameTooDense             // a character with too many marks on it, or made of too many parts
	NameControl              // a control character
	NameDirection            // a character that changes the direction of text
	NameInvisible            // a character that cannot be seen
	NameStray                // a mark, joiner or selector that has nothing to belong to
	NameUnassigned           // for private use, or not in Unicode as this program knows it
	NameForbidden            // a word of the service's WordList
)

// nameFaults has each fault's stable name, what is wrong and what would be right, by NameFault. %s is
// the character's code point, %d the size.
var nameFaults = [...]struct{ name, text string }{
	nameGood:       {"GOOD", "nothing is wrong with the name"},
	NameNotText:    {"NOT_TEXT", "the name is not text in UTF-8; want it in UTF-8"},
	NameEmpty:      {"EMPTY", "the name is empty; want 1 to 24 visible characters"},
	NameTooBig:     {"TOO_BIG", "the name takes %d bytes; want at most 256"},
	NameTooLong:    {"TOO_LONG", "the name has %d characters; want 1 to 24"},
	NameTooDense:   {"TOO_DENSE", "one character of the name is made of %d parts; want at most 12"},
	NameControl:    {"CONTROL", "the name has the control character %s; want only characters that can be seen"},
	NameDirection:  {"DIRECTION", "the name has %s, which changes the direction of text; want it without"},
	NameInvisible:  {"INVISIBLE", "the name has %s, which cannot be seen; want it without"},
	NameStray:      {"STRAY", "the name has %s where there is nothing for it to act on; want it without"},
	NameUnassigned: {"UNASSIGNED", "the name has %s; want only characters that Unicode " + unicode.Version + " gives a meaning"},
	NameForbidden:  {"FORBIDDEN", "the name has a word that is not welcome here; want another name"},
}

// String gives the fault's stable name, such as TOO_LONG.
func (f NameFault) String() string {
	if int(f) >= len(nameFaults) {
		return "FAULT_" + strconv.Itoa(int(f))
	}
	return nameFaults[f].name
}

// A NameError says what is wrong with a name and what would be right. It repeats nothing of the name,
// so that it can be shown and logged.
type NameError struct {
	Fault NameFault
	// Character is the one at fault, for the faults from NameControl to NameUnassigned.
	Character rune
	// Size is, for NameTooBig, bytes; for NameTooLong, visible characters; for NameTooDense, the code
	// points of the first character that has too many.
	Size int
}

func (e *NameError) Error() string {
	switch e.Fault {
	case NameTooBig, NameTooLong, NameTooDense:
		return fmt.Sprintf(nameFaults[e.Fault].text, e.Size)
	case NameControl, NameDirection, NameInvisible, NameStray, NameUnassigned:
		return fmt.Sprintf(nameFaults[e.Fault].text, fmt.Sprintf("%U", e.Character))
	case nameGood, NameNotText, NameEmpty, NameForbidden:
		return nameFaults[e.Fault].text
	default:
		return e.Fault.String()
	}
}
