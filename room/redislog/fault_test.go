package redislog_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/room"
	"github.com/samedeal/samedeal/room/redislog"
	"github.com/samedeal/samedeal/room/storetest"
)

// await asks until the answer is true, and fails the test after half a minute.
func await(t *testing.T, what string, ask func() bool) {
	t.Helper()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	deadline := time.NewTimer(30 * time.Second)
	defer deadline.Stop()
	for !ask() {
		select {
		case <-deadline.C:
			t.Fatalf("still waiting: %s", what)
		case <-again.C:
		}
	}
}

func inAnHour() time.Time { return time.Now().Add(time.Hour) }

// An appender appends to one seat without pause, under a new id each time.
type appender struct {
	seat     room.SeatID
	written  []room.Entry
	unknown  []room.Entry
	last     room.Appended
	refusals int
	wrong    error
}

// appendUntil appends until stop is closed.
func (a *appender) appendUntil(stop <-chan struct{}, s *redislog.Store, written *atomic.Int64) {
	for i := uint64(0); ; i++ {
		select {
		case <-stop:
			return
		default:
		}
		e := room.Entry{ID: room.EntryID{Epoch: 1, Index: i}, Data: fmt.Append(nil, "entry ", i, " of ", a.seat.Seat)}
		appended, err := s.Seats.Append(context.Background(), a.seat, e, inAnHour())
		switch {
		case err == nil:
			a.written, a.last = append(a.written, e), appended
			written.Add(1)
		case errors.Is(err, room.ErrNotWritten):
			a.refusals++
		case errors.Is(err, room.ErrNotAbove), errors.Is(err, room.ErrNoLog):
			a.wrong = err
			return
		default:
			a.unknown = append(a.unknown, e)
		}
	}
}

// check holds the log in the store against what was answered: what was said to be written is there, and
// what is there was said to be written or unknown.
func (a *appender) check(t *testing.T, s *redislog.Store) {
	t.Helper()
	if a.wrong != nil {
		t.Errorf("seat %d: %v, and nobody else writes", a.seat.Seat, a.wrong)
	}
	entries, err := s.Seats.Entries(t.Context(), a.seat, room.EntryID{})
	if err != nil {
		t.Fatal(err)
	}
	data := map[room.EntryID]string{}
	for _, e := range entries {
		data[e.ID] = string(e.Data)
	}
	for _, e := range a.written {
		if data[e.ID] != string(e.Data) {
			t.Errorf("seat %d: entry %s was written, and is %q", a.seat.Seat, e.ID, data[e.ID])
		}
		delete(data, e.ID)
	}
	for _, e := range a.unknown {
		delete(data, e.ID)
	}
	if len(data) > 0 {
		t.Errorf("seat %d: the log has %v, of which it was said that they were not written", a.seat.Seat, data)
	}
}

// appendThrough appends to many seats while something happens, and goes on until there have been appends
// after it, too.
func appendThrough(t *testing.T, s *redislog.Store, event func(before time.Time)) []*appender {
	t.Helper()
	appenders := make([]*appender, 40)
	stop := make(chan struct{})
	var all sync.WaitGroup
	var written atomic.Int64
	for i := range appenders {
		appenders[i] = &appender{seat: room.SeatID{Room: "KLMNPQ", Seat: i}}
		all.Go(func() { appenders[i].appendUntil(stop, s, &written) })
	}
	defer all.Wait()
	defer close(stop)
	await(t, "many are written", func() bool { return written.Load() > 1000 })
	event(time.Now())
	before := written.Load()
	await(t, "many are written again", func() bool { return written.Load() > before+1000 })
	return appenders
}

func TestKilledServerKeepsWhatItAcknowledged(t *testing.T) {
	server := redistest.Single(t)
	s := open(t, redislog.Config{Client: server.Client()})
	first := mustAppend(t, s, room.SeatID{Room: "BCDFGH"}, 0)
	appenders := appendThrough(t, s, func(time.Time) {
		server.Kill()
		server.Restart()
	})
	written, unknown := 0, 0
	for _, a := range appenders {
		a.check(t, s)
		written, unknown = written+len(a.written), unknown+len(a.unknown)
		if a.last.Connection == first.Connection {
			t.Errorf("seat %d: the connection is still %d", a.seat.Seat, first.Connection)
		}
	}
	if unknown == 0 {
		t.Error("the server was killed, and no append in flight was unknown")
	}
	t.Logf("%d entries written, %d unknown", written, unknown)
}

func mustAppend(t *testing.T, s *redislog.Store, seat room.SeatID, index uint64) room.Appended {
	t.Helper()
	e := room.Entry{ID: room.EntryID{Epoch: 1, Index: index}, Data: []byte("entry")}
	appended, err := s.Seats.Append(t.Context(), seat, e, inAnHour())
	if err != nil {
		t.Fatal(err)
	}
	return appended
}

