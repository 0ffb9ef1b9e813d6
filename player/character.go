package player

import "unicode"

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
	asText             = '\ufe0e' // shows the character before it as text
	asEmoji            = '\ufe0f' // shows the character before it as an emoji
)

// directionMarks turn the text around them: the marks, the embeddings and overrides, the isolates.
var directionMarks = &unicode.RangeTable{R16: []unicode.Range16{
	{Lo: 0x061c, Hi: 0x061c, Stride: 1},
	{Lo: 0x200e, Hi: 0x200f, Stride: 1},
	{Lo: 0x202a, Hi: 0x202e, Stride: 1},
	{Lo: 0x2066, Hi: 0x2069, Stride: 1},
}}

// blanks are characters that Unicode counts as visible and fonts draw as nothing: the empty braille
// pattern, the place of an object, the musical note without a head.
var blanks = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x2800, Hi: 0x2800, Stride: 1}, {Lo: 0xfffc, Hi: 0xfffc, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x1d159, Hi: 0x1d159, Stride: 1}},
}

// invisible is all that may be in a text and not be seen. Some letters are among it, such as Hangul's
// fillers.
var invisible = []*unicode.RangeTable{
	unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point, blanks,
}

// joining are the scripts in which a joiner between two letters changes how the word is written.
var joining = []*unicode.RangeTable{
	unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Nko, unicode.Mongolian,
	unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil,
	unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar,
}

// judge says what is wrong with a character of a name. Before it is the last character that stands by
// itself, a space at the start; next is the one that follows, 0 at the end.
func judge(before, r, next rune) NameFault {
	switch {
	case isJoiner(r):
		return strayUnless(joins(before, r, next))
	case isSelector(r):
		return strayUnless(hasTwoForms(before))
	case unicode.Is(unicode.Cc, r):
		return NameControl
	case unicode.Is(directionMarks, r):
		return NameDirection
	case unicode.In(r, invisible...):
		return NameInvisible
	case unicode.In(r, unicode.Cn, unicode.Co, unicode.Cs):
		return NameUnassigned
	case unicode.Is(unicode.M, r):
		return strayUnless(before != ' ')
	}
	return nameGood
}

func strayUnless(ok bool) NameFault {
	if ok {
		return nameGood
	}
	return NameStray
}

// isAttached reports whether a character is part of the one before it.
func isAttached(r rune) bool { return isJoiner(r) || unicode.Is(unicode.M, r) }

func isJoiner(r rune) bool { return r == zeroWidthJoiner || r == zeroWidthNonJoiner }

func isSelector(r rune) bool { return r == asText || r == asEmoji }

// joins reports whether a joiner does something between two characters: it makes one emoji of two, or
// chooses between the forms of letters. Symbols are not looked at closer: a joiner among them shows
// no more than none, and names that differ in one are equal.
func joins(before, joiner, next rune) bool {
	if joiner == zeroWidthJoiner && unicode.Is(unicode.S, before) && unicode.Is(unicode.S, next) {
		return true
	}
	return unicode.In(before, joining...) && unicode.In(next, joining...) && unicode.Is(unicode.L, next)
}

// hasTwoForms reports whether a character may be shown as text or as an emoji: symbols, and the digits
// and marks of which keys are made. One letter is among them.
func hasTwoForms(r rune) bool {
	return r == 'ℹ' || unicode.In(r, unicode.S, unicode.P, unicode.Nd)
}
