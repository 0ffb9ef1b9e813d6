// Package heldport keeps ports of this machine free for programs that are started there, and started again. As
// long as a port is held, the system gives it to nobody who leaves the choice to it, be it to listen or to connect,
// and lets those listen who ask for it by its number.
package heldport

import (
	"net"
	"strconv"
)

// Host is the address of the interface that ports are held on.
const Host = "127.0.0.1"

// A Port is one that is held: there is a connection on it, and nobody who listens.
type Port struct {
	number    int
	near, far net.Conn
}

// Hold holds the port of that number, or any free one if it is 0. It is to be released.
func Hold(number int) (*Port, error) {
	listener, err := net.Listen("tcp", net.JoinHostPort(Host, strconv.Itoa(number)))
	if err != nil {
		return nil, err
	}
	defer listener.Close() //nolint:errcheck // it has served its purpose
	near, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		return nil, err
	}
	far, err := listener.Accept()
	if err != nil {
		_ = near.Close()
		return nil, err
	}
	return &Port{listener.Addr().(*net.TCPAddr).Port, near, far}, nil
}

// Number is the port's, 1 to 65535.
func (p *Port) Number() int { return p.number }

// Address is where who listens on the port is reached from this machine, such as 127.0.0.1:8080.
func (p *Port) Address() string { return net.JoinHostPort(Host, strconv.Itoa(p.number)) }

// Release lets the port go, for anybody to have.
func (p *Port) Release() {
	_ = p.near.Close()
	_ = p.far.Close()
}