func TestStoppedServerIsGivenUpInTime(t *testing.T) {
	// Long enough that a busy machine is not taken for a stopped server.
	const within, wait = 5 * time.Second, time.Second
	server := redistest.Single(t)
	s := open(t, redislog.Config{Client: server.Client(), AppendWithin: within, QueueWait: wait})
	seat := room.SeatID{Room: "BCDFGH"}
	first := mustAppend(t, s, seat, 0)
	server.Stop()

	start := time.Now()
	_, err := s.Seats.Append(t.Context(), seat, room.Entry{ID: room.EntryID{Epoch: 1, Index: 1}}, time.Time{})
	if took := time.Since(start); isSaid(err) || took < within/2 || took > 10*within {
		t.Errorf("an append in flight: %v after %v, want unknown after %v", err, took, within)
	}
	_, err = s.Seats.Append(t.Context(), seat, room.Entry{ID: room.EntryID{Epoch: 1, Index: 2}}, time.Time{})
	if !errors.Is(err, room.ErrNotWritten) || !strings.Contains(err.Error(), "others are still being written") {
		t.Errorf("an append that was not sent: %v, want ErrNotWritten when it has waited its time", err)
	}
	server.Continue()
	await(t, "the store takes appends again", func() bool {
		appended, err := s.Seats.Append(t.Context(), seat, room.Entry{ID: room.EntryID{Epoch: 2}}, time.Time{})
		if err == nil && appended.Connection == first.Connection {
			t.Error("the connection is the one that was given up")
		}
		return err == nil || errors.Is(err, room.ErrNotAbove)
	})
	// The one in flight was late, and the one that was not sent never came.
	entries, err := s.Seats.Entries(t.Context(), seat, room.EntryID{})
	if err != nil || len(entries) != 3 || entries[1].ID.Index != 1 || entries[2].ID.Epoch != 2 {
		t.Errorf("the log is %v, %v", entries, err)
	}
}

// A store that halts for a moment, as it does while its disk is slow, costs nobody a move: what waits behind
// the entries in flight waits on. (It fails with a QueueWait of 50 ms.)
func TestAStoreThatHaltsForAMomentRefusesNobody(t *testing.T) {
	client := redistest.Single(t).Client()
	s := open(t, redislog.Config{Client: client})
	mustAppend(t, s, room.SeatID{}, 0)
	if err := client.Do(t.Context(), "CLIENT", "PAUSE", 300, "WRITE").Err(); err != nil {
		t.Fatal(err)
	}
	const seats = 300 // more than are sent at once
	errs := make(chan error, seats)
	for seat := range seats {
		go func() {
			start := time.Now()
			e := room.Entry{ID: room.EntryID{Epoch: 1}, Data: []byte("entry")}
			_, err := s.Seats.Append(t.Context(), room.SeatID{Seat: seat + 1}, e, inAnHour())
			if took := time.Since(start); err != nil && took >= time.Second {
				err = nil // a busy machine has let it wait for longer than the store was halted
			}
			errs <- err
		}()
	}
	for range seats {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

// isSaid reports whether an error says that an entry was not written.
func isSaid(err error) bool {
	return err == nil || errors.Is(err, room.ErrNotWritten) || errors.Is(err, room.ErrNotAbove) || errors.Is(err, room.ErrNoLog)
}

func TestAContextBoundsAnAppendInFlight(t *testing.T) {
	server := redistest.Single(t)
	s := open(t, redislog.Config{Client: server.Client(), AppendWithin: 5 * time.Minute, QueueWait: 5 * time.Minute})
	seat := room.SeatID{Room: "BCDFGH"}
	mustAppend(t, s, seat, 0)
	server.Stop()
	appendWithin := func(d time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), d)
		defer cancel()
		_, err := s.Seats.Append(ctx, seat, room.Entry{ID: room.EntryID{Epoch: 1, Index: 1}}, time.Time{})
		return err
	}
	err, bound := appendWithin(200*time.Millisecond), time.Second
	for ; errors.Is(err, room.ErrNotWritten); bound *= 2 { // a busy machine has not sent it by then
		err = appendWithin(bound)
	}
	if isSaid(err) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want the context's error", err)
	}
	server.Continue()
}

// What Redis says when it does not write is not unknown: the players can go on at once.
func TestRepliesThatSayNo(t *testing.T) {
	for _, c := range []struct {
		name, setting, value, back string
	}{
		{"full", "maxmemory", "1", "0"},
		{"without its replicas", "min-replicas-to-write", "1", "0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			client := redistest.Single(t).Client()
			s := open(t, redislog.Config{Client: client})
			first := mustAppend(t, s, room.SeatID{}, 0)
			mustAppendEvent(t, s, 1, nil)
			configure(t, client, c.setting, c.value)
			wantNotWritten(t, s)
			configure(t, client, c.setting, c.back)
			mustAppendEvent(t, s, 2, []byte("event"))
			if again := mustAppend(t, s, room.SeatID{}, 1); again.Length != 2 || again.Connection != first.Connection {
				t.Errorf("afterwards %+v, after %+v", again, first)
			}
		})
	}
}

