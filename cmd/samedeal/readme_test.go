package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// What the README shows must be what a reader gets.
func TestReadmeShowsWhatIsPrinted(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	sessions := strings.Split(string(readme), "```console\n$ samedeal ")[1:]
	if len(sessions) == 0 {
		t.Fatal("the README shows no session")
	}
	for _, session := range sessions {
		session, _, _ = strings.Cut(session, "```")
		line, want, _ := strings.Cut(session, "\n")
		var got bytes.Buffer
		run(strings.Fields(line), streams{in: strings.NewReader(""), out: &got, err: &got})
		if got.String() != want {
			t.Errorf("samedeal %s prints\n%s", line, &got)
		}
	}
}
