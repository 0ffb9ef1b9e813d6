package room_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// playedBy are those who have ended their attempts.
type playedBy map[room.PlayerID]bool

func (p playedBy) Ended(_ context.Context, player room.PlayerID, daily *samedealv1.DailyRoom, variant string) (bool, error) {
	if daily.GetDate() == "" || variant != "KL1-D3N" {
		return false, errors.New("no such daily")
	}
	return p[player], nil
}

// dailyHub is a node that knows who has played.
func dailyHub(t *testing.T, by playedBy) (*room.Hub, room.Config) {
	t.Helper()
	config := hubConfig(t, redistest.Embedded(t))
	if by != nil {
		config.Dailies = by
	}
	return startHub(t, config), config
}

// Before the day is over, a daily challenge's room is for its player and for those who have ended their own
// attempt: on their way in, when they come back on a new connection, and by the services.
func TestWhoComesIntoADaily(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	hub, _ := dailyHub(t, playedBy{"player Vera": true})
	code := arrange(t, hub, arranged(t, &samedealv1.DailyRoom{Date: "2999-01-01"}, "Ana"))
	ana, boris, vera := connect(t, hub, "Ana", 1, code), connect(t, hub, "Boris", 1, code), connect(t, hub, "Vera", 1, code)
	ana.mustDo(enter(false))
	for _, watch := range []bool{true, false} {
		if answer := boris.do(enter(watch)); answer.GetFault().GetReason() != samedealv1.Reason_REASON_NOT_PLAYED {
			t.Errorf("Boris is let in: %v", answer)
		}
	}
	boris.session.Resume(&samedealv1.Position{Room: string(code)})
	if answer := await(boris.fakeConn, "the answer", answerTo(0)); answer.GetFault().GetReason() != samedealv1.Reason_REASON_NOT_PLAYED {
		t.Errorf("Boris is let in again: %v", answer)
	}
	vera.mustDo(enter(false))
	await(ana.fakeConn, "the start", ownBoard)
	ana.act(0, 1, "n")
	await(vera.fakeConn, "Ana's board", func(f *samedealv1.ServerFrame) (any, bool) {
		return nil, f.GetWatchedBoard().GetBoard().GetMoves() == 1
	})
	ana.resign(0, 2)
	await(ana.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))

	if answer := ana.do(rematch()); answer.GetFault().GetReason() != samedealv1.Reason_REASON_BAD_FIELD ||
		!strings.Contains(answer.GetFault().GetText(), "no rematch") {
		t.Errorf("a rematch is answered %v", answer)
	}
	const played = samedealv1.Reason_REASON_NOT_PLAYED
	for viewer, want := range map[room.PlayerID]struct{ games, replay samedealv1.Reason }{
		"player Ana": {}, "player Vera": {games: played}, "player Boris": {played, played}, "": {played, played},
	} {
		games, err := hub.Games(ctx, viewer, code)
		if reasonOf(err) != want.games || err == nil && (len(games.GetGames()) != 1 || games.GetRoom().GetDeal().GetCode() != "") {
			t.Errorf("%q is given the games %v, %v", viewer, games, err)
		}
		replay, err := hub.Replay(ctx, viewer, room.SeatID{Room: code}, 0, 500)
		if reasonOf(err) != want.replay || err == nil && (replay.GetTotal() != 2 || replay.GetRoom().GetDeal().GetCode() != "") {
			t.Errorf("%q is given the replay %v, %v", viewer, replay, err)
		}
	}
	for _, c := range []*testClient{ana, boris, vera} {
		for _, f := range c.sent() {
			if deal := f.GetRoom().GetDeal(); deal.GetCode() != "" || deal.GetSalt() != "" {
				t.Fatalf("the deal is told: %v", f)
			}
			if c == boris && (f.GetWatchedBoard() != nil || f.GetRoom() != nil) {
				t.Fatalf("Boris is told %v", f)
			}
		}
	}
}

func reasonOf(err error) samedealv1.Reason {
	if fault := room.FaultOf(err); fault != nil {
		return fault.Reason
	}
	return 0
}

// Where nobody knows who has played, nobody else comes in before the day is over; and where that cannot be found
// out, nobody is told more than that.
func TestNobodyComesIntoADailyUnknown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		dailies room.Dailies
		want    samedealv1.Reason
	}{
		"nobody knows":  {nil, samedealv1.Reason_REASON_NOT_PLAYED},
		"it is unknown": {failingDailies{}, samedealv1.Reason_REASON_INTERNAL},
	} {
		config := hubConfig(t, redistest.Embedded(t))
		config.Dailies = c.dailies
		hub := startHub(t, config)
		code := arrange(t, hub, arranged(t, &samedealv1.DailyRoom{Date: "2999-01-01"}, "Ana"))
		answer := connect(t, hub, "Vera", 1, code).do(enter(true))
		if got := answer.GetFault(); got.GetReason() != c.want || strings.Contains(got.GetText(), "out of order") {
			t.Errorf("%s: answered %v", name, answer)
		}
	}
}

type failingDailies struct{}

func (failingDailies) Ended(context.Context, room.PlayerID, *samedealv1.DailyRoom, string) (bool, error) {
	return false, errors.New("out of order")
}

// When the day is over, the room is like any other: all may come in, and those in it are told the deal without
// asking again. (Without the case of isPublic in tick.)
func TestADailysDealIsToldWhenItsDayIsOver(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	_, config := dailyHub(t, nil)
	const left = 12 * time.Second // of the day
	begun := time.Now()
	now, err := config.Events.Now(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	day := now.UTC().AddDate(0, 0, 2).Truncate(24 * time.Hour)
	eve := config
	eve.Events = laterEvents{config.Events, day.Add(-left).Sub(now)}
	eve.Dailies = playedBy{"player Vera": true}
	hub := startHub(t, eve)
	code := arrange(t, hub, arranged(t, &samedealv1.DailyRoom{Date: day.AddDate(0, 0, -1).Format(time.DateOnly)}, "Ana"))
	ana, vera := connect(t, hub, "Ana", 1, code), connect(t, hub, "Vera", 1, code)
	ana.mustDo(enter(false))
	vera.mustDo(enter(true))
	await(ana.fakeConn, "the start", ownBoard)
	ana.resign(0, 1)
	told := await(vera.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED)).GetDeal()
	if told.GetCode() == "" {
		told = await(vera.fakeConn, "the deal", func(f *samedealv1.ServerFrame) (*samedealv1.Deal, bool) {
			return f.GetRoom().GetDeal(), f.GetRoom().GetDeal().GetCode() != ""
		})
	}
	if time.Since(begun) < left-time.Second {
		t.Errorf("before the day is over, the deal is told: %v", told)
	}
	if told.GetCode() != codeOf(t, "KL1-D3N", firstLong+12345).String() || told.GetSalt() == "" {
		t.Errorf("the deal is told as %v", told)
	}
	if games, err := hub.Games(ctx, "", code); err != nil || games.GetRoom().GetDeal().GetCode() == "" {
		t.Errorf("the games are %v, %v", games, err)
	}
	if _, err := hub.Replay(ctx, "", room.SeatID{Room: code}, 0, 1); err != nil {
		t.Error(err)
	}
	past := arrange(t, hub, arranged(t, &samedealv1.DailyRoom{Date: "2020-02-29"}, "Ana"))
	connect(t, hub, "Boris", 1, past).mustDo(enter(true))
}
