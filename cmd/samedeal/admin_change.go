package main

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
)

type adminRenameCommand struct {
	adminServer `embed:""`
	Player      string `arg:"" help:"The player's id."`
	Name        string `arg:"" help:"The name to give them."`
}

func (adminRenameCommand) Help() string {
	return `The name is shown from the player's next connection on, in the rooms that they come into then; rooms that they are in go on with the old one.

Example:
  samedeal admin rename k3jvq6c2wz7hn5xdrm4tbyfpga "Player 7"`
}

func (c adminRenameCommand) Run(s streams) error {
	return c.do(func(ctx context.Context, admin samedealv1connect.AdminServiceClient) error {
		renamed, err := admin.RenamePlayer(ctx, connect.NewRequest(&samedealv1.RenamePlayerRequest{Player: c.Player, Name: c.Name}))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(s.out, "%s is %q from the next connection on.\n", c.Player, renamed.Msg.GetName())
		return err
	})
}

// banStandard is how long a ban is where it is not said.
const banStandard = "7d"

type adminBanCommand struct {
	adminServer `embed:""`
	Player      string `arg:"" help:"The player's id."`
	For         string `placeholder:"TIME" help:"For how long, such as 12h, 7d or 4w; up to 400d. 7d if nothing is said."`
	Forever     bool   `help:"For good."`
	Reason      string `placeholder:"TEXT" help:"What the player is told, up to 70 bytes."`
}

func (adminBanCommand) Help() string {
	return `Their connections end within a second or so, at every node, and no call of theirs is carried out. Seats in races that are on run out. A ban made before is replaced. It is for the player's id: nothing keeps somebody from coming back as a new guest.

Examples:
  samedeal admin ban k3jvq6c2wz7hn5xdrm4tbyfpga --for 7d --reason "the name, again"
  samedeal admin ban k3jvq6c2wz7hn5xdrm4tbyfpga --forever`
}

func (c adminBanCommand) Run(s streams) error {
	seconds, err := c.seconds()
	if err != nil {
		return err
	}
	return c.do(func(ctx context.Context, admin samedealv1connect.AdminServiceClient) error {
		banned, err := admin.BanPlayer(ctx, connect.NewRequest(&samedealv1.BanPlayerRequest{
			Player: c.Player, Seconds: seconds, Reason: c.Reason,
		}))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(s.out, "%s is %s.\n", c.Player, banText(banned.Msg.GetBan()))
		return err
	})
}

// seconds is how long the ban is as the wire has it.
func (c adminBanCommand) seconds() (uint32, error) {
	switch {
	case c.Forever && c.For != "":
		return 0, usageError("give --for or --forever, not both")
	case c.Forever:
		return 0, nil
	case c.For == "":
		return parseSeconds(banStandard)
	}
	return parseSeconds(c.For)
}

var (
	lengthForm  = regexp.MustCompile(`^([0-9]{1,9})([smhdw])$`)
	lengthUnits = map[string]time.Duration{
		"s": time.Second, "m": time.Minute, "h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour,
	}
)

// parseSeconds reads a length of time in whole seconds, one or more.
func parseSeconds(text string) (uint32, error) {
	found := lengthForm.FindStringSubmatch(text)
	if found == nil {
		return 0, usageError(fmt.Sprintf("--for is %q; want a number and a unit, such as 30m, 12h, 7d or 4w", text))
	}
	n, err := strconv.ParseUint(found[1], 10, 64)
	if err != nil {
		return 0, err
	}
	seconds := n * uint64(lengthUnits[found[2]].Seconds())
	if seconds == 0 || seconds > uint64(player.BanMost.Seconds()) {
		return 0, usageError(fmt.Sprintf("--for is %q; want 1s to 400d, or --forever", text))
	}
	return uint32(seconds), nil
}

type adminUnbanCommand struct {
	adminServer `embed:""`
	Player      string `arg:"" help:"The player's id."`
}

func (adminUnbanCommand) Help() string {
	return `Example:
  samedeal admin unban k3jvq6c2wz7hn5xdrm4tbyfpga`
}

func (c adminUnbanCommand) Run(s streams) error {
	return c.do(func(ctx context.Context, admin samedealv1connect.AdminServiceClient) error {
		if _, err := admin.UnbanPlayer(ctx, connect.NewRequest(&samedealv1.UnbanPlayerRequest{Player: c.Player})); err != nil {
			return err
		}
		_, err := fmt.Fprintf(s.out, "%s is not banned.\n", c.Player)
		return err
	})
}
