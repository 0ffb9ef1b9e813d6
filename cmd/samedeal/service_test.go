package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zaptest"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// eventually is how long a test waits for what must come.
const eventually = 20 * time.Second

// testService starts the whole service on a free port: on the Redis at an address, or on the embedded
// store with a folder of the test's.
func testService(t testing.TB, redisURL string) *service {
	t.Helper()
	c := serveCommand{Listen: "127.0.0.1:0", Redis: redisURL, FrameRate: 1e6, FrameBurst: 1e6, PerAddress: 1e4}
	if redisURL == "" {
		c.Data = t.TempDir()
	}
	return startTest(t, c, layer{})
}

// startTest starts the whole service, with a layer between its parts. It is closed when the test ends.
func startTest(t testing.TB, c serveCommand, between layer) *service {
	t.Helper()
	s, err := startLayered(context.Background(), c, zaptest.NewLogger(t, zaptest.Level(zap.WarnLevel)), between)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), shutdownTime)
		defer cancel()
		if err := s.close(ctx); err != nil {
			t.Error(err)
		}
	})
	return s
}

// callService calls a method of the room service, and callPlayers one of the players'.
func callService(t testing.TB, s *service, method, request string, into any) {
	t.Helper()
	callAny(t, s, "RoomService/"+method, request, into)
}

func callPlayers(t testing.TB, s *service, method, request string, into any) {
	t.Helper()
	callAny(t, s, "PlayerService/"+method, request, into)
}

func callAny(t testing.TB, s *service, method, request string, into any) {
	t.Helper()
	response, err := http.Post(s.publicURL+"/api/samedeal.v1."+method, "application/json", strings.NewReader(request))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", method, response.Status)
	}
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
}

func createRoom(t testing.TB, s *service, token, options string) string {
	t.Helper()
	var created struct{ Code, Link string }
	callService(t, s, "CreateRoom", fmt.Sprintf(`{"token":%q,"requestId":"a request","options":%s}`, token, options), &created)
	if created.Link != s.publicURL+"/r/"+created.Code {
		t.Errorf("the link is %s", created.Link)
	}
	return created.Code
}

// A client written in another language, from the protocol's description alone, makes a room, plays, loses
// its connection and comes back.
func TestAClientInAnotherLanguage(t *testing.T) {
	t.Parallel()
	s := testService(t, "")
	command := exec.Command("node", "--experimental-websocket", "--no-warnings", "testdata/node/client.mjs", s.publicURL)
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v (Node 20.10 or newer is needed)\n%s", err, output)
	}
	const want = `{"name":"Nodar","stock":24,"rule":"RULE_SAME_PILE","ending":"ENDING_RESIGNED","actions":5,"words":5,"sealed":true,"revealed":true}`
	if got := strings.TrimSpace(string(output)); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

var cardText = regexp.MustCompile(`\b[A2-9TJQK][SHDC]\b`)

// No byte that a client is sent in a sealed race may tell it of a card that it cannot know: neither the
// frames of its own seat, nor those of the others, nor what is said of the room.
func TestASealedRaceTellsNobodyAHiddenCard(t *testing.T) {
	t.Parallel()
	s := testService(t, "")
	ana, boris, vera := dialRaw(t, s, "Ana"), dialRaw(t, s, "Boris"), dialRaw(t, s, "Vera")
	code := createRoom(t, s, ana.token, `{"deal":"KL1-D3N","countdownS":3}`)
	ana.command(code, `"enter":{}`)
	boris.command(code, `"enter":{}`)
	vera.command(code, `"enter":{"watch":true}`)
	ana.command(code, `"start":{}`)

	const moves = 60
	words := [2][]string{}
	for seat, c := range []*rawClient{ana, boris} {
		own := c.await("the start", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard() != nil }).GetOwnBoard()
		for n := 1; n <= moves; n++ {
			word := own.GetLegal()[(n*7+seat)%len(own.GetLegal())]
			words[seat] = append(words[seat], word)
			c.act(code, seat, n, fmt.Sprintf(`"word":%q`, word))
			own = c.await("the answer to "+word, func(f *samedealv1.ServerFrame) bool {
				return f.GetAcknowledgement() != nil
			}).GetAcknowledgement().GetOwn()
		}
	}
	for seat, c := range []*rawClient{ana, boris} {
		c.act(code, seat, moves+1, `"resign":{}`)
	}
	ended := func(f *samedealv1.ServerFrame) bool { return f.GetRoom().GetPhase() == samedealv1.Phase_PHASE_ENDED }
	deal := vera.await("the end", ended).GetRoom().GetDeal()
	ana.await("the end", ended)
	boris.await("the end", ended)

	var views [2][]map[string]bool
	for seat := range views {
		views[seat] = visibleCards(t, deal.GetCode(), words[seat])
	}
	checkFrames(t, ana, code, deal, playersSight(views, 0))
	checkFrames(t, boris, code, deal, playersSight(views, 1))
	checkFrames(t, vera, code, deal, func(f *samedealv1.ServerFrame) map[string]bool { return watchersView(views, f) })
}

