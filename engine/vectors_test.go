package engine_test

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/samedeal/samedeal/engine"
)

// The files under testdata/vectors were made by other programs: deals of other generators,
// solutions of other solvers, games of a second implementation of the rules.

func readVectors(t testing.TB, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(name, err)
	}
}

// readLines decodes a file of one JSON value a line.
func readLines[T any](t testing.TB, name string) []T {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "vectors", name))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	var values []T
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var value T
		if err := json.Unmarshal(lines.Bytes(), &value); err != nil {
			t.Fatal(name, err)
		}
		values = append(values, value)
	}
	if err := lines.Err(); err != nil || len(values) == 0 {
		t.Fatal(name, len(values), err)
	}
	return values
}

// game is the start of a vector's game: a deal code, or a text board with the game's options.
type game struct {
	Code    string `json:"code"`
	Options string `json:"options"`
	Board   string `json:"board"`
}

func (g game) start() (*engine.Play, error) {
	if g.Code != "" {
		code, err := engine.ParseCode(g.Code)
		if err != nil {
			return nil, err
		}
		return code.Play(), nil
	}
	v, err := engine.ParseVariant(g.Options)
	if err != nil {
		return nil, err
	}
	p, err := v.ParseBoard(g.Board)
	if err != nil {
		return nil, err
	}
	return engine.NewPlay(v, p), nil
}

func (g game) play(t testing.TB) *engine.Play {
	t.Helper()
	play, err := g.start()
	if err != nil {
		t.Fatal(err)
	}
	return play
}

// state is a position as the vectors write it.
type state struct {
	Score       int            `json:"score"`
	Moves       int            `json:"moves"`
	Redeals     int            `json:"redeals"`
	Undoable    int            `json:"undoable"`
	Won         bool           `json:"won"`
	NoMoves     bool           `json:"no_moves"`
	Foundations map[string]int `json:"foundations"`
	Cells       []string       `json:"cells"`
	Stock       []string       `json:"stock"`
	Waste       []string       `json:"waste"`
	Columns     [][]string     `json:"columns"`
}

func stateOf(g *engine.Play) state {
	v, p := g.Variant(), g.Position()
	s := state{
		Score: p.Score(), Moves: p.Moves(), Redeals: p.Redeals(), Undoable: g.Undoable(),
		Won: p.Won(), NoMoves: v.NoMoves(p), Foundations: map[string]int{},
		Cells: []string{}, Stock: names(p.Cards(engine.Stock)), Waste: names(p.Cards(engine.Waste)),
	}
	for _, suit := range []engine.Suit{engine.Spades, engine.Hearts, engine.Diamonds, engine.Clubs} {
		s.Foundations[suit.String()] = p.Len(engine.Foundation(suit))
	}
	for i := range v.Cells {
		cell := "-"
		if p.Len(engine.Cell(i+1)) > 0 {
			cell = p.Top(engine.Cell(i + 1)).String()
		}
		s.Cells = append(s.Cells, cell)
	}
	for i := range v.Columns {
		s.Columns = append(s.Columns, names(p.Cards(engine.Column(i+1))))
	}
	return s
}

func names(cards []engine.Card) []string {
	texts := make([]string, len(cards))
	for i, c := range cards {
		texts[i] = c.String()
	}
	return texts
}

// Another implementation's games must come out the same, word by word: which are refused, by what
// rule and with what detail, whether moves are left, and the state at the end.
func TestGamesOfAnotherImplementation(t *testing.T) {
	type vector struct {
		game
		Trace   [][3]any `json:"trace"`
		NoMoves []bool   `json:"no_moves"`
		Final   state    `json:"final"`
	}
	for _, file := range []string{"playouts.jsonl", "cut_lines.jsonl"} {
		for i, game := range readLines[vector](t, file) {
			t.Run(fmt.Sprintf("%s:%d", file, i+1), func(t *testing.T) {
				g := game.play(t)
				for i, step := range game.Trace {
					refusal := do(t, g, step[0].(string))
					want := [2]string{orEmpty(step[1]), orEmpty(step[2])}
					got := [2]string{"", refusal.Detail()}
					if refusal.Refused() {
						got[0] = refusal.Rule.String()
					}
					if got != want {
						t.Fatalf("word %d, %v: got %q, want %q", i+1, step[0], got, want)
					}
					if game.NoMoves != nil && g.Variant().NoMoves(g.Position()) != game.NoMoves[i] {
						t.Fatalf("after word %d, %v: no_moves is not %v", i+1, step[0], game.NoMoves[i])
					}
				}
				if got, want := asText(stateOf(g)), asText(game.Final); got != want {
					t.Fatalf("at the end:\n got %s\nwant %s", got, want)
				}
			})
		}
	}
}

