package gateway

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func testAnswer(id uint32, size int) *samedealv1.ServerFrame {
	return &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Answer{
		Answer: &samedealv1.Answer{Id: id, Room: strings.Repeat("x", size)},
	}}
}

// testState is a state whose number is told by its event or elapsed time.
func testState(kind byte, room string, seat, number uint32) *samedealv1.ServerFrame {
	switch kind {
	case 'r':
		return &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Room{
			Room: &samedealv1.Room{Code: room, Event: uint64(number)},
		}}
	case 'p':
		return &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Progress{
			Progress: &samedealv1.SeatProgress{Room: room, Seat: seat, ElapsedMs: number},
		}}
	default:
		return &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_WatchedBoard{
			WatchedBoard: &samedealv1.WatchedBoard{Room: room, Seat: seat, ElapsedMs: number, Word: "n"},
		}}
	}
}

// modelled is a queue beside a model of it: a plain list.
type modelled struct {
	queue *queue
	total atomic.Int64
	model []*samedealv1.ServerFrame
	last  map[stateKey]*samedealv1.ServerFrame // sent last
	seen  map[stateKey]*samedealv1.ServerFrame // delivered last
	over  bool
}

func (m *modelled) push(t *rapid.T, frame *samedealv1.ServerFrame) {
	key := keyOf(frame)
	became := m.queue.push(frame)
	if m.over {
		if became != pushedNowhere {
			t.Fatalf("pushed to a queue that is over: %v", became)
		}
		return
	}
	place := -1
	if key != (stateKey{}) {
		m.last[key] = frame
		place = slices.IndexFunc(m.model, func(other *samedealv1.ServerFrame) bool { return keyOf(other) == key })
	}
	if place >= 0 {
		m.model[place] = frame
	} else {
		m.model = append(m.model, frame)
	}
	switch bytes := m.bytes(); {
	case became == pushedOver:
		m.over, m.model = true, nil
		if bytes <= m.queue.limit {
			t.Fatalf("over at %d bytes", bytes)
		}
	case bytes > m.queue.limit+8: // a word of 1 letter is left out of what was skipped to
		t.Fatalf("%d bytes are waiting", bytes)
	case (became == pushedInPlace) != (place >= 0):
		t.Fatalf("became %v with a state at %d", became, place)
	}
}

func (m *modelled) bytes() (sum int) {
	for _, frame := range m.model {
		sum += proto.Size(frame) + queueCost
	}
	return sum
}

func (m *modelled) take(t *rapid.T) {
	frame, end, over := m.queue.take()
	if end != nil || over {
		t.Fatal("ended")
	}
	if len(m.model) == 0 {
		if frame != nil {
			t.Fatalf("took %v from an empty queue", frame)
		}
		return
	}
	want := m.model[0]
	m.model = m.model[1:]
	if b := frame.GetWatchedBoard(); b != nil && b.GetWord() == "" {
		frame = proto.Clone(frame).(*samedealv1.ServerFrame)
		frame.GetWatchedBoard().Word = "n"
	}
	if !proto.Equal(frame, want) {
		t.Fatalf("took %v, want %v", frame, want)
	}
	m.seen[keyOf(frame)] = frame
}

