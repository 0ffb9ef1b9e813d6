package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/term"
)

const (
	redrawEvery   = 100 * time.Millisecond
	standardWidth = 80
)

// showRace shows the table until the context is done: redrawn in place on a terminal, elsewhere a line for
// each result.
func showRace(ctx context.Context, out io.Writer, t *raceTable) {
	if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		redraw(ctx, file, t)
		return
	}
	shown := map[int]bool{}
	for isLast := false; !isLast; {
		select {
		case <-t.changed:
		case <-ctx.Done():
			isLast = true
		}
		for _, line := range t.results(shown) {
			_, _ = fmt.Fprintln(out, line)
		}
	}
}

// redraw draws the table over itself.
func redraw(ctx context.Context, terminal *os.File, t *raceTable) {
	ticker := time.NewTicker(redrawEvery)
	defer ticker.Stop()
	drawn := 0
	for isLast := false; !isLast; {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			isLast = true
		}
		width, _, err := term.GetSize(int(terminal.Fd()))
		if err != nil {
			width = standardWidth
		}
		lines := t.lines(width)
		_, _ = io.WriteString(terminal, drawing(lines, width, drawn))
		drawn = len(lines)
	}
}

// drawing is what puts lines in the place of those drawn before. A line that would wrap is cut, since it
// would be two.
func drawing(lines []string, width, drawn int) string {
	var text strings.Builder
	if drawn > 0 {
		fmt.Fprintf(&text, "\x1b[%dA", drawn)
	}
	for _, line := range lines {
		if letters := []rune(line); len(letters) > width {
			line = string(letters[:width])
		}
		text.WriteString("\r\x1b[2K" + line + "\n")
	}
	text.WriteString("\x1b[J")
	return text.String()
}
