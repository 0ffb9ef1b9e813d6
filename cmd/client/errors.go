package client

import (
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

var (
	// ErrClosed says that the client was closed.
	ErrClosed = errors.New("the client is closed")
	// ErrDropped says that an action fell with one before it, which was refused. Its number is free again.
	ErrDropped = errors.New("the action was dropped, since one before it was refused")
	// ErrResync says that the seat had gone on without this client. What it held is thrown away, and
	// State().Own is the game.
	ErrResync = errors.New("the seat has gone on elsewhere; the board was taken from the server")
	// ErrNoSeat says that the client holds no seat in its room.
	ErrNoSeat = errors.New("the client has no seat in a race")
	// ErrTooManyHeld says that as many actions wait for an answer as can be held.
	ErrTooManyHeld = fmt.Errorf("%d actions wait for their answers; wait for some", mostHeld)
)

// RuleError says that a rule of the game forbids an action. Nothing has changed.
type RuleError struct {
	Rule   samedealv1.Rule
	Detail string
}

func (e *RuleError) Error() string {
	return strings.TrimSpace("refused: " + e.Rule.String() + " " + e.Detail)
}

// FaultError says why something was not carried out, other than by a rule of the game.
type FaultError struct {
	Reason samedealv1.Reason
	Text   string
}

func (e *FaultError) Error() string { return e.Reason.String() + ": " + e.Text }

// faultError is nil for no fault.
func faultError(f *samedealv1.Fault) error {
	if f == nil {
		return nil
	}
	return &FaultError{Reason: f.GetReason(), Text: f.GetText()}
}

// IsFault reports whether the error is or wraps a fault for this reason.
func IsFault(err error, reason samedealv1.Reason) bool {
	var fault *FaultError
	return errors.As(err, &fault) && fault.Reason == reason
}

// UnreachableError says that no connection to a server could be made, or that it ended before an answer.
type UnreachableError struct {
	Server string
	// Status is the HTTP status of a server that refused to open a WebSocket, else 0.
	Status int
	Err    error
}

func (e *UnreachableError) Error() string {
	if e.Status != 0 {
		return fmt.Sprintf("%s refuses a WebSocket with HTTP status %d", e.Server, e.Status)
	}
	return fmt.Sprintf("no server answers at %s: %v", e.Server, e.Err)
}

func (e *UnreachableError) Unwrap() error { return e.Err }

// CloseError says that the server closed the connection.
type CloseError struct {
	Code samedealv1.Close
	Text string
}

func (e *CloseError) Error() string {
	return strings.TrimSuffix(fmt.Sprintf("the server closed the connection with %d %s: %s", e.Code, e.Code, e.Text), ": ")
}

// Stops reports whether the client must not connect again by itself. Codes that this build does not know
// stop from 4500 on.
func (e *CloseError) Stops() bool {
	value := e.Code.Descriptor().Values().ByNumber(e.Code.Number())
	if value != nil {
		if after, ok := proto.GetExtension(value.Options(), samedealv1.E_After).(samedealv1.After); ok &&
			after != samedealv1.After_AFTER_UNSPECIFIED {
			return after == samedealv1.After_AFTER_STOP
		}
	}
	return e.Code >= firstStop
}

// firstStop is the first close code that means stop where it is not known.
const firstStop = 4500

// protocolError is what no server of this protocol does; trying again would not help.
type protocolError string

func (e protocolError) Error() string { return "the server breaks the protocol: " + string(e) }

// isFinal reports whether connecting again is of no use, or forbidden.
func isFinal(err error) bool {
	var closed *CloseError
	var unreachable *UnreachableError
	var broken protocolError
	switch {
	case errors.As(err, &closed):
		return closed.Stops()
	case errors.As(err, &unreachable):
		return unreachable.Status == 400 || unreachable.Status == 403
	default:
		return errors.As(err, &broken) || IsFault(err, samedealv1.Reason_REASON_BAD_NAME)
	}
}
