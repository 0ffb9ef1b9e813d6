package analysis_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room/analysis"
	"github.com/samedeal/samedeal/room/analysis/analysistest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestMemory(t *testing.T) {
	analysistest.Run(t, func(*testing.T) analysis.Store { return analysistest.NewMemory() })
}

const (
	yes       = samedealv1.Winnable_WINNABLE_YES
	no        = samedealv1.Winnable_WINNABLE_NO
	undecided = samedealv1.Winnable_WINNABLE_UNDECIDED
)

func code(t testing.TB, text string) engine.Code {
	t.Helper()
	c, err := engine.ParseCode(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func open(t testing.TB, store analysis.Store, change ...func(*analysis.Config)) *analysis.Analyst {
	t.Helper()
	c := analysis.Config{Store: store}
	for _, f := range change {
		f(&c)
	}
	a := analysis.New(c)
	t.Cleanup(a.Close)
	return a
}

func ask(t testing.TB, a *analysis.Analyst, race engine.Code, words []string) *samedealv1.AnalyseSeatResponse {
	t.Helper()
	found, err := a.Analyse(t.Context(), race, words, nil)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// settled asks, in a bubble, and again when nothing is left to be done.
func settled(t *testing.T, a *analysis.Analyst, race engine.Code, words []string) *samedealv1.AnalyseSeatResponse {
	t.Helper()
	ask(t, a, race, words)
	synctest.Wait()
	found := ask(t, a, race, words)
	if !found.GetDone() || found.GetProgress() != 1000 {
		t.Fatalf("when all is done: %v", found)
	}
	return found
}

// after is a game after so many of its words.
func after(t testing.TB, race engine.Code, words []string) *engine.Play {
	t.Helper()
	play := race.Play()
	if _, err := play.Replay(slices.Values(words)); err != nil {
		t.Fatal(err)
	}
	return play
}

// wantTrue holds what was found against the game: the line wins, what is lost is lost.
func wantTrue(t *testing.T, race engine.Code, words []string, found *samedealv1.AnalyseSeatResponse) {
	t.Helper()
	if found.LastWinnable != nil {
		play := after(t, race, words[:found.GetLastWinnable()])
		if _, err := play.Replay(slices.Values(lineWords(found))); err != nil {
			t.Errorf("the line: %v", err)
		}
		if end := play.Position(); !end.Won() {
			t.Errorf("the line from step %d does not win: %q", found.GetLastWinnable(), lineWords(found))
		}
	}
	if found.FirstLost != nil {
		p := after(t, race, words[:found.GetFirstLost()]).Position()
		if r, err := solve.Solve(race.Variant(), &p, solve.Options{}); err != nil || r.Verdict != solve.Impossible {
			t.Errorf("step %d is %s, %v", found.GetFirstLost(), r.Verdict, err)
		}
		if found.LastWinnable != nil && found.GetLastWinnable() >= found.GetFirstLost() {
			t.Errorf("won until %d, and lost from %d on", found.GetLastWinnable(), found.GetFirstLost())
		}
	}
	if (found.GetStart() == yes) != (found.LastWinnable != nil) || (found.GetEnd() == no) != (found.FirstLost != nil) {
		t.Errorf("%v does not agree with itself", found)
	}
}

func lineWords(found *samedealv1.AnalyseSeatResponse) []string {
	var words []string
	for _, step := range found.GetLine() {
		words = append(words, step.GetWord())
	}
	return words
}

func TestGames(t *testing.T) {
	for name, c := range map[string]struct {
		code, words string
		start, end  samedealv1.Winnable
		last, lost  int // -1 for none
	}{
		"resigned at once":                  {"FC1-C1-AAAAAAC", "", yes, yes, 0, -1},
		"still to be won":                   {"FC1-C1-AAAAAAC", "1h 6a 64", yes, yes, 3, -1},
		"lost by the last move":             {"FC1-C1-AAAAAAC", "1h 8a", yes, no, 1, 2},
		"a mistake after one that was not":  {"FC1-C1-AAAAAAC", "1h 6a u 8a", yes, no, 3, 4},
		"the mistake, undone and done":      {"FC1-C1-AAAAAAC", "1h 8a u 8a", yes, no, 3, 4},
		"undone at the end":                 {"FC1-C1-AAAAAAC", "1h 8a u", yes, yes, 3, -1},
		"all undone":                        {"FC1-C1-AAAAAAC", "6a u 1h u 6a u", yes, yes, 6, -1},
		"a deal that cannot be won":         {"TF1-D3N-AAAAAAD", "", no, no, -1, 0},
		"undone where nothing could be won": {"TF1-D3N-AAAAAAD", "n u", no, no, -1, 0},
		"Klondike, resigned at once":        {"KL1-D1N-AAAAAAC", "", yes, yes, 0, -1},
		"Thoughtful, after a few draws":     {"TF1-D3N-AAAAAAG", "n n u n", yes, yes, 4, -1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				race, words := code(t, c.code), strings.Fields(c.words)
				found := settled(t, open(t, analysistest.NewMemory()), race, words)
				wantTrue(t, race, words, found)
				last, lost := -1, -1
				if found.LastWinnable != nil {
					last = int(found.GetLastWinnable())
				}
				if found.FirstLost != nil {
					lost = int(found.GetFirstLost())
				}
				if found.GetStart() != c.start || found.GetEnd() != c.end || last != c.last || lost != c.lost {
					t.Errorf("%v, %v, winnable until %d, lost from %d; want %v, %v, %d, %d",
						found.GetStart(), found.GetEnd(), last, lost, c.start, c.end, c.last, c.lost)
				}
			})
		})
	}
}