func do(t testing.TB, g *engine.Play, word string) engine.Refusal {
	t.Helper()
	m, err := engine.ParseMove(word)
	if err != nil {
		t.Fatal(err)
	}
	return g.Do(m)
}

// orEmpty gives null as "" and a number as text.
func orEmpty(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

// Solvers' lines must win with the score, moves and redeals that a second implementation counts.
func TestSolversLinesWin(t *testing.T) {
	type solution struct {
		game
		ID      string
		Verdict string
		Moves   string
		Score   int
		Count   int
		Redeals int
	}
	solutions := append(readLines[solution](t, "freecell_solutions.jsonl"), readLines[solution](t, "klondike_solutions.jsonl")...)
	won := 0
	for _, s := range solutions {
		t.Run(s.Code+s.ID+s.Options, func(t *testing.T) {
			g := s.play(t)
			if s.Moves == "" {
				return
			}
			won++
			if _, err := g.Replay(engine.Words(s.Moves)); err != nil {
				t.Fatal(err)
			}
			p := g.Position()
			got := [...]int{p.Score(), p.Moves(), p.Redeals()}
			if want := [...]int{s.Score, s.Count, s.Redeals}; !p.Won() || got != want {
				t.Fatalf("won %v, score, moves and redeals %v, want %v", p.Won(), got, want)
			}
		})
	}
	if want := 59 + 83; won != want {
		t.Errorf("%d lines replayed, want %d", won, want)
	}
}

func TestTriangleDeals(t *testing.T) {
	var vectors struct {
		Deals []struct {
			Code, Number string
			Columns      [][]string
			Stock        []string
		}
	}
	readVectors(t, "klondike_thoughtful_deals.json", &vectors)
	for _, deal := range vectors.Deals {
		code, err := engine.ParseCode(deal.Code)
		if err != nil {
			t.Fatal(err)
		}
		got := stateOf(code.Play())
		if strconv.FormatUint(code.Number(), 10) != deal.Number || !slices.Equal(got.Stock, deal.Stock) ||
			asText(got.Columns) != asText(deal.Columns) {
			t.Errorf("%s: got number %d, columns %v, stock %v", deal.Code, code.Number(), got.Columns, got.Stock)
		}
		if code.String() != deal.Code {
			t.Errorf("%s is written %s", deal.Code, code)
		}
	}
}

// Deals past the codes' range are dealt by the function alone.
func TestMicrosoftDeals(t *testing.T) {
	var vectors struct {
		Deals []struct {
			Deal    uint64
			Columns []string
		}
	}
	readVectors(t, "ms_freecell_deals.json", &vectors)
	if len(vectors.Deals) != 71 {
		t.Fatalf("%d deals", len(vectors.Deals))
	}
	for _, deal := range vectors.Deals {
		if got := microsoftColumns(deal.Deal); !slices.Equal(got, deal.Columns) {
			t.Errorf("deal %d: got %q", deal.Deal, got)
		}
	}
}

func TestMicrosoftDealsTo32000(t *testing.T) {
	sum := sha256.New()
	for number := uint64(1); number <= 32000; number++ {
		for _, column := range microsoftColumns(number) {
			sum.Write([]byte(column + "\n"))
		}
	}
	const want = "a06b93ff95c6307079f5e67938a5dcd1786b3469cc18cdf85919357bc4174a68"
	if got := hex.EncodeToString(sum.Sum(nil)); got != want {
		t.Errorf("got %s", got)
	}
}

func microsoftColumns(number uint64) []string {
	var columns []string
	for _, column := range engine.FreeCellDeal(number).Columns {
		columns = append(columns, strings.Join(names(column), " "))
	}
	return columns
}

func TestPerft(t *testing.T) {
	var vectors struct {
		Positions []struct {
			Code  string
			Perft []uint64
		}
	}
	readVectors(t, "perft.json", &vectors)
	for _, want := range vectors.Positions {
		code, err := engine.ParseCode(want.Code)
		if err != nil {
			t.Fatal(err)
		}
		if got := code.Variant().Perft(code.Start(), len(want.Perft)); !slices.Equal(got, want.Perft) {
			t.Errorf("%s: got %v, want %v", want.Code, got, want.Perft)
		}
	}
}