// visibleCards are the cards that the player of a game could see, after each of its moves.
func visibleCards(t testing.TB, code string, words []string) []map[string]bool {
	t.Helper()
	deal, err := engine.ParseCode(code)
	if err != nil {
		t.Fatal(err)
	}
	g := deal.Play()
	var views []map[string]bool
	for n := 0; n <= len(words); n++ {
		if n > 0 {
			if _, err := g.Replay(slices.Values(words[n-1 : n])); err != nil {
				t.Fatal(err)
			}
		}
		view := map[string]bool{}
		board := deal.Variant().Board(engine.PlayerView(g.Position()))
		for _, card := range cardText.FindAllString(board, -1) {
			view[card] = true
		}
		views = append(views, view)
	}
	return views
}

// watchersView is what a watcher may see in a frame.
func watchersView(views [2][]map[string]bool, f *samedealv1.ServerFrame) map[string]bool {
	if board := f.GetWatchedBoard(); board != nil {
		return views[board.GetSeat()][board.GetBoard().GetMoves()]
	}
	return nil
}

// playersSight gives what a player may see in frame after frame: of their own seat, and once that has
// ended, what watchers see.
func playersSight(views [2][]map[string]bool, seat int) func(*samedealv1.ServerFrame) map[string]bool {
	ended := false
	return func(f *samedealv1.ServerFrame) map[string]bool {
		if seats := f.GetRoom().GetSeats(); len(seats) > 0 {
			ended = seats[seat].GetResult() != nil
		}
		switch {
		case f.GetOwnBoard() != nil:
			return views[seat][f.GetOwnBoard().GetNumber()]
		case f.GetAcknowledgement() != nil:
			return views[seat][f.GetAcknowledgement().GetOwn().GetNumber()]
		case ended:
			return watchersView(views, f)
		default:
			return nil
		}
	}
}

// checkFrames searches all that a client was sent before the end for cards that are not among those it
// may see, and for the deal's code and salt.
func checkFrames(t *testing.T, c *rawClient, room string, deal *samedealv1.Deal, maySee func(*samedealv1.ServerFrame) map[string]bool) {
	t.Helper()
	if searched := searchFrames(t, c.frames, room, deal, maySee); searched < 10 {
		t.Errorf("only %d frames were searched", searched)
	}
}

// searchFrames is checkFrames for any number of frames, which it gives.
func searchFrames(t *testing.T, frames []string, room string, deal *samedealv1.Deal, maySee func(*samedealv1.ServerFrame) map[string]bool) (searched int) {
	t.Helper()
	for _, text := range frames {
		var frame samedealv1.ServerFrame
		if err := protojson.Unmarshal([]byte(text), &frame); err != nil {
			t.Fatal(err)
		}
		if frame.GetRoom().GetPhase() == samedealv1.Phase_PHASE_ENDED {
			break
		}
		searched++
		if strings.Contains(text, deal.GetCode()) || strings.Contains(text, deal.GetSalt()) {
			t.Fatalf("the deal is told: %s", text)
		}
		visible := maySee(&frame)
		for _, card := range cardText.FindAllString(strings.ReplaceAll(text, room, ""), -1) {
			if !visible[card] {
				t.Fatalf("%s is told: %s", card, text)
			}
		}
	}
	return searched
}

// A replay whose boards are not those that were acknowledged would make a liar of whoever shows it.
func TestAReplayHasTheBoardsThatWereAcknowledged(t *testing.T) {
	t.Parallel()
	s := testService(t, "")
	ana := dialRaw(t, s, "Ana")
	code := createRoom(t, s, ana.token, `{"deal":"KL1-D1N","seats":1,"countdownS":3}`)
	ana.command(code, `"enter":{}`)
	ana.command(code, `"start":{}`)
	own := ana.await("the start", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard() != nil }).GetOwnBoard()

	steps := []*samedealv1.ReplayStep{{Board: own.GetBoard()}}
	for n := 1; n <= 60; n++ {
		word := own.GetLegal()[n*7%len(own.GetLegal())]
		if n%10 == 0 {
			word = "u"
		}
		ana.act(code, 0, n, fmt.Sprintf(`"word":%q`, word))
		own = ana.await("the answer to "+word, func(f *samedealv1.ServerFrame) bool {
			return f.GetAcknowledgement() != nil
		}).GetAcknowledgement().GetOwn()
		steps = append(steps, &samedealv1.ReplayStep{Word: word, AtMs: own.GetElapsedMs(), Board: own.GetBoard()})
	}
	ana.act(code, 0, len(steps), `"resign":{}`)
	final := ana.await("the final board", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard() != nil }).GetOwnBoard()
	ana.await("the end", func(f *samedealv1.ServerFrame) bool { return f.GetRoom().GetPhase() == samedealv1.Phase_PHASE_ENDED })

	replay := replayOf(t, s, fmt.Sprintf(`{"code":%q}`, code))
	checkReplay(t, replay, steps)
	if last := replay.GetSteps()[len(steps)-1].GetBoard(); !proto.Equal(last, final.GetBoard()) {
		t.Errorf("the last board is %v, want %v", last, final.GetBoard())
	}
	page := replayOf(t, s, fmt.Sprintf(`{"code":%q,"from":50,"most":500}`, strings.ToLower(code)))
	if page.GetTotal() != replay.GetTotal() || len(page.GetSteps()) != len(steps)-50 || !proto.Equal(page.GetSteps()[0], steps[50]) {
		t.Errorf("from step 50 there are %d steps of %d", len(page.GetSteps()), page.GetTotal())
	}
}

