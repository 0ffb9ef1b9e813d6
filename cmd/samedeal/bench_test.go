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
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
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

// act plays one action and waits for its acknowledgement.
func (r *racer) act() {
	r.number++
	r.send(&samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Action{Action: &samedealv1.Action{
		Room: r.room, Number: r.number, Action: &samedealv1.Action_Word{Word: "n"},
	}}})
	r.await(func(f *samedealv1.ServerFrame) bool { return f.GetAcknowledgement() != nil })
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
			if r.number == room.MoveBudget {
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

// BenchmarkManyRooms is how many moves a second are acknowledged when 64 rooms play as fast as they can,
// with the client on the same machine.
func BenchmarkManyRooms(b *testing.B) {
	const rooms = 64
	eachStore(b, func(b *testing.B, s *service) {
		racers := make([]*racer, rooms)
		var starting sync.WaitGroup
		for i := range racers {
			starting.Go(func() { racers[i] = newRacer(b, s, fmt.Sprint("racer ", i)) })
		}
		starting.Wait()
		var mu sync.Mutex
		var times []time.Duration
		b.ResetTimer()
		var playing sync.WaitGroup
		share := min(b.N/rooms+1, room.MoveBudget)
		for _, r := range racers {
			playing.Go(func() {
				own := make([]time.Duration, 0, share)
				for range share {
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
		b.ReportMetric(float64(share*rooms)/b.Elapsed().Seconds(), "moves/s")
		reportTimes(b, times)
	})
}
