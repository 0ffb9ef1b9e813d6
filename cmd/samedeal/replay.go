package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/samedeal/samedeal/engine"
)

// mostWords bounds a replay's time and memory: far more than anybody plays.
const mostWords = 100_000

type replayCommand struct {
	Code      string   `arg:"" optional:"" help:"Deal code, such as KL1-D3N-AAAAAAB; left out with --board."`
	Words     []string `arg:"" optional:"" help:"The game's words. Without any, they are read from --file or standard input."`
	File      string   `placeholder:"FILE" help:"Read the words from this file; - is standard input."`
	Board     string   `placeholder:"FILE" help:"Play on the text board in this file instead of a deal code."`
	Game      string   `placeholder:"VARIANT" help:"The variant that the board is played in, such as KL1-D3N."`
	KeepGoing bool     `help:"Go on after a refused word."`
	JSON      bool     `name:"json" help:"Write the state at the end as JSON."`
	Trace     bool     `help:"Write the state after each word as JSON, one a line."`
}

func (replayCommand) Help() string {
	return `A word is n (turn the stock), u (undo), or from and to: columns 1-9, cells a-d, w (waste), foundations S H D C to move from, h (home) to move to. A count follows where needed: 35v2. # begins a comment.

It stops at the first refused word and exits with 1; a word that is no move stops it always.

Examples:
  samedeal replay KL1-D3N-AAAAAAB 35 72 n
  samedeal replay FC1-C4-AAAAAKH --file game.txt --json
  samedeal replay --board board.txt --game KL1-D1N 3h n n wh`
}

// refused is a word that a rule forbade, by its number from 1.
type refused struct {
	At     int    `json:"at"`
	Word   string `json:"word"`
	Rule   string `json:"rule"`
	Detail string `json:"detail"`
}

// replayed is a state with the words that were refused on the way to it.
type replayed struct {
	state
	Refused []refused `json:"refused"`
}

// replay is a game being replayed.
type replay struct {
	replayCommand
	streams
	name    string // the deal's code, empty on a text board
	play    *engine.Play
	words   int
	refused []refused
}

func (c replayCommand) Run(s streams) error {
	r := &replay{replayCommand: c, streams: s, refused: []refused{}}
	words, err := r.open()
	if err != nil {
		return err
	}
	defer func() { _ = words.Close() }()
	stopped := r.playAll(words)
	if err := r.report(); err != nil {
		return err
	}
	return stopped
}

// open sets up the start of the game and gives its words.
func (r *replay) open() (io.ReadCloser, error) {
	var err error
	switch {
	case r.Board != "" && r.Game == "":
		err = usageError("--board needs --game, such as --game KL1-D3N")
	case r.Board == "" && r.Game != "":
		err = usageError("--game goes with --board; a deal code says its game itself")
	case r.Board != "":
		err = r.startOnBoard()
	case r.Code != "":
		err = r.startOnDeal()
	default:
		err = usageError("give a deal code, or --board and --game")
	}
	if err != nil {
		return nil, err
	}
	return r.openWords()
}

func (r *replay) startOnDeal() error {
	code, err := engine.ParseCode(r.Code)
	if err != nil {
		return err
	}
	r.name, r.play = code.String(), code.Play()
	return nil
}

func (r *replay) openWords() (io.ReadCloser, error) {
	words := r.Words
	if r.Board != "" && r.Code != "" {
		words = append([]string{r.Code}, words...)
	}
	switch {
	case len(words) > 0 && r.File != "":
		return nil, usageError("give the words as arguments or in --file, not both")
	case len(words) > 0:
		return io.NopCloser(strings.NewReader(strings.Join(words, "\n"))), nil
	case r.File == "" || r.File == "-":
		return io.NopCloser(r.in), nil
	default:
		return os.Open(r.File)
	}
}

func (r *replay) startOnBoard() error {
	v, err := engine.ParseVariant(r.Game)
	if err != nil {
		return err
	}
	p, err := readBoard(v, r.Board)
	if err != nil {
		return err
	}
	r.play = engine.NewPlay(v, p)
	return nil
}

// playAll plays the words until one stops it.
func (r *replay) playAll(words io.Reader) error {
	scanner := newWordScanner(words)
	for scanner.Scan() {
		r.words++
		if r.words > mostWords {
			return fmt.Errorf("more than %d words: that is no game", mostWords)
		}
		if err := r.playWord(scanner.Text()); err != nil {
			return err
		}
	}
	if err := scanner.Err(); err != nil {
		return fmt.Errorf("after word %d: %w", r.words, err)
	}
	return nil
}

func (r *replay) playWord(word string) error {
	m, err := engine.ParseMove(word)
	if err != nil {
		return &engine.ReplayError{At: r.words, Word: word, Err: err}
	}
	refusal := r.play.Do(m)
	from := len(r.refused)
	if refusal.Refused() {
		r.refused = append(r.refused, refused{At: r.words, Word: word, Rule: refusal.Rule.String(), Detail: refusal.Detail()})
	}
	if r.Trace {
		if err := r.writeState(r.refused[from:]); err != nil {
			return err
		}
	}
	if refusal.Refused() && !r.KeepGoing {
		return &engine.ReplayError{At: r.words, Word: word, Err: refusal}
	}
	return nil
}

// report writes where the game stands at the end.
func (r *replay) report() error {
	switch {
	case r.Trace:
		return nil
	case r.JSON:
		return r.writeState(r.refused)
	default:
		return r.writeBoard()
	}
}

func (r *replay) writeState(refused []refused) error {
	return writeJSON(r.out, replayed{state: stateOf(r.name, r.play), Refused: refused})
}

func (r *replay) writeBoard() error {
	var text strings.Builder
	if r.KeepGoing {
		for _, x := range r.refused {
			rule := strings.TrimSpace(x.Rule + " " + x.Detail)
			fmt.Fprintf(&text, "# word %d, %s: %s\n", x.At, x.Word, rule)
		}
	}
	v, p := r.play.Variant(), r.play.Position()
	status := ""
	switch {
	case p.Won():
		status = ", won"
	case v.NoMoves(p):
		status = ", no moves left"
	}
	name := r.name
	if name == "" {
		name = v.String()
	}
	fmt.Fprintf(&text, "# %s: score %d, moves %d, redeals %d, undoable %d%s\n%s",
		name, p.Score(), p.Moves(), p.Redeals(), r.play.Undoable(), status, v.Board(p))
	_, err := io.WriteString(r.out, text.String())
	return err
}
