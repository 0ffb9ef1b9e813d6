package boardtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

var boardParts = []part{
	{"a sealed race counts on all boards of its variant", sealedCounts},
	{"a day turns at midnight in UTC", dayTurns},
	{"a race on a known deal counts on the deal's board alone", knownCounts},
	{"only a player's first sight of a deal counts", onlyFirstSight},
	{"a first sight that a crash cut short is completed", firstSightCompleted},
	{"a game without an action counts on the daily alone", idleCounts},
	{"a game that is no improvement still has its place", noImprovement},
	{"what cannot be ranked is refused", refused},
	{"a removed player's games are refused everywhere", removedEverywhere},
	{"who has not played for very long is taken off too", longGone},
	{"a removal that failed goes on", removalFailed},
	{"a game that a removal overtakes is refused", removalOvertakes},
	{"one's results on the boards of all races", mine},
	{"questions that cannot be answered say why", badQuestions},
}

func sealedCounts(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart)
	f := sealed(ana, draws(t, aDeal, "AAAAAA", 3, aStart))
	for range 2 {
		record(t, b, f)
		wantOn(t, b, windows("AAAAAA"))
		wantOn(t, b, map[string]string{
			"deal/" + aDeal: "AAAAAA", "deal/" + otherDeal: "", "daily/2093-11-30/KL1-D3N": "", "all/KL1-D1N": "", "day/2093-12-01/KL1-D3N": "",
		})
	}
	record(t, b, sealed(ben, draws(t, otherDeal, "BBBBBB", 2, aStart)), sealed(cid, draws(t, aDeal, "CCCCCC", 4, aStart)))
	wantOn(t, b, windows("BBBBBB AAAAAA CCCCCC"))
	wantOn(t, b, map[string]string{"deal/" + aDeal: "AAAAAA CCCCCC", "deal/" + otherDeal: "BBBBBB"})
	part, err := b.Part(t.Context(), leaderboard.Query{Board: board(t, "deal/"+aDeal), Me: cid})
	if err != nil || part.GetMine().GetPlace() != 2 || part.GetMine().GetKnownDeal() || part.GetMine().GetStartMs() != aStart.UnixMilli() {
		t.Errorf("%v, %v", part, err)
	}
}

// A result belongs to the day on which its race began, in UTC, to the millisecond.
func dayTurns(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart)
	midnight := time.Date(2093, 12, 1, 0, 0, 0, 0, time.UTC)
	zone := time.FixedZone("far", -11*3600)
	record(t, b,
		sealed(ana, draws(t, aDeal, "BEFORE", 1, midnight.Add(-time.Millisecond).In(zone))),
		sealed(ben, draws(t, aDeal, "ATTURN", 2, midnight.In(zone))),
		sealed(cid, draws(t, aDeal, "AFTERR", 3, midnight.Add(time.Millisecond).In(zone))),
	)
	wantOn(t, b, map[string]string{
		"day/2093-11-30/KL1-D3N": "BEFORE", "day/2093-12-01/KL1-D3N": "ATTURN AFTERR",
		"month/2093-11/KL1-D3N": "BEFORE", "month/2093-12/KL1-D3N": "ATTURN AFTERR",
		"week/2093-W49/KL1-D3N": "BEFORE ATTURN AFTERR", "all/KL1-D3N": "BEFORE ATTURN AFTERR",
	})
}

func knownCounts(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart)
	open := leaderboard.Finished{Player: ana, Row: draws(t, aDeal, "OPENNN", 1, aStart)}
	typed := sealed(ben, draws(t, aDeal, "TYPEDD", 2, aStart))
	typed.Row.KnownDeal = true
	record(t, b, open, typed)
	wantOn(t, b, windows(""))
	wantOn(t, b, map[string]string{"deal/" + aDeal: "OPENNN TYPEDD"})
	part, err := b.Part(t.Context(), leaderboard.Query{Board: board(t, "deal/"+aDeal)})
	if err != nil || len(part.GetRows()) != 2 || !part.GetRows()[0].GetKnownDeal() || !part.GetRows()[1].GetKnownDeal() {
		t.Errorf("%v, %v; want both labelled", part, err)
	}
	if open.Row.GetKnownDeal() {
		t.Error("the caller's row was changed")
	}
}

