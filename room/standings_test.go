package room_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

func home(score, ms, moves uint32) *samedealv1.Result {
	return &samedealv1.Result{
		Ending: samedealv1.Ending_ENDING_HOME, Score: score, TimeMs: ms, Moves: moves, Actions: moves,
	}
}

func resigned(score, ms, moves uint32) *samedealv1.Result {
	return &samedealv1.Result{
		Ending: samedealv1.Ending_ENDING_RESIGNED, Score: score, TimeMs: ms, Moves: moves, Actions: moves,
	}
}

func timeUp(score, ms, moves uint32) *samedealv1.Result {
	return &samedealv1.Result{
		Ending: samedealv1.Ending_ENDING_TIME_UP, Score: score, TimeMs: ms, Moves: moves, Actions: moves,
	}
}

// undone is a game whose moves were all taken back: it has been played.
var undone = &samedealv1.Result{Ending: samedealv1.Ending_ENDING_RESIGNED, Actions: 2}

var (
	idle         = &samedealv1.Result{Ending: samedealv1.Ending_ENDING_TIME_UP}
	idleResigned = &samedealv1.Result{Ending: samedealv1.Ending_ENDING_RESIGNED}
)

// The results of each case are in the order that they must come out in; those of one group are equal.
func TestStandings(t *testing.T) {
	const first, score = samedealv1.Ranking_RANKING_FIRST_HOME, samedealv1.Ranking_RANKING_SCORE_AND_TIME
	for _, c := range []struct {
		name    string
		ranking samedealv1.Ranking
		groups  [][]*samedealv1.Result
	}{
		{"a win before a higher score", score, [][]*samedealv1.Result{{home(100, 9000, 90)}, {timeUp(700, 100, 10)}}},
		{"the higher score before the shorter time", score, [][]*samedealv1.Result{
			{home(700, 9000, 90)}, {home(600, 100, 10)}, {resigned(300, 900, 9)}, {timeUp(200, 1, 1)},
		}},
		{"then the shorter time", score, [][]*samedealv1.Result{
			{home(700, 8999, 90)}, {home(700, 9000, 10)}, {resigned(300, 10, 90)}, {timeUp(300, 11, 1)},
		}},
		{"then fewer moves", score, [][]*samedealv1.Result{
			{home(700, 9000, 89)}, {home(700, 9000, 90)}, {resigned(300, 10, 8)}, {resigned(300, 10, 9)},
		}},
		{"equal ones share their place: 1, 2, 2, 4", score, [][]*samedealv1.Result{
			{home(700, 1, 90)}, {home(700, 2, 90), home(700, 2, 90)}, {home(600, 1, 1)},
		}},
		{"how a game was lost says nothing", score, [][]*samedealv1.Result{{resigned(5, 10, 9), timeUp(5, 10, 9)}}},
		{"who did nothing is last", score, [][]*samedealv1.Result{
			{timeUp(0, 0, 500)}, {idle, idleResigned, nil},
		}},
		{"taking all back is something", score, [][]*samedealv1.Result{{undone}, {idle}}},
		{"first home", first, [][]*samedealv1.Result{
			{home(100, 8999, 90)}, {home(700, 9000, 10)}, {timeUp(900, 1, 1)},
		}},
		{"first home: then the higher score, then fewer moves", first, [][]*samedealv1.Result{
			{home(700, 9000, 90)}, {home(600, 9000, 10)}, {home(600, 9000, 11), home(600, 9000, 11)},
		}},
		{"first home: the others by score, time, moves", first, [][]*samedealv1.Result{
			{home(0, 9000, 90)}, {timeUp(300, 900, 9)}, {resigned(200, 1, 9)}, {resigned(200, 2, 8)}, {timeUp(200, 2, 9)},
			{undone}, {idle},
		}},
		{"nobody", score, nil},
		{"nobody did anything", first, [][]*samedealv1.Result{{idle, idle, idle}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			for range 50 {
				checkStandings(t, c.ranking, c.groups, random)
			}
		})
	}
}

// checkStandings gives the results to seats by chance, and looks for each group at its place.
func checkStandings(t *testing.T, ranking samedealv1.Ranking, groups [][]*samedealv1.Result, random *rand.Rand) {
	t.Helper()
	type placed struct {
		result *samedealv1.Result
		place  uint32
	}
	var seats []placed
	for _, group := range groups {
		place := uint32(len(seats) + 1)
		for _, r := range group {
			seats = append(seats, placed{r, place})
		}
	}
	random.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
	results := make([]*samedealv1.Result, len(seats))
	for i, s := range seats {
		results[i] = s.result
	}
	standings := room.Standings(ranking, results)
	if len(standings) != len(seats) {
		t.Fatalf("%d of %d seats stand", len(standings), len(seats))
	}
	for i, s := range standings {
		if s.Place != seats[s.Seat].place {
			t.Fatalf("%v has place %d, want %d", results[s.Seat], s.Place, seats[s.Seat].place)
		}
		if i > 0 && (standings[i-1].Place > s.Place || standings[i-1].Place == s.Place && standings[i-1].Seat >= s.Seat) {
			t.Fatalf("out of order: %v", standings)
		}
	}
}

// Any results have an order: it is the same whoever holds which seat.
func TestStandingsDoNotDependOnTheSeats(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		results := make([]*samedealv1.Result, 1+random.IntN(16))
		for i := range results {
			results[i] = &samedealv1.Result{
				Ending: samedealv1.Ending(1 + random.IntN(3)), Score: random.Uint32N(3), TimeMs: random.Uint32N(3),
				Moves: random.Uint32N(2), Actions: random.Uint32N(3),
			}
		}
		ranking := samedealv1.Ranking(1 + random.IntN(2))
		places := placesOf(ranking, results)
		reversed := slices.Clone(results)
		slices.Reverse(reversed)
		for i, r := range reversed {
			if got := placesOf(ranking, reversed)[i]; got != places[len(places)-1-i] {
				t.Fatalf("%v has place %d, or %d from another seat", r, places[len(places)-1-i], got)
			}
		}
	}
}

func placesOf(ranking samedealv1.Ranking, results []*samedealv1.Result) []uint32 {
	places := make([]uint32, len(results))
	for _, s := range room.Standings(ranking, results) {
		places[s.Seat] = s.Place
	}
	return places
}

func resultText(r *samedealv1.Result) string {
	return fmt.Sprintf("%s: score %d, %d ms, %d moves, %d actions", strings.TrimPrefix(r.GetEnding().String(), "ENDING_"),
		r.GetScore(), r.GetTimeMs(), r.GetMoves(), r.GetActions())
}
