package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// boardReport is what became of a board's verification; as JSON, in this order.
type boardReport struct {
	Board    string `json:"board"`
	Rows     int    `json:"rows"`
	Withheld int    `json:"withheld"`
	Verified bool   `json:"verified"`
	// Differences are what differs, a row each.
	Differences []string `json:"differences"`
}

// verifyBoard plays all games of a board again, in both orders.
func (c verifyCommand) verifyBoard(ctx context.Context, s streams) error {
	board, err := leaderboard.ParseBoard(c.Board)
	switch {
	case err != nil:
		return usageError("--board: " + err.Error())
	case board.IsOfSums():
		return usageError(fmt.Sprintf("--board is %s, which has sums and no games; verify the boards of its days", board))
	case c.Save != "":
		return usageError("--save is for a room's games; a board's cannot be saved")
	}
	api, err := client.NewAPI(c.Server...)
	if err != nil {
		return err
	}
	defer api.Close()
	report := boardReport{Board: board.String(), Differences: []string{}}
	for _, ranking := range []samedealv1.Ranking{
		samedealv1.Ranking_RANKING_SCORE_AND_TIME, samedealv1.Ranking_RANKING_FIRST_HOME,
	} {
		order := boardOrder{board: board, ranking: ranking}
		if err := order.verify(ctx, api); err != nil {
			return withAdvice(err)
		}
		report.Rows, report.Withheld = order.rows, order.withheld
		report.Differences = append(report.Differences, order.differences...)
	}
	report.Verified = len(report.Differences) == 0
	return report.write(s.out, c.JSON)
}

// boardOrder is a board in one of its orders, as far as it was verified.
type boardOrder struct {
	board       leaderboard.Board
	ranking     samedealv1.Ranking
	rows        int
	withheld    int
	differences []string

	// last is the row before; nil before the first.
	last *samedealv1.RankedGame
	// place and key are those of the row before, as far as hasKey says that it had one to look at.
	place  uint32
	key    int64
	hasKey bool
}

// verify reads page after page, each of which is of another instant. It begins a page with the last row of the one before:
// if that is not what it was, the board has changed meanwhile, and the page tells nothing of how it follows on the other.
func (o *boardOrder) verify(ctx context.Context, api *client.API) error {
	for {
		o.rows = max(o.rows-1, 0)
		page, err := api.GetBoardGames(ctx, &samedealv1.GetBoardGamesRequest{
			Board: o.board.String(), Ranking: o.ranking, After: uint32(o.rows),
		})
		if err != nil {
			return err
		}
		games := page.GetGames()
		if len(games) > 0 && o.last != nil && proto.Equal(games[0], o.last) {
			games = games[1:]
			o.rows++
		} else {
			o.hasKey = false
		}
		for _, game := range games {
			o.add(game)
		}
		if len(games) == 0 || o.rows >= int(page.GetRanked()) {
			return nil
		}
	}
}

// add verifies the next row.
func (o *boardOrder) add(game *samedealv1.RankedGame) {
	o.rows++
	o.last = game
	row := game.GetRow()
	if row == nil {
		o.withheld++
		o.hasKey = false
		return
	}
	differ := func(format string, arguments ...any) {
		o.differences = append(o.differences, fmt.Sprintf("place %d, player %s: ", game.GetPlace(), game.GetPlayer())+fmt.Sprintf(format, arguments...))
	}
	for _, err := range []error{leaderboard.Verify(row), o.board.Admits(row)} {
		if err != nil {
			differ("%v", err)
		}
	}
	o.addPlace(game, differ)
}

// addPlace verifies the next row's place: that of the row before if the results are equal, else how many rows
// there are so far.
func (o *boardOrder) addPlace(game *samedealv1.RankedGame, differ func(format string, arguments ...any)) {
	key, err := leaderboard.Key(o.ranking, game.GetRow().GetResult())
	if err != nil {
		differ("%v", err)
		o.hasKey = false
		return
	}
	wanted := uint32(o.rows)
	if o.hasKey && key == o.key {
		wanted = o.place
	}
	switch {
	case o.hasKey && key < o.key:
		differ("its result is better than the one before it")
	case game.GetPlace() != wanted && (o.hasKey || o.rows == 1):
		differ("its result has place %d", wanted)
	}
	o.place, o.key, o.hasKey = game.GetPlace(), key, true
}

// write writes the report, for people or as JSON. It fails, naming what differs, if anything does.
func (r boardReport) write(out io.Writer, asJSON bool) error {
	var err error
	if asJSON {
		err = writeJSON(out, r)
	} else {
		_, err = io.WriteString(out, r.text())
	}
	if err == nil && !r.Verified {
		err = fmt.Errorf("the board %s does not verify:\n  %s", r.Board, strings.Join(r.Differences, "\n  "))
	}
	return err
}

func (r boardReport) text() string {
	text := fmt.Sprintf("board %s: %d rows", r.Board, r.Rows)
	if r.Withheld > 0 {
		text += fmt.Sprintf(", %d of them withheld until the day is over", r.Withheld)
	}
	if r.Verified {
		text += "; all results and places are what the games replay to"
	}
	return text + "\n"
}
