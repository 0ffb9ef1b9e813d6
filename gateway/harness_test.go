package gateway_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/gateway"
	"github.com/samedeal/samedeal/gateway/api"
	"github.com/samedeal/samedeal/player"
	"github.com/samedeal/samedeal/player/playertest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

const (
	binary = "samedeal.v1"
	text   = "samedeal.v1.json"
)

// theRoom is the one room that there is.
const theRoom = "BKTWRN"

// theKey is what tokens are signed with.
const theKey = "a key that is good for tests only"

// rooms stands for the rooms: there is one, and everybody may come in. What it does on a command can be
// changed by a test before anybody connects.
type rooms struct {
	onOpen    func(room.Visitor, room.Conn)
	onCommand func(context.Context, room.Conn, *samedealv1.Command)
	onAction  func(context.Context, room.Conn, *samedealv1.Action)
	err       error // of the calls

	mu      sync.Mutex
	opened  []room.Visitor
	closed  int
	resumed []*samedealv1.Position
	created map[string]*samedealv1.RoomOptions
	listed  int
	in      map[room.PlayerID]string // who has been in the room
	replay  replayAsked
}

// replayAsked is what the rooms were asked of a replay last.
type replayAsked struct {
	id         room.SeatID
	from, most uint32
}

func (r *rooms) Open(v room.Visitor, c room.Conn) gateway.Session {
	r.mu.Lock()
	r.opened = append(r.opened, v)
	r.mu.Unlock()
	if r.onOpen != nil {
		r.onOpen(v, c)
	}
	return &visit{rooms: r, conn: c}
}

func (r *rooms) count() (opened, closed int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.opened), r.closed
}

type visit struct {
	rooms *rooms
	conn  room.Conn
}

func (v *visit) Resume(p *samedealv1.Position) {
	v.rooms.mu.Lock()
	v.rooms.resumed = append(v.rooms.resumed, p)
	v.rooms.mu.Unlock()
	if p.GetRoom() != theRoom {
		panic("no room to go on in")
	}
	v.conn.Send(roomFrame(p.GetRoom(), p.GetEvent()))
}

func (v *visit) Command(ctx context.Context, c *samedealv1.Command) {
	switch {
	case v.rooms.onCommand != nil:
		v.rooms.onCommand(ctx, v.conn, c)
	case c.GetRoom() != theRoom:
		v.conn.Send(answerFrame(c.GetId(), samedealv1.Reason_REASON_NO_SUCH_ROOM))
	default:
		v.conn.Send(roomFrame(theRoom, 1))
		v.conn.Send(answerFrame(c.GetId(), 0))
	}
}

func (v *visit) Action(ctx context.Context, a *samedealv1.Action) {
	if v.rooms.onAction != nil {
		v.rooms.onAction(ctx, v.conn, a)
		return
	}
	v.conn.Send(&samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Gap{Gap: &samedealv1.Gap{
		Room: a.GetRoom(), Seat: a.GetSeat(), Number: a.GetNumber(), Expected: a.GetNumber(),
	}}})
}

func (v *visit) Close() {
	v.rooms.mu.Lock()
	defer v.rooms.mu.Unlock()
	v.rooms.closed++
}

func (r *rooms) Create(_ context.Context, _ room.Visitor, request string, o *samedealv1.RoomOptions) (room.Code, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.created[request] = o
	}
	return theRoom, r.err
}

func (r *rooms) Describe(_ context.Context, code room.Code) (*samedealv1.Room, error) {
	if r.err == nil && code != theRoom {
		return nil, room.NewFault(samedealv1.Reason_REASON_NO_SUCH_ROOM, "no room has the code %s", code)
	}
	return &samedealv1.Room{Code: string(code)}, r.err
}

func (r *rooms) List(_ context.Context, most int) ([]*samedealv1.Room, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.listed = most
	return []*samedealv1.Room{{Code: theRoom}}, r.err
}

func (r *rooms) Games(ctx context.Context, _ room.PlayerID, code room.Code) (*samedealv1.GetGamesResponse, error) {
	if _, err := r.Describe(ctx, code); err != nil {
		return nil, err
	}
	return nil, room.NewFault(samedealv1.Reason_REASON_NOT_ENDED, "the room has not ended")
}

func (r *rooms) EverIn(ctx context.Context, code room.Code) (map[room.PlayerID]string, error) {
	if _, err := r.Describe(ctx, code); err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.in, nil
}

// Replay gives the replay of a game without an action.
func (r *rooms) Replay(ctx context.Context, _ room.PlayerID, id room.SeatID, from, most uint32) (*samedealv1.GetReplayResponse, error) {
	shown, err := r.Describe(ctx, id.Room)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.replay = replayAsked{id, from, most}
	return &samedealv1.GetReplayResponse{Room: shown, Total: 1}, nil
}

