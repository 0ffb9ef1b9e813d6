package room_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// mutedEvents carries out what it is asked, and once, when told to, does not say so.
type mutedEvents struct {
	room.EventStore
	muted *atomic.Bool
}

func (s mutedEvents) AppendEvent(ctx context.Context, code room.Code, n uint64, event, last []byte, expires time.Time) error {
	err := s.EventStore.AppendEvent(ctx, code, n, event, last, expires)
	if s.muted.CompareAndSwap(true, false) {
		return errors.New("the answer is lost")
	}
	return err
}

// Who asked for what was done is told so, even if the store's answer was lost. (Without the comparison in tryDecide they
// are refused: they are not the owner any more, or the countdown has begun.)
func TestACommandWhoseAnswerWasLostHasBeenDone(t *testing.T) {
	t.Parallel()
	config, muted := hubConfig(t, redistest.Embedded(t)), &atomic.Bool{}
	config.Events = mutedEvents{config.Events, muted}
	hub := startHub(t, config)
	code := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "KL1-D1N"})
	ana, boris := connect(t, hub, "Ana", 1, code), connect(t, hub, "Boris", 1, code)
	ana.mustDo(enter(false))
	boris.mustDo(enter(false))
	handOver := &samedealv1.HandOver{Player: string(boris.visitor.Player)}
	muted.Store(true)
	ana.mustDo(&samedealv1.Command{Command: &samedealv1.Command_HandOver{HandOver: handOver}})
	muted.Store(true)
	boris.mustDo(start())
	if muted.Load() {
		t.Error("no answer was lost")
	}
}

// A rematch does not keep the room's log for longer than its games: results without them cannot be verified. (If it
// expired as an end does, Retention after it is noted.)
func TestARematchDoesNotOutliveTheGames(t *testing.T) {
	t.Parallel()
	ctx, client := context.Background(), redistest.Embedded(t)
	config := hubConfig(t, client)
	cleared := watchSchedule(&config)
	code := beginRace(t, config, &samedealv1.RoomOptions{Deal: "KL1-D1N", Seats: 1}, "Ana")
	ana := comeBack(t, startHub(t, config), "Ana", code)
	ana.act(0, 1, "n")
	ana.resign(0, 2)
	awaitCleared(t, cleared, code)

	connect(t, hubAt(t, client, 24*time.Hour), "Ana", 2, code).mustDo(rematch())
	key := "{r:" + string(code) + "}:"
	log, seat := client.PTTL(ctx, key+"log").Val(), client.PTTL(ctx, key+"seat:0:log").Val()
	if seat <= 0 || (log-seat).Abs() > time.Hour {
		t.Errorf("the room's log expires in %v, that of its seat in %v", log, seat)
	}
}
