package main

import (
	"context"
	"fmt"
	"strings"

	"connectrpc.com/connect"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
)

type adminVoidCommand struct {
	adminServer `embed:""`
	Date        string `arg:"" help:"The day, such as 2026-11-30."`
	Variant     string `arg:"" optional:"" help:"One of its challenges, such as KL1-D3N; all of them if left out."`
}

func (adminVoidCommand) Help() string {
	return `The day's boards are emptied for good, and its results count for no week, month or streak any more. They are taken off the boards of all races, of the day, the week and the month too, where the best that the player has beside them is ranked in their place. After a failure it is to be carried out again, which goes on; that never does harm.

Examples:
  samedeal admin void 2026-11-30
  samedeal admin void 2026-11-30 KL1-D3N`
}

func (c adminVoidCommand) Run(s streams) error {
	return c.doWithin(adminLongTime, func(ctx context.Context, admin samedealv1connect.AdminServiceClient) error {
		voided, err := admin.VoidDaily(ctx, connect.NewRequest(&samedealv1.VoidDailyRequest{Date: c.Date, Variant: c.Variant}))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(s.out, c.told(voided.Msg))
		return err
	})
}

// told says what came of it.
func (c adminVoidCommand) told(voided *samedealv1.VoidDailyResponse) string {
	is, results := "is void", "there were no results"
	if voided.GetAgain() {
		is = "was void already"
	}
	if n := voided.GetResults(); n > 0 {
		results = counted(n, "result is", "results are") + " taken out"
	}
	recomputed := "no other boards had to be recomputed"
	if n := voided.GetRecomputed(); n > 0 {
		recomputed = "the other boards of " + counted(n, "player", "players") + " were recomputed"
	}
	return fmt.Sprintf("%s %s; %s, and %s", strings.TrimSpace(c.Date+" "+c.Variant), is, results, recomputed)
}

// counted is a number with what it counts, of one or of any other number.
func counted(n uint32, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

type adminRemoveCommand struct {
	adminServer `embed:""`
	Player      string `arg:"" help:"The player's id, 26 letters and digits."`
}

func (adminRemoveCommand) Help() string {
	return `All results that the player has now are taken off all boards for good, and out of the weeks, months and streaks of the daily challenge. What they play afterwards counts.

Example:
  samedeal admin remove k3jvq6c2wz7hn5xdrm4tbyfpga`
}

func (c adminRemoveCommand) Run(s streams) error {
	return c.doWithin(adminLongTime, func(ctx context.Context, admin samedealv1connect.AdminServiceClient) error {
		removed, err := admin.RemoveFromBoards(ctx, connect.NewRequest(&samedealv1.RemoveFromBoardsRequest{Player: c.Player}))
		if err != nil {
			return err
		}
		boards := removed.Msg.GetBoards()
		if len(boards) == 0 {
			_, err = fmt.Fprintf(s.out, "%s had no result on any board\n", c.Player)
			return err
		}
		_, err = fmt.Fprintf(s.out, "%s is taken off %d boards:\n  %s\n", c.Player, len(boards), strings.Join(boards, "\n  "))
		return err
	})
}

type adminRecomputeCommand struct {
	adminServer `embed:""`
	Board       string `arg:"" help:"The board's id, such as daily/2026-11-30/KL1-D3N or all/FC1-C4."`
}

func (adminRecomputeCommand) Help() string {
	return `Every row's game is played again, word by word, and ranked by what it replays to. Rows whose game does not replay, or is none of the board's, are taken off. On a week's or a month's board of the daily challenge, which has sums and no games, the order is made anew.

Example:
  samedeal admin recompute daily/2026-11-30/KL1-D3N`
}

func (c adminRecomputeCommand) Run(s streams) error {
	return c.doWithin(adminLongTime, func(ctx context.Context, admin samedealv1connect.AdminServiceClient) error {
		done, err := admin.RecomputeBoard(ctx, connect.NewRequest(&samedealv1.RecomputeBoardRequest{Board: c.Board}))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(s.out, c.told(done.Msg))
		return err
	})
}

// told says what came of it.
func (c adminRecomputeCommand) told(done *samedealv1.RecomputeBoardResponse) string {
	removed := done.GetRemoved()
	if done.GetRows() == 0 && len(removed) == 0 {
		return c.Board + " has no rows"
	}
	text := fmt.Sprintf("%s: %s, %d mended", c.Board, counted(done.GetRows(), "row", "rows"), done.GetMended())
	if len(removed) > 0 {
		text += fmt.Sprintf(", %d taken off because the game does not replay, or is none of the board's:\n  %s", len(removed), strings.Join(removed, "\n  "))
	}
	return text
}
