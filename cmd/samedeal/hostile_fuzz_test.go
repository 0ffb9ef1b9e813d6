package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
	"github.com/samedeal/samedeal/room/redislog"
)

// arena is a service for many short sessions, with all that it logs.
type arena struct {
	*service
	store  *redislog.Store
	logged *observer.ObservedLogs
}

func newArena(f *testing.F) *arena {
	core, logged := observer.New(zapcore.InfoLevel)
	s, err := startService(context.Background(), serveCommand{
		Listen: "127.0.0.1:0", Data: f.TempDir(), FrameRate: 1e6, FrameBurst: 1e6, PerAddress: 1e6,
	}, zap.New(core))
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { closeService(f, s) })
	store, err := redislog.Open(context.Background(), redislog.Config{Client: s.store})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = store.Close() })
	return &arena{service: s, store: store, logged: logged}
}

// begin makes a room with Ana, who owns it, and Boris, and Vera, who watches. It waits in the lobby, or the
// race has begun a second ago: its events are written as if somebody had been there in time.
func (a *arena) begin(t *testing.T, ids []room.PlayerID, racing bool) room.Code {
	t.Helper()
	ctx := t.Context()
	options, err := room.CheckOptions(&samedealv1.RoomOptions{Deal: "KL1-D3N", CountdownS: 3, Seats: 3, Minutes: 60})
	if err != nil {
		t.Fatal(err)
	}
	deal, err := room.NewDeal(options, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	created := room.NewRoom(options, ids[0], deal)
	code, err := a.store.Directory.NewCode(ctx)
	if err != nil {
		t.Fatal(err)
	}
	now, err := a.store.Events.Now(ctx, code)
	if err != nil {
		t.Fatal(err)
	}
	lobby, last, then := room.NewLobby(code), []byte(nil), now.Add(-4*time.Second)
	add := func(events []*samedealv1.RoomEntry, err error) {
		t.Helper()
		for _, event := range events {
			var data []byte
			if data, err = proto.Marshal(event); err != nil {
				break
			}
			if err = a.store.Events.AppendEvent(ctx, code, lobby.Events()+1, data, last, now.Add(time.Hour)); err != nil {
				break
			}
			if err = lobby.Add(lobby.Events()+1, event); err != nil {
				break
			}
			last = data
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	add([]*samedealv1.RoomEntry{{AtMs: then.UnixMilli(), Event: &samedealv1.RoomEntry_Created{Created: created}}}, nil)
	for i, id := range ids[:3] {
		add(lobby.Join(then, id, i == 2))
	}
	if racing {
		add(lobby.StartCountdown(then, ids[0]))
	}
	return code
}

// intruder is one of those who take part in a session, on a connection at a time.
type intruder struct {
	*session
	token string
	id    room.PlayerID
	// past are the connections before.
	past   []*session
	number int
	sent   int // commands, which are numbered
}

// session is a connection whose frames are read as they come.
type session struct {
	conn  *websocket.Conn
	ended chan struct{}
	acts  int // actions sent

	mu       sync.Mutex
	frames   []string
	commands []uint32 // sent
	code     int      // the close code, once it has ended
	news     chan struct{}
}

func (c *intruder) connect(t *testing.T, s *service, code room.Code) {
	t.Helper()
	if c.session != nil {
		c.past = append(c.past, c.session)
	}
	c.session = &session{conn: dialSocket(t, s), ended: make(chan struct{}), news: make(chan struct{}, 1)}
	go c.read()
	resume := ""
	if code != "" {
		resume = fmt.Sprintf(`,"resume":{"room":%q}`, code)
	}
	c.send(fmt.Sprintf(`{"hello":{"protocol":1,"token":%q%s}}`, c.token, resume))
}

func (s *session) read() {
	defer close(s.ended)
	for {
		_, data, err := s.conn.ReadMessage()
		s.mu.Lock()
		var closed *websocket.CloseError
		if errors.As(err, &closed) {
			s.code = closed.Code
		}
		if err == nil {
			s.frames = append(s.frames, string(data))
		}
		s.mu.Unlock()
		if err != nil {
			return
		}
		select {
		case s.news <- struct{}{}:
		default:
		}
	}
}

// send sends a frame; if the server has closed the connection it is lost.
func (s *session) send(frame string) { _ = s.conn.WriteMessage(websocket.TextMessage, []byte(frame)) }

func (c *intruder) command(code room.Code, command string) {
	c.sent++
	c.commands = append(c.commands, uint32(c.sent))
	c.send(fmt.Sprintf(`{"command":{"id":%d,"room":%q,%s}}`, c.sent, code, command))
}

func (c *intruder) act(code room.Code, seat, number int, action string) {
	c.acts++
	c.send(fmt.Sprintf(`{"action":{"room":%q,"seat":%d,"number":%d,%s}}`, code, seat, number, action))
}

// words are what is played: some that are always allowed, some now and then, some never.
var words = []string{"n", "n", "n", "u", "wh", "w1", "w5", "1h", "7h", "35", "21", "72v1", "S3", "3a", "11", "?"}

// step is one thing that somebody does.
func (c *intruder) step(t *testing.T, s *service, code room.Code, others []*intruder, seat int, what, with byte) {
	other := others[int(with)%len(others)]
	word := fmt.Sprintf(`"word":%q`, words[int(with)%len(words)])
	switch what % 20 {
	case 0:
		c.command(code, `"enter":{}`)
	case 1:
		c.command(code, `"enter":{"watch":true}`)
	case 2:
		c.command(code, `"leave":{}`)
	case 3:
		c.command(code, fmt.Sprintf(`"ready":{"ready":%v}`, with&1 == 0))
	case 4:
		c.command(code, `"start":{}`)
	case 5:
		c.command(code, fmt.Sprintf(`"kick":{"player":%q}`, other.id))
	case 6:
		c.command(code, fmt.Sprintf(`"handOver":{"player":%q}`, other.id))
	case 7:
		c.command(code, `"rematch":{}`)
	case 8:
		if with == 0 { // seldom, or the address has used its guesses up
			c.command("ZZZZZZ", `"enter":{}`)
		}
	case 9:
		c.act(code, seat, max(1, c.number-int(with)%5), word) // replayed, or of another
	case 10:
		c.act(code, seat, c.number+1000*int(with)+2, word) // far ahead
	case 11:
		c.act(code, int(with), 1, word) // another's seat, or none
	case 12:
		if with < 16 {
			c.act(code, seat, c.number+1, `"resign":{}`)
		}
	case 13:
		c.act(code, seat, 0, word)
	case 14:
		_ = c.conn.Close()
		c.connect(t, s, code)
	case 15:
		c.connect(t, s, code) // the older one is still open
	default:
		c.number++
		c.act(code, seat, c.number, word)
	}
}

var answerIDs = regexp.MustCompile(`^\{"answer":\{"id":(\d+)`)

// settle waits until all that was sent on a connection must have been answered, or it has been closed with
// a code that there is.
func (c *intruder) settle(t *testing.T, code room.Code, seat int) {
	t.Helper()
	c.command(code, fmt.Sprintf(`"handOver":{"player":%q}`, c.id)) // which changes nothing
	c.act(code, seat, 0, `"word":"settled"`)
	limit := time.After(eventually)
	for {
		missing := c.unanswered(t)
		if missing == "" {
			return
		}
		select {
		case <-c.news:
		case <-c.ended:
			if _, known := samedealv1.Close_name[int32(c.code)]; !known {
				t.Fatalf("closed with %d", c.code)
			}
			return
		case <-limit:
			t.Fatalf("%s is not answered; the frames: %s", missing, strings.Join(c.frames, "\n"))
		}
	}
}

// unanswered names what was sent and has no answer yet. Boards that are states may stand for answers, so
// that this may name too little of the actions, but not of the commands.
func (s *session) unanswered(t *testing.T) string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	answered, acts, settled := map[string]int{}, 0, false
	for _, text := range s.frames {
		if id := answerIDs.FindStringSubmatch(strings.ReplaceAll(text, " ", "")); id != nil {
			answered[id[1]]++
			if answered[id[1]] > 1 {
				t.Fatalf("command %s is answered twice", id[1])
			}
		}
		for _, kind := range []string{"acknowledgement", "refusal", "gap", "ownBoard"} {
			if strings.HasPrefix(text, `{"`+kind) {
				acts++
			}
		}
		settled = settled || strings.HasPrefix(text, `{"refusal"`) && !strings.Contains(text, `"number"`)
	}
	for _, id := range s.commands {
		if answered[fmt.Sprint(id)] == 0 {
			return fmt.Sprintf("command %d", id)
		}
	}
	if acts < s.acts || !settled {
		return fmt.Sprintf("one of %d actions, of which %d have answers,", s.acts, acts)
	}
	return ""
}

// FuzzSessions has four people do valid things in any order in a room that waits or races: those who play
// it, one who watches, and one who has no business there. Whatever they do, each thing is answered as the
// protocol says or the connection closed with one of its codes, nothing panics, and nobody who plays is told
// a card that they cannot know.
//
// It fails without maySeeSeat's case for a viewer who is racing.
func FuzzSessions(f *testing.F) {
	a := newArena(f)
	var people []*intruder
	for _, name := range []string{"Ana", "Boris", "Vera", "Eve"} {
		var made struct{ Token, Player string }
		callPlayers(f, a.service, "CreateGuest", fmt.Sprintf(`{"name":%q}`, name), &made)
		people = append(people, &intruder{token: made.Token, id: room.PlayerID(made.Player)})
	}
	for seed := range byte(12) {
		steps := []byte{seed}
		for n := range byte(60) {
			steps = append(steps, n*(2*seed+1)>>1, n*7+seed*3, n*(seed|1))
		}
		f.Add(steps)
	}
	f.Fuzz(func(t *testing.T, steps []byte) {
		if len(steps) == 0 || len(steps) > 1000 {
			return
		}
		a.play(t, people, steps[0]%4 != 0, steps[1:])
	})
}

// play is one session.
func (a *arena) play(t *testing.T, people []*intruder, racing bool, steps []byte) {
	ids := make([]room.PlayerID, len(people))
	for i, c := range people {
		*c = intruder{token: c.token, id: c.id}
		ids[i] = c.id
	}
	code := a.begin(t, ids, racing)
	for _, c := range people[:3] {
		c.connect(t, a.service, code)
	}
	people[3].connect(t, a.service, "")
	for step := range slices.Chunk(steps, 3) {
		if len(step) == 3 {
			who := int(step[0]) % len(people)
			people[who].step(t, a.service, code, people, who%2, step[1], step[2])
		}
	}
	for i, c := range people {
		c.settle(t, code, i%2)
	}
	if racing {
		a.checkCards(t, people, code)
	}
	for _, c := range people {
		for _, s := range append(c.past, c.session) {
			_ = s.conn.Close()
			<-s.ended
		}
	}
	for _, entry := range a.logged.TakeAll() {
		if entry.Level >= zapcore.ErrorLevel || strings.Contains(entry.Message, "panic") {
			t.Fatalf("logged: %s %v", entry.Message, entry.ContextMap())
		}
	}
	if waiting := metric(t, a.service, "queue_bytes"); waiting > 1<<20 {
		t.Errorf("%v bytes wait", waiting)
	}
}

// checkCards ends the race, and searches all that the players were sent in it.
func (a *arena) checkCards(t *testing.T, people []*intruder, code room.Code) {
	t.Helper()
	isEnd := func(f *samedealv1.ServerFrame) bool { return f.GetRoom().GetPhase() == samedealv1.Phase_PHASE_ENDED }
	ended := false
	for seat, c := range people[:2] {
		last := dialAs(t, a.service, c.token, string(code))
		own := last.await("the board", func(f *samedealv1.ServerFrame) bool {
			ended = ended || isEnd(f)
			return f.GetOwnBoard() != nil
		}).GetOwnBoard()
		number := int(own.GetNumber()) + 1
		last.act(string(code), seat, number, `"resign":{}`)
		last.await("the end of the seat", func(f *samedealv1.ServerFrame) bool {
			if f.GetRefusal().GetFault().GetReason() == samedealv1.Reason_REASON_BUSY {
				last.act(string(code), seat, number, `"resign":{}`)
			}
			ended = ended || isEnd(f)
			return ended || f.GetRefusal().GetFault().GetReason() == samedealv1.Reason_REASON_SEAT_ENDED ||
				len(f.GetRoom().GetSeats()) > seat && f.GetRoom().GetSeats()[seat].GetResult() != nil
		})
		if seat == 1 && !ended {
			last.await("the end", isEnd)
		}
	}
	var text json.RawMessage
	callService(t, a.service, "GetGames", fmt.Sprintf(`{"code":%q}`, code), &text)
	var games samedealv1.GetGamesResponse
	if err := protojson.Unmarshal(text, &games); err != nil {
		t.Fatal(err)
	}
	deal := games.GetRoom().GetDeal()
	var views [2][]map[string]bool
	for seat := range views {
		views[seat] = visibleCards(t, deal.GetCode(), games.GetGames()[seat].GetWords())
	}
	for seat, c := range people[:2] {
		for _, s := range append(c.past, c.session) {
			s.mu.Lock()
			frames := slices.Clone(s.frames)
			s.mu.Unlock()
			searchFrames(t, frames, string(code), deal, racersSight(views, seat))
		}
	}
}

// racersSight is playersSight where actions were undone: of another's board it is not known after which
// action it stood so, and it may have what could be seen after any.
func racersSight(views [2][]map[string]bool, seat int) func(*samedealv1.ServerFrame) map[string]bool {
	all := [2]map[string]bool{{}, {}}
	for i, of := range views {
		for _, view := range of {
			for card := range view {
				all[i][card] = true
			}
		}
	}
	own := playersSight(views, seat)
	ended := false
	return func(f *samedealv1.ServerFrame) map[string]bool {
		if seats := f.GetRoom().GetSeats(); len(seats) > 0 {
			ended = seats[seat].GetResult() != nil
		}
		if board := f.GetWatchedBoard(); board != nil && ended {
			return all[board.GetSeat()]
		} else if board != nil {
			return nil
		}
		return own(f)
	}
}
