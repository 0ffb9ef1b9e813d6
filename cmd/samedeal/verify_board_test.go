package main

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
)

// pagedBoard serves the games of a board, three at a time, which may change before a page is read.
type pagedBoard struct {
	samedealv1connect.UnimplementedBoardServiceHandler
	t     *testing.T
	rows  []*samedealv1.RankedGame
	pages int
	// change is made before the second page; nil for none.
	change func(b *pagedBoard)
}

func (b *pagedBoard) GetBoardGames(
	_ context.Context, r *connect.Request[samedealv1.GetBoardGamesRequest],
) (*connect.Response[samedealv1.GetBoardGamesResponse], error) {
	if b.pages++; b.pages == 2 && b.change != nil {
		b.change(b)
	}
	ranked := len(b.rows)
	from := min(int(r.Msg.GetAfter()), ranked)
	return connect.NewResponse(&samedealv1.GetBoardGamesResponse{
		Board: r.Msg.GetBoard(), Ranking: r.Msg.GetRanking(), Ranked: uint32(ranked), Games: b.rows[from:min(from+3, ranked)],
	}), nil
}

// add ranks a game of so many draws, of which the fewer are the better.
func (b *pagedBoard) add(player string, draws int) {
	b.t.Helper()
	row := &samedealv1.StoredRow{
		Deal: "KL1-D3N-AAAAAAB", Room: player, LimitMs: 3_600_000,
		Game: &samedealv1.Game{
			Ending: samedealv1.Ending_ENDING_RESIGNED, Engine: 1,
			Words: slices.Repeat([]string{"n"}, draws), AtMs: make([]uint32, draws),
		},
	}
	var err error
	if row.Result, err = leaderboard.Replay(row); err != nil {
		b.t.Fatal(err)
	}
	b.rows = append(b.rows, &samedealv1.RankedGame{Player: player, Row: row})
	slices.SortStableFunc(b.rows, func(a, b *samedealv1.RankedGame) int {
		return cmp.Compare(a.GetRow().GetResult().GetMoves(), b.GetRow().GetResult().GetMoves())
	})
	for i, game := range b.rows {
		game.Place = uint32(i + 1)
		if i > 0 && game.GetRow().GetResult().GetMoves() == b.rows[i-1].GetRow().GetResult().GetMoves() {
			game.Place = b.rows[i-1].GetPlace()
		}
	}
}

func (b *pagedBoard) take(player string) {
	b.rows = slices.DeleteFunc(b.rows, func(g *samedealv1.RankedGame) bool { return g.GetPlayer() == player })
}

// Boards go on while they are verified: a result that comes between two pages moves all rows after it, and makes none of
// them wrong. But where nothing has changed, no page's end hides that an order or a place is wrong.
func TestABoardIsVerifiedPageByPage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(b *pagedBoard)
		// wrong is who is named; "" for nobody.
		wrong string
	}{
		"nothing":                     {func(*pagedBoard) {}, ""},
		"a better result":             {func(b *pagedBoard) { b.add("new", 1) }, ""},
		"a result in the page before": {func(b *pagedBoard) { b.add("new", 3) }, ""},
		"a result that is bettered":   {func(b *pagedBoard) { b.take("P7"); b.add("P7", 1) }, ""},
		"a row gone":                  {func(b *pagedBoard) { b.take("P0"); b.add("new", 30) }, ""},
		"all gone":                    {func(b *pagedBoard) { b.rows = nil }, ""},
		"a better result, and a place that is wrong": {func(b *pagedBoard) { b.add("new", 1); b.rows[5].Place = 1 }, "P4"},
		"a place that is wrong":                      {func(b *pagedBoard) { b.rows[3].Place = 2 }, "P3"},
		"an order that is wrong": {func(b *pagedBoard) {
			b.rows[3].Row, b.rows[0].Row = b.rows[0].Row, b.rows[3].Row
		}, "P3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &pagedBoard{t: t}
			// Ties lie across the ends of pages.
			for i, draws := range []int{2, 3, 4, 4, 5, 6, 6, 6} {
				b.add(fmt.Sprint("P", i), draws)
			}
			b.change = c.change
			path, handler := samedealv1connect.NewBoardServiceHandler(b)
			server := httptest.NewServer(http.StripPrefix("/api", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if !strings.HasPrefix(r.URL.Path, path) {
					t.Errorf("asked for %s", r.URL.Path)
				}
				handler.ServeHTTP(w, r)
			})))
			defer server.Close()
			told, ok := runs("verify", "--board", "all/KL1-D3N", "--server", server.URL)
			if ok != (c.wrong == "") || !strings.Contains(told, c.wrong) {
				t.Errorf("verify says %t: %s", ok, told)
			}
		})
	}
}
