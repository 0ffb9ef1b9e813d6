package boardtest

import (
	"errors"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
)

var secretParts = []part{
	{"a daily's games are withheld until its day is over", withheld},
	{"the board of a daily's deal is empty to who has not played it", dealWithheld},
}

// secretBoards are all on which an attempt at the daily is ranked.
func secretBoards() []string {
	boards := []string{theDaily, "deal/" + aDeal}
	for id := range windows("") {
		boards = append(boards, id)
	}
	return boards
}

func withheld(t *testing.T, s leaderboard.Store) {
	end := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	b, clock := boardsAt(s, aStart)
	own := attempt(ana, draws(t, aDeal, "AAAAAA", 3, aStart), "2026-11-30")
	record(t, b, own, attempt(ben, draws(t, aDeal, "BBBBBB", 4, aStart), "2026-11-30"))
	// Who has played another daily, or is on the board with another game, has not played this one.
	record(t, b, sealed(cid, draws(t, otherDeal, "CCCCCC", 9, aStart)))
	for at, secret := range map[time.Time]bool{
		aStart: true, end.Add(-time.Millisecond): true, end: false, end.Add(time.Millisecond): false,
	} {
		clock.set(at)
		for _, id := range secretBoards() {
			checkGames(t, b, id, secret)
			for viewer, sees := range map[leaderboard.Player]bool{ana: true, ben: true, cid: !secret, "": !secret} {
				checkRow(t, b, id, viewer, own, sees)
			}
		}
	}
}

// checkGames looks for what tells the deal in what anybody may ask for.
func checkGames(t *testing.T, b *leaderboard.Boards, id string, secret bool) {
	t.Helper()
	games, err := b.Games(t.Context(), board(t, id), byScore, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	games.Board = ""
	if told := strings.Contains(prototext.Format(games), aDeal); told == secret {
		t.Errorf("%s: the deal is told: %t, want %t; %v", id, told, !secret, games)
	}
	if !strings.HasPrefix(id, "deal/") && (len(games.GetGames()) < 2 || games.GetGames()[0].GetPlayer() != string(ana)) {
		t.Errorf("%s: %v, want the rows without their games", id, games)
	}
	for _, game := range games.GetGames() {
		if row := game.GetRow(); secret && row.GetDaily() != "" {
			t.Errorf("%s: %v", id, row)
		}
	}
	part, err := b.Part(t.Context(), leaderboard.Query{Board: board(t, id), Me: cid})
	if err != nil {
		t.Fatal(err)
	}
	part.Board = ""
	if strings.Contains(prototext.Format(part), "AAAAAAB") {
		t.Errorf("%s: the deal is told in %v", id, part)
	}
}

func checkRow(t *testing.T, b *leaderboard.Boards, id string, viewer leaderboard.Player, own leaderboard.Finished, sees bool) {
	t.Helper()
	row, shown, err := b.Row(t.Context(), viewer, board(t, id), byScore, ana)
	switch {
	case sees && (err != nil || !proto.Equal(row, own.Row) || shown.GetPlayer() != string(ana)):
		t.Errorf("%s: %q sees %v, %v, %v; want %v", id, viewer, row, shown, err, own.Row)
	case !sees && (row != nil || shown != nil || !errors.Is(err, leaderboard.ErrNotPlayed) && !errors.Is(err, leaderboard.ErrNoRow)):
		t.Errorf("%s: %q sees %v, %v, %v", id, viewer, row, shown, err)
	}
}

// Whoever guesses at the deal must not learn from its board that the guess is right.
func dealWithheld(t *testing.T, s leaderboard.Store) {
	b, clock := boardsAt(s, aStart)
	record(t, b, attempt(ana, draws(t, aDeal, "AAAAAA", 3, aStart), "2026-11-30"))
	deal := board(t, "deal/"+aDeal)
	for _, viewer := range []leaderboard.Player{"", ben, ana} {
		part, err := b.Part(t.Context(), leaderboard.Query{Board: deal, Me: viewer, Friends: []leaderboard.Player{ana}, Part: 3})
		games, errGames := b.Games(t.Context(), deal, 0, 0, 0)
		_, _, errRow := b.Row(t.Context(), viewer, deal, 0, ana)
		if err != nil || errGames != nil {
			t.Fatal(err, errGames)
		}
		if sees := viewer == ana; (part.GetRanked() > 0) != sees || (len(part.GetRows()) > 0) != sees || games.GetRanked() > 0 ||
			errors.Is(errRow, leaderboard.ErrNoRow) == sees {
			t.Errorf("%q sees %v, %v, %v", viewer, part, games, errRow)
		}
	}
	clock.set(time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC))
	wantOn(t, b, map[string]string{"deal/" + aDeal: "AAAAAA"})
}
