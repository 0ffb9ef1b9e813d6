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
	return `The day's boards are emptied for good, and its results count for no week, month or streak any more. Carried out again it changes nothing; after a failure it is to be carried out again.

Examples:
  samedeal admin void 2026-11-30
  samedeal admin void 2026-11-30 KL1-D3N`
}

func (c adminVoidCommand) Run(s streams) error {
	return c.do(func(ctx context.Context, admin samedealv1connect.AdminServiceClient) error {
		voided, err := admin.VoidDaily(ctx, connect.NewRequest(&samedealv1.VoidDailyRequest{Date: c.Date, Variant: c.Variant}))
		if err != nil {
			return err
		}
		what := c.Date
		if c.Variant != "" {
			what += " " + c.Variant
		}
		_, err = fmt.Fprintf(s.out, "%s is void; %d results were taken out\n", what, voided.Msg.GetResults())
		return err
	})
}

type adminRemoveCommand struct {
	adminServer `embed:""`
	Player      string `arg:"" help:"The player's id, 26 letters and digits."`
}

func (adminRemoveCommand) Help() string {
	return `All results that the player has now are taken off all boards for good. What they play afterwards counts.

Example:
  samedeal admin remove k3jvq6c2wz7hn5xdrm4tbyfpga`
}

func (c adminRemoveCommand) Run(s streams) error {
	return c.do(func(ctx context.Context, admin samedealv1connect.AdminServiceClient) error {
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
	return `Every row's game is played again, word by word, and ranked by what it replays to. Rows whose game does not replay are taken off.

Example:
  samedeal admin recompute daily/2026-11-30/KL1-D3N`
}

func (c adminRecomputeCommand) Run(s streams) error {
	return c.do(func(ctx context.Context, admin samedealv1connect.AdminServiceClient) error {
		done, err := admin.RecomputeBoard(ctx, connect.NewRequest(&samedealv1.RecomputeBoardRequest{Board: c.Board}))
		if err != nil {
			return err
		}
		text := fmt.Sprintf("%s: %d rows, %d mended", c.Board, done.Msg.GetRows(), done.Msg.GetMended())
		if removed := done.Msg.GetRemoved(); len(removed) > 0 {
			text += fmt.Sprintf(", %d taken off:\n  %s", len(removed), strings.Join(removed, "\n  "))
		}
		_, err = fmt.Fprintln(s.out, text)
		return err
	})
}
