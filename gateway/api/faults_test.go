package api

import (
	"testing"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func TestEachReasonHasACode(t *testing.T) {
	for number, name := range samedealv1.Reason_name {
		if _, known := codes[samedealv1.Reason(number)]; !known {
			t.Errorf("%s has no code", name)
		}
	}
}
