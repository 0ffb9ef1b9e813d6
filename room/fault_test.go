package room_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

func TestFaultOf(t *testing.T) {
	fault := room.NewFault(samedealv1.Reason_REASON_NOT_OWNER, "%s is not the owner", "bea")
	if got := room.FaultOf(fmt.Errorf("room BCDFGH: %w", fault)); got != fault {
		t.Errorf("wrapped, it is %v", got)
	}
	if m := fault.Message(); m.GetReason() != fault.Reason || m.GetText() != "bea is not the owner" || fault.Error() != m.GetText() {
		t.Errorf("a client is sent %v", m)
	}
	if got := room.FaultOf(nil); got != nil {
		t.Errorf("no error is %v", got)
	}
	internal := room.FaultOf(errors.New("dial tcp 10.0.0.1:6379"))
	if internal.Reason != samedealv1.Reason_REASON_INTERNAL || strings.Contains(internal.Text, "10.0.0.1") {
		t.Errorf("of another error a client is told %v: %s", internal.Reason, internal.Text)
	}
}
