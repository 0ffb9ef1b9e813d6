package redistest

import (
	"net"
	"strconv"
	"testing"
)

// FreeAddress gives an address of this machine for a program that a test starts, and starts again as often as
// it likes: until the test ends, whoever asks for any free port is not given this one.
func FreeAddress(t testing.TB) string {
	t.Helper()
	h, err := holdPort(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.release)
	return net.JoinHostPort(localhost, strconv.Itoa(h.port))
}

const localhost = "127.0.0.1"

// busOffset is how far above its port a member of a cluster listens for the others.
const busOffset = 10_000

// freePort gives a port that is free as FreeAddress's is, with another above it for the bus of a cluster.
func freePort(t testing.TB) string {
	t.Helper()
	for range 100 {
		h, err := holdPort(0)
		if err != nil {
			t.Fatal(err)
		}
		if h.port+busOffset < 1<<16 {
			if bus, err := holdPort(h.port + busOffset); err == nil {
				t.Cleanup(h.release)
				t.Cleanup(bus.release)
				return strconv.Itoa(h.port)
			}
		}
		h.release()
	}
	t.Fatal("there is no free port")
	return ""
}

// A held port has a connection on it, and nobody who listens: the system gives it to none who leave the choice
// to it, and lets those listen who ask for it by its number.
type held struct {
	port      int
	near, far net.Conn
}

// holdPort holds a port, any free one if it is 0.
func holdPort(port int) (held, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(localhost, strconv.Itoa(port)))
	if err != nil {
		return held{}, err
	}
	defer listener.Close() //nolint:errcheck // it has served its purpose
	near, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		return held{}, err
	}
	far, err := listener.Accept()
	if err != nil {
		_ = near.Close()
		return held{}, err
	}
	return held{listener.Addr().(*net.TCPAddr).Port, near, far}, nil
}

func (h held) release() {
	_ = h.near.Close()
	_ = h.far.Close()
}