func TestAReplicaWritesNothing(t *testing.T) {
	client := redistest.Single(t).Client()
	s := open(t, redislog.Config{Client: client})
	first := mustAppend(t, s, room.SeatID{}, 0)
	mustAppendEvent(t, s, 1, nil)
	replicaOf := func(args ...any) {
		if err := client.Do(t.Context(), append([]any{"REPLICAOF"}, args...)...).Err(); err != nil {
			t.Fatal(err)
		}
	}
	replicaOf("127.0.0.1", "1")
	wantNotWritten(t, s)
	replicaOf("NO", "ONE")
	// It may have lost entries meanwhile, so all who write to it must look.
	if again := mustAppend(t, s, room.SeatID{}, 1); again.Connection == first.Connection {
		t.Error("the connection is still the one to the master that it was")
	}
}

func mustAppendEvent(t *testing.T, s *redislog.Store, n uint64, last []byte) {
	t.Helper()
	if err := s.Events.AppendEvent(t.Context(), "", n, []byte("event"), last, inAnHour()); err != nil {
		t.Fatal(err)
	}
}

// wantNotWritten appends to the log of seat 0, to a new one and to the room's.
func wantNotWritten(t *testing.T, s *redislog.Store) {
	t.Helper()
	for _, seat := range []room.SeatID{{}, {Seat: 1}} {
		e := room.Entry{ID: room.EntryID{Epoch: 1, Index: 1}, Data: []byte("entry")}
		if _, err := s.Seats.Append(t.Context(), seat, e, inAnHour()); !errors.Is(err, room.ErrNotWritten) {
			t.Errorf("an entry: %v, want ErrNotWritten", err)
		}
	}
	err := s.Events.AppendEvent(t.Context(), "", 2, []byte("event"), []byte("event"), inAnHour())
	if !errors.Is(err, room.ErrNotWritten) {
		t.Errorf("an event: %v, want ErrNotWritten", err)
	}
}

// Writers fight for a seat while the server goes away and comes back: what they acknowledged stays.
func TestWritersOverAServerThatIsKilled(t *testing.T) {
	code, err := engine.ParseCode("TF1-D1N-NEQROKB")
	if err != nil {
		t.Fatal(err)
	}
	race, seat := room.Race{Code: code, LimitMS: 900_000}, room.SeatID{Room: "KLMNPQ"}
	server := redistest.Single(t)
	client := server.Client()
	s := open(t, redislog.Config{Client: client})
	ended := make(chan storetest.Fought, 1)
	go func() { ended <- storetest.Fight(t.Context(), s.Seats, seat, race, 400) }()
	for range 2 {
		start := logLength(t, s, seat)
		await(t, "they fight", func() bool { return logLength(t, s, seat) > start+20 })
		server.Kill()
		server.Restart()
		// The client may not have noticed yet that the server is back.
		await(t, "the client answers", func() bool { return client.Ping(t.Context()).Err() == nil })
	}
	fought := <-ended
	if fought.Err != nil {
		t.Error(fought.Err)
	}
	fought.Check(t, s.Seats, seat, race)
}

func logLength(t *testing.T, s *redislog.Store, seat room.SeatID) int {
	t.Helper()
	entries, err := s.Seats.Entries(t.Context(), seat, room.EntryID{})
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// flushScripts makes the masters forget their scripts, as a restart does.
func flushScripts(t *testing.T, client redis.UniversalClient) {
	t.Helper()
	flush := func(ctx context.Context, master *redis.Client) error { return master.ScriptFlush(ctx).Err() }
	var err error
	if c, isCluster := client.(*redis.ClusterClient); isCluster {
		err = c.ForEachMaster(t.Context(), flush)
	} else {
		err = flush(t.Context(), client.(*redis.Client))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestScriptsComeBack(t *testing.T) {
	for name, client := range map[string]redis.UniversalClient{
		"single": redistest.Single(t).Client(), "cluster": redistest.Cluster(t),
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, redislog.Config{Client: client})
			mustAppendEvent(t, s, 1, nil)
			flushScripts(t, client)
			mustAppendEvent(t, s, 2, []byte("event"))
			events, err := s.Events.Events(t.Context(), "", 1)
			if err != nil || len(events) != 2 {
				t.Errorf("%d events, %v", len(events), err)
			}
		})
	}
}
