package main

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// raceOfThree is a finished race: a win, a game with an undo that was resigned, and a seat without an action.
func raceOfThree(t *testing.T) *samedealv1.GetGamesResponse {
	t.Helper()
	code, err := engine.ParseCode("KL1-D1N-AAAAAAC")
	if err != nil {
		t.Fatal(err)
	}
	salt := make([]byte, engine.SaltBytes)
	salt[0] = 7
	told := &samedealv1.GetGamesResponse{
		Room: &samedealv1.Room{
			Code: "BKTWRN", Phase: samedealv1.Phase_PHASE_ENDED, StartMs: 1_000_000, LimitMs: 1_900_000,
			Options: &samedealv1.RoomOptions{Deal: "KL1-D1N", Ranking: samedealv1.Ranking_RANKING_SCORE_AND_TIME},
			Deal: &samedealv1.Deal{
				Variant: "KL1-D1N", Code: code.String(), Sealed: true, Salt: hex.EncodeToString(salt),
				Commitment: engine.Commitment(code, salt),
			},
		},
		Games: []*samedealv1.Game{
			{Ending: samedealv1.Ending_ENDING_RESIGNED, Engine: 1},
			gameOf(won(t, code), samedealv1.Ending_ENDING_HOME),
			gameOf([]string{"n", "n", "u", "n"}, samedealv1.Ending_ENDING_RESIGNED),
		},
	}
	for i, name := range []string{"Ana", "Ben", "Cid"} {
		result, err := leaderboard.ReplayGame(code, 900_000, told.Games[i])
		if err != nil {
			t.Fatal(err)
		}
		told.Room.Seats = append(told.Room.Seats, &samedealv1.Seat{Name: name, Result: result, Place: []uint32{3, 1, 2}[i]})
	}
	if differences := verifyGames(told); differences != nil {
		t.Fatalf("a true race: %v", differences)
	}
	return told
}

// won gives the words of a game that a bot wins on the deal.
func won(t *testing.T, code engine.Code) []string {
	t.Helper()
	for seed := range uint64(200) {
		if words, hasWon := wordsOf(t, code, seed); hasWon {
			return words
		}
	}
	t.Fatalf("no bot wins %s", code)
	return nil
}

func gameOf(words []string, ending samedealv1.Ending) *samedealv1.Game {
	game := &samedealv1.Game{Words: words, Ending: ending, Engine: 1}
	for i := range words {
		game.AtMs = append(game.AtMs, uint32(1000*(i+1)))
	}
	return game
}

