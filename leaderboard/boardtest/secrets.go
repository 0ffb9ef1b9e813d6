package boardtest

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

var secretParts = []part{
	{"a daily's games are withheld until its day is over", withheld},
	{"the board of a daily's deal tells nothing of the others to who has not played it", dealWithheld},
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
	end := time.Date(2093, 12, 1, 0, 0, 0, 0, time.UTC)
	b, clock := boardsAt(s, aStart)
	own := attempt(ana, draws(t, aDeal, "AAAAAA", 3, aStart), "2093-11-30")
	record(t, b, own, attempt(ben, draws(t, aDeal, "BBBBBB", 4, aStart), "2093-11-30"))
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

// Whoever guesses at the deal must not learn from its board that the guess is right, not even by playing it: to them it
// is as if nobody else had. (Without alone in disclosed.)
func dealWithheld(t *testing.T, s leaderboard.Store) {
	b, clock := boardsAt(s, aStart)
	guessed := leaderboard.Finished{Player: cid, Row: draws(t, aDeal, "CCCCCC", 9, aStart)}
	record(t, b, attempt(ana, draws(t, aDeal, "AAAAAA", 3, aStart), "2093-11-30"), guessed)
	deal := board(t, "deal/"+aDeal)
	for viewer, sees := range map[leaderboard.Player][]string{"": nil, ben: nil, ana: {string(ana), string(cid)}, cid: {string(cid)}} {
		for _, shown := range []struct {
			query leaderboard.Query
			want  []string
		}{
			{leaderboard.Query{Part: samedealv1.BoardPart_BOARD_PART_PAGE}, sees},
			{leaderboard.Query{Part: samedealv1.BoardPart_BOARD_PART_PAGE, From: 2}, sees[min(1, len(sees)):]},
			{leaderboard.Query{Part: samedealv1.BoardPart_BOARD_PART_AROUND_ME}, sees},
			{leaderboard.Query{Part: samedealv1.BoardPart_BOARD_PART_FRIENDS, Friends: []leaderboard.Player{ana, cid}}, sees},
		} {
			shown.query.Board, shown.query.Me = deal, viewer
			wantDisclosed(t, b, shown.query, len(sees), shown.want)
		}
		for _, player := range []leaderboard.Player{ana, cid} {
			row, _, err := b.Row(t.Context(), viewer, deal, 0, player)
			if slices.Contains(sees, string(player)) {
				if err != nil || len(row.GetGame().GetWords()) == 0 {
					t.Errorf("%q sees %v of %s, %v", viewer, row, player, err)
				}
			} else if !errors.Is(err, leaderboard.ErrNoRow) {
				t.Errorf("%q sees %v of %s, %v", viewer, row, player, err)
			}
		}
	}
	if games, err := b.Games(t.Context(), deal, 0, 0, 0); err != nil || games.GetRanked() > 0 || len(games.GetGames()) > 0 {
		t.Errorf("anybody sees %v, %v", games, err)
	}
	clock.set(time.Date(2093, 12, 1, 0, 0, 0, 0, time.UTC))
	if part, err := b.Part(t.Context(), leaderboard.Query{Board: deal, Me: ben}); err != nil || part.GetRanked() != 2 {
		t.Errorf("the day after there are %v, %v", part, err)
	}
}

// wantDisclosed checks what a board shows while it has secrets: these rows, of so many.
func wantDisclosed(t *testing.T, b *leaderboard.Boards, q leaderboard.Query, ranked int, want []string) {
	t.Helper()
	part, err := b.Part(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range part.GetRows() {
		got = append(got, row.GetPlayer())
	}
	mine := part.GetMine()
	if !slices.Equal(got, want) || int(part.GetRanked()) != ranked || (mine != nil) != (q.Me != "" && ranked > 0) ||
		mine != nil && ranked == 1 && (mine.GetPlace() != 1 || mine.GetPercentile() != 100) {
		t.Errorf("%q sees %v, want the rows %q of %d", q.Me, part, want, ranked)
	}
}
