package main

import (
	"fmt"
	"io"
	"os"

	"github.com/samedeal/samedeal/engine"
)

// largestBoard is the most bytes of a text board that are read.
const largestBoard = 64 << 10

// readBoard reads the text board in a file, for a game of that variant.
func readBoard(v *engine.Variant, name string) (engine.Position, error) {
	file, err := os.Open(name)
	if err != nil {
		return engine.Position{}, err
	}
	defer func() { _ = file.Close() }()
	text, err := io.ReadAll(io.LimitReader(file, largestBoard+1))
	if err != nil {
		return engine.Position{}, err
	}
	if len(text) > largestBoard {
		return engine.Position{}, fmt.Errorf("%s: longer than %d bytes, which is no board", name, largestBoard)
	}
	p, err := v.ParseBoard(string(text))
	if err != nil {
		return engine.Position{}, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}