func roomFrame(code string, event uint64) *samedealv1.ServerFrame {
	return &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Room{Room: &samedealv1.Room{Code: code, Event: event}}}
}

func answerFrame(id uint32, reason samedealv1.Reason) *samedealv1.ServerFrame {
	a := &samedealv1.Answer{Id: id}
	if reason != 0 {
		a.Fault = &samedealv1.Fault{Reason: reason}
	}
	return &samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Answer{Answer: a}}
}

// service is a gateway with all that it needs, served on a real socket.
type service struct {
	*gateway.Server
	rooms      *rooms
	players    *playertest.Memory
	guests     *player.Guests
	moderation *player.Moderation
	metrics    *prometheus.Registry
	http       *httptest.Server
	piped      *http.Client // where it is served over pipes
	dialer     websocket.Dialer
}

// newService makes a service without ticks, which on a slow machine come between any two other frames.
func newService(t testing.TB, change ...func(*gateway.Config, *rooms)) *service {
	t.Helper()
	untimed := func(c *gateway.Config, _ *rooms) { c.Times.Tick = time.Hour }
	s := prepare(t, slices.Insert(change, 0, untimed)...)
	s.http = httptest.NewUnstartedServer(nil)
	s.http.Config = s.HTTP()
	s.http.Start()
	t.Cleanup(func() {
		s.http.CloseClientConnections()
		s.http.Close()
	})
	return s
}

// prepare makes a service that is not yet served.
func prepare(t testing.TB, change ...func(*gateway.Config, *rooms)) *service {
	t.Helper()
	s := &service{
		rooms:   &rooms{created: map[string]*samedealv1.RoomOptions{}},
		players: playertest.NewMemory(time.Now),
		metrics: prometheus.NewRegistry(),
	}
	signer, err := player.NewSigner([]byte(theKey))
	if err != nil {
		t.Fatal(err)
	}
	words, err := player.ReadWordList(strings.NewReader("rude"))
	if err != nil {
		t.Fatal(err)
	}
	s.guests = player.NewGuests(player.Config{
		Store: s.players, Accounts: s.players, Changes: s.players, Signer: signer, Words: words,
		Now: time.Now, Random: rand.Reader,
	})
	s.moderation = player.NewModeration(s.guests, s.players)
	config := s.config()
	config.Metrics = s.metrics
	for _, f := range change {
		f(&config, s.rooms)
	}
	if s.Server, err = gateway.New(config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		if opened, closed := s.rooms.count(); opened != closed {
			t.Errorf("%d sessions were opened and %d closed", opened, closed)
		}
	})
	return s
}

// config is that of another gateway on the same rooms and players.
func (s *service) config() gateway.Config {
	return gateway.Config{
		Rooms: s.rooms, Guests: s.guests, Devices: player.NewDevices(s.guests, s.players), Moderation: s.moderation,
		Friends:  player.NewFriends(s.guests, s.players),
		Analyst:  noAnalyst{},
		Boards:   struct{ api.Boards }{},
		Dailies:  struct{ api.Dailies }{},
		Standing: player.NewStanding(s.players, time.Now), PublicURL: "https://samedeal.example", Build: "samedeal test",
	}
}

// metric reads a counter or gauge; labels are written as in kind=hello.
func (s *service) metric(t testing.TB, name string, labels ...string) float64 {
	t.Helper()
	families, err := s.metrics.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() != "samedeal_gateway_"+name {
			continue
		}
		for _, m := range family.GetMetric() {
			var have []string
			for _, l := range m.GetLabel() {
				have = append(have, l.GetName()+"="+l.GetValue())
			}
			if strings.Join(have, " ") == strings.Join(labels, " ") {
				return m.GetCounter().GetValue() + m.GetGauge().GetValue()
			}
		}
	}
	return 0
}

// client is the other end of a connection.
type client struct {
	*websocket.Conn
	subprotocol string
	// patience is how long it waits for each frame.
	patience time.Duration
}