// checkReplay fails unless a replay has these steps.
func checkReplay(t *testing.T, replay *samedealv1.GetReplayResponse, steps []*samedealv1.ReplayStep) {
	t.Helper()
	if int(replay.GetTotal()) != len(steps) || len(replay.GetSteps()) != len(steps) {
		t.Fatalf("%d steps of %d, want all of %d", len(replay.GetSteps()), replay.GetTotal(), len(steps))
	}
	for i, want := range steps {
		if got := replay.GetSteps()[i]; !proto.Equal(got, want) {
			t.Fatalf("step %d is\n%v\nacknowledged was\n%v", i, got, want)
		}
	}
}

func replayOf(t *testing.T, s *service, request string) *samedealv1.GetReplayResponse {
	t.Helper()
	var text json.RawMessage
	callService(t, s, "GetReplay", request, &text)
	var replay samedealv1.GetReplayResponse
	if err := protojson.Unmarshal(text, &replay); err != nil {
		t.Fatal(err)
	}
	return &replay
}

// The whole service on a real Redis starts, and is ready, and says what an acknowledgement means there.
func TestServiceOnRedis(t *testing.T) {
	t.Parallel()
	s := testService(t, "redis://"+redistest.Single(t).Addr())
	response, err := http.Get(s.publicURL + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK || !strings.Contains(s.promise, "append-only file") {
		t.Errorf("readyz is %s; %s", response.Status, s.promise)
	}
}

// Each wrong thing that a client can ask of a room has its answer, and changes nothing.
func TestWrongWishesAreAnswered(t *testing.T) {
	t.Parallel()
	s := testService(t, "")
	ana, boris := dialRaw(t, s, "Ana"), dialRaw(t, s, "Boris")
	response, err := http.Post(s.publicURL+"/api/samedeal.v1.RoomService/CreateRoom", "application/json",
		strings.NewReader(fmt.Sprintf(`{"token":%q,"requestId":"wrong","options":{"deal":"KL1-D2N"}}`, ana.token)))
	if err != nil {
		t.Fatal(err)
	}
	var failed struct{ Code, Message string }
	if err := json.NewDecoder(response.Body).Decode(&failed); err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if failed.Code != "invalid_argument" || !strings.Contains(failed.Message, "KL1 takes D3N") {
		t.Errorf("a wrong deal is answered %+v", failed)
	}

	refused := func(c *rawClient, action string, want samedealv1.Reason) {
		t.Helper()
		c.send(fmt.Sprintf(`{"action":{%s,"number":1,"word":"n"}}`, action))
		refusal := c.await("a refusal", func(f *samedealv1.ServerFrame) bool { return f.GetRefusal() != nil }).GetRefusal()
		if got := refusal.GetFault().GetReason(); got != want {
			t.Errorf("%s is refused by %v, want %v", action, refusal, want)
		}
	}
	code := createRoom(t, s, ana.token, `{"deal":"TF1-D1N","countdownS":3}`)
	inRoom := fmt.Sprintf(`"room":%q`, code)
	refused(ana, `"room":"BBBBBB"`, samedealv1.Reason_REASON_NO_SUCH_ROOM)
	refused(ana, inRoom, samedealv1.Reason_REASON_NOT_STARTED)
	ana.command(code, `"enter":{}`)
	boris.command(code, `"enter":{}`)
	ana.command(code, `"start":{}`)
	refused(ana, inRoom, samedealv1.Reason_REASON_NOT_STARTED)
	for _, c := range []*rawClient{ana, boris} {
		c.await("the start", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard() != nil })
	}
	refused(boris, inRoom, samedealv1.Reason_REASON_NOT_YOUR_SEAT)
	refused(boris, inRoom+`,"seat":7`, samedealv1.Reason_REASON_NOT_YOUR_SEAT)
	ana.act(code, 0, 1, `"resign":{}`)
	ana.await("the end of the seat", func(f *samedealv1.ServerFrame) bool {
		return f.GetRoom().GetSeats() != nil && f.GetRoom().GetSeats()[0].GetResult() != nil
	})
	refused(ana, inRoom, samedealv1.Reason_REASON_SEAT_ENDED)
}