// readGames reads games of the vectors: codes, with the words that were accepted.
func readGames(t testing.TB, file string, most int) []played {
	t.Helper()
	f, err := os.Open("../../engine/testdata/vectors/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var games []played
	for scanner := bufio.NewScanner(f); scanner.Scan() && len(games) < most; {
		var line struct {
			Code, Moves string
			Trace       [][]any
		}
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		g := played{race: code(t, line.Code), words: strings.Fields(line.Moves)}
		for _, step := range line.Trace {
			if step[1] == nil {
				g.words = append(g.words, step[0].(string))
			}
		}
		games = append(games, g)
	}
	return games
}

type played struct {
	race  engine.Code
	words []string
}

// Who won need not be told how: it could be won to its end, whatever a solver finds.
func TestAGameThatWasWon(t *testing.T) {
	store := analysistest.NewMemory()
	a := open(t, store, func(c *analysis.Config) { c.States, c.StatesInAll = 1, 1 })
	for _, g := range readGames(t, "freecell_solutions.jsonl", 5) {
		found := ask(t, a, g.race, g.words)
		if !found.GetDone() || found.GetStart() != yes || found.GetEnd() != yes ||
			int(found.GetLastWinnable()) != len(g.words) || found.FirstLost != nil || len(found.GetLine()) != 0 {
			t.Errorf("%s: %v", g.race, found)
		}
	}
	if store.Puts() != 0 {
		t.Error("it was worked on")
	}
}

// Games with many undos, of every variant, by chance: the steps are those of the whole game, and say what
// solve.Analyse, and so samedeal analyse, says of the moves that stand.
func TestGamesWithUndo(t *testing.T) {
	games := readGames(t, "playouts.jsonl", 1000)
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
	undone := 0
	for _, g := range games[:min(len(games), 12)] {
		synctest.Test(t, func(t *testing.T) {
			a := open(t, analysistest.NewMemory(), func(c *analysis.Config) { c.States = 20_000 })
			found := settled(t, a, g.race, g.words)
			wantTrue(t, g.race, g.words, found)
			start := g.race.Start()
			r, err := solve.Analyse(g.race.Variant(), &start, moves(t, g.words), solve.Options{States: 20_000, Memory: 64 << 20})
			if err != nil {
				t.Fatal(err)
			}
			if (r.Winnable < 0) != (found.LastWinnable == nil) || (r.Lost < 0) != (found.FirstLost == nil) {
				t.Fatalf("%v; want %d, %d", found, r.Winnable, r.Lost)
			}
			undone += len(g.words) - len(r.Standing)
			wantStanding(t, g, r.Winnable, found.LastWinnable)
			wantStanding(t, g, r.Lost, found.FirstLost)
		})
	}
	if undone < 100 {
		t.Errorf("only %d words are undo or were undone: the games try nothing", undone)
	}
}

func moves(t testing.TB, words []string) []engine.Move {
	t.Helper()
	all := make([]engine.Move, len(words))
	for i, word := range words {
		m, err := engine.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		all[i] = m
	}
	return all
}

// wantStanding wants the board at a step to be that after so many of the moves that stand.
func wantStanding(t *testing.T, g played, standing int, step *uint32) {
	t.Helper()
	if step == nil {
		return
	}
	boards := []engine.Position{g.race.Start()} // after 0, 1, 2, ... moves that stand
	play := g.race.Play()
	for _, word := range g.words {
		if _, err := play.Replay(slices.Values([]string{word})); err != nil {
			t.Fatal(err)
		}
		if word == "u" {
			boards = boards[:len(boards)-1]
		} else {
			boards = append(boards, play.Position())
		}
	}
	at, v := after(t, g.race, g.words[:*step]).Position(), g.race.Variant()
	if v.Board(at) != v.Board(boards[standing]) {
		t.Errorf("the board at step %d is not that after %d moves that stand", *step, standing)
	}
}

// Every position before the one where a game was lost is won, every later one lost.
func TestTheOneMistake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		race := code(t, "FC1-C1-AAAAAAC")
		play := race.Play()
		var words []string
		for len(words) < 10 {
			p := play.Position()
			legal := slices.Collect(race.Variant().Moves(&p))
			if len(legal) == 0 {
				break
			}
			m := legal[len(legal)/2]
			words = append(words, race.Variant().Word(p, m))
			_ = play.Do(m) // it is legal
		}
		found := settled(t, open(t, analysistest.NewMemory()), race, words)
		if found.LastWinnable == nil || found.FirstLost == nil || found.GetFirstLost() != found.GetLastWinnable()+1 {
			t.Fatalf("%v", found)
		}
		for step := range len(words) + 1 {
			p := after(t, race, words[:step]).Position()
			r, err := solve.Solve(race.Variant(), &p, solve.Options{})
			if err != nil || (r.Verdict == solve.Won) != (step <= int(found.GetLastWinnable())) {
				t.Errorf("step %d is %s, %v", step, r.Verdict, err)
			}
		}
	})
}

