package web_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/samedeal/samedeal/engine"
)

var rewrite = flag.Bool("rewrite", false, "write examples.json anew")

// The client knows no rules, so the examples on its pages of rules come with the engine's answers. Their
// sources are the files of src/rules/examples: a variant, lines of words with > before them, an empty line
// and a text board. After a change that is meant, go test ./web -run TestExamples -rewrite writes what
// the engine says now.
const (
	exampleSources = "src/rules/examples/*.txt"
	exampleAnswers = "src/rules/examples.json"
)

// An example is a small game on a page of rules. Its first state is the board that it begins with.
type example struct {
	Variant string   `json:"variant"`
	States  []*state `json:"states"`
}

// A state is a board and, if the example goes on from there, what becomes of each word that a player can
// make on it by dragging, tapping or with the keyboard.
type state struct {
	Board exampleBoard `json:"board"`
	// Goal says that a line ends here.
	Goal bool `json:"goal,omitempty"`
	// Moves has the state that each legal word leads to, or ends, where the example is over and the
	// board is what anybody sees who moves the cards: nothing turns up, and the score stays.
	Moves map[string]int `json:"moves,omitempty"`
	// Refused has the words that a rule forbids, by the rule's name and, behind a space, its detail. A word
	// with the count 1 that is refused as it is without the count is left out.
	Refused map[string]string `json:"refused,omitempty"`
}

// ends stands for a state that is not written out.
const ends = -1

// exampleBoard is a board as the protocol's Board has it, with what a page of rules can show.
type exampleBoard struct {
	Columns     []string `json:"columns"`
	Cells       []string `json:"cells,omitempty"`
	Waste       string   `json:"waste,omitempty"`
	Stock       int      `json:"stock,omitempty"`
	Foundations []int    `json:"foundations"`
	Score       int      `json:"score,omitempty"`
	Moves       int      `json:"moves,omitempty"`
	Redeals     int      `json:"redeals,omitempty"`
	Won         bool     `json:"won,omitempty"`
}

// Answers that are not the engine's would teach rules that the game does not have.
func TestExamples(t *testing.T) {
	want := answers(t)
	if *rewrite {
		if err := os.WriteFile(exampleAnswers, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(exampleAnswers)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the engine says; go test ./web -run TestExamples -rewrite", exampleAnswers)
	}
}

func answers(t *testing.T) []byte {
	t.Helper()
	sources, err := filepath.Glob(exampleSources)
	if err != nil || len(sources) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	text := bytes.NewBufferString("{")
	for i, source := range sources {
		encoded, err := json.Marshal(readExample(t, source))
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			text.WriteString(",")
		}
		fmt.Fprintf(text, "\n  %q: %s", strings.TrimSuffix(filepath.Base(source), ".txt"), encoded)
	}
	text.WriteString("\n}\n")
	return text.Bytes()
}

// readExample plays a source's lines: each position on them gets its words, and where those lead is shown.
func readExample(t *testing.T, source string) example {
	t.Helper()
	file, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	head, board, _ := strings.Cut(string(file), "\n\n")
	b := exampleBuilder{indices: map[engine.Position]int{}}
	var lines []string
	for line := range strings.Lines(head) {
		switch words, isLine := strings.CutPrefix(line, ">"); {
		case strings.HasPrefix(line, "#"):
		case isLine:
			lines = append(lines, words)
		default:
			b.variant = variantNamed(t, strings.TrimSpace(line))
		}
	}
	start, err := b.variant.ParseBoard(board)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	open := []engine.Position{start}
	b.index(start)
	for _, line := range lines {
		p := start
		for word := range engine.Words(line) {
			next, refusal := b.apply(p, word)
			if refusal.Refused() {
				t.Fatalf("%s: %s: %v", source, word, refusal)
			}
			if b.index(next) == len(open) {
				open = append(open, next)
			}
			p = next
		}
		b.states[b.index(p)].Goal = true
	}
	for _, p := range open {
		b.goOnFrom(p)
	}
	return example{Variant: b.variant.String(), States: b.states}
}

func variantNamed(t *testing.T, name string) *engine.Variant {
	t.Helper()
	all := engine.Variants()
	i := slices.IndexFunc(all, func(v *engine.Variant) bool { return v.String() == name })
	if i < 0 {
		t.Fatalf("there is no variant %q", name)
	}
	return all[i]
}

// exampleBuilder collects the states of an example.
type exampleBuilder struct {
	variant *engine.Variant
	states  []*state
	indices map[engine.Position]int
}

// index gives the number of the position's state, a new one if need be.
func (b *exampleBuilder) index(p engine.Position) int {
	i, known := b.indices[p]
	if !known {
		i = len(b.states)
		b.indices[p] = i
		b.states = append(b.states, &state{Board: b.board(p)})
	}
	return i
}

