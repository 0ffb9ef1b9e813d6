package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// The points between a seat's end and the last of what it counts for, in their order. A node that is killed before a
// step leaves in the store what one leaves that is killed after the step before.
var resultPoints = []string{
	"about to tell of the seat",
	"about to note the boards",
	"about to submit to daily",
	"about to submit to deal",
	"about to submit to all",
	"about to submit to day",
	"about to submit to week",
	"about to submit to month",
	"about to note the day",
	"about to submit to daily-week",
	"about to submit to daily-month",
	"has told of the seat",
}

type failingResults struct {
	room.Results
	f *failpoints
}

func (r failingResults) SeatEnded(ctx context.Context, ended room.EndedSeat) error {
	r.f.pass(resultPoints[0])
	err := r.Results.SeatEnded(ctx, ended)
	if err == nil {
		r.f.pass(resultPoints[len(resultPoints)-1])
	}
	return err
}

// submissionPoint is the point before a script of the boards or of the players' days; "" before any other command.
func submissionPoint(cmd redis.Cmder) string {
	args := cmd.Args()
	if name := strings.ToLower(cmd.Name()); name != "evalsha" && name != "eval" || len(args) < 4 {
		return ""
	}
	key, _ := args[3].(string)
	switch board, isBoard := strings.CutPrefix(key, "{b:"); {
	case isBoard:
		kind, _, _ := strings.Cut(board, "/")
		return "about to submit to " + kind
	case strings.HasPrefix(key, "{boards:"):
		return "about to note the boards"
	case strings.HasSuffix(key, ":history"):
		return "about to note the day"
	default:
		return ""
	}
}

// resignAndGo resigns, and is gone for good before the node that has died can be asked again: nobody has the room looked
// at.
func (e *entrant) resignAndGo(died func()) {
	e.t.Helper()
	ctx, cancel := context.WithCancel(e.t.Context())
	var resigned sync.WaitGroup
	resigned.Go(func() {
		for client.IsFault(e.Resign(ctx), samedealv1.Reason_REASON_BUSY) { // any other answer may die with the node
		}
	})
	died()
	cancel()
	resigned.Wait()
	_ = e.Close()
}

// A node is killed before each of the steps by which a daily attempt that has ended comes onto its boards: the day's,
// its deal's, those of all races, of the day, the week and the month, the player's history, and the sums of week and
// month. The player is gone, so that nobody has the room looked at, and another node's sweeper completes it. In the end
// every board has every player once, with the result of the game, and every sum is of one day.
//
// It fails if append does not call dueSoon before a seat's end: nobody then finds what was left undone. And it fails,
// with attempts missing from the variant's boards, if submit.lua takes a game for the first on its deal only the first
// time that it is submitted there.
func TestNodesAreKilledBetweenASeatsEndAndItsBoards(t *testing.T) {
	t.Parallel()
	store, by := redistest.Single(t), aheadOfNoon()
	address := "redis://" + store.Addr()
	m := startMortals(t, 2, address, freeCell, by.String())
	other := competitionService(t, address, freeCell, layer{}.ahead(by))
	d := &playedDay{t: t, redis: store, by: by, date: dateAhead(by), s: other}
	for i := range resultPoints {
		e := newEntrant(t, fmt.Sprintf("Bot %c", 'A'+i), m.servers()[i%2])
		e.begin(freeCell, false)
		d.people = append(d.people, e)
	}
	for _, e := range d.people {
		e.play(e.awaitStart().GetLegal()[:1])
	}
	for i, e := range d.people {
		e.play(e.State().Own.GetLegal()[:1])
		m.arm(resultPoints[i : i+1])
		e.resignAndGo(func() {
			if at := m.awaitKill(func() {}); at != resultPoints[i] {
				t.Fatalf("a node was killed at %q, want %q", at, resultPoints[i])
			}
		})
	}
	results, sums := dayBoards(d.date)
	for _, board := range append(results, sums...) {
		awaitThat(t, board+" has everybody", func() bool { return ranked(t, other, board) == uint32(len(d.people)) })
	}
	for i, e := range d.people {
		e.api = apiOf(t, other.publicURL)
		shown, err := e.api.GetRoom(t.Context(), e.State().Room.GetCode())
		if err != nil {
			t.Fatal(err)
		}
		e.result, e.startMS = shown.GetSeats()[0].GetResult(), shown.GetStartMs()
		if e.result.GetEnding() != samedealv1.Ending_ENDING_RESIGNED || e.result.GetActions() != 2 {
			t.Errorf("the one killed at %q has %v", resultPoints[i], e.result)
		}
	}
	after := competitionService(t, address, "", layer{}.ahead(by+24*time.Hour))
	boards := d.boards(d.deal(after))
	slices.SortFunc(boards, func(a, b modelBoard) int { return strings.Compare(a.id, b.id) })
	d.awaitBoards(boards, [2]int{-1, -1})
	d.checkVerified(after, boards, false)
	checkLives(t, store.Client())
}
