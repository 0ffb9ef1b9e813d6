package main

import (
	"fmt"
	"strings"
	"sync"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// raceTable is a race as it goes, put together from what all connections are shown.
type raceTable struct {
	mu      sync.Mutex
	room    *samedealv1.Room
	rows    map[uint32]tableRow
	changed chan struct{}
}

// tableRow is how a seat stands.
type tableRow struct{ home, score, moves uint32 }

func newRaceTable() *raceTable {
	return &raceTable{rows: map[uint32]tableRow{}, changed: make(chan struct{}, 1)}
}

// take takes a frame of any connection in.
func (t *raceTable) take(frame *samedealv1.ServerFrame) {
	t.mu.Lock()
	switch f := frame.GetFrame().(type) {
	case *samedealv1.ServerFrame_Room:
		if t.room.GetEvent() <= f.Room.GetEvent() {
			t.room = f.Room
		}
	case *samedealv1.ServerFrame_OwnBoard:
		t.put(f.OwnBoard.GetSeat(), rowOf(f.OwnBoard.GetBoard()))
	case *samedealv1.ServerFrame_Acknowledgement:
		t.put(f.Acknowledgement.GetOwn().GetSeat(), rowOf(f.Acknowledgement.GetOwn().GetBoard()))
	case *samedealv1.ServerFrame_WatchedBoard:
		t.put(f.WatchedBoard.GetSeat(), rowOf(f.WatchedBoard.GetBoard()))
	case *samedealv1.ServerFrame_Progress:
		p := f.Progress.GetProgress()
		t.put(f.Progress.GetSeat(), tableRow{home: p.GetHome(), score: p.GetScore(), moves: p.GetMoves()})
	}
	t.mu.Unlock()
	select {
	case t.changed <- struct{}{}:
	default:
	}
}

func rowOf(b *samedealv1.Board) tableRow {
	row := tableRow{score: b.GetScore(), moves: b.GetMoves()}
	for _, n := range b.GetFoundations() {
		row.home += n
	}
	return row
}

// put keeps the newer of what several connections are shown of a seat: no action lowers the moves.
func (t *raceTable) put(seat uint32, row tableRow) {
	if row.moves >= t.rows[seat].moves {
		t.rows[seat] = row
	}
}

// lines are the table as it is drawn: a title and a line a seat.
func (t *raceTable) lines(width int) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := []string{t.title()}
	nameWidth := 0
	for _, seat := range t.room.GetSeats() {
		nameWidth = max(nameWidth, len([]rune(seat.GetName())))
	}
	for i, seat := range t.room.GetSeats() {
		row := t.rows[uint32(i)]
		text := fmt.Sprintf(" %2d/52  score %3d  %4d moves  ", row.home, row.score, row.moves)
		if result := seat.GetResult(); result != nil {
			text += endingName(result.GetEnding()) + " " + clockText(result.GetTimeMs())
		}
		name := fmt.Sprintf("%-*s ", nameWidth, seat.GetName())
		const resultWidth = len("resigned 15:00.000")
		room := width - len([]rune(name)) - len(" 52/52  score 745  4096 moves  ") - resultWidth
		lines = append(lines, name+bar(row.home, max(room, 4))+text)
	}
	return lines
}

func (t *raceTable) title() string {
	title := t.room.GetCode() + "  " + t.room.GetDeal().GetVariant()
	switch t.room.GetPhase() {
	case samedealv1.Phase_PHASE_LOBBY:
		title += fmt.Sprintf("  lobby, %d people", len(t.room.GetPeople()))
	case samedealv1.Phase_PHASE_COUNTDOWN:
		title += "  about to start"
	case samedealv1.Phase_PHASE_RACING:
		title += "  racing"
	default:
		title += "  over"
	}
	return fmt.Sprintf("%s, %d watching", title, t.room.GetWatchers())
}

// bar draws how many of the 52 cards are home.
func bar(home uint32, width int) string {
	full := min(int(home)*width/52, width)
	return strings.Repeat("█", full) + strings.Repeat("░", width-full)
}

// results are the lines of the seats that have ended and are not yet in shown, in which they are noted.
func (t *raceTable) results(shown map[int]bool) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var lines []string
	for i, seat := range t.room.GetSeats() {
		if result := seat.GetResult(); result != nil && !shown[i] {
			shown[i] = true
			lines = append(lines, fmt.Sprintf("%s: %s, score %d, %s, %d moves",
				seat.GetName(), endingName(result.GetEnding()), result.GetScore(), clockText(result.GetTimeMs()), result.GetMoves()))
		}
	}
	return lines
}
