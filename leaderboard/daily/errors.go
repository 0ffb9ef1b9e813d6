package daily

import (
	"errors"
	"fmt"
)

// What a caller tells players apart by.
var (
	// ErrNotToday is of a challenge that is not one of today's: its day is to come or is over, or it has
	// none such, or not any more.
	ErrNotToday = errors.New("the challenge is not one of today's")
	// ErrAttemptNotEnded is of practice before one's own attempt has ended.
	ErrAttemptNotEnded = errors.New("practice comes after one's own attempt has ended")
	// ErrOffsetSet is of a streak's offset that has been set to another.
	ErrOffsetSet = errors.New("the offset has been set, and can be set only once")
)

// A FieldError says what is wrong with something that was asked for, and what would be right.
type FieldError struct {
	Field string // "date", "month", "variant" or "minutes"
	Got   string
	Want  string
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("the %s is %+.40q; want %s", e.Field, e.Got, e.Want) // a long one is cut
}
