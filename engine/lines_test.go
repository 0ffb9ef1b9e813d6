package engine_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/samedeal/samedeal/engine"
)

// solvedLine is a game that a solver has won.
type solvedLine struct {
	variant *engine.Variant
	start   engine.Position
	moves   []engine.Move
}

func (l solvedLine) String() string { return l.variant.String() }

// solvedLines are the games that solvers have won.
var solvedLines = sync.OnceValue(func() []solvedLine {
	var lines []solvedLine
	for _, name := range []string{"freecell_solutions.jsonl", "klondike_solutions.jsonl"} {
		data, err := os.ReadFile(filepath.Join("testdata", "vectors", name))
		if err != nil {
			panic(err)
		}
		for text := range strings.Lines(string(data)) {
			lines = append(lines, parseSolved(text)...)
		}
	}
	return lines
})

// parseSolved gives the line of a vector, if it has one.
func parseSolved(text string) []solvedLine {
	var s struct {
		game
		Moves string
	}
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		panic(err)
	}
	if s.Moves == "" {
		return nil
	}
	g, err := s.start()
	if err != nil {
		panic(err)
	}
	line := solvedLine{variant: g.Variant(), start: g.Position()}
	for word := range engine.Words(s.Moves) {
		m, err := engine.ParseMove(word)
		if err != nil {
			panic(err)
		}
		line.moves = append(line.moves, m)
	}
	return []solvedLine{line}
}

func asText(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}
