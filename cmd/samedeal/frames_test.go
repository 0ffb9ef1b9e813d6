package main

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"strings"
	"sync"
	"time"
)

// fate is what a network does to a frame.
type fate int

const (
	passed    fate = iota
	cutBefore      // the connection is cut before it
	cutWithin      // the connection is cut within it
	cutBehind      // the connection is cut behind it
	doubled        // it comes twice
	overtaken      // it comes behind the next one, if that comes soon
	delayed
)

// overtakeWithin is how long a frame waits for another to overtake it.
const overtakeWithin = 20 * time.Millisecond

// isWhole reports whether the connection goes on behind a frame with that fate.
func (f fate) isWhole() bool { return f != cutBefore && f != cutWithin && f != cutBehind }

// meddler carries WebSocket connections, and does to each frame what its fate says, given the number of the
// frame on its connection, either way, from 1. Greetings and control frames are not doubled or overtaken:
// what happens to them happens below, to the connection.
type meddler struct {
	fate func(connection, frame int, toServer bool) fate
	// next numbers the connections. It is called once for each.
	next func() int
}

func (m *meddler) carry(client, server net.Conn) {
	from := bufio.NewReader(client)
	request, err := handshake(from, server)
	if err != nil || !strings.Contains(strings.ToLower(request), "upgrade: websocket") {
		carryAll(&unread{client, from}, server)
		return
	}
	connection, frames := m.next(), make(chan int, 1)
	frames <- 0
	fates := func(toServer bool) func() fate {
		return func() fate {
			n := <-frames + 1
			frames <- n
			return m.fate(connection, n, toServer)
		}
	}
	var both sync.WaitGroup
	end := func() {
		_ = client.Close()
		_ = server.Close()
	}
	both.Go(func() {
		defer end()
		pump(from, server, fates(true))
	})
	both.Go(func() {
		defer end()
		from := bufio.NewReader(server)
		if _, err := handshake(from, client); err == nil {
			pump(from, client, fates(false))
		}
	})
	both.Wait()
}

// unread is a connection of which something has been read ahead.
type unread struct {
	net.Conn
	ahead io.Reader
}

func (u *unread) Read(p []byte) (int, error) { return u.ahead.Read(p) }

// handshake hands on the head of a request or response, and gives it.
func handshake(from *bufio.Reader, to io.Writer) (string, error) {
	var head strings.Builder
	for {
		line, err := from.ReadString('\n')
		head.WriteString(line)
		if err == nil && strings.TrimSpace(line) == "" {
			_, err = io.WriteString(to, head.String())
			return head.String(), err
		}
		if err != nil {
			return head.String(), err
		}
	}
}

// pump hands frames on until their fate is to be cut, or the connection ends.
func pump(from *bufio.Reader, to io.Writer, fates func() fate) {
	frames := make(chan []byte)
	go func() {
		defer close(frames)
		for frame, err := readFrame(from); err == nil; frame, err = readFrame(from) {
			frames <- frame
		}
	}()
	defer func() {
		go func() {
			for range frames { // so that the reader ends with its connection
			}
		}()
	}()
	isFirst := true
	for frame := range frames {
		f := fates()
		if (isFirst || isControl(frame)) && f.isWhole() {
			f = passed
		}
		isFirst = false
		if _, err := to.Write(arrival(f, frame, frames)); err != nil || !f.isWhole() {
			return
		}
	}
}

// arrival is what arrives of a frame; one that overtakes it is among it.
func arrival(f fate, frame []byte, frames <-chan []byte) []byte {
	switch f {
	case cutBefore:
		return nil
	case cutWithin:
		return frame[:len(frame)/2]
	case doubled:
		return append(append([]byte{}, frame...), frame...)
	case delayed:
		<-time.After(overtakeWithin)
	case overtaken:
		select {
		case next, more := <-frames:
			if more {
				return append(append([]byte{}, next...), frame...)
			}
		case <-time.After(overtakeWithin):
		}
	case passed, cutBehind:
	}
	return frame
}

func isControl(frame []byte) bool { return frame[0]&0x08 != 0 }

// readFrame reads a WebSocket frame, with its head.
func readFrame(from *bufio.Reader) ([]byte, error) {
	frame := make([]byte, 2, 256)
	if _, err := io.ReadFull(from, frame); err != nil {
		return nil, err
	}
	more := func(n int) []byte {
		at := len(frame)
		frame = append(frame, make([]byte, n)...)
		if _, err := io.ReadFull(from, frame[at:]); err != nil {
			return make([]byte, n) // the next read fails as well
		}
		return frame[at:]
	}
	size := int(frame[1] & 0x7f)
	switch size {
	case 126:
		size = int(binary.BigEndian.Uint16(more(2)))
	case 127:
		size = int(binary.BigEndian.Uint64(more(8)))
	}
	if frame[1]&0x80 != 0 {
		size += 4
	}
	more(size)
	return frame, nil
}
