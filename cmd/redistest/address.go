package redistest

import (
	"strconv"
	"testing"

	"github.com/samedeal/samedeal/cmd/heldport"
)

// FreeAddress gives an address of this machine for a program that a test starts, and starts again as often as
// it likes: until the test ends, whoever asks for any free port is not given this one.
func FreeAddress(t testing.TB) string {
	t.Helper()
	port, err := heldport.Hold(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(port.Release)
	return port.Address()
}

// busOffset is how far above its port a member of a cluster listens for the others.
const busOffset = 10_000

// freePort gives a port that is free as FreeAddress's is, with another above it for the bus of a cluster.
func freePort(t testing.TB) string {
	t.Helper()
	for range 100 {
		port, err := heldport.Hold(0)
		if err != nil {
			t.Fatal(err)
		}
		if port.Number()+busOffset < 1<<16 {
			if bus, err := heldport.Hold(port.Number() + busOffset); err == nil {
				t.Cleanup(port.Release)
				t.Cleanup(bus.Release)
				return strconv.Itoa(port.Number())
			}
		}
		port.Release()
	}
	t.Fatal("there is no free port")
	return ""
}
