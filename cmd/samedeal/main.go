// Command samedeal is the whole of samedeal in one binary: the service, bots that race on it, what an admin does,
// and the tools for deals and games. Start at main.go; each command has a file of its own, named after it. The parts
// of the service are wired in service.go and competition.go.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/alecthomas/kong"
)

// Exit codes.
const (
	exitFailed = 1 // what was asked for could not be done
	exitUsage  = 2 // what was asked for cannot be understood
)

// streams is where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// usageError is wrong usage that the flags' types do not rule out.
type usageError string

func (e usageError) Error() string { return string(e) }

type commands struct {
	Serve   serveCommand   `cmd:"" help:"Run the service."`
	Bot     botCommand     `cmd:"" help:"Race bots in a room, and verify the result."`
	Load    loadCommand    `cmd:"" help:"Race bots in many rooms while nodes are killed, and check that nothing is lost."`
	Verify  verifyCommand  `cmd:"" help:"Play the games of a finished room again, and compare the results."`
	Deal    dealCommand    `cmd:"" help:"Show the start board of a deal code, or of a random deal."`
	Replay  replayCommand  `cmd:"" help:"Play a game's words on a deal or a text board."`
	Solve   solveCommand   `cmd:"" help:"Find out whether deals can be won, with the line that proves it."`
	Analyse analyseCommand `cmd:"" help:"Find out after which move a game could no longer be won."`
	Perft   perftCommand   `cmd:"" help:"Count the sequences of moves from a deal's start, by length."`
	Admin   adminCommand   `cmd:"" help:"Keep order among the players of a running service."`
}

func main() {
	os.Exit(run(os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

// run carries out a command line and gives the exit code.
func run(args []string, s streams) int {
	parser := kong.Must(&commands{},
		kong.Name("samedeal"),
		kong.Description("Solitaire races on the same deal: Thoughtful, FreeCell and Klondike."),
		kong.Writers(s.out, s.err),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if len(args) == 0 {
		args = []string{"--help"}
	}
	call, err := parser.Parse(args)
	if err == nil {
		err = call.Run(s)
	}
	if err == nil {
		return 0
	}
	_, _ = fmt.Fprintln(s.err, "samedeal:", err)
	var misparsed *kong.ParseError
	var misused usageError
	if errors.As(err, &misparsed) || errors.As(err, &misused) {
		_, _ = fmt.Fprintln(s.err, "samedeal: see", helpFor(call, misparsed))
		return exitUsage
	}
	return exitFailed
}

// helpFor names the help of the command that was meant, as far as that can be told.
func helpFor(call *kong.Context, misparsed *kong.ParseError) string {
	if misparsed != nil {
		call = misparsed.Context
	}
	if node := call.Selected(); node != nil {
		return node.FullPath() + " --help"
	}
	return "samedeal --help"
}
