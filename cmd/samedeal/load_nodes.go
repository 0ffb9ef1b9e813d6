package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/samedeal/samedeal/cmd/heldport"
)

// loadNodes are nodes in processes of their own, on ports of this machine.
type loadNodes struct {
	program, redis string
	log            io.Writer // where the nodes log
	ports          []*heldport.Port
	urls           []string
	running        []*loadNode // nil before their start
	kills          int
}

// loadNode is a node's process.
type loadNode struct {
	*exec.Cmd
	ended chan struct{} // closed once the process has
}

// readyWithin is how long a node may take to start, on a machine that is busy with the races.
const readyWithin = 2 * time.Minute

// startNodes starts so many nodes and waits until they are ready. They must be closed.
func startNodes(ctx context.Context, program, redis string, n int, log io.Writer) (_ *loadNodes, err error) {
	nodes := &loadNodes{program: program, redis: redis, log: log, running: make([]*loadNode, n)}
	defer func() {
		if err != nil {
			nodes.close()
		}
	}()
	for range n {
		port, err := heldport.Hold(0)
		if err != nil {
			return nil, err
		}
		nodes.ports, nodes.urls = append(nodes.ports, port), append(nodes.urls, "http://"+port.Address())
	}
	for i := range n {
		if err := nodes.start(i); err != nil {
			return nil, err
		}
		if err := nodes.awaitReady(ctx, i); err != nil {
			return nil, err
		}
	}
	return nodes, nil
}

func (n *loadNodes) start(i int) error {
	process := exec.Command(n.program, "serve", "--listen", n.ports[i].Address(), "--redis", n.redis,
		"--frame-rate", "10000", "--frame-burst", "10000", "--per-address", "10000", "--log-level", "error")
	process.Env, process.Stderr = withoutSettings(os.Environ()), n.log
	if err := process.Start(); err != nil {
		return fmt.Errorf("starting a node: %w", err)
	}
	node := &loadNode{process, make(chan struct{})}
	go func() {
		defer close(node.ended)
		_ = process.Wait() // it has said why it ended, or was killed
	}()
	n.running[i] = node
	return nil
}

// withoutSettings is an environment without settings of the service. The nodes have theirs from the command line
// alone: with one --admin-listen only the first of them could start.
func withoutSettings(environment []string) []string {
	return slices.DeleteFunc(environment, func(v string) bool { return strings.HasPrefix(v, "SAMEDEAL_") })
}

// awaitReady asks a node until it is ready.
func (n *loadNodes) awaitReady(ctx context.Context, i int) error {
	late := fmt.Errorf("the node at %s is not ready after %v", n.ports[i].Address(), readyWithin)
	ctx, cancel := context.WithTimeoutCause(ctx, readyWithin, late)
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
		select {
		case <-n.running[i].ended:
			return fmt.Errorf("the node at %s has ended; it says why above", n.ports[i].Address())
		default:
		}
		if err := wait(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}

func (n *loadNodes) kill(i int) {
	_ = n.running[i].Process.Kill()
	<-n.running[i].ended
}

// A node is killed when so many things have been done since the last one was, but for the first few: where
// nodes take long to come back, the races still come to their ends.
const (
	donePerKill = 20
	firstKills  = 3
)

// killSome kills a node every so often and starts it again, until the context is done: not the same one twice
// on end, since nobody has come back to that. It is told how many things the players have got done. The error is
// of a node that does not come back.
func (n *loadNodes) killSome(ctx context.Context, every time.Duration, seed uint64, done func() int) error {
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
		if err := n.start(i); err != nil {
			return err
		}
		if err := n.awaitReady(ctx, i); err != nil && ctx.Err() == nil {
			return err
		}
	}
	return nil
}

func (n *loadNodes) close() {
	for i, node := range n.running {
		if node != nil {
			n.kill(i)
		}
	}
	for _, port := range n.ports {
		port.Release()
	}
}
