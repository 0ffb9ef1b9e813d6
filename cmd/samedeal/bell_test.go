package main

import (
	"bytes"
	"net"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/cmd/redistest"
)

// noBell carries a connection to Redis until the client subscribes on it, and has then what Redis says be lost;
// or ends it.
func noBell(silent bool, subscribed func()) func(client, server net.Conn) {
	return func(client, server net.Conn) {
		var isDeaf atomic.Bool
		var both sync.WaitGroup
		both.Go(func() {
			carrySome(server, client, func(data []byte) (carried []byte, goesOn bool) {
				if bytes.Contains(data, []byte("subscribe")) {
					subscribed()
					isDeaf.Store(true)
				}
				return data, silent || !isDeaf.Load()
			})
		})
		both.Go(func() {
			carrySome(client, server, func(data []byte) (carried []byte, goesOn bool) {
				if isDeaf.Load() {
					return nil, true
				}
				return data, true
			})
		})
		both.Wait()
	}
}

// carrySome carries bytes one way, of what comes what is to be carried.
func carrySome(to, from net.Conn, sift func(data []byte) (carried []byte, goesOn bool)) {
	defer func() { _ = to.Close() }()
	for buffer := make([]byte, 64<<10); ; {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		carried, goesOn := sift(buffer[:n])
		if !goesOn {
			return
		}
		if _, err := to.Write(carried); err != nil {
			return
		}
	}
}

// Two nodes, in processes of their own, hear no bell: each connection on which they subscribe goes silent, or is
// cut. Who watches at the other node still sees the boards in mid-race, as the rooms read their logs regularly.
//
// It fails if rooms neither reread by themselves, nor when the bell says every few seconds that it may have missed
// something.
func TestTheSubscriptionIsDead(t *testing.T) {
	t.Parallel()
	for name, silent := range map[string]bool{"silent": true, "cut": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var subscribing sync.WaitGroup
			subscribing.Add(2)
			var nodes [2]*node
			server := redistest.Single(t)
			for i := range nodes {
				var once sync.Once
				r := newRelay(t, server.Addr(), noBell(silent, func() { once.Do(subscribing.Done) }))
				nodes[i] = startNode(t, "--redis", "redis://"+r.addr())
			}
			subscribing.Wait()
			ana := seated(t, client.Config{Servers: []string{nodes[0].url()}}, 1)
			vera := watch(t, ana.code(), nodes[1].url())
			for range 2 {
				ana.playSome(10)
				own := ana.State().Own
				_, err := vera.Await(ana.context(), func(s client.State) bool {
					return s.Boards[0].GetBoard().GetHash() == own.GetBoard().GetHash()
				})
				if err != nil {
					t.Fatalf("after %d actions the watcher has another board: %v", own.GetNumber(), err)
				}
			}
			ana.finish(nodes[0].url())
		})
	}
}