func onlyFirstSight(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart)
	record(t, b,
		sealed(ana, draws(t, aDeal, "FIRSTT", 3, aStart)), sealed(ana, draws(t, aDeal, "SECOND", 1, aStart)),
		leaderboard.Finished{Player: ben, Row: draws(t, aDeal, "TYPEDD", 5, aStart)}, sealed(ben, draws(t, aDeal, "SEALED", 2, aStart)),
	)
	wantOn(t, b, windows("FIRSTT"))
	wantOn(t, b, map[string]string{"deal/" + aDeal: "SECOND SEALED"})
	part, err := b.Part(t.Context(), leaderboard.Query{Board: board(t, "deal/"+aDeal)})
	if err != nil || !part.GetRows()[0].GetKnownDeal() || !part.GetRows()[1].GetKnownDeal() {
		t.Errorf("%v, %v; want both labelled: the deal had been raced before", part, err)
	}
}

// A crash between the deal's board and the variant's leaves a first sight half recorded. Another game on the deal,
// and a better one, must not make it look as if it were none.
func firstSightCompleted(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart)
	first := sealed(ana, draws(t, aDeal, "FIRSTT", 3, aStart))
	crashing := leaderboard.NewBoards(leaderboard.Config{Store: &failing{Store: s, submits: 1}, Now: func() time.Time { return aStart }})
	if err := crashing.Record(t.Context(), first); !errors.Is(err, errCrash) {
		t.Fatalf("Record: %v, want the crash", err)
	}
	wantOn(t, b, windows(""))
	record(t, b, sealed(ana, draws(t, aDeal, "SECOND", 1, aStart)), first)
	wantOn(t, b, windows("FIRSTT"))
}

var errCrash = errors.New("the node crashed")

// failing fails after so many submissions, and after so many boards that a player was taken off.
type failing struct {
	leaderboard.Store
	submits, takeOffs int
}

func (f *failing) Submit(ctx context.Context, b leaderboard.Board, sub leaderboard.Submission, until time.Time) (bool, error) {
	if f.submits == 0 {
		return false, errCrash
	}
	f.submits--
	return f.Store.Submit(ctx, b, sub, until)
}

func (f *failing) TakeOff(ctx context.Context, b leaderboard.Board, p leaderboard.Player, at, until time.Time) (bool, error) {
	if f.takeOffs == 0 {
		return false, errCrash
	}
	f.takeOffs--
	return f.Store.TakeOff(ctx, b, p, at, until)
}

func idleCounts(t *testing.T, s leaderboard.Store) {
	b, clock := boardsAt(s, aStart)
	record(t, b,
		sealed(ben, draws(t, otherDeal, "IDLEEE", 0, aStart)), leaderboard.Finished{Player: cid, Row: draws(t, aDeal, "IDLEEE", 0, aStart)},
		attempt(ana, draws(t, aDeal, "DAILYY", 0, aStart), "2093-11-30"), attempt(ben, draws(t, aDeal, "DRAWNN", 1, aStart), "2093-11-30"),
	)
	clock.set(aStart.AddDate(0, 0, 2))
	wantOn(t, b, windows("DRAWNN"))
	wantOn(t, b, map[string]string{"deal/" + aDeal: "DRAWNN", "deal/" + otherDeal: "", "daily/2093-11-30/KL1-D3N": "DRAWNN DAILYY"})
}

func noImprovement(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart)
	record(t, b, sealed(ana, draws(t, aDeal, "BESTTT", 1, aStart)), sealed(ben, draws(t, aDeal, "BESTTT", 2, aStart)))
	record(t, b, sealed(ben, draws(t, otherDeal, "WORSEE", 7, aStart)))
	part, err := b.Part(t.Context(), leaderboard.Query{Board: board(t, "all/KL1-D3N"), Me: ben})
	if mine := part.GetMine(); err != nil || mine.GetPlace() != 2 || mine.GetResult().GetMoves() != 2 || mine.GetPercentile() != 0 || part.GetRanked() != 2 {
		t.Errorf("%v, %v", part, err)
	}
}

