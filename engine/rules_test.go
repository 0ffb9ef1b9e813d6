package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"github.com/samedeal/samedeal/engine"
)

// TestRules plays the games under testdata/rules, which a card player can review. After a change
// that is meant, go test ./engine -run TestRules -rewrite writes what comes out now.
//
//	deal CODE           begins a game on a deal
//	board VARIANT       begins a game on the text board that follows
//	play                plays words, and tells what became of each, and the score
//	show                shows the board; show player, show opponent: as they see it
//	moves               lists the legal moves
func TestRules(t *testing.T) {
	datadriven.Walk(t, "testdata/rules", func(t *testing.T, path string) {
		var g *engine.Play
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "deal":
				g = game{Code: d.CmdArgs[0].String()}.play(t)
				return ""
			case "board":
				g = game{Options: d.CmdArgs[0].String(), Board: d.Input}.play(t)
				return ""
			case "play":
				return playWords(t, g, d.Input)
			case "moves":
				return strings.Join(legalWords(g), " ")
			case "show":
				return g.Variant().Board(viewOf(t, g.Position(), d.CmdArgs))
			default:
				t.Fatalf("%s: unknown command %s", d.Pos, d.Cmd)
				return ""
			}
		})
	})
}

func playWords(t *testing.T, g *engine.Play, text string) string {
	var told strings.Builder
	for word := range engine.Words(text) {
		refusal := do(t, g, word)
		if refusal.Refused() {
			fmt.Fprintf(&told, "%s: %s\n", word, strings.TrimSpace(refusal.Rule.String()+" "+refusal.Detail()))
			continue
		}
		p := g.Position()
		fmt.Fprintf(&told, "%s: score %d\n", word, p.Score())
	}
	p := g.Position()
	fmt.Fprintf(&told, "moves %d, redeals %d, undoable %d", p.Moves(), p.Redeals(), g.Undoable())
	if p.Won() {
		told.WriteString(", won")
	}
	if g.Variant().NoMoves(p) {
		told.WriteString(", no moves left")
	}
	return told.String()
}

func legalWords(g *engine.Play) []string {
	var words []string
	for _, m := range legalMoves(g) {
		words = append(words, g.Variant().Word(g.Position(), m))
	}
	return words
}

func viewOf(t *testing.T, p engine.Position, args []datadriven.CmdArg) engine.Position {
	if len(args) == 0 {
		return p
	}
	switch viewer := args[0].String(); viewer {
	case "player":
		return engine.PlayerView(p)
	case "opponent":
		return engine.OpponentView(p)
	default:
		t.Fatalf("unknown viewer %s", viewer)
		return p
	}
}
