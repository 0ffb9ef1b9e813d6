package room_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// mortal is a node that dies before or after its so many-th step: from then on nothing of it reaches the store,
// or whom it tells.
type mortal struct {
	mu      sync.Mutex
	left    int // steps
	after   bool
	isDead  bool
	died    chan struct{}
	history string
}

var errDead = errors.New("the node is dead")

// step takes one step, unless the node is dead.
func (m *mortal) step(what string, do func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.isDead {
		return errDead
	}
	m.left--
	m.history += " " + what
	if m.left > 0 {
		return do()
	}
	m.isDead = true
	if m.after {
		_ = do() // nobody learns of it
	}
	close(m.died)
	return errDead
}

func (m *mortal) lives() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.isDead {
		return errDead
	}
	return nil
}

type mortalEvents struct {
	room.EventStore
	*mortal
}

func (s mortalEvents) AppendEvent(ctx context.Context, code room.Code, n uint64, event, last []byte, expires time.Time) error {
	return s.step("append", func() error { return s.EventStore.AppendEvent(ctx, code, n, event, last, expires) })
}

func (s mortalEvents) Expire(ctx context.Context, code room.Code, seats int, at time.Time) error {
	return s.step("expire", func() error { return s.EventStore.Expire(ctx, code, seats, at) })
}

type mortalSeats struct {
	room.SeatStore
	*mortal
}

func (s mortalSeats) Append(ctx context.Context, seat room.SeatID, e room.Entry, create time.Time) (room.Appended, error) {
	if err := s.lives(); err != nil {
		return room.Appended{}, err
	}
	return s.SeatStore.Append(ctx, seat, e, create)
}

type mortalSchedule struct {
	room.Schedule
	*mortal
}

func (s mortalSchedule) Set(ctx context.Context, code room.Code, at time.Time) error {
	return s.step("set", func() error { return s.Schedule.Set(ctx, code, at) })
}

func (s mortalSchedule) Postpone(ctx context.Context, code room.Code, seen, to time.Time) (put bool, err error) {
	err = s.step("postpone", func() error {
		put, err = s.Schedule.Postpone(ctx, code, seen, to)
		return err
	})
	return put, err
}

func (s mortalSchedule) Clear(ctx context.Context, code room.Code) error {
	return s.step("clear", func() error { return s.Schedule.Clear(ctx, code) })
}

type mortalResults struct {
	room.Results
	*mortal
}

func (r mortalResults) SeatEnded(ctx context.Context, ended room.EndedSeat) error {
	return r.step("tell", func() error { return r.Results.SeatEnded(ctx, ended) })
}

// node gives the mortal's configuration.
func (m *mortal) node(config room.Config) room.Config {
	config.Events, config.Seats = mortalEvents{config.Events, m}, mortalSeats{config.Seats, m}
	config.Schedule, config.Results = mortalSchedule{config.Schedule, m}, mortalResults{config.Results, m}
	return config
}

// A node that dies anywhere between the end of a seat and the room's last word leaves it so that another node
// tells of it within the minute, not only when the race is at its limit. (Without the call of dueSoon; without
// that of tellEnds in sweep; or where schedule takes the room out although hasToTell.)
func TestAnEndIsToldWhereverTheNodeDies(t *testing.T) {
	t.Parallel()
	client := redistest.Embedded(t)
	for k := 1; ; k++ {
		before, after := endIn(t, client, k, false), endIn(t, client, k, true)
		if !before && !after {
			if k < 6 {
				t.Errorf("a node that ends a race has taken only %d steps", k)
			}
			return
		}
	}
}

// endIn has a game end on a node that dies at step k, and reports whether it did.
func endIn(t *testing.T, client redis.UniversalClient, k int, after bool) (died bool) {
	t.Helper()
	told, config := newLedger(t), hubConfig(t, client)
	config.Results = told
	cleared := watchSchedule(&config)
	code := beginRace(t, config, &samedealv1.RoomOptions{Deal: "KL1-D1N", Seats: 1}, "Ana")
	m := &mortal{left: k, after: after, died: make(chan struct{})}
	hub := startHub(t, m.node(config))
	ana := comeBack(t, hub, "Ana", code)
	ana.act(0, 1, "n")
	await(ana.fakeConn, "an acknowledgement", acknowledged(t, 1))
	ana.resign(0, 2)
	select {
	case <-m.died:
	case <-cleared:
	}
	hub.Close()
	m.mu.Lock()
	died = m.isDead
	m.mu.Unlock()
	later := time.Minute
	if k == 1 && !after {
		later = time.Hour // it has not come to note anything: the limit is waited for
	}

	if died {
		heir := config
		heir.Events = laterEvents{config.Events, later}
		hub = startHub(t, heir)
		if !after || !strings.HasSuffix(m.history, "clear") {
			awaitCleared(t, cleared, code)
		}
	} else {
		hub = startHub(t, config)
	}
	told.check(hub, code)
	checkUnscheduled(t, config, code)
	hub.Close()
	if t.Failed() {
		t.Fatalf("where the node dies at step %d, after it: %t; its steps:%s", k, after, m.history)
	}
	return died
}
