package boardtest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

var viewParts = []part{
	{"every view agrees with a plain model", viewsAgree},
	{"pages have every row once, forwards and backwards", pagesHaveAll},
	{"sums agree with their order", totalsAgree},
	{"views agree with themselves and the model under concurrent writers", concurrentViews},
	{"a long board has its ties right", longBoard},
}

// players are as many players, in the order of their ids.
func players(n int) []leaderboard.Player {
	all := make([]leaderboard.Player, n)
	for i := range all {
		all[i] = leaderboard.Player(fmt.Sprintf("p%025d", i))
	}
	return all
}

// A fixture is a board with its model. Each has a board of its own.
type fixture struct {
	store  leaderboard.Store
	boards *leaderboard.Boards
	board  leaderboard.Board
	model  *Model
}

// fixtures gives such fixtures on one store.
func fixtures(t *testing.T, s leaderboard.Store) func() fixture {
	first := dayBoard(t)
	made := 0
	return func() fixture {
		made++
		return fixture{
			store: s, boards: leaderboard.NewBoards(leaderboard.Config{Store: s}), model: NewModel(),
			board: leaderboard.DayOf(first.First().Add(made), first.Variant()),
		}
	}
}

// fill submits results of few players, so that many of them tie and many replace an earlier one.
func (f fixture) fill(t *testing.T, draws *rapid.T, all []leaderboard.Player) {
	for i, result := range rapid.SliceOfN(Results(), 0, 40).Draw(draws, "results") {
		player := rapid.SampledFrom(all).Draw(draws, "player")
		sub := submission(t, player, result)
		// A player's equal results are told apart, to see that the earlier one stays.
		sub.Row.StartMs += int64(i)
		submit(t, f.store, f.board, sub)
		f.model.Submit(player, sub.Row)
	}
}

// ask asks the boards and the model.
func (f fixture) ask(t interface{ Fatalf(string, ...any) }, q leaderboard.Query) *samedealv1.GetBoardResponse {
	q.Board = f.board
	got, err := f.boards.Part(context.Background(), q)
	if err != nil {
		t.Fatalf("Part: %v", err)
	}
	if d := difference(got, f.model.Part(q)); d != "" {
		t.Fatalf("%+v:\n%s", q, d)
	}
	return got
}

func viewsAgree(t *testing.T, s leaderboard.Store) {
	next := fixtures(t, s)
	all := players(12)
	rapid.Check(t, func(draws *rapid.T) {
		f := next()
		f.fill(t, draws, all)
		for _, ranking := range rankings {
			for _, me := range rapid.SliceOfN(rapid.SampledFrom(append(slices.Clone(all), "")), 4, 4).Draw(draws, "players") {
				most := rapid.Uint32Range(0, 14).Draw(draws, "most")
				friends := rapid.SliceOfN(rapid.SampledFrom(all), 0, 6).Draw(draws, "friends")
				for _, q := range []leaderboard.Query{
					{Part: samedealv1.BoardPart_BOARD_PART_PAGE, From: rapid.Uint32Range(0, 15).Draw(draws, "from")},
					{Part: samedealv1.BoardPart_BOARD_PART_AROUND_ME},
					{Part: samedealv1.BoardPart_BOARD_PART_FRIENDS, Friends: friends},
				} {
					q.Ranking, q.Me, q.Most = ranking, me, most
					f.ask(draws, q)
				}
			}
		}
	})
}

