package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"regexp"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/samedeal/samedeal/cmd/client"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// largestGames is the most bytes of a file of games that are read: 16 seats' whole budgets of moves are
// far fewer.
const largestGames = 16 << 20

type verifyCommand struct {
	Of     string   `arg:"" optional:"" name:"room-or-file" help:"The room's code, or a file with its games as JSON; - is standard input."`
	Board  string   `placeholder:"ID" help:"Verify a leaderboard instead, such as daily/2026-11-30/FC1-C4 or all/KL1-D3N."`
	Server []string `default:"http://127.0.0.1:8080" placeholder:"URL" help:"Where to ask for the room (default ${default}). Given more than once, the first that answers is asked."`
	Save   string   `placeholder:"FILE" help:"Write the games to this file, to be verified again later."`
	JSON   bool     `name:"json" help:"Write the verdict as JSON."`
}

func (verifyCommand) Help() string {
	return `It plays a finished race's games again, word by word, and compares: the seal on the deal, each seat's ending, score, time and moves, and the places. It takes no number from the server that can be worked out. If something differs it says what, and exits with 1.

With --board it plays all games of a leaderboard again, and compares their results, their places, and whether they belong there. What is withheld, as a daily challenge's games are before its day is over, is counted.

Six letters are a room's code; a file of such a name is ./ABCDEF. The JSON is what the service GetGames answers.

Examples:
  samedeal verify BKTWRN
  samedeal verify BKTWRN --server https://play.example --save race.json
  samedeal verify race.json
  samedeal verify --board daily/2026-11-30/FC1-C4`
}

// roomCode is the form of a room's code.
var roomCode = regexp.MustCompile(`^[A-Za-z]{6}$`)

func (c verifyCommand) Run(s streams) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return c.verify(ctx, s)
}

func (c verifyCommand) verify(ctx context.Context, s streams) error {
	switch {
	case c.Board != "" && c.Of != "":
		return usageError("give a room or file, or a --board, not both")
	case c.Board != "":
		return c.verifyBoard(ctx, s)
	case c.Of == "":
		return usageError("want a room's code, a file with its games, or a --board")
	}
	games, err := c.games(ctx, s)
	if err != nil {
		return err
	}
	if c.Save != "" {
		if err := saveGames(c.Save, games); err != nil {
			return err
		}
	}
	return reportOf(games.GetRoom(), verifyGames(games)).write(s.out, c.JSON)
}

func (c verifyCommand) games(ctx context.Context, s streams) (*samedealv1.GetGamesResponse, error) {
	switch {
	case roomCode.MatchString(c.Of):
		api, err := client.NewAPI(c.Server...)
		if err != nil {
			return nil, err
		}
		defer api.Close()
		games, err := api.GetGames(ctx, strings.ToUpper(c.Of))
		return games, withAdvice(err)
	case c.Of == "-":
		return readGames("standard input", s.in)
	}
	file, err := os.Open(c.Of)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return readGames(c.Of, file)
}

// readGames reads what saveGames writes.
func readGames(name string, from io.Reader) (*samedealv1.GetGamesResponse, error) {
	data, err := io.ReadAll(io.LimitReader(from, largestGames+1))
	if err != nil {
		return nil, err
	}
	if len(data) > largestGames {
		return nil, fmt.Errorf("%s: longer than %d bytes, which is no race", name, largestGames)
	}
	games := &samedealv1.GetGamesResponse{}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(data, games); err != nil {
		return nil, fmt.Errorf("%s: not the games of a room as JSON: %w", name, err)
	}
	return games, nil
}

func saveGames(name string, games *samedealv1.GetGamesResponse) error {
	data, err := protojson.MarshalOptions{Multiline: true}.Marshal(games)
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(data, '\n'), 0o644)
}

// withAdvice says what to do where no server answers, or one that is none of samedeal's.
func withAdvice(err error) error {
	var unreachable *client.UnreachableError
	var answered *connect.Error
	switch {
	case errors.As(err, &unreachable) && unreachable.Status == 0:
		return fmt.Errorf("%w; start one with samedeal serve, or say with --server where it is", err)
	case errors.As(err, &unreachable) && unreachable.Status == http.StatusNotFound,
		errors.As(err, &answered) && !connect.IsWireError(answered):
		return fmt.Errorf("%w; that is no samedeal service: say with --server where one is", err)
	default:
		return err
	}
}
