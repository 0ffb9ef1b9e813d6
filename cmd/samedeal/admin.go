package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"time"

	"connectrpc.com/connect"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
)

// How long a call may take, and one that goes through the rows of many boards: more than the service gives itself.
const (
	adminTime     = 10 * time.Second
	adminLongTime = 11 * time.Minute
)

// adminCommand is what keeps order among the players of a running service.
type adminCommand struct {
	Reports   adminReportsCommand   `cmd:"" help:"List what players have reported in the last 30 days, the newest first."`
	Report    adminReportCommand    `cmd:"" help:"Deal with a report."`
	Show      adminShowCommand      `cmd:"" help:"Show a player's name, and whether they are banned."`
	Rename    adminRenameCommand    `cmd:"" help:"Give a player another name."`
	Ban       adminBanCommand       `cmd:"" help:"Keep a player out, and end their connections."`
	Unban     adminUnbanCommand     `cmd:"" help:"Let a banned player in again."`
	Void      adminVoidCommand      `cmd:"" help:"Take a day's challenges out of the boards."`
	Remove    adminRemoveCommand    `cmd:"" help:"Take a player's results off all boards."`
	Recompute adminRecomputeCommand `cmd:"" help:"Play the games of a board again, and rank them anew."`
}

// adminServer is where the service is, for whoever runs it.
type adminServer struct {
	Server string `default:"http://127.0.0.1:9090" placeholder:"URL" help:"The running service, at its --admin-listen address (default ${default})."`
}

// do calls the service.
func (a adminServer) do(call func(context.Context, samedealv1connect.AdminServiceClient) error) error {
	return a.doWithin(adminTime, call)
}

