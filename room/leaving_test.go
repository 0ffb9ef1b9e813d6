package room_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

func leave() *samedealv1.Command {
	return &samedealv1.Command{Command: &samedealv1.Command_Leave{Leave: &samedealv1.Leave{}}}
}

func kick(player room.PlayerID) *samedealv1.Command {
	return &samedealv1.Command{Command: &samedealv1.Command_Kick{Kick: &samedealv1.Kick{Player: string(player)}}}
}

// hubAt is a node whose clock of the rooms' store is ahead, or behind.
func hubAt(t *testing.T, client redis.UniversalClient, ahead time.Duration) *room.Hub {
	t.Helper()
	config := hubConfig(t, client)
	config.Events = laterEvents{config.Events, ahead}
	return startHub(t, config)
}

// leaveInCountdown has Boris leave a race of Ana's before it begins.
func leaveInCountdown(t *testing.T, client redis.UniversalClient) (boris *testClient) {
	t.Helper()
	hub, early := newHub(t, client), hubAt(t, client, -time.Hour) // so that the countdown lasts
	code := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "KL1-D1N"})
	ana, boris := connect(t, hub, "Ana", 1, code), connect(t, early, "Boris", 1, code)
	ana.mustDo(enter(false))
	boris.mustDo(enter(false))
	ana.mustDo(start())
	await(boris.fakeConn, "the countdown", roomIn(samedealv1.Phase_PHASE_COUNTDOWN))
	boris.mustDo(leave())
	return boris
}

// Who has resigned by leaving in the countdown races nowhere, and is not kept from other races until that one's
// limit. (Without asking the other room's log, in mustBeFree.)
func TestWhoLeftInTheCountdownMayRaceElsewhere(t *testing.T) {
	t.Parallel()
	client := redistest.Embedded(t)
	boris := leaveInCountdown(t, client)
	hub := newHub(t, client)
	other, err := hub.Create(context.Background(), boris.visitor, "another", &samedealv1.RoomOptions{Deal: "KL1-D1N"})
	if err != nil {
		t.Fatal(err)
	}
	connect(t, hub, "Boris", 2, other).mustDo(enter(false))
}

// Their seat has ended, and has no legal moves, though its own log says nothing of an end. (Without ended being set in
// showEnded.)
func TestASeatThatWasLeftInTheCountdownIsShownAsEnded(t *testing.T) {
	t.Parallel()
	client := redistest.Embedded(t)
	boris := leaveInCountdown(t, client)
	back := connect(t, hubAt(t, client, time.Hour), "Boris", 2, boris.code)
	back.session.Resume(&samedealv1.Position{Room: string(boris.code)})
	if own := await(back.fakeConn, "the board", ownBoard); len(own.GetLegal()) > 0 {
		t.Errorf("the legal moves of a seat that has ended are %q", own.GetLegal())
	}
}

// Who is sent away by a command on another node is shown the room once more, and then no more of it. (Without showChanged
// forgetting them, they hear all that happens there, and count as present.)
func TestWhoIsSentAwayElsewhereHearsNoMore(t *testing.T) {
	t.Parallel()
	client := redistest.Embedded(t)
	one, other := newHub(t, client), newHub(t, client)
	code := makeRoom(t, one, &samedealv1.RoomOptions{Deal: "KL1-D1N"})
	ana, boris, vera := connect(t, one, "Ana", 1, code), connect(t, other, "Boris", 1, code), connect(t, other, "Vera", 1, code)
	ana.mustDo(enter(false))
	boris.mustDo(enter(false))
	vera.mustDo(enter(true))
	people := func(n int) func(f *samedealv1.ServerFrame) (uint64, bool) {
		return func(f *samedealv1.ServerFrame) (uint64, bool) {
			return f.GetRoom().GetEvent(), len(f.GetRoom().GetPeople()) == n
		}
	}
	await(ana.fakeConn, "all to be there", people(3))
	ana.mustDo(kick(vera.visitor.Player))
	kicked := await(vera.fakeConn, "the room without them", people(2))
	boris.mustDo(ready()) // the room has been shown when this is answered
	for _, f := range vera.sent() {
		if f.GetRoom().GetEvent() > kicked {
			t.Errorf("who was sent away is shown %v", f)
		}
	}
}

// Who has left on another node, and comes back to one that has not heard of it, is in the room. (Without readWhoLeft
// they are told so, and are not.)
func TestWhoLeftElsewhereComesBack(t *testing.T) {
	t.Parallel()
	client := redistest.Embedded(t)
	config := hubConfig(t, client)
	config.RereadEvery, config.Bell = time.Hour, deafBell{config.Bell}
	one, deaf := newHub(t, client), startHub(t, config)
	code := makeRoom(t, one, &samedealv1.RoomOptions{Deal: "KL1-D1N"})
	ana := connect(t, one, "Ana", 1, code)
	ana.mustDo(enter(false))
	connect(t, deaf, "Boris", 1, code).mustDo(enter(false))
	elsewhere := connect(t, one, "Boris", 2, code)
	elsewhere.mustDo(enter(false))
	elsewhere.mustDo(leave())
	connect(t, deaf, "Boris", 3, code).mustDo(enter(false))
	described, err := one.Describe(context.Background(), code)
	isBoris := func(p *samedealv1.Person) bool { return p.GetPlayer() == "player Boris" }
	if err != nil || !slices.ContainsFunc(described.GetPeople(), isBoris) {
		t.Errorf("in the room are %v, %v", described.GetPeople(), err)
	}
}
