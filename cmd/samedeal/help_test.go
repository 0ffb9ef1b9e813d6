package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// What the help shows must be what a reader can type.
func TestExamplesOfTheHelpAreRight(t *testing.T) {
	t.Parallel()
	parser := kong.Must(&commands{})
	for _, command := range parser.Model.Leaves(true) {
		examples := examplesOf(command.Detail)
		if len(examples) == 0 {
			t.Errorf("%s has no example", command.FullPath())
		}
		for _, example := range examples {
			words := lineWords(example)
			if _, err := kong.Must(&commands{}).Parse(words); err != nil {
				t.Errorf("samedeal %s: %v", example, err)
			}
			if !standsAlone(example) {
				continue
			}
			var said bytes.Buffer
			if code := run(words, streams{in: strings.NewReader(""), out: &said, err: &said}); code != 0 {
				t.Errorf("samedeal %s: exit code %d: %s", example, code, &said)
			}
		}
	}
}

// examplesOf finds the command lines in a command's help, without the program's name.
func examplesOf(help string) []string {
	var examples []string
	for line := range strings.Lines(help) {
		for part := range strings.SplitSeq(line, " | ") {
			if example, found := strings.CutPrefix(strings.TrimSpace(part), "samedeal "); found {
				examples = append(examples, example)
			}
		}
	}
	return examples
}

// lineWords gives the words of a command line, what stands between quotation marks as one.
func lineWords(line string) []string {
	var words []string
	for i, part := range strings.Split(line, `"`) {
		if isQuoted := i%2 == 1; isQuoted {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// standsAlone reports whether an example needs no service and no file, and ends soon.
func standsAlone(example string) bool {
	name, _, _ := strings.Cut(example, " ")
	if !slices.Contains([]string{"deal", "replay", "solve", "analyse", "perft"}, name) {
		return false
	}
	return !slices.ContainsFunc([]string{"--file", "--board", "--range", "--short"}, func(flag string) bool {
		return strings.Contains(example, flag)
	})
}
