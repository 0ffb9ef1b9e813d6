package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
)

// searchFlags are what a search may use.
type searchFlags struct {
	Budget uint64 `default:"20000000" placeholder:"STATES" help:"Look at no more than this many positions (default ${default})."`
	Memory int    `default:"256" placeholder:"MIB" help:"Keep positions in no more than this many MiB (default ${default})."`
	Seed   uint64 `help:"What decides where the search is arbitrary (default 0)."`
}

const mostMemory = 1 << 20 // MiB

func (f searchFlags) check() error {
	switch {
	case f.Budget < 1:
		return usageError("--budget must be at least 1")
	case f.Memory < 1 || f.Memory > mostMemory:
		return usageError(fmt.Sprintf("--memory is %d; want 1 to %d MiB", f.Memory, mostMemory))
	}
	return nil
}

// options are the search's, which stops when the context is done.
func (f searchFlags) options(ctx context.Context) solve.Options {
	return solve.Options{
		States: f.Budget, Memory: f.Memory << 20, Seed: f.Seed,
		Cancelled: func() bool { return ctx.Err() != nil },
	}
}

type solveCommand struct {
	Code  string `arg:"" optional:"" help:"Deal code, such as FC1-C4-AAAAAKH; left out with --board and --range."`
	Board string `placeholder:"FILE" help:"Solve the text board in this file instead."`
	Game  string `placeholder:"VARIANT" help:"The variant that the board is played in, such as FC1-C4."`
	Range string `placeholder:"DEALS" help:"Solve all deals of these numbers, such as FC1-C4-1..32000."`
	Jobs  int    `help:"How many deals of a range to solve at once, each in memory of its own (default: one a core)."`
	Short bool   `help:"Make the line shorter, with another budget as large."`
	JSON  bool   `name:"json" help:"Write the result as JSON, one object a deal."`
	searchFlags
}

func (solveCommand) Help() string {
	return `A deal is won, with a line of words that replay accepts; impossible, if every way to go on has been looked at; or undecided, if the budget was used up, which says nothing.

The result stands in a comment before the line. Of a range there is a line a deal, in order, and a summary. With --json that goes to standard error. Interrupted, it writes what is done, and exits with 1.

Examples:
  samedeal solve FC1-C4-AAAAAKH
  samedeal solve FC1-C4-AAAAAKH --short | samedeal replay FC1-C4-AAAAAKH --file -
  samedeal solve --range FC1-C2-1..1000 --budget 1000000 --json`
}

func (c solveCommand) Run(s streams) error {
	if err := c.check(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if c.Range != "" {
		return c.solveRange(ctx, s)
	}
	g, err := openGame(c.Code, c.Board, c.Game)
	if err != nil {
		return err
	}
	return c.solveOne(ctx, s, g)
}

func (c solveCommand) check() error {
	switch {
	case c.Range != "" && (c.Code != "" || c.Board != "" || c.Game != ""):
		return usageError("--range goes without a deal code and --board")
	case c.Range == "" && c.Jobs != 0:
		return usageError("--jobs goes with --range")
	case c.Jobs < 0:
		return usageError("--jobs must not be negative")
	}
	return c.searchFlags.check()
}

// game is what is to be solved: a deal or a board.
type game struct {
	name    string // the deal's code, empty for a text board
	variant *engine.Variant
	start   engine.Position
}

// openGame reads a deal code, or a text board.
func openGame(code, board, variant string) (game, error) {
	switch {
	case code != "" && board != "":
		return game{}, usageError("give a deal code or --board, not both")
	case board != "" && variant == "":
		return game{}, usageError("--board needs --game, such as --game FC1-C4")
	case board == "" && variant != "":
		return game{}, usageError("--game goes with --board; a deal code says its game itself")
	case code == "" && board == "":
		return game{}, usageError("give a deal code, or --board and --game")
	case code != "":
		deal, err := engine.ParseCode(code)
		if err != nil {
			return game{}, err
		}
		return game{deal.String(), deal.Variant(), deal.Start()}, nil
	}
	v, err := engine.ParseVariant(variant)
	if err != nil {
		return game{}, err
	}
	p, err := readBoard(v, board)
	return game{"", v, p}, err
}

// title is what a game is called in what people read.
func (g game) title() string {
	if g.name == "" {
		return g.variant.String()
	}
	return g.name
}

// solved is the result of one game, in the keys that other programs rely on.
type solved struct {
	Code   string `json:"code"`
	Result string `json:"result"`
	Moves  string `json:"moves"`
	Count  int    `json:"count"`
	States uint64 `json:"states"`
	MS     int64  `json:"ms"`

	title     string
	took      time.Duration
	tableFull bool
	cancelled bool
}

// solve finds out whether a game can be won.
func (c solveCommand) solve(g game, o solve.Options) (solved, error) {
	begun := time.Now()
	r, err := solve.Solve(g.variant, &g.start, o)
	if err != nil {
		return solved{}, err
	}
	if c.Short && r.Verdict == solve.Won {
		short, err := solve.Shorten(g.variant, &g.start, r.Moves, o)
		if err != nil {
			return solved{}, err
		}
		r.Moves, r.States, r.Cancelled = short.Moves, r.States+short.States, short.Cancelled
	}
	took := time.Since(begun)
	return solved{
		Code: g.name, Result: r.Verdict.String(), Moves: lineOf(g, r.Moves), Count: len(r.Moves), States: r.States,
		MS: took.Milliseconds(), title: g.title(), took: took, tableFull: r.TableFull, cancelled: r.Cancelled,
	}, nil
}

// lineOf writes moves in the notation.
func lineOf(g game, moves []engine.Move) string {
	words := make([]string, len(moves))
	now := g.start
	for i, m := range moves {
		words[i] = g.variant.Word(now, m)
		now, _ = g.variant.Apply(now, m)
	}
	return strings.Join(words, " ")
}

func (c solveCommand) solveOne(ctx context.Context, s streams, g game) error {
	o := c.options(ctx)
	bar := newStatesBar(s.err, c.Budget)
	o.Progress = bar.note
	bar.start()
	r, err := c.solve(g, o)
	bar.stop()
	if err != nil {
		return err
	}
	if c.JSON {
		err = writeJSON(s.out, r)
	} else {
		_, err = io.WriteString(s.out, r.text())
	}
	if err == nil && r.cancelled {
		err = errInterrupted
	}
	return err
}

// text is a result for people, which replay reads too.
func (r solved) text() string {
	text := fmt.Sprintf("# %s: %s\n", r.title, r.summary())
	for line := range wrapped(r.Moves, 100) {
		text += line + "\n"
	}
	return text
}

// summary says how a search ended, but for how long it took.
func (r solved) summary() string {
	text := r.Result
	if r.Result == solve.Won.String() {
		text += fmt.Sprintf(" in %d moves", r.Count)
	}
	text += fmt.Sprintf(", %d states", r.States)
	if r.tableFull {
		text += ", the memory was used up"
	}
	if r.cancelled {
		text += ", interrupted"
	}
	return text
}

// wrapped cuts words into lines of no more than that width.
func wrapped(words string, width int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for len(words) > width {
			cut := strings.LastIndexByte(words[:width+1], ' ')
			if cut < 0 || !yield(words[:cut]) {
				return
			}
			words = words[cut+1:]
		}
		if words != "" {
			yield(words)
		}
	}
}