// Answers keep their order, states come in their place and the newest of each comes through, and no
// more waits than may.
func TestQueueLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &modelled{last: map[stateKey]*samedealv1.ServerFrame{}, seen: map[stateKey]*samedealv1.ServerFrame{}}
		m.queue = newQueue(rapid.IntRange(200, 5000).Draw(t, "limit"), &m.total)
		number := uint32(0)
		t.Repeat(map[string]func(*rapid.T){
			"answer": func(t *rapid.T) {
				number++
				m.push(t, testAnswer(number, rapid.IntRange(0, 200).Draw(t, "size")))
			},
			"state": func(t *rapid.T) {
				number++
				m.push(t, testState(
					rapid.SampledFrom([]byte("rpw")).Draw(t, "kind"), rapid.SampledFrom([]string{"A", "B"}).Draw(t, "room"),
					rapid.Uint32Range(0, 2).Draw(t, "seat"), number))
			},
			"take": m.take,
			"take all": func(t *rapid.T) {
				for len(m.model) > 0 {
					m.take(t)
				}
			},
			"": func(t *rapid.T) {
				if m.total.Load() != int64(m.queue.bytes) || m.queue.bytes > m.queue.limit || m.over && m.queue.bytes != 0 {
					t.Fatalf("%d bytes are counted, %d of them here, %d may be", m.total.Load(), m.queue.bytes, m.queue.limit)
				}
			},
		})
		for len(m.model) > 0 {
			m.take(t)
		}
		for key, frame := range m.last {
			if !m.over && !proto.Equal(m.seen[key], frame) {
				t.Fatalf("the last state is %v, and %v came through", frame, m.seen[key])
			}
		}
		if m.queue.bytes != 0 || m.total.Load() != 0 {
			t.Fatalf("an empty queue has %d bytes", m.queue.bytes)
		}
	})
}

// A board that stands in for one that was skipped is no single step from the one before; the frame
// itself, which others are sent too, stays as it is.
func TestASkippedBoardHasNoWord(t *testing.T) {
	q := newQueue(10_000, new(atomic.Int64))
	first, second := testState('w', "A", 1, 1), testState('w', "A", 1, 2)
	q.push(first)
	q.push(second)
	frame, _, _ := q.take()
	if b := frame.GetWatchedBoard(); b.GetElapsedMs() != 2 || b.GetWord() != "" {
		t.Errorf("took %v", b)
	}
	q.push(second)
	if frame, _, _ = q.take(); frame != second || second.GetWatchedBoard().GetWord() != "n" {
		t.Errorf("took %v", frame)
	}
}

func TestHowAQueueEnds(t *testing.T) {
	end, noted := &closure{code: samedealv1.Close_CLOSE_SHUTDOWN}, 0
	note := func() { noted++ }
	for _, c := range []struct {
		name string
		do   func(q *queue) string
		want string
	}{
		{"finished", func(q *queue) string {
			return fmt.Sprint(q.push(testAnswer(1, 0)), q.finish(end, note), q.finish(end, note), q.abandon(), q.push(testAnswer(2, 0)))
		}, "0 true false false 2 frame end"},
		{"abandoned", func(q *queue) string {
			return fmt.Sprint(q.push(testAnswer(1, 0)), q.abandon(), q.abandon(), q.finish(end, note), q.push(testAnswer(2, 0)))
		}, "0 true false false 2 over"},
		{"too much", func(q *queue) string {
			return fmt.Sprint(q.push(testAnswer(1, 0)), q.push(testAnswer(2, 2000)), q.push(testAnswer(3, 0)), q.finish(end, note))
		}, "0 3 2 true end"},
		{"dropped", func(q *queue) string {
			q.push(testAnswer(1, 0))
			q.finish(end, note)
			q.drop()
			return "dropped"
		}, "dropped end"},
	} {
		total := new(atomic.Int64)
		q := newQueue(1000, total)
		got := c.do(q)
		for {
			frame, end, over := q.take()
			if frame != nil {
				got += " frame"
				continue
			}
			if end != nil {
				got += " end"
			} else if over {
				got += " over"
			}
			break
		}
		if got != c.want || total.Load() != 0 {
			t.Errorf("%s: %s, want %s; %d bytes", c.name, got, c.want, total.Load())
		}
	}
	if noted != 3 {
		t.Errorf("%d closures were noted, want those that ended their queues", noted)
	}
}

// A queue that is never empty does not grow.
func TestAQueueUsesItsPlacesAgain(t *testing.T) {
	q := newQueue(1<<20, new(atomic.Int64))
	for n := range uint32(100_000) {
		q.push(testAnswer(n, 0))
		if n >= 10 {
			if frame, _, _ := q.take(); frame.GetAnswer().GetId() != n-10 {
				t.Fatalf("took %v", frame)
			}
		}
	}
	if cap(q.waiting) > 64 {
		t.Errorf("%d places for 10 frames", cap(q.waiting))
	}
}