func (a adminServer) doWithin(most time.Duration, call func(context.Context, samedealv1connect.AdminServiceClient) error) error {
	address, err := url.Parse(a.Server)
	if err != nil || address.Host == "" || (address.Scheme != "http" && address.Scheme != "https") {
		return usageError(fmt.Sprintf("--server is %q; want one such as http://127.0.0.1:9090", a.Server))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	// Connections of its own, so that they can be closed.
	connections := &http.Client{Transport: &http.Transport{}, Timeout: most}
	defer connections.CloseIdleConnections()
	return a.explained(call(ctx, samedealv1connect.NewAdminServiceClient(connections, address.JoinPath("api").String())))
}

// explained gives a call's failure as the service says it, or says what to do where no service answers.
func (a adminServer) explained(err error) error {
	var failed *connect.Error
	switch {
	case !errors.As(err, &failed):
		return err
	case len(failed.Details()) > 0, failed.Code() == connect.CodeResourceExhausted:
		return errors.New(failed.Message())
	case failed.Code() == connect.CodeCanceled:
		return errors.New("stopped before the service answered; what was asked for may be done, in part or not at all: carry it out again")
	case failed.Code() == connect.CodeDeadlineExceeded:
		return fmt.Errorf("the service at %s does not answer in time; what was asked for may be done, in part or not at all: carry it out again",
			a.Server)
	default:
		return fmt.Errorf("no service for admins at %s: %w; start one with samedeal serve --admin-listen, or say with --server where it is",
			a.Server, failed.Unwrap())
	}
}

type adminReportsCommand struct {
	adminServer `embed:""`
	Most        uint32 `default:"100" placeholder:"N" help:"How many to list, up to 1000 (default ${default})."`
	All         bool   `help:"List those that are dealt with, too."`
	JSON        bool   `name:"json" help:"Write each report as a line of JSON."`
}

func (adminReportsCommand) Help() string {
	return `A line a report: its id, when, who is reported (the name in the room and, if that is another, now), for what, in which room, by whom, the text. Who is banned has a "banned" behind the name, and a report that is dealt with a "done" at its end. Those are left out without --all.

Examples:
  samedeal admin reports
  samedeal admin report done k3jvq6c2wz
  samedeal admin reports --server http://10.0.0.7:9090 --json`
}

// reportJSON is a report as it is written, in this order.
type reportJSON struct {
	ID         string    `json:"id"`
	At         time.Time `json:"at"`
	Room       string    `json:"room"`
	Player     string    `json:"player"`
	NameInRoom string    `json:"name_in_room"`
	Name       string    `json:"name"`
	Banned     bool      `json:"banned"`
	Kind       string    `json:"kind"`
	By         string    `json:"by"`
	Text       string    `json:"text"`
	Done       bool      `json:"done"`
}

func (c adminReportsCommand) Run(s streams) error {
	return c.do(func(ctx context.Context, admin samedealv1connect.AdminServiceClient) error {
		listed, err := admin.ListReports(ctx, connect.NewRequest(&samedealv1.ListReportsRequest{Most: c.Most, All: c.All}))
		if err != nil {
			return err
		}
		for _, r := range listed.Msg.GetReports() {
			if err := c.write(s, r); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c adminReportsCommand) write(s streams, r *samedealv1.Report) error {
	report := reportJSON{
		r.GetId(), time.UnixMilli(r.GetAtMs()).UTC(), r.GetRoom(), r.GetPlayer(), r.GetNameInRoom(), r.GetName(), r.GetBanned(),
		strings.ToLower(strings.TrimPrefix(r.GetKind().String(), "REPORT_KIND_")), r.GetBy(), r.GetText(), r.GetDone(),
	}
	if c.JSON {
		return writeJSON(s.out, report)
	}
	name := fmt.Sprintf("%q", report.NameInRoom)
	switch report.Name {
	case report.NameInRoom:
	case "":
		name += " (not known any more)"
	default:
		name += fmt.Sprintf(" (now %q)", report.Name)
	}
	if report.Banned {
		name += " banned"
	}
	done := ""
	if report.Done {
		done = "  done"
	}
	// What players typed is quoted, so that it cannot play with the terminal.
	_, err := fmt.Fprintf(s.out, "%s  %s  %s %s  %s in %s, by %s: %q%s\n", report.ID, report.At.Format("2006-01-02 15:04"),
		report.Player, name, report.Kind, report.Room, report.By, report.Text, done)
	return err
}

// adminReportCommand is what is done with one report.
type adminReportCommand struct {
	Done adminReportDoneCommand `cmd:"" help:"Mark a report as dealt with."`
}

type adminReportDoneCommand struct {
	adminServer `embed:""`
	ID          string `arg:"" help:"The report's id, as samedeal admin reports lists it."`
}

func (adminReportDoneCommand) Help() string {
	return `It is kept for the rest of its 30 days, and listed by samedeal admin reports --all.

Example:
  samedeal admin report done k3jvq6c2wz`
}

func (c adminReportDoneCommand) Run(s streams) error {
	return c.do(func(ctx context.Context, admin samedealv1connect.AdminServiceClient) error {
		if _, err := admin.FinishReport(ctx, connect.NewRequest(&samedealv1.FinishReportRequest{Id: c.ID})); err != nil {
			return err
		}
		_, err := fmt.Fprintf(s.out, "The report %s is done.\n", c.ID)
		return err
	})
}

type adminShowCommand struct {
	adminServer `embed:""`
	Player      string `arg:"" help:"The player's id, 26 letters and digits."`
	JSON        bool   `name:"json" help:"Write it as JSON."`
}

func (adminShowCommand) Help() string {
	return `Example:
  samedeal admin show k3jvq6c2wz7hn5xdrm4tbyfpga`
}

// playerJSON is a player as it is written, in this order.
type playerJSON struct {
	Player     string   `json:"player"`
	Name       string   `json:"name"` // empty if not known
	Generation uint32   `json:"logged_out"`
	Ban        *banJSON `json:"ban"`
}

type banJSON struct {
	Until  *time.Time `json:"until"` // null for good
	Reason string     `json:"reason"`
}

func (c adminShowCommand) Run(s streams) error {
	return c.do(func(ctx context.Context, admin samedealv1connect.AdminServiceClient) error {
		shown, err := admin.ShowPlayer(ctx, connect.NewRequest(&samedealv1.ShowPlayerRequest{Player: c.Player}))
		if err != nil {
			return err
		}
		p := shown.Msg
		switch {
		case c.JSON:
			return writeJSON(s.out, playerJSON{p.GetPlayer(), p.GetName(), p.GetGeneration(), banAsJSON(p.GetBan())})
		case p.GetName() == "":
			return fmt.Errorf("nobody with the id %s is known, or not any more", p.GetPlayer())
		}
		_, err = fmt.Fprintf(s.out, "%s %q: logged out everywhere %d times; %s\n",
			p.GetPlayer(), p.GetName(), p.GetGeneration(), banText(p.GetBan()))
		return err
	})
}

func banAsJSON(ban *samedealv1.Ban) *banJSON {
	if ban == nil {
		return nil
	}
	written := &banJSON{Reason: ban.GetReason()}
	if ban.GetUntilMs() != 0 {
		until := time.UnixMilli(ban.GetUntilMs()).UTC()
		written.Until = &until
	}
	return written
}

// banText says for how long a player is banned, and why.
func banText(ban *samedealv1.Ban) string {
	if ban == nil {
		return "not banned"
	}
	text := "banned for good"
	if ban.GetUntilMs() != 0 {
		text = "banned until " + time.UnixMilli(ban.GetUntilMs()).UTC().Format("2006-01-02 15:04 UTC")
	}
	if ban.GetReason() != "" {
		text += fmt.Sprintf(", %q", ban.GetReason())
	}
	return text
}
