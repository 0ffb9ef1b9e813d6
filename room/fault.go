package room

import (
	"errors"
	"fmt"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// A Fault is why something was not carried out that somebody asked for. It is theirs to read, and
// nothing has changed. Any other error is the server's own, and is not shown to anybody.
type Fault struct {
	Reason samedealv1.Reason
	// Text says what was wrong and what would be right.
	Text string
}

// NewFault makes a fault whose text is formatted as by fmt.Sprintf.
func NewFault(reason samedealv1.Reason, format string, args ...any) *Fault {
	return &Fault{Reason: reason, Text: fmt.Sprintf(format, args...)}
}

func (f *Fault) Error() string { return f.Text }

// Message is the fault as a client is sent it.
func (f *Fault) Message() *samedealv1.Fault {
	return &samedealv1.Fault{Reason: f.Reason, Text: f.Text}
}

// FaultOf is what the asker is told of an error: the fault that it is or wraps, REASON_BUSY for
// ErrNotWritten, or for any other error REASON_INTERNAL and nothing of what it says. It is nil for no error.
func FaultOf(err error) *Fault {
	var fault *Fault
	switch {
	case err == nil:
		return nil
	case errors.As(err, &fault):
		return fault
	case errors.Is(err, ErrNotWritten):
		return NewFault(samedealv1.Reason_REASON_BUSY, "the store cannot take it now; nothing was done, try again")
	default:
		return NewFault(samedealv1.Reason_REASON_INTERNAL, "the server failed, and has logged why; try again")
	}
}
