package room_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// crowded is a room that its owner has come to, and a way to have something done in it.
func crowded(t *testing.T) (*room.Lobby, func([]*samedealv1.RoomEntry, error) samedealv1.Reason) {
	t.Helper()
	options, err := room.CheckOptions(&samedealv1.RoomOptions{Deal: "KL1-D3N"})
	if err != nil {
		t.Fatal(err)
	}
	deal, err := room.NewDeal(options, rand.NewChaCha8([32]byte{}))
	if err != nil {
		t.Fatal(err)
	}
	created := room.NewRoom(options, "ana", deal)
	l := room.NewLobby("BCDFGH")
	do := func(events []*samedealv1.RoomEntry, err error) samedealv1.Reason {
		t.Helper()
		for _, event := range events {
			if err := l.Add(l.Events()+1, event); err != nil {
				t.Fatal(err)
			}
		}
		if err == nil {
			return 0
		}
		return room.FaultOf(err).Reason
	}
	do([]*samedealv1.RoomEntry{{AtMs: made.UnixMilli(), Event: &samedealv1.RoomEntry_Created{Created: created}}}, nil)
	do(l.Join(made, "ana", false))
	return l, do
}

// A player who comes and goes, changes their mind or hands over without end makes no log without end, and
// nobody else is held up. (Without mustBeCalm, at each of its three calls.)
func TestNobodyFillsARoomsLog(t *testing.T) {
	now := made
	for name, again := range map[string]func(l *room.Lobby, n int) ([]*samedealv1.RoomEntry, error){
		"comes and goes": func(l *room.Lobby, n int) ([]*samedealv1.RoomEntry, error) {
			if n%2 == 0 {
				return l.Leave(now, "eve")
			}
			return l.Join(now, "eve", false)
		},
		"is ready and not": func(l *room.Lobby, n int) ([]*samedealv1.RoomEntry, error) { return l.SetReady(now, "eve", n%2 == 0) },
		"hands over": func(l *room.Lobby, n int) ([]*samedealv1.RoomEntry, error) {
			if n%2 == 0 {
				return l.HandOver(now, "ana", "eve")
			}
			return l.HandOver(now, "eve", "ana")
		},
	} {
		t.Run(name, func(t *testing.T) {
			l, do := crowded(t)
			do(l.Join(now, "eve", false))
			var last samedealv1.Reason
			for n := range 5000 {
				last = do(again(l, n))
			}
			if l.Events() > 600 || last != samedealv1.Reason_REASON_TOO_MANY && name == "is ready and not" {
				t.Errorf("%d events, at last %v", l.Events(), last)
			}
			if reason := do(l.Join(now, "ben", false)); reason != 0 {
				t.Errorf("somebody else is refused: %v", reason)
			}
			if reason := do(l.StartCountdown(now, l.Owner())); reason != 0 {
				t.Errorf("the owner cannot start: %v", reason)
			}
		})
	}
}

// A room holds so many people that all can be told of all. (Without mustHaveRoomFor.)
func TestARoomHoldsSoManyPeople(t *testing.T) {
	l, do := crowded(t)
	refused := 0
	for n := range 1000 {
		if do(l.Join(made, room.PlayerID(fmt.Sprint("player", n)), true)) == samedealv1.Reason_REASON_ROOM_FULL {
			refused++
		}
	}
	if people := len(l.People()); people != 500 || refused != 501 {
		t.Errorf("%d people, and %d were refused", people, refused)
	}
	do(l.Kick(made, "ana", "player0"))
	if reason := do(l.Join(made, "ben", false)); reason != 0 {
		t.Errorf("a place that is free again is refused: %v", reason)
	}
	do(l.StartCountdown(made, "ana"))
	do(l.Leave(made.Add(time.Minute), "ana"))
	do(l.Join(made.Add(time.Minute), "cal", true))
	if reason := do(l.Join(made.Add(time.Minute), "ana", false)); reason != 0 {
		t.Errorf("a racer who comes back is refused: %v", reason)
	}
}

// A connection is in so many rooms and no more: each costs its node a goroutine. (Without the bound in
// Session.keep.)
func TestAConnectionIsInSoManyRooms(t *testing.T) {
	hub := newHub(t, redistest.Embedded(t))
	codes := make([]room.Code, 40)
	for i := range codes {
		code, err := hub.Create(t.Context(), room.Visitor{Player: "player Ana"}, fmt.Sprint(i), &samedealv1.RoomOptions{Deal: "KL1-D3N", Seats: 1})
		if err != nil {
			t.Fatal(err)
		}
		codes[i] = code
	}
	ana := connect(t, hub, "Ana", 1, "")
	for i, code := range codes {
		ana.code = code
		fault := ana.do(enter(false)).GetFault()
		if want := map[bool]samedealv1.Reason{true: samedealv1.Reason_REASON_TOO_MANY}[i >= 32]; fault.GetReason() != want {
			t.Errorf("room %d: %v, want %v", i, fault, want)
		}
	}
	ana.code = codes[0]
	ana.mustDo(ready())
}
