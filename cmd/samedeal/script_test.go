package main

import (
	"context"
	"flag"
	"os"
	"strings"
	"testing"

	"connectrpc.com/connect"
	"github.com/rogpeppe/go-internal/testscript"
	"go.uber.org/zap"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// sideBySide is how many of these tests run at once: most of their time is waiting, for countdowns above all.
const sideBySide = "4"

// noRest has a program that is built with the race detector end at once. By default each waits a second for races
// in what it leaves behind, which here is nothing but the program's end.
const noRest = "GORACE=atexit_sleep_ms=0"

func TestMain(m *testing.M) {
	testscript.Main(manyAtOnce{m}, map[string]func(){"samedeal": main, "samedeal-failing": failingMain, "samedeal-ahead": aheadMain})
}

type manyAtOnce struct{ *testing.M }

// Run runs the tests, unless -parallel says otherwise so many side by side.
func (m manyAtOnce) Run() int {
	flag.Parse()
	isGiven := false
	flag.Visit(func(f *flag.Flag) { isGiven = isGiven || f.Name == "test.parallel" })
	if !isGiven {
		_ = flag.Set("test.parallel", sideBySide) // it is a number
	}
	name, value, _ := strings.Cut(noRest, "=")
	_ = os.Setenv(name, value) // for the programs that the tests start
	return m.M.Run()
}

// TestScripts runs the command lines under testdata/script, each in a folder of its own, as a person
// would type them. After a change that is meant, UPDATE_SCRIPTS=1 go test ./cmd/samedeal writes the
// outputs that are compared with files anew.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"service": scriptService},
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, noRest)
			return nil
		},
	})
}

// scriptService is the scripts' command "service NAME...": it starts a service on an embedded store, which ends
// with the script, and makes a guest of each name. $SERVER and $ADMIN are where it is, $LISTEN is the first without
// its scheme, and for a guest Ana, $Ana is the id and $Ana_token the token.
func scriptService(ts *testscript.TestScript, neg bool, names []string) {
	if neg {
		ts.Fatalf("want service NAME...")
	}
	ctx := context.Background()
	s, err := startService(ctx, serveCommand{
		Listen: "127.0.0.1:0", AdminListen: "127.0.0.1:0", Data: ts.MkAbs("data"), FrameRate: 20, FrameBurst: 60,
	}, zap.NewNop())
	ts.Check(err)
	ts.Defer(func() { ts.Check(s.close(ctx)) })
	ts.Setenv("SERVER", s.publicURL)
	ts.Setenv("LISTEN", strings.TrimPrefix(s.publicURL, "http://"))
	ts.Setenv("ADMIN", s.adminURL)
	for _, name := range names {
		guest, err := playerService(s).CreateGuest(ctx, connect.NewRequest(&samedealv1.CreateGuestRequest{Name: name}))
		ts.Check(err)
		ts.Setenv(name, guest.Msg.GetPlayer())
		ts.Setenv(name+"_token", guest.Msg.GetToken())
	}
}
