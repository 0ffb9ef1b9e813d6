package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

// Interrupted, a range keeps what is done, and what was cut short is no result.
func TestRangeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := &cancelAfter{lines: 3, cancel: cancel}
	var summary bytes.Buffer
	c := solveCommand{Range: "FC1-C4-1..100000", Jobs: 2, JSON: true, searchFlags: searchFlags{Budget: 1e6, Memory: 16}}
	err := c.solveRange(ctx, streams{out: out, err: &summary})
	if !errors.Is(err, errInterrupted) {
		t.Errorf("the error is %v", err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) < 3 || len(lines) > 1000 || !strings.Contains(summary.String(), "of 100000 deals: ") {
		t.Errorf("%d lines, and %q", len(lines), &summary)
	}
	var codes []string
	for _, line := range lines {
		var s solved
		if err := json.Unmarshal([]byte(line), &s); err != nil || s.Result != "won" {
			t.Errorf("%v in %s", err, line)
		}
		codes = append(codes, s.Code)
	}
	if !slices.IsSorted(codes) {
		t.Errorf("out of order: %v", codes)
	}
}

// cancelAfter cancels when it has been written so many lines.
type cancelAfter struct {
	bytes.Buffer
	lines  int
	cancel func()
}

func (c *cancelAfter) Write(p []byte) (int, error) {
	if c.lines -= bytes.Count(p, []byte("\n")); c.lines <= 0 {
		c.cancel()
	}
	return c.Buffer.Write(p)
}

func TestMeter(t *testing.T) {
	for _, c := range []struct {
		part, whole uint64
		want        string
	}{
		{0, 10, "[....................]"},
		{5, 10, "[##########..........]"},
		{20, 10, "[####################]"},
		{0, 0, "[####################]"},
	} {
		if got := meter(c.part, c.whole); got != c.want {
			t.Errorf("%d of %d is %s", c.part, c.whole, got)
		}
	}
}

func TestWrappedWords(t *testing.T) {
	const words = "1a 2b 35v2 wh n u"
	for width := 5; width < 20; width++ {
		lines := slices.Collect(wrapped(words, width))
		if strings.Join(lines, " ") != words {
			t.Errorf("at %d: %q", width, lines)
		}
		for _, line := range lines {
			if len(line) > width {
				t.Errorf("%q is wider than %d", line, width)
			}
		}
	}
}
