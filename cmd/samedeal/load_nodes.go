package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os/exec"
	"time"
)

// loadNodes are nodes in processes of their own, on ports of this machine.
type loadNodes struct {
	program, redis string
	addresses      []string
	urls           []string
	running        []*exec.Cmd
	kills          int
}

// readyWithin is how long a node may take to start.
const readyWithin = 20 * time.Second

// startNodes starts so many nodes and waits until they are ready. They must be closed.
func startNodes(ctx context.Context, program, redis string, n int) (*loadNodes, error) {
	nodes := &loadNodes{program: program, redis: redis, running: make([]*exec.Cmd, n)}
	for range n {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		address := listener.Addr().String()
		_ = listener.Close()
		nodes.addresses, nodes.urls = append(nodes.addresses, address), append(nodes.urls, "http://"+address)
	}
	for i := range n {
		err := nodes.start(i)
		if err == nil {
			err = nodes.awaitReady(ctx, i)
		}
		if err != nil {
			nodes.close()
			return nil, err
		}
	}
	return nodes, nil
}

func (n *loadNodes) start(i int) error {
	process := exec.Command(n.program, "serve", "--listen", n.addresses[i], "--redis", n.redis,
		"--frame-rate", "10000", "--frame-burst", "10000", "--per-address", "10000", "--log-level", "error")
	if err := process.Start(); err != nil {
		return fmt.Errorf("starting a node: %w", err)
	}
	n.running[i] = process
	return nil
}

// awaitReady asks a node until it is ready.
func (n *loadNodes) awaitReady(ctx context.Context, i int) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	for {
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, n.urls[i]+"/readyz", nil)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(request)
		if err == nil {
			_ = response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		if wait(ctx, 20*time.Millisecond) != nil {
			return fmt.Errorf("the node at %s is not ready after %v", n.addresses[i], readyWithin)
		}
	}
}

func (n *loadNodes) kill(i int) {
	_ = n.running[i].Process.Kill()
	_ = n.running[i].Wait() // it says that it was killed
}

// A node is killed when so many things have been done since the last one was, but for the first few: where
// nodes take long to come back, the races still come to their ends.
const (
	donePerKill = 20
	firstKills  = 3
)

// killSome kills a node every so often and starts it again, until the context is done: not the same one twice
// on end, since nobody has come back to that. It is told how many things the players have got done.
func (n *loadNodes) killSome(ctx context.Context, every time.Duration, seed uint64, done func() int) {
	chance := rand.New(rand.NewPCG(seed, 0))
	last := 0
	for every > 0 && wait(ctx, every/2+time.Duration(chance.Int64N(int64(every)))) == nil {
		if n.kills >= firstKills+done()/donePerKill {
			continue
		}
		i := chance.IntN(len(n.running))
		if i == last {
			i = (i + 1) % len(n.running)
		}
		last = i
		n.kill(i)
		n.kills++
		if n.start(i) != nil || n.awaitReady(ctx, i) != nil {
			return // the races say that nobody answers them
		}
	}
}

func (n *loadNodes) close() {
	for i, process := range n.running {
		if process != nil {
			n.kill(i)
		}
	}
}
