package engine

import (
	"strconv"
	"strings"
)

const (
	shortNumber = 7  // letters of a deal number
	longNumber  = 13 // letters of a long one

	lastShortNumber uint64 = 8_031_810_175             // 26^7 - 1
	lastLongNumber  uint64 = 2_481_152_873_203_736_575 // 26^13 - 1
)

// A Code names a deal of a variant: KL1-D3N-AAAAAAB. The same code gives the same cards for ever.
// Codes are compared by ==. The zero Code names no deal.
type Code struct {
	variant *Variant
	number  uint64
}

// NewCode gives the code of that deal number, 1 to v.LastNumber().
func NewCode(v *Variant, number uint64) (Code, error) {
	if number < 1 || number > v.LastNumber() {
		return Code{}, &CodeError{
			Part: "number", Got: strconv.FormatUint(number, 10),
			Want: v.Version() + " has deals 1 to " + strconv.FormatUint(v.LastNumber(), 10),
		}
	}
	return Code{variant: v, number: number}, nil
}

// LastNumber is the highest deal number of the game.
func (v *Variant) LastNumber() uint64 { return v.game.LastNumber() }

// LastShortNumber is the highest deal number that is written in seven letters.
func (v *Variant) LastShortNumber() uint64 { return min(v.LastNumber(), lastShortNumber) }

// Variant is the game and its options.
func (c Code) Variant() *Variant { return c.variant }

// Number is the deal's number.
func (c Code) Number() uint64 { return c.number }

// Start is the position before the first action.
func (c Code) Start() Position { return c.variant.start(c.number) }

// Play begins a game on the deal.
func (c Code) Play() *Play { return NewPlay(c.variant, c.Start()) }

// String writes the code in its one form, in capitals.
func (c Code) String() string {
	if c.variant == nil {
		return ""
	}
	letters := shortNumber
	if c.number > lastShortNumber {
		letters = longNumber
	}
	return c.variant.String() + "-" + writeNumber(c.number, letters)
}

// A CodeError says which part of a deal code is wrong and what would be right.
type CodeError struct {
	Part string // "code", "game", "options" or "number"
	Got  string
	Want string
}

func (e *CodeError) Error() string {
	what := "the code's " + e.Part + " is "
	switch e.Part {
	case "code":
		what = "the code is "
	case "options":
		what = "the code's options are "
	}
	return what + quote(e.Got) + "; " + e.Want
}

// ParseCode reads the deal code of a standard game, without regard to case, spaces around it
// dropped. The error is a *CodeError.
func ParseCode(text string) (Code, error) { return standard.ParseCode(text) }

// ParseVariant reads the first two parts of a standard game's deal code, such as KL1-D3N. The error
// is a *CodeError.
func ParseVariant(text string) (*Variant, error) { return standard.ParseVariant(text) }

// ParseCode reads the deal code of a game of the catalogue.
func (c Catalogue) ParseCode(text string) (Code, error) {
	parts := strings.Split(upper(text), "-")
	if len(parts) != 3 {
		return Code{}, &CodeError{
			Part: "code", Got: strings.TrimSpace(text),
			Want: "want game, options and number with hyphens between, such as " + c[0].String() + "-AAAAAAB",
		}
	}
	v, err := c.variant(parts[0], parts[1])
	if err != nil {
		return Code{}, err
	}
	number, err := v.parseNumber(parts[2])
	if err != nil {
		return Code{}, err
	}
	return Code{variant: v, number: number}, nil
}

// ParseVariant reads the first two parts of a deal code.
func (c Catalogue) ParseVariant(text string) (*Variant, error) {
	parts := strings.Split(upper(text), "-")
	if len(parts) != 2 {
		return nil, &CodeError{
			Part: "code", Got: strings.TrimSpace(text),
			Want: "want game and options with a hyphen between, such as " + c[0].String(),
		}
	}
	return c.variant(parts[0], parts[1])
}

func (c Catalogue) variant(version, options string) (*Variant, error) {
	game := c.of(version)
	if len(game) == 0 {
		return nil, &CodeError{Part: "game", Got: version, Want: "want " + oneOf(c.versions())}
	}
	for _, v := range game {
		if v.Options == options {
			return v, nil
		}
	}
	return nil, &CodeError{Part: "options", Got: options, Want: version + " takes " + oneOf(game.options())}
}

func (v *Variant) parseNumber(letters string) (uint64, error) {
	wrong := func(want string) (uint64, error) {
		return 0, &CodeError{Part: "number", Got: letters, Want: want}
	}
	switch long := v.LastNumber() > lastShortNumber; {
	case strings.Trim(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || !long && len(letters) != shortNumber:
		return wrong("want " + numberForm(long))
	case len(letters) != shortNumber && len(letters) != longNumber:
		return wrong("want " + numberForm(long) + ", and these are " + strconv.Itoa(len(letters)))
	}
	number := readNumber(letters)
	switch {
	case number == 0:
		return wrong("deals are numbered from " + writeNumber(1, shortNumber) + " on")
	case len(letters) == longNumber && number <= lastShortNumber:
		return wrong("a number as small as that is written " + writeNumber(number, shortNumber))
	}
	return number, nil
}

func numberForm(long bool) string {
	if long {
		return "seven letters A to Z, or thirteen for a long number"
	}
	return "seven letters A to Z"
}

// readNumber reads capital letters as a number of base 26, A = 0, most significant first.
func readNumber(letters string) uint64 {
	var number uint64
	for _, letter := range []byte(letters) {
		number = number*26 + uint64(letter-'A')
	}
	return number
}

func writeNumber(number uint64, letters int) string {
	text := make([]byte, letters)
	for i := range text {
		text[letters-1-i] = 'A' + byte(number%26)
		number /= 26
	}
	return string(text)
}

// upper drops the space around a code and puts a to z in capitals, and no other letter: some, such
// as the dotless i, have a capital among A to Z.
func upper(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, strings.TrimSpace(text))
}

// oneOf writes a choice: "A, B or C".
func oneOf(choice []string) string {
	if len(choice) == 1 {
		return choice[0]
	}
	last := len(choice) - 1
	return strings.Join(choice[:last], ", ") + " or " + choice[last]
}
