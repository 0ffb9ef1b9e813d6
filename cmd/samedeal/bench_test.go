package main

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// racer is a connection that plays a race by itself, in binary frames, by turning the stock: every action
// is accepted. It begins another race when the move budget is used up.
type racer struct {
	b       testing.TB
	service *service
	conn    *websocket.Conn
	token   string
	room    string
	number  uint32
	rooms   int
	name    string
}

func newRacer(b testing.TB, s *service, name string) *racer {
	b.Helper()
	dialer := websocket.Dialer{Subprotocols: []string{"samedeal.v1"}}
	conn, response, err := dialer.Dial(strings.Replace(s.publicURL, "http", "ws", 1)+"/ws", nil)
	if err != nil {
		b.Fatal(err)
	}
	_ = response.Body.Close()
	b.Cleanup(func() { _ = conn.Close() })
	r := &racer{b: b, service: s, conn: conn, name: name}
	r.send(&samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Hello{Hello: &samedealv1.Hello{
		Protocol: 1, Who: &samedealv1.Hello_Guest{Guest: &samedealv1.Guest{Name: name}},
	}}})
	r.token = r.await(func(f *samedealv1.ServerFrame) bool { return f.GetWelcome() != nil }).GetWelcome().GetToken()
	r.begin()
	return r
}

// begin makes a room of the racer's own and waits for its start.
func (r *racer) begin() {
	r.rooms++
	var created struct{ Code string }
	callService(r.b, r.service, "CreateRoom", fmt.Sprintf(
		`{"token":%q,"requestId":"room %d","options":{"deal":"TF1-D1N","countdownS":3,"seats":1}}`, r.token, r.rooms), &created)
	r.room, r.number = created.Code, 0
	for i, command := range []*samedealv1.Command{
		{Command: &samedealv1.Command_Enter{Enter: &samedealv1.Enter{}}},
		{Command: &samedealv1.Command_Start{Start: &samedealv1.Start{}}},
	} {
		command.Id, command.Room = uint32(i+1), r.room
		r.send(&samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Command{Command: command}})
	}
	r.await(func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard().GetRoom() == r.room })
}

func (r *racer) send(frame *samedealv1.ClientFrame) {
	data, err := proto.Marshal(frame)
	if err == nil {
		err = r.conn.WriteMessage(websocket.BinaryMessage, data)
	}
	if err != nil {
		r.b.Error(err)
	}
}

func (r *racer) await(wanted func(*samedealv1.ServerFrame) bool) *samedealv1.ServerFrame {
	for {
		_, data, err := r.conn.ReadMessage()
		if err != nil {
			r.b.Error(err)
			return &samedealv1.ServerFrame{}
		}
		var frame samedealv1.ServerFrame
		if err := proto.Unmarshal(data, &frame); err != nil {
			r.b.Error(err)
		}
		if wanted(&frame) {
			return &frame
		}
	}
}

// act plays one action and waits for its acknowledgement. An action that the store has no time for is sent
// again.
func (r *racer) act() {
	r.number++
	for {
		r.send(&samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Action{Action: &samedealv1.Action{
			Room: r.room, Number: r.number, Action: &samedealv1.Action_Word{Word: "n"},
		}}})
		answer := r.await(func(f *samedealv1.ServerFrame) bool {
			return f.GetAcknowledgement() != nil || f.GetRefusal() != nil
		})
		if answer.GetRefusal() == nil {
			return
		}
		if reason := answer.GetRefusal().GetFault().GetReason(); reason != samedealv1.Reason_REASON_BUSY {
			r.b.Errorf("action %d is refused: %v", r.number, answer)
			return
		}
	}
}

// eachStore runs a benchmark on the embedded store and on a real Redis.
func eachStore(b *testing.B, run func(b *testing.B, s *service)) {
	b.Run("embedded", func(b *testing.B) { run(b, testService(b, "")) })
	b.Run("redis", func(b *testing.B) { run(b, testService(b, "redis://"+redistest.Single(b).Addr())) })
}

func reportTimes(b *testing.B, times []time.Duration) {
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkAcknowledgement is from the frame to its acknowledgement, on one connection.
func BenchmarkAcknowledgement(b *testing.B) {
	eachStore(b, func(b *testing.B, s *service) {
		r := newRacer(b, s, "Ana")
		var times []time.Duration
		for b.Loop() {
			if r.number == engine.MoveBudget {
				b.StopTimer()
				r.begin()
				b.StartTimer()
			}
			from := time.Now()
			r.act()
			times = append(times, time.Since(from))
		}
		reportTimes(b, times)
	})
}

// manyRooms is how many rooms play at once in the benchmarks of load.
const manyRooms = 64

func newRacers(b *testing.B, s *service) []*racer {
	b.Helper()
	racers := make([]*racer, manyRooms)
	var starting sync.WaitGroup
	for i := range racers {
		starting.Go(func() { racers[i] = newRacer(b, s, fmt.Sprint("racer ", i)) })
	}
	starting.Wait()
	return racers
}

// playAll has each racer make its share of n moves, one each interval if that is not 0, and gives the times
// to their acknowledgements and how long it all took.
func playAll(racers []*racer, n int, interval time.Duration) ([]time.Duration, time.Duration) {
	var mu sync.Mutex
	var times []time.Duration
	share := n/len(racers) + 1
	begun := time.Now()
	var playing sync.WaitGroup
	for _, r := range racers {
		playing.Go(func() {
			own := make([]time.Duration, 0, share)
			pace := time.NewTicker(max(interval, 1))
			defer pace.Stop()
			for range share {
				if interval > 0 {
					<-pace.C
				}
				from := time.Now()
				r.act()
				own = append(own, time.Since(from))
			}
			mu.Lock()
			defer mu.Unlock()
			times = append(times, own...)
		})
	}
	playing.Wait()
	return times, time.Since(begun)
}

// BenchmarkManyRooms is how many moves a second are acknowledged when many rooms play as fast as they can,
// with the clients in the same process.
func BenchmarkManyRooms(b *testing.B) {
	eachStore(b, func(b *testing.B, s *service) {
		racers := newRacers(b, s)
		b.ResetTimer()
		times, took := playAll(racers, b.N, 0)
		b.ReportMetric(float64(len(times))/took.Seconds(), "moves/s")
		reportTimes(b, times)
	})
}

// BenchmarkHalfLoad is how long an acknowledgement takes at half the rate that was reached just before.
func BenchmarkHalfLoad(b *testing.B) {
	eachStore(b, func(b *testing.B, s *service) {
		racers := newRacers(b, s)
		most, took := playAll(racers, 100*manyRooms, 0)
		interval := 2 * manyRooms * took / time.Duration(len(most))
		b.ResetTimer()
		times, took := playAll(racers, b.N, interval)
		b.ReportMetric(float64(len(times))/took.Seconds(), "moves/s")
		reportTimes(b, times)
	})
}