func pagesHaveAll(t *testing.T, s leaderboard.Store) {
	next := fixtures(t, s)
	all := players(20)
	rapid.Check(t, func(draws *rapid.T) {
		f := next()
		f.fill(t, draws, all)
		for _, ranking := range rankings {
			most := rapid.Uint32Range(1, 7).Draw(draws, "most")
			var forwards, backwards []*samedealv1.BoardRow
			page := func(from uint32) []*samedealv1.BoardRow {
				return f.ask(draws, leaderboard.Query{Ranking: ranking, From: from, Most: most, Part: samedealv1.BoardPart_BOARD_PART_PAGE}).GetRows()
			}
			for from := uint32(1); ; from += most {
				rows := page(from)
				if len(rows) == 0 {
					break
				}
				forwards = append(forwards, rows...)
			}
			for from := (len(forwards) - 1) / int(most) * int(most); from >= 0 && len(forwards) > 0; from -= int(most) {
				backwards = append(slices.Clone(page(uint32(from+1))), backwards...)
			}
			want := f.model.Rows(ranking)
			for _, rows := range [][]*samedealv1.BoardRow{forwards, backwards} {
				if !slices.EqualFunc(rows, want, func(a, b *samedealv1.BoardRow) bool { return proto.Equal(a, b) }) {
					draws.Fatalf("%v by %d: %v, want %v", ranking, most, rows, want)
				}
			}
		}
	})
}

func totalsAgree(t *testing.T, s leaderboard.Store) {
	boards := leaderboard.NewBoards(leaderboard.Config{Store: s})
	all := players(8)
	made := 0
	rapid.Check(t, func(draws *rapid.T) {
		made++
		b := leaderboard.WeekOfDaily(dayBoard(t).First().Add(7*made), dayBoard(t).Variant())
		newest := map[leaderboard.Player]*samedealv1.Total{}
		for version, total := range rapid.SliceOfN(Totals(), 0, 20).Draw(draws, "totals") {
			player := rapid.SampledFrom(all).Draw(draws, "player")
			newest[player] = total
			err := boards.SubmitTotal(t.Context(), b, player, &samedealv1.StoredTotal{Total: total, Version: uint64(version)})
			if err != nil {
				draws.Fatalf("SubmitTotal: %v", err)
			}
		}
		won := 0
		for _, total := range newest {
			if total.GetWon() > 0 {
				won++
			}
		}
		for _, ranking := range rankings {
			part, err := boards.Part(t.Context(), leaderboard.Query{Board: b, Ranking: ranking, Me: all[0]})
			if err != nil || len(part.GetRows()) != len(newest) || int(part.GetRanked()) != len(newest) || int(part.GetWon()) != won {
				draws.Fatalf("%v, %v; want %d rows, %d with a win", part, err, len(newest), won)
			}
			for _, row := range part.GetRows() {
				better := 0
				for _, other := range newest {
					if CompareTotals(ranking, other, row.GetTotal()) < 0 {
						better++
					}
				}
				own := newest[leaderboard.Player(row.GetPlayer())]
				if int(row.GetPlace()) != better+1 || !proto.Equal(row.GetTotal(), own) || row.GetResult() != nil || row.GetStartMs() != 0 {
					draws.Fatalf("%v, want the place %d and %v", row, better+1, own)
				}
			}
		}
	})
}

