package room_test

import (
	"context"
	"slices"
	"testing"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// What is analysed must be the game that was played, undo included, and be asked for only by who may see it.
func TestPlayed(t *testing.T) {
	t.Parallel()
	hub, ctx := newHub(t, redistest.Embedded(t)), context.Background()
	ana, boris := startRace(t, hub, hub, &samedealv1.RoomOptions{Deal: stuckDeal, CountdownS: 3})
	_, _, err := hub.Played(ctx, "", room.SeatID{Room: ana.code})
	wantFault(t, err, samedealv1.Reason_REASON_NOT_ENDED)
	var want []string
	for _, step := range playStuck(t, hub, ana)[1:] {
		want = append(want, step.GetWord())
	}
	boris.resign(1, 1)
	await(boris.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))

	deal, words, err := hub.Played(ctx, "", room.SeatID{Room: ana.code})
	if err != nil || deal.String() != stuckDeal || !slices.Equal(words, want) {
		t.Errorf("%s, %q, %v; want %q", deal, words, err, want)
	}
	if _, words, err := hub.Played(ctx, "", room.SeatID{Room: ana.code, Seat: 1}); err != nil || len(words) > 0 {
		t.Errorf("of a game without an action: %q, %v", words, err)
	}
	_, _, err = hub.Played(ctx, "", room.SeatID{Room: ana.code, Seat: 2})
	wantFault(t, err, samedealv1.Reason_REASON_BAD_FIELD)
	_, _, err = hub.Played(ctx, "", room.SeatID{Room: "XXXXXX"})
	wantFault(t, err, samedealv1.Reason_REASON_NO_SUCH_ROOM)
}

// Before the day of a daily challenge is over its game is for who has played it.
func TestPlayedInADaily(t *testing.T) {
	t.Parallel()
	hub, _ := dailyHub(t, playedBy{"player Vera": true})
	code := arrange(t, hub, arranged(t, &samedealv1.DailyRoom{Date: "2999-01-01"}, "Ana"))
	ana := connect(t, hub, "Ana", 1, code)
	ana.mustDo(enter(false))
	await(ana.fakeConn, "the start", ownBoard)
	ana.resign(0, 1)
	await(ana.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
	const played = samedealv1.Reason_REASON_NOT_PLAYED
	for viewer, want := range map[room.PlayerID]samedealv1.Reason{
		"player Ana": 0, "player Vera": 0, "player Boris": played, "": played,
	} {
		if _, _, err := hub.Played(context.Background(), viewer, room.SeatID{Room: code}); reasonOf(err) != want {
			t.Errorf("%q: %v, want %v", viewer, err, want)
		}
	}
}