func (s *service) dial(t testing.TB, subprotocol string) *client {
	t.Helper()
	dialer := s.dialer
	dialer.Subprotocols = []string{subprotocol}
	conn, response, err := dialer.Dial(s.socketURL(), nil)
	if err != nil {
		t.Fatalf("dial: %v, %+v", err, response)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return &client{conn, subprotocol, 20 * time.Second}
}

func (s *service) socketURL() string {
	if s.http == nil {
		return "ws://samedeal.example/ws"
	}
	return "ws" + strings.TrimPrefix(s.http.URL, "http") + "/ws"
}

// enter is a client that was let in.
func (s *service) enter(t testing.TB, subprotocol string) *client {
	t.Helper()
	c := s.dial(t, subprotocol)
	c.send(t, hello(guest("Ana")))
	c.welcome(t)
	return c
}

func (c *client) kind() int {
	if c.subprotocol == text {
		return websocket.TextMessage
	}
	return websocket.BinaryMessage
}

func (c *client) encode(t testing.TB, frame *samedealv1.ClientFrame) []byte {
	t.Helper()
	marshal := proto.Marshal
	if c.subprotocol == text {
		marshal = protojson.Marshal
	}
	data, err := marshal(frame)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func (c *client) send(t testing.TB, frame *samedealv1.ClientFrame) {
	t.Helper()
	c.sendRaw(t, c.kind(), c.encode(t, frame))
}

func (c *client) sendRaw(t testing.TB, kind int, data []byte) {
	t.Helper()
	if err := c.WriteMessage(kind, data); err != nil {
		t.Fatal(err)
	}
}

func (c *client) read() (*samedealv1.ServerFrame, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.patience)); err != nil {
		return nil, err
	}
	kind, data, err := c.ReadMessage()
	if err != nil {
		return nil, err
	}
	if kind != c.kind() {
		return nil, errors.New("a frame of the wrong kind")
	}
	frame := new(samedealv1.ServerFrame)
	if c.subprotocol == text {
		return frame, protojson.Unmarshal(data, frame)
	}
	return frame, proto.Unmarshal(data, frame)
}

func (c *client) receive(t testing.TB) *samedealv1.ServerFrame {
	t.Helper()
	frame, err := c.read()
	if err != nil {
		t.Fatal(err)
	}
	return frame
}

func (c *client) welcome(t testing.TB) *samedealv1.Welcome {
	t.Helper()
	w := c.receive(t).GetWelcome()
	if w == nil {
		t.Fatal("no welcome")
	}
	return w
}

// want reads frames until the server closes the connection, with this code.
func (c *client) want(t testing.TB, code samedealv1.Close) string {
	t.Helper()
	for {
		_, err := c.read()
		var closed *websocket.CloseError
		switch {
		case err == nil:
			continue
		case !errors.As(err, &closed), closed.Code != int(code):
			t.Fatalf("closed with %v, want %v", err, code)
		case closed.Text == "", len(closed.Text) > 123:
			t.Fatalf("a reason of %d bytes", len(closed.Text))
		}
		return closed.Text
	}
}

func clientFrame[T *samedealv1.Hello | *samedealv1.Command | *samedealv1.Action](message T) *samedealv1.ClientFrame {
	switch m := any(message).(type) {
	case *samedealv1.Hello:
		return &samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Hello{Hello: m}}
	case *samedealv1.Command:
		return &samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Command{Command: m}}
	case *samedealv1.Action:
		return &samedealv1.ClientFrame{Frame: &samedealv1.ClientFrame_Action{Action: m}}
	default:
		return nil
	}
}

func hello(change ...func(*samedealv1.Hello)) *samedealv1.ClientFrame {
	h := &samedealv1.Hello{Protocol: 1, Build: "test", Tab: []byte("0123456789abcdef"), Attempt: 1}
	for _, f := range change {
		f(h)
	}
	return clientFrame(h)
}

func guest(name string) func(*samedealv1.Hello) {
	return func(h *samedealv1.Hello) { h.Who = &samedealv1.Hello_Guest{Guest: &samedealv1.Guest{Name: name}} }
}

func token(t string) func(*samedealv1.Hello) {
	return func(h *samedealv1.Hello) { h.Who = &samedealv1.Hello_Token{Token: t} }
}

func enter(id uint32, code string) *samedealv1.ClientFrame {
	return clientFrame(&samedealv1.Command{Id: id, Room: code, Command: &samedealv1.Command_Enter{Enter: &samedealv1.Enter{}}})
}

func draw(code string, number uint32) *samedealv1.ClientFrame {
	return clientFrame(&samedealv1.Action{Room: code, Number: number, Action: &samedealv1.Action_Word{Word: "n"}})
}

// pipes is a network inside the process, whose time a test can bend.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	close(p.done)
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

func (p *pipes) Dial(_, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	p.conns <- fromHere{far}
	return near, nil
}

// fromHere is a connection from this machine.
type fromHere struct{ net.Conn }

func (fromHere) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 50_000} }

// newPipedService serves over pipes: for tests inside a synctest bubble, whose clock stands still while anybody is
// busy, however slow the machine.
func newPipedService(t *testing.T, change ...func(*gateway.Config, *rooms)) *service {
	t.Helper()
	s := prepare(t, change...)
	network := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
	server := s.HTTP()
	served := make(chan error)
	go func() { served <- server.Serve(network) }()
	t.Cleanup(func() {
		_ = server.Close()
		if err := <-served; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	s.dialer.NetDial = network.Dial
	s.piped = &http.Client{Transport: &http.Transport{
		DialContext: func(context.Context, string, string) (net.Conn, error) { return network.Dial("", "") },
	}}
	t.Cleanup(s.piped.CloseIdleConnections)
	return s
}
