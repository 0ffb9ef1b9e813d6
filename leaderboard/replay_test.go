package leaderboard_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// A recorded game is one of the engine's vectors: each word with the rule that refuses it, if one does,
// and what the game comes to.
type recorded struct {
	Code  string
	Trace [][]any
	Final struct {
		Score, Moves uint32
		Won          bool
	}
}

// row is the game as a board keeps it, its words a second apart.
func (r recorded) row() *samedealv1.StoredRow {
	row := &samedealv1.StoredRow{
		Deal: r.Code, Room: "BCDFGH", Seat: 2, LimitMs: 3_600_000,
		Game:   &samedealv1.Game{Engine: 1, Ending: samedealv1.Ending_ENDING_RESIGNED},
		Result: &samedealv1.Result{Ending: samedealv1.Ending_ENDING_RESIGNED, Score: r.Final.Score, Moves: r.Final.Moves},
	}
	for _, entry := range r.Trace {
		if entry[1] == nil {
			row.Game.AtMs = append(row.Game.AtMs, uint32(7+1000*len(row.Game.Words)))
			row.Game.Words = append(row.Game.Words, entry[0].(string))
		}
	}
	if r.Final.Won {
		row.Game.Ending, row.Result.Ending = samedealv1.Ending_ENDING_HOME, samedealv1.Ending_ENDING_HOME
	}
	row.Result.Actions = uint32(len(row.Game.Words))
	return row
}

func recordedGames(t testing.TB) []recorded {
	t.Helper()
	var games []recorded
	for _, name := range []string{"playouts.jsonl", "cut_lines.jsonl"} {
		file, err := os.Open(filepath.Join("..", "engine", "testdata", "vectors", name))
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var game recorded
			if err := json.Unmarshal(lines.Bytes(), &game); err != nil {
				t.Fatal(err)
			}
			games = append(games, game)
		}
		if err := errors.Join(lines.Err(), file.Close()); err != nil {
			t.Fatal(err)
		}
	}
	return games
}

// lastScored is when the score last changed, found by another way than a fold: from the end.
func lastScored(t *testing.T, row *samedealv1.StoredRow) uint32 {
	t.Helper()
	score := func(words []string) int {
		code, err := engine.ParseCode(row.GetDeal())
		if err != nil {
			t.Fatal(err)
		}
		play := code.Play()
		if _, err := play.Replay(slices.Values(words)); err != nil {
			t.Fatal(err)
		}
		p := play.Position()
		return p.Score()
	}
	words := row.GetGame().GetWords()
	for i := len(words); i > 0; i-- {
		if score(words[:i]) != score(words[:i-1]) {
			return row.GetGame().GetAtMs()[i-1]
		}
	}
	return 0
}

// Games that another implementation played come to what it says.
func TestReplayOfRecordedGames(t *testing.T) {
	t.Parallel()
	won := 0
	for i, game := range recordedGames(t) {
		row := game.row()
		if game.Code == "" || len(row.Game.Words) == 0 {
			continue
		}
		if game.Final.Won {
			won++
			row.Result.TimeMs = row.Game.AtMs[len(row.Game.AtMs)-1]
		} else if i%10 == 0 {
			row.Result.TimeMs = lastScored(t, row)
		} else {
			result, err := leaderboard.Replay(row)
			if err != nil {
				t.Fatal(err)
			}
			row.Result.TimeMs = result.GetTimeMs()
		}
		if err := leaderboard.Verify(row); err != nil {
			t.Errorf("game %d: %v", i, err)
		}
	}
	if won == 0 {
		t.Error("no game was won")
	}
}

// wonGame is a recorded game that was won.
func wonGame(t testing.TB) *samedealv1.StoredRow {
	t.Helper()
	for _, game := range recordedGames(t) {
		if game.Final.Won {
			row := game.row()
			row.Result.TimeMs = row.Game.AtMs[len(row.Game.AtMs)-1]
			return row
		}
	}
	t.Fatal("no game was won")
	return nil
}