func TestWordsThatAreNoGame(t *testing.T) {
	a := open(t, analysistest.NewMemory())
	for _, words := range [][]string{{"1h", "zz"}, {"1h", "1h"}, {"u"}, {""}} {
		var wrong *engine.ReplayError
		if found, err := a.Analyse(t.Context(), code(t, "FC1-C1-AAAAAAC"), words, nil); !errors.As(err, &wrong) {
			t.Errorf("%q: %v, %v", words, found, err)
		}
	}
}

// slowRead is a store that is read when the test lets it be.
type slowRead struct {
	*analysistest.Memory
	let chan struct{}
}

func (s slowRead) Get(ctx context.Context, key string) (*samedealv1.AnalyseSeatResponse, error) {
	<-s.let
	return s.Memory.Get(ctx, key)
}

// An analysis costs up to twenty seconds: it is not made again by who asks again, here or elsewhere.
func TestWhatIsFoundIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := analysistest.NewMemory()
		race, words := code(t, "FC1-C1-AAAAAAC"), []string{"1h", "8a"}
		slow := slowRead{store, make(chan struct{})}
		one := open(t, slow)
		var callers sync.WaitGroup
		for range 16 {
			callers.Go(func() { ask(t, one, race, words) })
		}
		synctest.Wait() // all have been told of nothing that is being done
		close(slow.let)
		callers.Wait()
		found := settled(t, one, race, words)
		other := open(t, store)
		if again := ask(t, other, race, words); !proto.Equal(again, found) {
			t.Errorf("the other node says %v, want %v", again, found)
		}
		if store.Puts() != 1 {
			t.Errorf("it was worked on %d times", store.Puts())
		}
		found.Line = nil // it is the caller's
		if again := ask(t, one, race, words); len(again.GetLine()) == 0 {
			t.Error("a caller has changed what is remembered")
		}
		// Another deal, or other words, are another game.
		for _, g := range []played{{code(t, "FC1-C1-AAAAAAD"), nil}, {code(t, "FC1-C2-AAAAAAC"), words}, {race, words[:1]}} {
			if ask(t, other, g.race, g.words).GetDone() {
				t.Errorf("%s %q is taken for another game", g.race, g.words)
			}
			synctest.Wait()
		}
		<-time.After(analysis.Life)
		if ask(t, open(t, store), race, words).GetDone() {
			t.Error("it is kept for longer than its life")
		}
		synctest.Wait()
	})
}

