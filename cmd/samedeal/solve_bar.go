package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	"github.com/samedeal/samedeal/engine/solve"
)

// progressBar is one line on a terminal that is drawn again and again while something is done. Where
// there is no terminal it draws nothing.
type progressBar struct {
	out  *os.File // nil if it is no terminal
	line func() string
	done chan struct{}
	idle sync.WaitGroup
}

func newProgressBar(out io.Writer, line func() string) *progressBar {
	b := &progressBar{line: line, done: make(chan struct{})}
	if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		b.out = file
	}
	return b
}

func (b *progressBar) start() {
	if b.out != nil {
		b.idle.Go(b.run)
	}
}

func (b *progressBar) run() {
	ticker := time.NewTicker(redrawEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			b.draw(b.line())
		case <-b.done:
			b.draw("")
			return
		}
	}
}

func (b *progressBar) draw(line string) { _, _ = io.WriteString(b.out, "\r\x1b[2K"+line) }

// clear takes the line away until it is drawn next, so that another may be written in its place.
func (b *progressBar) clear() {
	if b.out != nil {
		b.draw("")
	}
}

// stop takes the line away for good.
func (b *progressBar) stop() {
	close(b.done)
	b.idle.Wait()
}

// meter draws how much of the whole is done.
func meter(part, whole uint64) string {
	const width = 20
	filled := width
	if whole > 0 && part < whole {
		filled = int(float64(part) / float64(whole) * width)
	}
	return "[" + strings.Repeat("#", filled) + strings.Repeat(".", width-filled) + "]"
}

// statesBar shows how far one search is.
type statesBar struct {
	*progressBar
	budget uint64
	begun  time.Time
	states atomic.Uint64
	memory atomic.Int64
}

func newStatesBar(out io.Writer, budget uint64) *statesBar {
	b := &statesBar{budget: budget, begun: time.Now()}
	b.progressBar = newProgressBar(out, b.text)
	return b
}

func (b *statesBar) note(p solve.Progress) {
	b.states.Store(p.States)
	b.memory.Store(int64(p.Memory))
}

func (b *statesBar) text() string {
	states := b.states.Load()
	rate := float64(states) / time.Since(b.begun).Seconds()
	return fmt.Sprintf("%s %.1f M states, %.1f M a second, %d MiB",
		meter(states, b.budget), float64(states)/1e6, rate/1e6, b.memory.Load()>>20)
}
