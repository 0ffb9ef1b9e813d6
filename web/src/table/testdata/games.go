// Command games writes games.jsonl, on which the tests of this folder compare their tables with the
// engine's. From the root of the repository:
//
//	go run web/src/table/testdata/games.go > web/src/table/testdata/games.jsonl
//
// A line with code begins a game. Each other line is the board after a word: the piles that changed, as
// their player may see them, the counters that changed, and the legal moves with the cards each takes.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/samedeal/samedeal/engine"
)

const walkLength = 90

var (
	walks = []string{
		"TF1-D1N-AAAAAAB", "TF1-D3N-AAAABCD", "KL1-D3N-AAAAAAB", "KL1-D1P3-AAAABCD", "KL1-D1N-AAAAAKH",
		"FC1-C4-AAAAAKH", "FC1-C2-AAAAAAB", "FC1-C1-AAAABCD",
	}
	solved = []solution{
		{file: "freecell_solutions.jsonl", options: "FC1-C4"},
		{file: "freecell_solutions.jsonl", options: "FC1-C2"},
		{file: "klondike_solutions.jsonl", options: "KL1-D3N"},
		{file: "klondike_solutions.jsonl", options: "TF1-D3N"},
	}
)

// A solution is the first won game of a file that is played with these options.
type solution struct{ file, options string }

func main() {
	log.SetFlags(0)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	random := rand.New(rand.NewPCG(52, 4))
	for _, text := range walks {
		code, err := engine.ParseCode(text)
		if err != nil {
			log.Fatal(err)
		}
		g := begin(out, text, code.Play())
		for range walkLength {
			g.do(g.choose(random))
		}
	}
	for _, s := range solved {
		play, words := s.find()
		g := begin(out, s.options, play)
		for word := range engine.Words(words) {
			g.do(word)
		}
	}
}

func (s solution) find() (*engine.Play, string) {
	file, err := os.Open("engine/testdata/vectors/" + s.file)
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var game struct{ Code, Options, Board, Moves string }
		if err := json.Unmarshal(lines.Bytes(), &game); err != nil {
			log.Fatal(err)
		}
		if game.Moves == "" || !strings.HasPrefix(game.Code+game.Options, s.options) {
			continue
		}
		if code, err := engine.ParseCode(game.Code); err == nil {
			return code.Play(), game.Moves
		}
		variant, err := engine.ParseVariant(s.options)
		if err != nil {
			log.Fatal(err)
		}
		start, err := variant.ParseBoard(game.Board)
		if err != nil {
			log.Fatal(err)
		}
		return engine.NewPlay(variant, start), game.Moves
	}
	log.Fatalf("%s has no game of %s", s.file, s.options)
	return nil, ""
}

type game struct {
	out   *json.Encoder
	play  *engine.Play
	shown map[string]any
}

func begin(out *json.Encoder, code string, play *engine.Play) *game {
	write(out, map[string]any{"code": code})
	g := &game{out: out, play: play, shown: map[string]any{}}
	g.show("")
	return g
}

func write(out *json.Encoder, line map[string]any) {
	if err := out.Encode(line); err != nil {
		log.Fatal(err)
	}
}

func (g *game) legal() []engine.Move {
	p := g.play.Position()
	var moves []engine.Move
	for m := range g.play.Variant().Moves(&p) {
		moves = append(moves, m)
	}
	return moves
}

// choose prefers moves of many cards, which are rare, and takes some back.
func (g *game) choose(random *rand.Rand) string {
	moves := g.legal()
	if len(moves) == 0 || g.play.Undoable() > 0 && random.IntN(8) == 0 {
		return "u"
	}
	m := moves[random.IntN(len(moves))]
	for range 3 {
		if other := moves[random.IntN(len(moves))]; other.Verb == engine.Put && other.Count > m.Count {
			m = other
		}
	}
	return g.play.Variant().Word(g.play.Position(), m)
}

func (g *game) do(word string) {
	m, err := engine.ParseMove(word)
	if err != nil {
		log.Fatal(err)
	}
	if refusal := g.play.Do(m); refusal.Refused() {
		log.Fatalf("%s: %v", word, refusal)
	}
	g.show(word)
}

// show writes what changed.
func (g *game) show(word string) {
	variant, p := g.play.Variant(), g.play.Position()
	view := engine.PlayerView(p)
	now := map[string]any{
		"score": view.Score(), "moves": view.Moves(), "redeals": view.Redeals(),
		"undoable": g.play.Undoable(), "won": view.Won(),
	}
	for x := engine.Column(1); x < engine.Home; x++ {
		switch {
		case !variant.HasPile(x):
		case x == engine.Stock || x.IsFoundation():
			now[x.String()] = view.Len(x)
		default:
			now[x.String()] = cardsText(view.Cards(x))
		}
	}
	line := map[string]any{"word": word}
	for key, value := range now {
		if g.shown[key] != value {
			line[key] = value
		}
	}
	g.shown = now
	var legal []string
	for _, m := range g.legal() {
		count := m.Count
		if m.Verb == engine.Turn {
			count = 0
		}
		legal = append(legal, fmt.Sprintf("%s:%d", variant.Word(p, m), count))
	}
	line["legal"] = strings.Join(legal, " ")
	write(g.out, line)
}

func cardsText(cards []engine.Card) string {
	var texts []string
	for _, c := range cards {
		texts = append(texts, c.String())
	}
	return strings.Join(texts, " ")
}
