package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// loadCommand races bots in many rooms on nodes of its own, which it kills.
type loadCommand struct {
	Redis     string        `required:"" placeholder:"URL" help:"The Redis that the nodes share, as for serve. Rooms are left in it."`
	For       time.Duration `default:"1m" help:"How long to begin new races (default ${default})."`
	Rooms     int           `default:"8" help:"How many rooms race at a time (default ${default})."`
	Players   int           `default:"2" help:"How many bots race in each: 1 to 16 (default ${default})."`
	Actions   int           `default:"300" help:"How many actions each bot plays before it resigns (default ${default})."`
	Pace      time.Duration `default:"20ms" help:"Time between two actions of a bot (default ${default})."`
	Nodes     int           `default:"3" help:"How many nodes run (default ${default})."`
	KillEvery time.Duration `default:"5s" help:"How often a node is killed, as by kill -9, and started again, but no faster than the races can go on; 0 for never (default ${default})."`
	Seed      uint64        `default:"1" help:"What decides what is played, and which node is killed."`
}

func (loadCommand) Help() string {
	return `It starts nodes on this machine and races bots on them, while it kills one node after another. Of each race it then fetches the games, and compares them with what the bots were told: each acknowledged action must be there once, and each board have been that of the game. It exits with 0 only if nothing was lost, doubled or wrong.

Example:
  samedeal load --redis redis://localhost:6379 --for 5m`
}

func (c loadCommand) Run(s streams) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return c.load(ctx, program, s)
}

func (c loadCommand) check() error {
	switch {
	case c.Players < 1 || c.Players > mostBots:
		return usageError(fmt.Sprintf("--players is %d; want 1 to %d", c.Players, mostBots))
	case c.Rooms < 1 || c.Nodes < 1 || c.Actions < 1:
		return usageError("--rooms, --nodes and --actions must be 1 or more")
	case c.For <= 0 || c.Pace < 0 || c.KillEvery < 0:
		return usageError("--for must be above 0, and --pace and --kill-every not below")
	}
	return nil
}

// load runs the nodes of a program, and the races, and reports. A node that does not come back ends the races.
func (c loadCommand) load(ctx context.Context, program string, s streams) error {
	if err := c.check(); err != nil {
		return err
	}
	nodes, err := startNodes(ctx, program, c.Redis, c.Nodes, s.err)
	if err != nil {
		return err
	}
	defer nodes.close()
	ctx, callOff := context.WithCancelCause(ctx)
	defer callOff(nil)
	killing, stopKilling := context.WithCancel(ctx)
	defer stopKilling()
	var killer, racers sync.WaitGroup
	var t tally
	killer.Go(func() {
		if err := nodes.killSome(killing, c.KillEvery, c.Seed, t.doneSoFar); err != nil {
			callOff(err)
		}
	})
	began := time.Now()
	for i := range c.Rooms {
		racers.Go(func() {
			for n := 0; time.Since(began) < c.For && ctx.Err() == nil; n++ {
				players, games, err := c.race(ctx, nodes.urls, c.Seed+uint64(i+n*c.Rooms), &t.done)
				if err != nil && ctx.Err() != nil {
					return // it was called off
				}
				t.add(players, games, err)
			}
		})
	}
	racers.Wait()
	stopKilling()
	killer.Wait()
	t.kills = nodes.kills
	if _, err := fmt.Fprint(s.out, t.report(time.Since(began))); err != nil {
		return err
	}
	return errors.Join(t.verdict(), context.Cause(ctx))
}