// goOnFrom gives the position's state its words.
func (b *exampleBuilder) goOnFrom(p engine.Position) {
	s := b.states[b.index(p)]
	s.Moves = map[string]int{}
	for m := range b.variant.Moves(&p) {
		word := b.variant.Word(p, m)
		next, _ := b.apply(p, word)
		if _, known := b.indices[next]; known || m.Verb == engine.Turn || next.Score() != p.Score() {
			s.Moves[word] = b.index(next)
		} else {
			s.Moves[word] = ends
		}
	}
	refused := map[string][]string{}
	for _, word := range b.words(p) {
		if _, refusal := b.apply(p, word); refusal.Refused() {
			reason := strings.TrimSpace(refusal.Rule.String() + " " + refusal.Detail())
			refused[reason] = append(refused[reason], word)
		}
	}
	s.Refused = map[string]string{}
	for reason, words := range refused {
		s.Refused[reason] = strings.Join(words, " ")
	}
}

// words are all that a player can try on a position, but those that say no more than a shorter one.
func (b *exampleBuilder) words(p engine.Position) []string {
	var words []string
	if b.variant.Turn != nil {
		words = append(words, "n")
	}
	for _, from := range b.piles() {
		if p.Len(from) == 0 {
			continue
		}
		for _, to := range append(b.targets(), engine.Home) {
			if from == to || from.IsFoundation() && to == engine.Home {
				continue
			}
			plain := from.String() + to.String()
			words = append(words, plain)
			_, refusal := b.apply(p, plain)
			for n := 1; n <= liftable(p, from); n++ {
				word := fmt.Sprintf("%sv%x", plain, n)
				if _, counted := b.apply(p, word); n > 1 || counted != refusal {
					words = append(words, word)
				}
			}
		}
	}
	return words
}

// liftable is how many cards of a pile can be taken hold of, whether or not they may move.
func liftable(p engine.Position, from engine.Pile) int {
	if !from.IsColumn() {
		return min(1, p.Len(from))
	}
	cards := p.Cards(from)
	slices.Reverse(cards)
	if i := slices.IndexFunc(cards, engine.Card.IsFaceDown); i >= 0 {
		return i
	}
	return len(cards)
}

// piles are those that cards can be taken from.
func (b *exampleBuilder) piles() []engine.Pile {
	piles := b.targets()
	for suit := engine.Spades; suit <= engine.Clubs; suit++ {
		piles = append(piles, engine.Foundation(suit))
	}
	return piles
}

// targets are the piles that cards can be dropped on, the foundations apart.
func (b *exampleBuilder) targets() []engine.Pile {
	var piles []engine.Pile
	for i := range b.variant.Columns {
		piles = append(piles, engine.Column(i+1))
	}
	for i := range b.variant.Cells {
		piles = append(piles, engine.Cell(i+1))
	}
	if b.variant.Turn != nil {
		piles = append(piles, engine.Waste)
	}
	return piles
}

func (b *exampleBuilder) apply(p engine.Position, word string) (engine.Position, engine.Refusal) {
	m, err := engine.ParseMove(word)
	if err != nil {
		panic(err)
	}
	return b.variant.Apply(p, m)
}

func (b *exampleBuilder) board(p engine.Position) exampleBoard {
	view := engine.PlayerView(p)
	board := exampleBoard{
		Waste: cardsText(view.Cards(engine.Waste)),
		Stock: view.Len(engine.Stock),
		Score: view.Score(), Moves: view.Moves(), Redeals: view.Redeals(), Won: view.Won(),
	}
	for i := range b.variant.Columns {
		board.Columns = append(board.Columns, cardsText(view.Cards(engine.Column(i+1))))
	}
	for i := range b.variant.Cells {
		board.Cells = append(board.Cells, cardsText(view.Cards(engine.Cell(i+1))))
	}
	for suit := engine.Spades; suit <= engine.Clubs; suit++ {
		board.Foundations = append(board.Foundations, view.Len(engine.Foundation(suit)))
	}
	return board
}

func cardsText(cards []engine.Card) string {
	var texts []string
	for _, c := range cards {
		texts = append(texts, c.String())
	}
	return strings.Join(texts, " ")
}

// An example in which no rule forbids anything teaches none; one that leads nowhere cannot be tried.
func TestExamplesShowRules(t *testing.T) {
	var examples map[string]example
	data, err := os.ReadFile(exampleAnswers)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &examples); err != nil {
		t.Fatal(err)
	}
	rules := map[string]bool{}
	for name, e := range examples {
		if start := e.States[0]; len(start.Moves) == 0 || len(start.Refused) == 0 {
			t.Errorf("%s begins with %d moves and %d rules", name, len(start.Moves), len(start.Refused))
		}
		for _, s := range e.States {
			for reason := range s.Refused {
				rules[reason] = true
			}
		}
	}
	for _, want := range []string{"RUN_TOO_LONG 4", "KING_ONLY", "CELL_TAKEN", "PASS_LIMIT", "RUN_BROKEN", "NOT_NEXT 5"} {
		if !rules[want] {
			t.Errorf("no example shows %s, only %v", want, slices.Sorted(maps.Keys(rules)))
		}
	}
}
