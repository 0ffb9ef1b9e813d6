package room_test

import (
	"context"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// wantListed fails unless just this room is among the newest so many.
func wantListed(t *testing.T, hub *room.Hub, most int, want room.Code) {
	t.Helper()
	rooms, err := hub.List(context.Background(), most)
	if err != nil || len(rooms) != 1 || rooms[0].GetCode() != string(want) {
		t.Errorf("of %d the list has %v, %v; want %s", most, rooms, err, want)
	}
}

// Rooms that have ended do not fill the list of those that can be joined. (Without schedule taking them out, those of a
// day hide all that were made before.)
func TestEndedRoomsAreNotInTheWayOfOthers(t *testing.T) {
	t.Parallel()
	hub := newHub(t, redistest.Embedded(t))
	makeListed := func(request string) room.Code {
		t.Helper()
		v := room.Visitor{Player: "player Ana", Name: "Ana"}
		code, err := hub.Create(context.Background(), v, request, &samedealv1.RoomOptions{Deal: "KL1-D1N", Listed: true})
		if err != nil {
			t.Fatal(err)
		}
		return code
	}
	open := makeListed("one")
	ended := connect(t, hub, "Ana", 1, makeListed("another"))
	ended.mustDo(enter(false))
	ended.mustDo(leave())
	wantListed(t, hub, 1, open)
}

// A rematch has its room's options, to stand in the list among them. (Without list in rematch.)
func TestARematchOfAListedRoomIsListed(t *testing.T) {
	t.Parallel()
	config := hubConfig(t, redistest.Embedded(t))
	hub := startHub(t, config)
	code := beginRace(t, config, &samedealv1.RoomOptions{Deal: "KL1-D1N", Seats: 1, Listed: true}, "Ana")
	ana := comeBack(t, hub, "Ana", code)
	ana.resign(0, 1)
	await(ana.fakeConn, "the end", roomIn(samedealv1.Phase_PHASE_ENDED))
	wantListed(t, hub, 10, room.Code(ana.mustDo(rematch()).GetRoom()))
}

// makeUnreadable begins the log of a room that only a newer version understands.
func makeUnreadable(t *testing.T, config room.Config) room.Code {
	t.Helper()
	ctx := context.Background()
	code, err := config.Directory.NewCode(ctx)
	if err != nil {
		t.Fatal(err)
	}
	unknown, err := proto.Marshal(&samedealv1.RoomEntry{AtMs: time.Now().UnixMilli()})
	if err != nil {
		t.Fatal(err)
	}
	if err := config.Events.AppendEvent(ctx, code, 1, unknown, nil, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	return code
}

// A room that cannot be shown, as one made by a newer node, costs nobody the list. (Without passing over ErrNewer in
// List.)
func TestARoomThatCannotBeReadIsNotListed(t *testing.T) {
	t.Parallel()
	config := hubConfig(t, redistest.Embedded(t))
	hub := startHub(t, config)
	open := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "KL1-D1N", Listed: true})
	if err := config.Directory.List(context.Background(), makeUnreadable(t, config), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	wantListed(t, hub, 10, open)
}

// However many rooms cannot be swept, the others are. (Without passing over those that have failed, the same 64 are
// tried again and again.)
func TestRoomsThatCannotBeSweptKeepNoOtherFromIt(t *testing.T) {
	t.Parallel()
	ctx, config := context.Background(), hubConfig(t, redistest.Embedded(t))
	cleared := watchSchedule(&config)
	for range 70 {
		if err := config.Schedule.Set(ctx, makeUnreadable(t, config), time.Now().Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	missing := room.Code("BBBBBB") // which is taken out, since there is no such room
	if err := config.Schedule.Set(ctx, missing, time.Now().Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	startHub(t, config)
	awaitCleared(t, cleared, missing)
}
