package main

import (
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/samedeal/samedeal/engine"
)

type dealCommand struct {
	Code   string `arg:"" optional:"" help:"Deal code, such as FC1-C4-AAAAAKH."`
	Random string `placeholder:"VARIANT" help:"Deal at random in this variant, such as KL1-D3N, instead of a code."`
	JSON   bool   `name:"json" help:"Write the state as JSON."`
}

func (dealCommand) Help() string {
	return `The board is written as FreeCell Solver and PySolFC read it, one column a line from its bottom card up. Of a random deal the code stands before it, as a comment.

Examples:
  samedeal deal FC1-C4-AAAAAKH
  samedeal deal --random KL1-D3N --json`
}

func (c dealCommand) Run(s streams) error {
	code, err := c.code()
	if err != nil {
		return err
	}
	g := code.Play()
	if c.JSON {
		return writeJSON(s.out, stateOf(code.String(), g))
	}
	board := g.Variant().Board(g.Position())
	if c.Random != "" {
		board = fmt.Sprintf("# %s\n%s", code, board)
	}
	_, err = io.WriteString(s.out, board)
	return err
}

func (c dealCommand) code() (engine.Code, error) {
	switch {
	case c.Code != "" && c.Random != "":
		return engine.Code{}, usageError("give a deal code or --random, not both")
	case c.Code != "":
		return engine.ParseCode(c.Code)
	case c.Random != "":
		v, err := engine.ParseVariant(c.Random)
		if err != nil {
			return engine.Code{}, err
		}
		return engine.NewCode(v, 1+rand.Uint64N(v.LastShortNumber()))
	default:
		return engine.Code{}, usageError("give a deal code, or --random and a variant such as KL1-D3N")
	}
}