// While the store is away a node analyses for itself.
func TestAStoreThatIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := analysistest.NewMemory()
		store.Fail(errors.New("connection refused"))
		race, words := code(t, "FC1-C1-AAAAAAC"), []string{"1h", "8a"}
		wantTrue(t, race, words, settled(t, open(t, store), race, words))
	})
}

// holding is a store in which what was found waits until the test lets it in.
type holding struct {
	*analysistest.Memory
	let chan struct{}
}

func (h holding) Put(ctx context.Context, key string, found *samedealv1.AnalyseSeatResponse, until time.Time) error {
	select {
	case <-h.let:
		return h.Memory.Put(ctx, key, found, until)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func TestAFullQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := holding{analysistest.NewMemory(), make(chan struct{})}
		a := open(t, store, func(c *analysis.Config) { c.Queue = 2 })
		race := code(t, "FC1-C1-AAAAAAC")
		games := [][]string{{}, {"1h"}, {"6a"}, {"8a"}}
		for _, words := range games[:3] {
			ask(t, a, race, words)
			synctest.Wait() // the first is with the worker now
		}
		if found, err := a.Analyse(t.Context(), race, games[3], nil); !errors.Is(err, analysis.ErrBusy) {
			t.Errorf("%v, %v; want ErrBusy", found, err)
		}
		for _, words := range games[:3] { // who waits, waits on
			if found := ask(t, a, race, words); found.GetDone() || found.GetProgress() >= 1000 {
				t.Errorf("%q: %v", words, found)
			}
		}
		close(store.let)
		synctest.Wait()
		for _, words := range games {
			settled(t, a, race, words)
		}
	})
}

// hard is a deal that takes some million states.
const hard = "KL1-D3N-AAAAAIU"

func TestProgressOnlyGrows(t *testing.T) {
	a := open(t, analysistest.NewMemory(), func(c *analysis.Config) { c.States, c.StatesInAll = 60_000, 400_000 })
	race := code(t, hard)
	for told := uint32(0); ; runtime.Gosched() {
		found := ask(t, a, race, []string{"n", "n", "n", "u", "n"})
		switch now := found.GetProgress(); {
		case now < told, !found.GetDone() && now > 999:
			t.Fatalf("%d thousandths after %d: %v", now, told, found)
		case found.GetDone():
			return
		default:
			told = now
		}
	}
}

// The bound holds for all of a game, and what is not found within it is not said to be lost.
func TestTheBoundInAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := analysistest.NewMemory()
		a := open(t, store, func(c *analysis.Config) { c.States, c.StatesInAll = 1<<40, 3000 })
		found := settled(t, a, code(t, hard), []string{"n", "n", "n"})
		if found.GetStart() != undecided || found.GetEnd() != undecided || found.LastWinnable != nil || found.FirstLost != nil {
			t.Errorf("%v", found)
		}
		if store.Puts() != 1 {
			t.Error("it is not kept")
		}
	})
}

// A node that is stopped does not work on for minutes, and keeps nothing that is half done.
func TestCloseInTheMiddle(t *testing.T) {
	store := analysistest.NewMemory()
	a := analysis.New(analysis.Config{Store: store, States: 10_000_000, StatesInAll: 1 << 40})
	race := code(t, "FC1-C2-AAAABLU") // takes more than 20 million states
	for ask(t, a, race, nil).GetProgress() == 0 {
		runtime.Gosched()
	}
	a.Close()
	if found := ask(t, a, race, nil); store.Puts() != 0 || found.GetDone() || found.GetProgress() > 400 {
		t.Errorf("it was worked on to the end: %v", found)
	}
	if found, err := a.Analyse(t.Context(), code(t, hard), nil, nil); !errors.Is(err, analysis.ErrBusy) {
		t.Errorf("when it is closed: %v, %v", found, err)
	}
	a.Close() // again is no more
}

func TestACancelledCallSaysSo(t *testing.T) {
	a := open(t, analysistest.NewMemory())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if found, err := a.Analyse(ctx, code(t, "FC1-C1-AAAAAAC"), nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v", found, err)
	}
}

// What a room offers can be analysed.
func TestEveryVariant(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := open(t, analysistest.NewMemory(), func(c *analysis.Config) { c.States = 1000 })
		for _, v := range engine.Variants() {
			race, err := engine.NewCode(v, 7)
			if err != nil {
				t.Fatal(err)
			}
			wantTrue(t, race, nil, settled(t, a, race, nil))
		}
	})
}
