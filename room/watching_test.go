package room_test

import (
	"context"
	"testing"
	"time"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// progressOf wants to hear that a seat has so many moves, as its rivals do at once.
func progressOf(seat, moves uint32) func(*samedealv1.ServerFrame) (any, bool) {
	return func(f *samedealv1.ServerFrame) (any, bool) {
		return nil, f.GetProgress() != nil && f.GetProgress().GetSeat() == seat && f.GetProgress().GetProgress().GetMoves() == moves
	}
}

// boardOf wants a seat's board with so many moves.
func boardOf(seat, moves uint32) func(*samedealv1.ServerFrame) (*samedealv1.WatchedBoard, bool) {
	return func(f *samedealv1.ServerFrame) (*samedealv1.WatchedBoard, bool) {
		b := f.GetWatchedBoard()
		return b, b != nil && b.GetSeat() == seat && b.GetBoard().GetMoves() == moves
	}
}

// Watchers who see the boards later are told the word of each step, as others are. (If it were judged by the board that
// they see when the action comes, only the first has one.)
func TestWordsOfBoardsThatAreShownLater(t *testing.T) {
	t.Parallel()
	config := hubConfig(t, redistest.Embedded(t))
	hub := startHub(t, config)
	code := beginRace(t, config, &samedealv1.RoomOptions{Deal: "KL1-D1N", WatchDelayS: 1}, "Ana", "Boris")
	ana, boris, watcher := comeBack(t, hub, "Ana", code), comeBack(t, hub, "Boris", code), connect(t, hub, "Vera", 1, code)
	watcher.mustDo(enter(true))
	for number := uint32(1); number <= 3; number++ {
		ana.act(0, number, "n")
		await(boris.fakeConn, "Ana's progress", progressOf(0, number))
	}
	for moves := uint32(1); moves <= 3; moves++ {
		if b := await(watcher.fakeConn, "Ana's board", boardOf(0, moves)); b.GetWord() != "n" {
			t.Errorf("board %d is told without its word: %q", moves, b.GetWord())
		}
	}
}

// toldBell hears what the test tells it, and nothing else.
type toldBell struct {
	room.Bell
	rings chan room.Code
}

func (b toldBell) Hear(ctx context.Context, _ string, heard func(room.Code), _ func()) error {
	for {
		select {
		case code := <-b.rings:
			heard(code)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// When the race is over watchers see how each seat has ended, and not, a while later, what they had yet to be shown of
// it before. (Without showSeat forgetting that, who comes late is shown Ana's first move for good.)
func TestNothingOlderIsShownAfterTheEnd(t *testing.T) {
	t.Parallel()
	client := redistest.Embedded(t)
	config, told := hubConfig(t, client), hubConfig(t, client)
	bell := toldBell{told.Bell, make(chan room.Code)}
	told.RereadEvery, told.Bell = time.Hour, bell
	hub, other := startHub(t, config), startHub(t, told)
	code := beginRace(t, config, &samedealv1.RoomOptions{Deal: "KL1-D1N", WatchDelayS: 1}, "Ana", "Boris")
	ana, boris, watcher := comeBack(t, hub, "Ana", code), comeBack(t, other, "Boris", code), connect(t, other, "Vera", 1, code)
	watcher.mustDo(enter(true))
	ana.act(0, 1, "n")
	await(ana.fakeConn, "an acknowledgement", acknowledged(t, 1))
	bell.rings <- code
	await(boris.fakeConn, "Ana's first move", progressOf(0, 1))
	boris.act(1, 1, "n")
	boris.resign(1, 2)
	await(boris.fakeConn, "his result", func(f *samedealv1.ServerFrame) (any, bool) {
		seats := f.GetRoom().GetSeats()
		return nil, len(seats) > 1 && seats[1].GetResult() != nil
	})
	ana.act(0, 2, "n")
	ana.resign(0, 3)
	await(ana.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
	bell.rings <- code
	await(watcher.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
	await(watcher.fakeConn, "Boris' move, which comes behind Ana's first", boardOf(1, 1))
	late := connect(t, other, "Vera", 2, code)
	late.session.Resume(&samedealv1.Position{Room: string(code)})
	last := await(late.fakeConn, "Ana's board", func(f *samedealv1.ServerFrame) (*samedealv1.WatchedBoard, bool) {
		return f.GetWatchedBoard(), f.GetWatchedBoard() != nil && f.GetWatchedBoard().GetSeat() == 0
	})
	if last.GetBoard().GetMoves() != 2 {
		t.Errorf("who comes late is shown %v", last)
	}
}