// A result is what its game replays to, and nothing else is taken.
func refused(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart)
	for name, forge := range map[string]func(f *leaderboard.Finished){
		"a word":      func(f *leaderboard.Finished) { f.Row.Game.Words[1] = "1h" },
		"a score":     func(f *leaderboard.Finished) { f.Row.Result.Score = 700 },
		"a time":      func(f *leaderboard.Finished) { f.Row.Result.TimeMs = 1 },
		"the moves":   func(f *leaderboard.Finished) { f.Row.Result.Moves-- },
		"the ending":  func(f *leaderboard.Finished) { f.Row.Result.Ending = samedealv1.Ending_ENDING_HOME },
		"the deal":    func(f *leaderboard.Finished) { f.Row.Deal = "KL1" },
		"the rules":   func(f *leaderboard.Finished) { f.Row.Game.Engine = 99 },
		"the date":    func(f *leaderboard.Finished) { f.Row.Daily = "2093-02-29" },
		"the limit":   func(f *leaderboard.Finished) { f.Row.LimitMs = 1 },
		"all of it":   func(f *leaderboard.Finished) { f.Row = nil },
		"backwards":   func(f *leaderboard.Finished) { f.Row.Game.AtMs[0] = 5000 },
		"no times":    func(f *leaderboard.Finished) { f.Row.Game.AtMs = nil },
		"home, alone": func(f *leaderboard.Finished) { f.Row.Game.Ending = samedealv1.Ending_ENDING_HOME },
	} {
		f := sealed(ana, draws(t, aDeal, "FORGED", 3, aStart))
		forge(&f)
		var row *leaderboard.RowError
		err := b.Record(t.Context(), f)
		if !errors.As(err, &row) || f.Row != nil && (row.Room != "FORGED" || row.Deal != f.Row.GetDeal()) {
			t.Errorf("%s: %v, want a RowError that names the row", name, err)
		}
	}
	wantOn(t, b, windows(""))
	wantOn(t, b, map[string]string{"deal/" + aDeal: ""})
}

func removePlayer(t *testing.T, b *leaderboard.Boards, player leaderboard.Player, want ...string) {
	t.Helper()
	boards, err := b.RemovePlayer(t.Context(), player)
	if err != nil {
		t.Fatalf("RemovePlayer: %v", err)
	}
	had := map[string]bool{}
	for _, board := range boards {
		had[board.String()] = true
	}
	for _, id := range want {
		if !had[id] {
			t.Errorf("not taken off %s, but off %v", id, boards)
		}
	}
	if len(boards) != len(want) {
		t.Errorf("taken off %v, want %v", boards, want)
	}
}

func removedEverywhere(t *testing.T, s leaderboard.Store) {
	b, clock := boardsAt(s, aStart.Add(time.Hour))
	games := []leaderboard.Finished{
		attempt(ana, draws(t, aDeal, "DAILYY", 3, aStart), "2093-11-30"), sealed(ana, draws(t, otherDeal, "BETTER", 1, aStart)),
	}
	record(t, b, games...)
	record(t, b, sealed(ben, draws(t, aDeal, "OTHERR", 2, aStart)))
	total := &samedealv1.StoredTotal{Total: &samedealv1.Total{Days: 1, TimeMs: 5}, Version: 1}
	if err := b.SubmitTotal(t.Context(), weekBoard(t), ana, total); err != nil {
		t.Fatal(err)
	}
	removePlayer(t, b, ana, "daily/2093-11-30/KL1-D3N", "daily-week/2093-W49/KL1-D3N", "deal/"+aDeal, "deal/"+otherDeal,
		"all/KL1-D3N", "day/2093-11-30/KL1-D3N", "week/2093-W49/KL1-D3N", "month/2093-11/KL1-D3N")
	for _, f := range append(games, sealed(ana, draws(t, otherDeal, "UNTOLD", 1, clock.now()))) {
		if err := b.Record(t.Context(), f); !errors.Is(err, leaderboard.ErrRemoved) {
			t.Errorf("the game in room %s again: %v, want ErrRemoved", f.Row.GetRoom(), err)
		}
	}
	if err := b.SubmitTotal(t.Context(), weekBoard(t), ana, total); err != nil {
		t.Fatal(err)
	}
	if has, err := b.Has(t.Context(), weekBoard(t), ana); has || err != nil {
		t.Errorf("the old total is back: %t, %v", has, err)
	}
	wantOn(t, b, windows("OTHERR"))
	wantOn(t, b, map[string]string{"deal/" + otherDeal: "", "daily/2093-11-30/KL1-D3N": ""})
	removePlayer(t, b, ana)
	fresh := aStart.Add(2 * time.Hour)
	clock.set(fresh)
	record(t, b, sealed(ana, draws(t, otherDeal, "FRESHH", 1, fresh)))
	wantOn(t, b, windows("FRESHH OTHERR"))
	clock.set(aStart.AddDate(0, 0, 2))
	wantOn(t, b, map[string]string{"deal/" + aDeal: "OTHERR", "deal/" + otherDeal: "FRESHH"})
}

