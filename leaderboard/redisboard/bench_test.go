package redisboard_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/redisboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

const manyRows = 1_000_000

// playerAt is the i-th of many players.
func playerAt(i int) leaderboard.Player { return leaderboard.Player(fmt.Sprintf("p%025d", i)) }

// resultAt is a result with ties among many: about one in fifty shares its place.
func resultAt(random *rand.Rand) *samedealv1.Result {
	result := &samedealv1.Result{
		Ending: samedealv1.Ending_ENDING_HOME, Score: 400 + 5*random.Uint32N(60), TimeMs: 60_000 + random.Uint32N(1_000_000),
		Moves: 100 + random.Uint32N(100), Actions: 200,
	}
	if random.IntN(2) == 0 {
		result.Ending = samedealv1.Ending_ENDING_RESIGNED
	}
	return result
}

func submissionOf(b *testing.B, player leaderboard.Player, result *samedealv1.Result) leaderboard.Submission {
	b.Helper()
	sub := leaderboard.Submission{Player: player, Row: &samedealv1.StoredRow{
		Deal: "KL1-D3N-AAAAAABAAAAAA", Room: "BCDFGH", StartMs: 1_796_000_000_000, LimitMs: 900_000, Result: result,
	}}
	var err error
	if sub.Keys.ScoreAndTime, err = leaderboard.Key(samedealv1.Ranking_RANKING_SCORE_AND_TIME, result); err != nil {
		b.Fatal(err)
	}
	if sub.Keys.FirstHome, err = leaderboard.Key(samedealv1.Ranking_RANKING_FIRST_HOME, result); err != nil {
		b.Fatal(err)
	}
	return sub
}

// million fills a board with a million rows, past the store, whose scripts would take minutes.
func million(b *testing.B, client *redis.Client, s *redisboard.Store, board leaderboard.Board) {
	b.Helper()
	for _, setting := range [][2]string{{"appendonly", "no"}, {"save", ""}} {
		if err := client.ConfigSet(b.Context(), setting[0], setting[1]).Err(); err != nil {
			b.Fatal(err)
		}
	}
	const batch = 10_000
	random := rand.New(rand.NewPCG(1, 2))
	score, first, rows := s.RankingKeys(board)
	for from := 0; from < manyRows; from += batch {
		byScore, byFirst, kept := make([]redis.Z, batch), make([]redis.Z, batch), make([]any, 0, 2*batch)
		for i := range batch {
			player := playerAt(from + i)
			sub := submissionOf(b, player, resultAt(random))
			byScore[i] = redis.Z{Member: string(player), Score: float64(sub.Keys.ScoreAndTime)}
			byFirst[i] = redis.Z{Member: string(player), Score: float64(sub.Keys.FirstHome)}
			row, err := proto.Marshal(sub.Row)
			if err != nil {
				b.Fatal(err)
			}
			kept = append(kept, string(player), row)
		}
		_, err := client.Pipelined(b.Context(), func(p redis.Pipeliner) error {
			p.ZAdd(b.Context(), score, byScore...)
			p.ZAdd(b.Context(), first, byFirst...)
			p.HSet(b.Context(), rows, kept...)
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// What anybody does with a board of a million rows, on a real Redis: each is to take less than a
// millisecond at the median, which is reported as p50-us.
func BenchmarkAMillionRows(b *testing.B) {
	client := redistest.Single(b).Client()
	s := redisboard.New(client, "")
	all := board(b, "all/KL1-D3N")
	million(b, client, s, all)
	boards := leaderboard.NewBoards(leaderboard.Config{Store: s})
	random := rand.New(rand.NewPCG(3, 4))
	ask := func(q leaderboard.Query) error {
		q.Board, q.Me = all, playerAt(random.IntN(manyRows))
		_, err := boards.Part(context.Background(), q)
		return err
	}
	game := &samedealv1.Game{Words: make([]string, 150), AtMs: make([]uint32, 150), Engine: 1}
	for i := range game.Words {
		game.Words[i], game.AtMs[i] = "35", uint32(5000*i)
	}
	for _, c := range []struct {
		name string
		call func() error
	}{
		{"Submit", func() error {
			sub := submissionOf(b, playerAt(random.IntN(manyRows)), resultAt(random))
			sub.Row.Game = game
			_, err := s.Submit(context.Background(), all, sub, time.Now().Add(time.Hour))
			return err
		}},
		{"Place", func() error { return ask(leaderboard.Query{Part: samedealv1.BoardPart_BOARD_PART_PAGE, Most: 1}) }},
		{"Page", func() error {
			return ask(leaderboard.Query{Part: samedealv1.BoardPart_BOARD_PART_PAGE, From: 1 + random.Uint32N(manyRows)})
		}},
		{"AroundMe", func() error { return ask(leaderboard.Query{Part: samedealv1.BoardPart_BOARD_PART_AROUND_ME}) }},
		{"Friends", func() error {
			friends := make([]leaderboard.Player, 100)
			for i := range friends {
				friends[i] = playerAt(random.IntN(manyRows))
			}
			return ask(leaderboard.Query{Part: samedealv1.BoardPart_BOARD_PART_FRIENDS, Friends: friends})
		}},
	} {
		b.Run(c.name, func(b *testing.B) { reportMedian(b, c.call) })
	}
}

func reportMedian(b *testing.B, call func() error) {
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		if err := call(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(start))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "p50-us")
}