func TestVerifyFindsEachDifference(t *testing.T) {
	type told = samedealv1.GetGamesResponse
	race := raceOfThree(t)
	last := len(race.Games[1].Words) - 1
	for name, c := range map[string]struct {
		change func(*told)
		want   string
	}{
		"score":      {func(g *told) { g.Room.Seats[1].Result.Score++ }, "seat 1 (Ben): score: told "},
		"time":       {func(g *told) { g.Room.Seats[1].Result.TimeMs-- }, "seat 1 (Ben): time in ms: told "},
		"moves":      {func(g *told) { g.Room.Seats[2].Result.Moves = 2 }, "seat 2 (Cid): moves: told 2, the game replays to 3"},
		"actions":    {func(g *told) { g.Room.Seats[2].Result.Actions = 9 }, "seat 2 (Cid): actions: told 9, the game replays to 4"},
		"no result":  {func(g *told) { g.Room.Seats[0].Result = nil }, "seat 0 (Ana): no result is told"},
		"ending":     {func(g *told) { g.Room.Seats[2].Result.Ending = samedealv1.Ending_ENDING_TIME_UP }, "seat 2 (Cid): ending: told ENDING_TIME_UP, the game says ENDING_RESIGNED"},
		"not won":    {func(g *told) { g.Games[2].Ending = samedealv1.Ending_ENDING_HOME }, "seat 2 (Cid): the game's ending is ENDING_HOME"},
		"won":        {func(g *told) { g.Games[1].Ending = samedealv1.Ending_ENDING_TIME_UP }, "seat 1 (Ben): the game's ending is ENDING_TIME_UP, and its words bring 52"},
		"place":      {func(g *told) { g.Room.Seats[0].Place = 2 }, "seat 0 (Ana): place: told 2, the results give 3"},
		"last word":  {func(g *told) { cutWord(g.Games[1], last) }, "seat 1 (Ben): the game's ending is ENDING_HOME, and its words bring 51"},
		"a word":     {func(g *told) { cutWord(g.Games[2], 3) }, "seat 2 (Cid): moves: told 3, the game replays to 2"},
		"no time":    {func(g *told) { g.Games[2].Words = g.Games[2].Words[1:] }, "seat 2 (Cid): the game has 3 words and 4 times"},
		"illegal":    {func(g *told) { g.Games[2].Words = []string{"n", "n", "1h", "n"} }, `seat 2 (Cid): word 3, "1h": `},
		"no word":    {func(g *told) { g.Games[2].Words = []string{"n", "n", "x9", "n"} }, `seat 2 (Cid): word 3: "x9" is no move`},
		"backwards":  {func(g *told) { g.Games[2].AtMs[0] = 2500 }, "seat 2 (Cid): the times of its words go backwards"},
		"too late":   {func(g *told) { g.Games[2].AtMs[3] = 900_001 }, "seat 2 (Cid): the last word came at 900001 ms"},
		"rules":      {func(g *told) { g.Games[0].Engine = 99 }, "seat 0 (Ana): version 99 of the rules"},
		"commitment": {func(g *told) { g.Room.Deal.Commitment = strings.Repeat("0", 64) }, "the commitment told before the race is"},
		"salt":       {func(g *told) { g.Room.Deal.Salt = strings.Repeat("0", 64) }, "the commitment told before the race is"},
		"no salt":    {func(g *told) { g.Room.Deal.Salt = "" }, `the salt "" is not 32 bytes`},
		"other deal": {func(g *told) { g.Room.Deal.Code = "KL1-D1N-AAAAAAD" }, "the commitment told before the race is"},
		"no deal":    {func(g *told) { g.Room.Deal.Code = "" }, `the code is ""`},
		"variant":    {func(g *told) { g.Room.Deal.Variant = "KL1-D3N" }, "the deal KL1-D1N-AAAAAAC is none of KL1-D3N"},
		"made for":   {func(g *told) { g.Room.Options.Deal = "KL1-D1N-AAAAAAD" }, "and the room was made for KL1-D1N-AAAAAAD"},
		"a game":     {func(g *told) { g.Games = g.Games[:2] }, "there are 2 games of 3 seats"},
		"not over":   {func(g *told) { g.Room.Phase = samedealv1.Phase_PHASE_RACING }, "the race is not over"},
	} {
		t.Run(name, func(t *testing.T) {
			changed := proto.CloneOf(race)
			c.change(changed)
			differences := verifyGames(changed)
			if !slices.ContainsFunc(differences, func(d string) bool { return strings.Contains(d, c.want) }) {
				t.Errorf("finds %q, want %q", differences, c.want)
			}
		})
	}
}

func cutWord(g *samedealv1.Game, i int) {
	g.Words, g.AtMs = slices.Delete(g.Words, i, i+1), slices.Delete(g.AtMs, i, i+1)
}

func TestEqualResultsShareTheirPlace(t *testing.T) {
	race := raceOfThree(t)
	race.Games[0], race.Room.Seats[0].Result = race.Games[2], race.Room.Seats[2].Result
	race.Room.Seats[0].Place = 2
	if differences := verifyGames(race); differences != nil {
		t.Error(differences)
	}
}

func TestReport(t *testing.T) {
	race := raceOfThree(t)
	var out strings.Builder
	if err := reportOf(race.Room, nil).write(&out, false); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), "1.  Ben  home ") || !strings.Contains(out.String(), "BKTWRN verified: on KL1-D1N-AAAAAAC") {
		t.Error(out.String())
	}
	out.Reset()
	err := reportOf(race.Room, []string{"seat 1 (Ben): score"}).write(&out, true)
	if err == nil || !strings.Contains(err.Error(), "seat 1 (Ben): score") || !strings.Contains(out.String(), `"verified":false`) {
		t.Error(err, out.String())
	}
}

func TestClockText(t *testing.T) {
	for ms, want := range map[uint32]string{0: "0:00.000", 4210: "0:04.210", 412_760: "6:52.760", 3_600_000: "60:00.000"} {
		if got := clockText(ms); got != want {
			t.Errorf("%d ms is %s", ms, got)
		}
	}
}