// The index of who has not played for years has expired, and the boards of all races live on. It fails without outlived in
// RemovePlayer.
func longGone(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart.Add(time.Hour))
	record(t, b, sealed(ana, draws(t, aDeal, "AAAAAA", 3, aStart)), sealed(ben, draws(t, otherDeal, "BBBBBB", 4, aStart)))
	if _, err := s.Note(t.Context(), ana, nil, aStart, time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	removePlayer(t, b, ana, "all/KL1-D3N")
	wantOn(t, b, map[string]string{"all/KL1-D3N": "BBBBBB"})
}

func removalFailed(t *testing.T, s leaderboard.Store) {
	b, clock := boardsAt(s, aStart.Add(time.Hour))
	record(t, b, sealed(ana, draws(t, aDeal, "AAAAAA", 3, aStart)))
	crashing := leaderboard.NewBoards(leaderboard.Config{Store: &failing{Store: s, takeOffs: 2}, Now: clock.now})
	had, err := crashing.RemovePlayer(t.Context(), ana)
	if !errors.Is(err, errCrash) || len(had) != 2 {
		t.Fatalf("RemovePlayer: %v, %v; want the crash after 2 boards", had, err)
	}
	rest, err := b.RemovePlayer(t.Context(), ana)
	if err != nil || len(rest) != 3 {
		t.Errorf("the rest: %v, %v; want 3 boards", rest, err)
	}
	wantOn(t, b, windows(""))
}

// The index is written first, and the submission comes when the player has been removed meanwhile.
func removalOvertakes(t *testing.T, s leaderboard.Store) {
	b, clock := boardsAt(s, aStart.Add(time.Hour))
	overtaken := &overtaking{Store: s, meanwhile: func() { removePlayer(t, b, ana) }}
	slow := leaderboard.NewBoards(leaderboard.Config{Store: overtaken, Now: clock.now})
	if err := slow.Record(t.Context(), sealed(ana, draws(t, aDeal, "AAAAAA", 3, aStart))); !errors.Is(err, leaderboard.ErrRemoved) {
		t.Errorf("Record: %v, want ErrRemoved", err)
	}
	wantOn(t, b, windows(""))
	wantOn(t, b, map[string]string{"deal/" + aDeal: ""})
}

// overtaking lets something happen between the index and the first submission, or before the last
// one of a number.
type overtaking struct {
	leaderboard.Store
	after     int
	meanwhile func()
}

func (o *overtaking) Submit(ctx context.Context, b leaderboard.Board, sub leaderboard.Submission, until time.Time) (bool, error) {
	if o.after == 0 {
		o.meanwhile()
	}
	o.after--
	return o.Store.Submit(ctx, b, sub, until)
}

