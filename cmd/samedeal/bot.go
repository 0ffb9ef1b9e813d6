package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/samedeal/samedeal/engine"
)

type botCommand struct {
	Room      string        `placeholder:"CODE" help:"Join the room with this code."`
	New       string        `placeholder:"DEAL" help:"Make a room: with a deal code, or a variant such as KL1-D3N for a sealed random deal."`
	Players   int           `default:"2" help:"How many bots play: 1 to 16."`
	Moves     string        `placeholder:"FILE" help:"Play these games, one a line, bot i line i and over again; - is standard input."`
	Pace      time.Duration `default:"300ms" help:"Time between two moves of a bot, give or take a quarter; 0 is as fast as the server acknowledges."`
	Seed      uint64        `default:"1" help:"What decides between equal moves, and the rhythm."`
	Watch     bool          `help:"Watch with one connection more, and check that it is shown every board."`
	Minutes   uint32        `default:"15" help:"Time limit of a new room: 1 to 60."`
	Countdown uint32        `default:"3" help:"Seconds from a new room's start to its race: 3 to 30."`
	Server    []string      `default:"http://127.0.0.1:8080" placeholder:"URL" help:"Where the service is (default ${default}). Given more than once, the bots spread over the servers, and each goes on at the next when it loses one."`
	Frames    string        `enum:"binary,json" default:"binary" help:"The protocol's form on the WebSocket: binary or json."`
	Timeout   time.Duration `help:"Give up after this time; never if left out."`
	JSON      bool          `name:"json" help:"Write nothing but the standings, as JSON, at the end."`
}

func (botCommand) Help() string {
	return `The bots race to the room's end. Then its games are fetched and played again, and it exits with 0 only if they give the standings that were told; otherwise it says what differs and exits with 1.

In a new room they start by themselves; in somebody else's they get ready. Without --moves they play greedily by what their own boards show; a bot with nothing more to try resigns, and so does one whose given moves are used up or refused. In a file of moves, # begins a comment.

Examples:
  samedeal bot --new FC1-C4 --players 4
  samedeal bot --new KL1-D3N-AAAAAAB --players 2 --moves games.txt --pace 0
  samedeal bot --room BKTWRN --players 1 --watch`
}

func (c botCommand) Run(s streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return c.race(ctx, s)
}

// race has the bots race until the room has ended, and verifies its result.
func (c botCommand) race(ctx context.Context, s streams) error {
	if err := c.check(); err != nil {
		return err
	}
	games, err := c.readMoves(s)
	if err != nil {
		return err
	}
	if c.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, c.Timeout, fmt.Errorf("gave up after %v", c.Timeout))
		defer cancel()
	}
	err = c.raceOn(ctx, s, games)
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return withAdvice(err)
}

func (c botCommand) raceOn(ctx context.Context, s streams, games [][]string) error {
	r, err := newBotRace(ctx, c, s, games)
	if err != nil {
		return err
	}
	defer r.close()
	return r.run(ctx)
}

const mostBots = 16

func (c botCommand) check() error {
	switch {
	case c.Room == "" && c.New == "":
		return usageError("give --room and a room's code, or --new and a deal such as KL1-D3N")
	case c.Room != "" && c.New != "":
		return usageError("give --room or --new, not both")
	case c.Room != "" && !roomCode.MatchString(c.Room):
		return usageError(fmt.Sprintf("--room is %q; want a room's code, six letters", c.Room))
	case c.Players < 1 || c.Players > mostBots:
		return usageError(fmt.Sprintf("--players is %d; want 1 to %d", c.Players, mostBots))
	case c.Pace < 0:
		return usageError("--pace must not be negative")
	case c.Timeout < 0:
		return usageError("--timeout must not be negative")
	case c.New == "":
		return nil
	}
	var err error
	if strings.Count(c.New, "-") > 1 {
		_, err = engine.ParseCode(c.New)
	} else {
		_, err = engine.ParseVariant(c.New)
	}
	return err
}

// random is the randomness of one of the bots.
func (c botCommand) random(bot int) *rand.Rand { return rand.New(rand.NewPCG(c.Seed, uint64(bot))) }

// serversOf is where one of the connections goes, and where it goes on.
func (c botCommand) serversOf(i int) []string {
	i %= len(c.Server)
	return append(append([]string{}, c.Server[i:]...), c.Server[:i]...)
}
