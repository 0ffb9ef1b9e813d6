package client

import (
	"errors"
	"fmt"
	"testing"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func TestWhichClosesStop(t *testing.T) {
	for code, stops := range map[samedealv1.Close]bool{
		1000: false, 1001: false, 1006: false, 4000: false, 4003: false, 4004: false, 4499: false,
		4500: true, 4502: true, 4505: true, 4507: true, 4999: true,
	} {
		if got := (&CloseError{Code: code}).Stops(); got != stops {
			t.Errorf("%d stops: %v", code, got)
		}
	}
}

func TestIsFinal(t *testing.T) {
	for _, c := range []struct {
		err   error
		final bool
	}{
		{&CloseError{Code: samedealv1.Close_CLOSE_SHUTDOWN}, false},
		{&CloseError{Code: samedealv1.Close_CLOSE_TAKEN_OVER}, true},
		{&UnreachableError{Server: "http://x", Err: errors.New("refused")}, false},
		{&UnreachableError{Server: "http://x", Status: 502}, false},
		{&UnreachableError{Server: "http://x", Status: 403}, true},
		{fmt.Errorf("reading: %w", protocolError("x")), true},
		{&FaultError{Reason: samedealv1.Reason_REASON_BAD_NAME}, true},
		{&FaultError{Reason: samedealv1.Reason_REASON_BUSY}, false},
		{errors.New("reset by peer"), false},
	} {
		if got := isFinal(c.err); got != c.final {
			t.Errorf("%v is final: %v", c.err, got)
		}
	}
}