// Each way to forge a row is found, and the error says which row it is.
func TestForgedRows(t *testing.T) {
	good := wonGame(t)
	last := len(good.Game.Words) - 1
	for name, c := range map[string]struct {
		forge func(*samedealv1.StoredRow)
		want  string
	}{
		"a word changed":    {func(r *samedealv1.StoredRow) { r.Game.Words[3] = "88" }, "word 4"},
		"no word at all":    {func(r *samedealv1.StoredRow) { r.Game.Words[3] = "xyz" }, "word 4"},
		"a word left out":   {func(r *samedealv1.StoredRow) { r.Game.Words = slices.Delete(r.Game.Words, 3, 4) }, "words and"},
		"the last left out": {cutLast, "bring"},
		"a word after the win": {func(r *samedealv1.StoredRow) {
			r.Game.Words = append(r.Game.Words, "u")
			r.Game.AtMs = append(r.Game.AtMs, 1e6)
		}, "GAME_OVER"},
		"time backwards":         {func(r *samedealv1.StoredRow) { r.Game.AtMs[last]--; r.Game.AtMs[last-1] = r.Game.AtMs[last] + 1 }, "backwards"},
		"past the limit":         {func(r *samedealv1.StoredRow) { r.LimitMs = r.Game.AtMs[last] - 1 }, "after the limit"},
		"a higher score":         {func(r *samedealv1.StoredRow) { r.Result.Score++ }, "replays to"},
		"a shorter time":         {func(r *samedealv1.StoredRow) { r.Result.TimeMs-- }, "replays to"},
		"a shorter time in both": {func(r *samedealv1.StoredRow) { r.Game.AtMs[last]--; r.Result.TimeMs -= 2 }, "replays to"},
		"fewer moves":            {func(r *samedealv1.StoredRow) { r.Result.Moves-- }, "replays to"},
		"fewer actions":          {func(r *samedealv1.StoredRow) { r.Result.Actions-- }, "replays to"},
		"another ending":         {func(r *samedealv1.StoredRow) { r.Game.Ending = samedealv1.Ending_ENDING_RESIGNED }, "ending is"},
		"another ending told":    {func(r *samedealv1.StoredRow) { r.Result.Ending = samedealv1.Ending_ENDING_RESIGNED }, "replays to"},
		"no ending":              {func(r *samedealv1.StoredRow) { r.Game.Ending = 0 }, "want home"},
		"an unknown ending":      {func(r *samedealv1.StoredRow) { r.Game.Ending = 9 }, "want home"},
		"another deal":           {func(r *samedealv1.StoredRow) { r.Deal = "FC1-C4-AAAAAZZ" }, "word 1"},
		"no deal":                {func(r *samedealv1.StoredRow) { r.Deal = "" }, "the code is"},
		"no game":                {func(r *samedealv1.StoredRow) { r.Game = nil }, "version 0"},
		"no result":              {func(r *samedealv1.StoredRow) { r.Result = nil }, "replays to"},
		"newer rules":            {func(r *samedealv1.StoredRow) { r.Game.Engine = engine.RulesVersion + 1 }, "version 2 of the rules"},
		"no rules":               {func(r *samedealv1.StoredRow) { r.Game.Engine = 0 }, "version 0 of the rules"},
	} {
		forged := proto.CloneOf(good)
		c.forge(forged)
		err := leaderboard.Verify(forged)
		var row *leaderboard.RowError
		if !errors.As(err, &row) || row.Room != "BCDFGH" || row.Seat != 2 || row.Deal != forged.GetDeal() || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want a RowError with %q", name, err, c.want)
		}
	}
	if err := leaderboard.Verify(good); err != nil {
		t.Errorf("as it was: %v", err)
	}
	if _, err := leaderboard.Replay(nil); err == nil {
		t.Error("nothing replays")
	}
}

func cutLast(r *samedealv1.StoredRow) {
	last := len(r.Game.Words) - 1
	r.Game.Words, r.Game.AtMs = r.Game.Words[:last], r.Game.AtMs[:last]
}

// A game may have as many moves as the budget, and undo is none of them.
func TestTooLongGames(t *testing.T) {
	turns := func(moves, undone int) *samedealv1.StoredRow {
		row := &samedealv1.StoredRow{
			Deal: "KL1-D3N-AAAAAAB", LimitMs: 10, Game: &samedealv1.Game{Engine: 1, Ending: samedealv1.Ending_ENDING_TIME_UP},
		}
		for i := range moves {
			row.Game.Words = append(row.Game.Words, "n")
			if i < undone {
				row.Game.Words = append(row.Game.Words, "u")
			}
		}
		row.Game.AtMs = make([]uint32, len(row.Game.Words))
		return row
	}
	for _, c := range []struct {
		moves, undone int
		fits          bool
	}{
		{engine.MoveBudget, 0, true}, {engine.MoveBudget, engine.MoveBudget, true},
		{engine.MoveBudget + 1, 0, false}, {engine.MoveBudget + 1, engine.MoveBudget + 1, false}, {1_000_000, 0, false},
	} {
		result, err := leaderboard.Replay(turns(c.moves, c.undone))
		if (err == nil) != c.fits || c.fits && int(result.GetMoves()) != c.moves {
			t.Errorf("%d moves, %d of them undone: %v, %v", c.moves, c.undone, result, err)
		}
	}
}