func concurrentViews(t *testing.T, s leaderboard.Store) {
	f := fixtures(t, s)()
	all := players(30)
	subs := manySubmissions(t, f.model, all, 400)
	done := make(chan struct{})
	var readers sync.WaitGroup
	for i := range 2 {
		readers.Go(func() {
			for {
				f.checkInstant(t, rankings[i], all)
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	var next atomic.Int64
	atOnce(func(int) {
		for i := next.Add(1) - 1; int(i) < len(subs); i = next.Add(1) - 1 {
			if _, err := s.Submit(t.Context(), f.board, subs[i], inAYear()); err != nil {
				t.Errorf("Submit: %v", err)
			}
		}
	})
	close(done)
	readers.Wait()
	if t.Failed() {
		return
	}
	f.checkAll(t, all)
}

// manySubmissions gives results with many ties, which the model has already. In whatever order they
// come, the same rows are the best: what ties is the same row.
func manySubmissions(t testing.TB, m *Model, all []leaderboard.Player, n int) []leaderboard.Submission {
	t.Helper()
	random := rand.New(rand.NewPCG(5, 6))
	subs := make([]leaderboard.Submission, n)
	for i := range subs {
		result := home(random.Uint32N(3), random.Uint32N(3), 1+random.Uint32N(2))
		if random.IntN(3) == 0 {
			result = resigned(random.Uint32N(3), random.Uint32N(3), 1+random.Uint32N(2))
		}
		subs[i] = submission(t, all[random.IntN(len(all))], result)
		m.Submit(subs[i].Player, subs[i].Row)
	}
	return subs
}

// checkInstant holds what is seen of a board that changes to be of one instant: the places are those that
// the rows seen have among themselves, and the own row is one of them.
func (f fixture) checkInstant(t *testing.T, ranking samedealv1.Ranking, all []leaderboard.Player) {
	me := all[len(all)/2]
	seen, err := f.boards.Part(t.Context(), leaderboard.Query{
		Board: f.board, Ranking: ranking, Me: me, Most: leaderboard.MostRows, Friends: all,
		Part: samedealv1.BoardPart_BOARD_PART_FRIENDS,
	})
	if err != nil {
		t.Errorf("Part: %v", err)
		return
	}
	if int(seen.GetRanked()) != len(seen.GetRows()) {
		t.Errorf("%d rows of %d ranked", len(seen.GetRows()), seen.GetRanked())
	}
	for _, row := range seen.GetRows() {
		better := 0
		for _, other := range seen.GetRows() {
			if Compare(ranking, other.GetResult(), row.GetResult()) < 0 {
				better++
			}
		}
		if int(row.GetPlace()) != better+1 {
			t.Errorf("%v, want the place %d in %v", row, better+1, seen)
		}
		if row.GetPlayer() == string(me) && !proto.Equal(row, seen.GetMine()) {
			t.Errorf("the own row is %v, and elsewhere %v", seen.GetMine(), row)
		}
	}
}

// checkAll holds every view of the board to the model.
func (f fixture) checkAll(t *testing.T, all []leaderboard.Player) {
	t.Helper()
	for _, ranking := range rankings {
		for i, me := range all {
			for _, q := range []leaderboard.Query{
				{Part: samedealv1.BoardPart_BOARD_PART_PAGE, From: uint32(i), Most: 10},
				{Part: samedealv1.BoardPart_BOARD_PART_AROUND_ME, Most: 5},
				{Part: samedealv1.BoardPart_BOARD_PART_FRIENDS, Most: 100, Friends: all[i/2:]},
			} {
				q.Ranking, q.Me = ranking, me
				f.ask(t, q)
			}
		}
	}
}

// Places beyond a page are counted over the whole board, however many share one.
func longBoard(t *testing.T, s leaderboard.Store) {
	f := fixtures(t, s)()
	all := players(150)
	for _, sub := range manySubmissions(t, f.model, all, 300) {
		submit(t, s, f.board, sub)
	}
	f.checkAll(t, all[:20])
	f.checkAll(t, all[140:])
	for _, ranking := range rankings {
		f.ask(t, leaderboard.Query{Ranking: ranking, From: 90, Most: 100, Part: samedealv1.BoardPart_BOARD_PART_PAGE})
	}
}

// Restarted holds a store to keep its word over a restart, after which restart gives it anew: what was
// acknowledged before is ranked right from the first answer on.
func Restarted(t *testing.T, s leaderboard.Store, restart func() leaderboard.Store) {
	f := fixtures(t, s)()
	all := players(20)
	subs := manySubmissions(t, f.model, all, 200)
	acknowledged := make([]bool, len(subs))
	var next atomic.Int64
	write := func(stopAt int) {
		atOnce(func(int) {
			for i := int(next.Add(1) - 1); i < len(subs) && i < stopAt; i = int(next.Add(1) - 1) {
				_, err := s.Submit(context.Background(), f.board, subs[i], inAYear())
				acknowledged[i] = err == nil
			}
		})
	}
	write(len(subs) / 2)
	s = restart()
	f.store, f.boards = s, leaderboard.NewBoards(leaderboard.Config{Store: s})
	half := fixture{store: f.store, boards: f.boards, board: f.board, model: NewModel()}
	for i, sub := range subs {
		if acknowledged[i] {
			half.model.Submit(sub.Player, sub.Row)
		}
	}
	half.checkAll(t, all)
	// All are submitted again, as after a crash; those that were there change nothing.
	next.Store(0)
	write(len(subs))
	f.checkAll(t, all)
}
