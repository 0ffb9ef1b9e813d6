package redisboard_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"github.com/samedeal/samedeal/cmd/embedded"
	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/boardtest"
	"github.com/samedeal/samedeal/leaderboard/redisboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const ana leaderboard.Player = "anaaaaaaaaaaaaaaaaaaaaaaaa"

func TestStore(t *testing.T) {
	redistest.Each(t, func(t *testing.T, client redis.UniversalClient) {
		stores := 0
		boardtest.Run(t, func(*testing.T) leaderboard.Store {
			stores++
			return redisboard.New(client, fmt.Sprintf("%d:", stores))
		})
	})
}

// A voiding may fail at any of its steps.
func TestVoidingStepByStep(t *testing.T) {
	client := redistest.Single(t).Client()
	stores := 0
	boardtest.Steps(t, func(*testing.T) leaderboard.Store {
		stores++
		return redisboard.New(client, fmt.Sprintf("%d:", stores))
	})
}

// Places must be right from the first answer after a restart.
func TestARestart(t *testing.T) {
	server := redistest.Single(t)
	boardtest.Restarted(t, redisboard.New(server.Client(), ""), func() leaderboard.Store {
		server.Kill()
		server.Restart()
		return redisboard.New(server.Client(), "")
	})
}

// The embedded store plays its journal of scripts again.
func TestARestartOfTheEmbeddedStore(t *testing.T) {
	dir := t.TempDir()
	open := func() *embedded.Store {
		store, err := embedded.Open(t.Context(), embedded.Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		return store
	}
	first := open()
	boardtest.Restarted(t, redisboard.New(first.Client(), ""), func() leaderboard.Store {
		if err := first.Close(); err != nil {
			t.Fatal(err)
		}
		second := open()
		t.Cleanup(func() { _ = second.Close() })
		return redisboard.New(second.Client(), "")
	})
}

func board(t testing.TB, id string) leaderboard.Board {
	t.Helper()
	b, err := leaderboard.ParseBoard(id)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A key without an expiry stays for ever.
func TestEveryKeyExpires(t *testing.T) {
	until := time.Now().AddDate(0, 0, 800).Truncate(time.Second)
	deal, week := board(t, "deal/KL1-D3N-AAAAAAB"), board(t, "daily-week/2026-W49/KL1-D3N")
	row := &samedealv1.StoredRow{Room: "BCDFGH", Daily: "2026-11-30", Game: &samedealv1.Game{Words: []string{"n"}}, StartMs: 1_000}
	total := &samedealv1.StoredTotal{Total: &samedealv1.Total{Days: 1}, Version: 1}
	for _, client := range []*redis.Client{redistest.Embedded(t), redistest.Single(t).Client()} {
		s := redisboard.New(client, "test:")
		submit := func(player leaderboard.Player, key int64, b leaderboard.Board) func() error {
			return func() error {
				_, err := s.Submit(t.Context(), b, leaderboard.Submission{
					Player: player, Keys: leaderboard.Keys{ScoreAndTime: key, FirstHome: 10 - key}, Row: row,
				}, until)
				return err
			}
		}
		for i, use := range []func() error{
			submit(ana, 1, deal), submit(ana, 2, deal), submit("ben", 2, board(t, "all/KL1-D3N")),
			func() error {
				return s.SubmitTotal(t.Context(), week, leaderboard.TotalSubmission{Player: ana, Total: total}, until)
			},
			func() error { _, err := s.TakeOff(t.Context(), deal, "ben", time.UnixMilli(5), until); return err },
			func() error { _, err := s.Void(t.Context(), week, until); return err },
			func() error { return s.Settle(t.Context(), week, ana) },
			func() error { return s.Settle(t.Context(), board(t, "all/KL1-D1N"), ana) },
			func() error {
				_, err := s.Note(t.Context(), ana, []leaderboard.Noted{{Board: deal}, {Board: week, Until: until}}, time.Now(), until)
				return err
			},
			func() error { _, err := s.BeginRemoval(t.Context(), ana, time.UnixMilli(5), until); return err },
			func() error {
				_, err := s.Note(t.Context(), ana, []leaderboard.Noted{{Board: deal}}, time.Now(), until)
				return err
			},
			// The one row of a board is replaced by two: its keys go and come anew.
			func() error {
				b := board(t, "all/KL1-D3N")
				old, err := s.Load(t.Context(), b, "ben")
				if err != nil {
					return err
				}
				with := leaderboard.Kept{ScoreAndTime: old.ScoreAndTime, FirstHome: &leaderboard.KeptRow{Key: 9, Row: &samedealv1.StoredRow{Room: "CDFGHJ"}}}
				_, err = s.Replace(t.Context(), b, "ben", old, with, until)
				return err
			},
		} {
			if err := use(); err != nil {
				t.Fatalf("use %d: %v", i, err)
			}
			wantExpiries(t, client, until)
		}
		wantKeys(t, client,
			"test:{b:deal/KL1-D3N-AAAAAAB}:", []string{"attempts", "first", "first-games", "first-rows", "games", "removed", "rows", "score", "seen"},
			"test:{b:all/KL1-D3N}:", []string{"first", "first-rows", "games", "rows", "score"},
			"test:{b:daily-week/2026-W49/KL1-D3N}:", []string{"void"},
			"test:{boards:"+string(ana)+"}:", []string{"gone", "leaving", "noted"},
		)
		if err := s.EndRemoval(t.Context(), ana); err != nil {
			t.Fatal(err)
		}
		wantExpiries(t, client, until)
	}
}

func wantExpiries(t *testing.T, client *redis.Client, until time.Time) {
	t.Helper()
	names, err := client.Keys(t.Context(), "*").Result()
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		if at, err := client.PExpireTime(t.Context(), name).Result(); err != nil || at.Milliseconds() != until.UnixMilli() {
			t.Errorf("%s expires at %v, %v; want %v", name, at, err, until)
		}
	}
}

// wantKeys holds all there is in Redis to names that begin so and end so.
func wantKeys(t *testing.T, client *redis.Client, beginsAndEnds ...any) {
	t.Helper()
	var want []string
	for i := 0; i < len(beginsAndEnds); i += 2 {
		for _, end := range beginsAndEnds[i+1].([]string) {
			want = append(want, beginsAndEnds[i].(string)+end)
		}
	}
	names, err := client.Keys(t.Context(), "*").Result()
	slices.Sort(names)
	slices.Sort(want)
	if err != nil || !slices.Equal(names, want) {
		t.Errorf("keys %q, %v; want %q", names, err, want)
	}
}

// Something else may have written there, or a later version: say so, and let a repair read it.
func TestARowThatCannotBeRead(t *testing.T) {
	client := redistest.Embedded(t)
	s := redisboard.New(client, "")
	b := board(t, "all/KL1-D3N")
	sub := leaderboard.Submission{Player: ana, Keys: leaderboard.Keys{ScoreAndTime: 1, FirstHome: 1}, Row: &samedealv1.StoredRow{Room: "BCDFGH"}}
	page := leaderboard.View{Part: samedealv1.BoardPart_BOARD_PART_PAGE, Most: 10}
	if _, err := s.Submit(t.Context(), b, sub, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := client.HSet(t.Context(), "{b:all/KL1-D3N}:rows", string(ana), "\xff").Err(); err != nil {
		t.Fatal(err)
	}
	if seen, err := s.View(t.Context(), b, page); err == nil {
		t.Errorf("read as %+v", seen)
	}
	if kept, err := s.Load(t.Context(), b, ana); err != nil || kept.ScoreAndTime == nil || kept.ScoreAndTime.Row != nil {
		t.Errorf("loaded as %+v, %v", kept, err)
	}
	boards := leaderboard.NewBoards(leaderboard.Config{Store: s})
	if mended, err := boards.Recompute(t.Context(), b); err != nil || !slices.Equal(mended.GetRemoved(), []string{string(ana)}) {
		t.Errorf("recomputed: %v, %v", mended, err)
	}
	if seen, err := s.View(t.Context(), b, page); err != nil || seen.Ranked != 0 {
		t.Errorf("after that: %+v, %v", seen, err)
	}
	if err := client.ZAdd(t.Context(), "{boards:"+string(ana)+"}:noted", redis.Z{Member: "no board"}).Err(); err != nil {
		t.Fatal(err)
	}
	var wrong *leaderboard.BoardError
	if boards, err := s.BeginRemoval(t.Context(), ana, time.Now(), time.Now().Add(time.Hour)); !errors.As(err, &wrong) {
		t.Errorf("boards %v, %v", boards, err)
	}
}

// A node whose Redis has lost its scripts, as after a failover, sends them again.
func TestScriptsThatAreLost(t *testing.T) {
	client := redistest.Single(t).Client()
	s := redisboard.New(client, "")
	for range 2 {
		if _, err := s.View(t.Context(), board(t, "all/KL1-D3N"), leaderboard.View{}); err != nil {
			t.Fatal(err)
		}
		if err := client.ScriptFlush(t.Context()).Err(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestErrorsAreWrappedOnce(t *testing.T) {
	client := redis.NewClient(&redis.Options{})
	s := redisboard.New(client, "")
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	ctx, b, until := t.Context(), board(t, "all/KL1-D3N"), time.Now().Add(time.Hour)
	_, submitErr := s.Submit(ctx, b, leaderboard.Submission{}, until)
	_, viewErr := s.View(ctx, b, leaderboard.View{})
	_, noteErr := s.Note(ctx, ana, nil, until, until)
	_, beginErr := s.BeginRemoval(ctx, ana, until, until)
	_, takeOffErr := s.TakeOff(ctx, b, ana, until, until)
	_, voidErr := s.Void(ctx, b, until)
	_, isVoidErr := s.IsVoid(ctx, b)
	_, playersErr := s.Players(ctx, b)
	_, loadErr := s.Load(ctx, b, ana)
	_, replaceErr := s.Replace(ctx, b, ana, leaderboard.Kept{}, leaderboard.Kept{}, until)
	for i, err := range []error{
		submitErr, viewErr, noteErr, beginErr, takeOffErr, voidErr, playersErr, loadErr, replaceErr, isVoidErr,
		s.SubmitTotal(ctx, b, leaderboard.TotalSubmission{}, until), s.EndRemoval(ctx, ana), s.Settle(ctx, b, ana),
	} {
		if !errors.Is(err, redis.ErrClosed) || strings.Count(err.Error(), "Redis: ") != 1 {
			t.Errorf("error %d: %v", i, err)
		}
	}
}

// Boards of all races live on while anybody plays: a mark on each of them of everybody who ever left, though they had
// played nothing, would stay for ever.
func TestWhoHasPlayedNothingLeavesNothingOnBoards(t *testing.T) {
	client := redistest.Embedded(t)
	boards := leaderboard.NewBoards(leaderboard.Config{Store: redisboard.New(client, "")})
	if had, err := boards.RemovePlayer(t.Context(), ana); err != nil || len(had) != 0 {
		t.Fatal(had, err)
	}
	wantKeys(t, client, "{boards:"+string(ana)+"}:", []string{"gone"})
}
