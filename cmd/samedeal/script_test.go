package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"samedeal": main})
}

// TestScripts runs the command lines under testdata/script, each in a folder of its own, as a person
// would type them. After a change that is meant, UPDATE_SCRIPTS=1 go test ./cmd/samedeal writes the
// outputs that are compared with files anew.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
	})
}
