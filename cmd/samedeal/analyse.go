package main

import (
	"context"
	"errors"
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

type analyseCommand struct {
	Code  string   `arg:"" optional:"" help:"Deal code, such as FC1-C4-AAAAAKH; left out with --board."`
	Words []string `arg:"" optional:"" help:"The game's words. Without any, they are read from --file or standard input."`
	File  string   `placeholder:"FILE" help:"Read the words from this file; - is standard input."`
	Board string   `placeholder:"FILE" help:"The game began on the text board in this file instead of a deal code."`
	Game  string   `placeholder:"VARIANT" help:"The variant that the board is played in, such as FC1-C4."`
	JSON  bool     `name:"json" help:"Write the result as JSON."`
	searchFlags
}

func (analyseCommand) Help() string {
	return `What was undone counts as not played. The budget is for each of the positions that are looked at, a dozen or so.

Examples:
  samedeal analyse FC1-C4-AAAAAKH --file game.txt
  samedeal analyse FC1-C1-AAAAAAC 8a --json`
}

func (c analyseCommand) Run(s streams) error {
	if err := c.check(); err != nil {
		return err
	}
	r := &replay{replayCommand: replayCommand{
		Code: c.Code, Words: c.Words, File: c.File, Board: c.Board, Game: c.Game,
	}, streams: s}
	words, err := r.open()
	if err != nil {
		return err
	}
	defer func() { _ = words.Close() }()
	g := game{r.name, r.play.Variant(), r.play.Position()}
	played, err := readGame(words)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return c.analyse(ctx, s, g, played)
}

// played is the words of a game with the moves that they are.
type played struct {
	words []string
	moves []engine.Move
}

func readGame(r io.Reader) (played, error) {
	var p played
	scanner := newWordScanner(r)
	for scanner.Scan() {
		word := scanner.Text()
		m, err := engine.ParseMove(word)
		if err != nil {
			return p, &engine.ReplayError{At: len(p.words) + 1, Word: word, Err: err}
		}
		p.words, p.moves = append(p.words, word), append(p.moves, m)
		if len(p.words) > mostWords {
			return p, fmt.Errorf("more than %d words: that is no game", mostWords)
		}
	}
	if err := scanner.Err(); err != nil {
		return p, fmt.Errorf("after word %d: %w", len(p.words), err)
	}
	return p, nil
}

// analysed is where a game was lost, in the keys that other programs rely on. Words are numbered from
// 1, 0 is the start.
type analysed struct {
	Code string `json:"code"`
	// Result is won, winnable, lost or undecided: what the game was at its end.
	Result string `json:"result"`
	// Winnable is the last word after which the game could still be won, null if there is none known;
	// Lost the first after which it could no longer.
	Winnable *int   `json:"winnable"`
	Lost     *int   `json:"lost"`
	Moves    string `json:"moves"`
	Count    int    `json:"count"`
	States   uint64 `json:"states"`
	MS       int64  `json:"ms"`
}

func (c analyseCommand) analyse(ctx context.Context, s streams, g game, p played) error {
	o := c.options(ctx)
	bar := newStatesBar(s.err, c.Budget)
	o.Progress = bar.note
	bar.start()
	begun := time.Now()
	a, err := solve.Analyse(g.variant, &g.start, p.moves, o)
	bar.stop()
	if err != nil {
		return p.explain(err)
	}
	if a.Cancelled {
		return errInterrupted
	}
	result := p.result(g, a)
	result.MS = time.Since(begun).Milliseconds()
	if c.JSON {
		return writeJSON(s.out, result)
	}
	_, err = io.WriteString(s.out, p.text(g, a, result))
	return err
}

// explain names the word that was refused.
func (p played) explain(err error) error {
	var line *solve.LineError
	if errors.As(err, &line) && line.At > 0 {
		return &engine.ReplayError{At: line.At, Word: p.words[line.At-1], Err: line.Refusal}
	}
	return err
}

func (p played) result(g game, a solve.Analysis) analysed {
	return analysed{
		Code: g.name, Result: ending(g, a, p), Winnable: wordNumber(a, a.Winnable), Lost: wordNumber(a, a.Lost),
		Moves: lineOf(p.after(g, a), a.Line), Count: len(a.Line), States: a.States,
	}
}

// ending is what the game was at its end.
func ending(g game, a solve.Analysis, p played) string {
	last := len(a.Standing)
	switch {
	case a.Winnable == last && p.at(g, a, last).Won():
		return "won"
	case a.Winnable == last:
		return "winnable"
	case a.Lost >= 0:
		return "lost"
	default:
		return "undecided"
	}
}

// wordNumber is the number of the word by which n standing moves were made.
func wordNumber(a solve.Analysis, n int) *int {
	if n < 0 {
		return nil
	}
	number := 0
	if n > 0 {
		number = a.Standing[n-1]
	}
	return &number
}

// at is the position after n of the standing moves.
func (p played) at(g game, a solve.Analysis, n int) *engine.Position {
	now := g.start
	for _, i := range a.Standing[:n] {
		now, _ = g.variant.Apply(now, p.moves[i-1])
	}
	return &now
}

// after is the game from where it could still be won.
func (p played) after(g game, a solve.Analysis) game {
	g.start = *p.at(g, a, max(0, a.Winnable))
	return g
}

// text is the analysis for people.
func (p played) text(g game, a solve.Analysis, r analysed) string {
	var text strings.Builder
	fmt.Fprintf(&text, "# %s: %s", g.title(), r.Result)
	if undone := len(p.words) - len(a.Standing); undone > 0 {
		fmt.Fprintf(&text, "; of %d words, %d moves stand", len(p.words), len(a.Standing))
	}
	text.WriteString("\n")
	if a.Winnable >= 0 && r.Result != "won" {
		fmt.Fprintf(&text, "# still to be won after %s\n", p.place(*r.Winnable))
	}
	if a.Lost >= 0 {
		fmt.Fprintf(&text, "# lost after %s\n", p.place(*r.Lost))
	}
	if n := a.Undecided(); n > 0 {
		fmt.Fprintf(&text, "# undecided after %d moves\n", n)
	}
	if len(a.Line) > 0 {
		fmt.Fprintf(&text, "# won from there in %d moves:\n", len(a.Line))
		for line := range wrapped(r.Moves, 100) {
			text.WriteString(line + "\n")
		}
	}
	return text.String()
}

// place names a moment of the game: a word, or its start.
func (p played) place(word int) string {
	if word == 0 {
		return "no move at all"
	}
	return fmt.Sprintf("word %d, %s", word, p.words[word-1])
}
