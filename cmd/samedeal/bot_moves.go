package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/samedeal/samedeal/engine"
)

// longestGame is the most bytes of a line of moves.
const longestGame = 64 << 10

// readMoves reads the games that the bots are to play; none without --moves.
func (c botCommand) readMoves(s streams) ([][]string, error) {
	switch c.Moves {
	case "":
		return nil, nil
	case "-":
		return parseGames("standard input", s.in)
	}
	file, err := os.Open(c.Moves)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return parseGames(c.Moves, file)
}

// parseGames reads one game a line; lines without a word are left out.
func parseGames(name string, from io.Reader) ([][]string, error) {
	var games [][]string
	scanner := bufio.NewScanner(from)
	scanner.Buffer(nil, longestGame)
	for line := 1; scanner.Scan(); line++ {
		words := slices.Collect(engine.Words(scanner.Text()))
		for _, word := range words {
			if _, err := engine.ParseMove(word); err != nil {
				return nil, fmt.Errorf("%s, line %d: %w", name, line, err)
			}
		}
		if len(words) > 0 {
			games = append(games, words)
		}
	}
	if err := scanner.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(games) == 0 {
		return nil, fmt.Errorf("%s: no moves in it; want one game a line", name)
	}
	return games, nil
}
