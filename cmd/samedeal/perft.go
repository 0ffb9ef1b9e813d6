package main

import (
	"fmt"

	"github.com/samedeal/samedeal/engine"
)

// deepestPerft is beyond what anybody can wait for.
const deepestPerft = 100

type perftCommand struct {
	Code  string `arg:"" help:"Deal code, such as FC1-C4-AAAAAKH."`
	Depth int    `arg:"" help:"The longest sequence to count, from 1 on."`
	JSON  bool   `name:"json" help:"Write the counts as JSON."`
}

func (perftCommand) Help() string {
	return `Every accepted move counts: each number of cards, each empty cell and each empty column apart, taking back from a foundation and turning the stock too; undo does not, and nothing follows a win. One line a length: the length and the count.

Example:
  samedeal perft FC1-C4-AAAAAAB 3`
}

func (c perftCommand) Run(s streams) error {
	if c.Depth < 1 || c.Depth > deepestPerft {
		return usageError(fmt.Sprintf("the depth is %d; want 1 to %d", c.Depth, deepestPerft))
	}
	code, err := engine.ParseCode(c.Code)
	if err != nil {
		return err
	}
	counts := code.Variant().Perft(code.Start(), c.Depth)
	if c.JSON {
		return writeJSON(s.out, struct {
			Code  string   `json:"code"`
			Perft []uint64 `json:"perft"`
		}{code.String(), counts})
	}
	for i, count := range counts {
		if _, err := fmt.Fprintln(s.out, i+1, count); err != nil {
			return err
		}
	}
	return nil
}