func mine(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart)
	cell := draws(t, "KL1-D1N-AAAAAAB", "DRAWON", 2, aStart)
	record(t, b, sealed(ana, draws(t, aDeal, "AAAAAA", 3, aStart)), sealed(ben, draws(t, aDeal, "AAAAAA", 1, aStart)), sealed(ana, cell))
	got, err := b.Mine(t.Context(), ana)
	want := map[string]*samedealv1.MyResult{
		"all/KL1-D3N": {Board: "all/KL1-D3N", Ranking: byScore, Ranked: 2, Mine: &samedealv1.BoardRow{
			Place: 2, Player: string(ana), Result: &samedealv1.Result{Ending: samedealv1.Ending_ENDING_RESIGNED, Moves: 3, Actions: 3}, StartMs: aStart.UnixMilli(),
		}},
		"all/KL1-D1N": {Board: "all/KL1-D1N", Ranking: byScore, Ranked: 1, Mine: &samedealv1.BoardRow{
			Place: 1, Player: string(ana), Result: cell.GetResult(), StartMs: aStart.UnixMilli(), Percentile: 100,
		}},
	}
	if err != nil || len(got) != len(want) {
		t.Fatalf("%v, %v", got, err)
	}
	for _, m := range got {
		if !proto.Equal(m, want[m.GetBoard()]) {
			t.Errorf("%v, want %v", m, want[m.GetBoard()])
		}
	}
	for _, nobody := range []leaderboard.Player{"", cid} {
		if got, err := b.Mine(t.Context(), nobody); err != nil || len(got) != 0 {
			t.Errorf("%q: %v, %v", nobody, got, err)
		}
	}
}

func badQuestions(t *testing.T, s leaderboard.Store) {
	b, _ := boardsAt(s, aStart)
	day := dayBoard(t)
	ask := func(q leaderboard.Query) error { _, err := b.Part(t.Context(), q); return err }
	removed := func(player leaderboard.Player) error { _, err := b.RemovePlayer(t.Context(), player); return err }
	games := func(b leaderboard.Board, r samedealv1.Ranking, most uint32, boards *leaderboard.Boards) error {
		_, err := boards.Games(t.Context(), b, r, 0, most)
		return err
	}
	for name, c := range map[string]struct {
		err   error
		field string
	}{
		"no board":               {ask(leaderboard.Query{}), "board"},
		"a ranking":              {ask(leaderboard.Query{Board: day, Ranking: 3}), "ranking"},
		"a part":                 {ask(leaderboard.Query{Board: day, Part: 4}), "part"},
		"too many":               {ask(leaderboard.Query{Board: day, Most: 101}), "most"},
		"far too many":           {ask(leaderboard.Query{Board: day, Most: 1<<32 - 1}), "most"},
		"games of no board":      {games(leaderboard.Board{}, 0, 0, b), "board"},
		"games, a ranking":       {games(day, 3, 0, b), "ranking"},
		"too many games":         {games(day, 0, 51, b), "most"},
		"a total on another":     {b.SubmitTotal(t.Context(), day, ana, nil), "board"},
		"a total on none at all": {b.SubmitTotal(t.Context(), leaderboard.Board{}, ana, nil), "board"},
		"nobody's total":         {b.SubmitTotal(t.Context(), weekBoard(t), "", nil), "player"},
		"nobody's game":          {b.Record(t.Context(), sealed("", draws(t, aDeal, "NOBODY", 3, aStart))), "player"},
		"removing nobody":        {removed(""), "player"},
	} {
		var wrong *leaderboard.QueryError
		if !errors.As(c.err, &wrong) || wrong.Field != c.field {
			t.Errorf("%s: %v, want a QueryError of the %s", name, c.err, c.field)
		}
	}
	if _, _, err := b.Row(t.Context(), ana, day, 0, ben); !errors.Is(err, leaderboard.ErrNoRow) {
		t.Errorf("a row that there is not: %v, want ErrNoRow", err)
	}
	var out *leaderboard.RangeError
	bad := &samedealv1.StoredTotal{Total: &samedealv1.Total{Days: 32}, Version: 1}
	if err := b.SubmitTotal(t.Context(), weekBoard(t), ana, bad); !errors.As(err, &out) {
		t.Errorf("a week of 32 days: %v, want a RangeError", err)
	}
}
