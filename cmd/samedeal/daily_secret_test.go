package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/gateway"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// playedBy are those who have ended their attempts at the daily challenge.
type playedBy struct{ sync.Map }

func (p *playedBy) Ended(_ context.Context, player room.PlayerID, _ *samedealv1.DailyRoom, _ string) (bool, error) {
	_, ended := p.Load(player)
	return ended, nil
}

// dailyService is the whole service, and the hub of it.
func dailyService(t *testing.T, played *playedBy) (*service, *room.Hub) {
	t.Helper()
	var hub *room.Hub
	c := serveCommand{Listen: "127.0.0.1:0", Data: t.TempDir(), FrameRate: 1e6, FrameBurst: 1e6, PerAddress: 1e4}
	s := startTest(t, c, layer{
		stores: func(config room.Config) room.Config {
			config.Dailies = played
			return config
		},
		rooms: func(r gateway.Rooms) gateway.Rooms {
			hub = r.(rooms).Hub
			return r
		},
	})
	return s, hub
}

// askRooms calls a method of the room service, and gives its answer as it came, a refusal too.
func askRooms(t *testing.T, s *service, method, request string) string {
	t.Helper()
	response, err := http.Post(s.publicURL+"/api/samedeal.v1.RoomService/"+method, "application/json", strings.NewReader(request))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// dailySecret is the deal of a daily challenge's room.
type dailySecret struct {
	room string
	deal engine.Code
	salt []byte
}

// search looks for the deal, and for a card that is not visible, in what somebody was told.
func (d dailySecret) search(t *testing.T, who, told string, visible map[string]bool) {
	t.Helper()
	for _, secret := range []string{
		d.deal.String(), strings.TrimPrefix(d.deal.String(), d.deal.Variant().String()+"-"),
		hex.EncodeToString(d.salt), base64.StdEncoding.EncodeToString(d.salt), string(d.salt),
	} {
		if strings.Contains(told, secret) {
			t.Fatalf("%s is told the deal: %s", who, told)
		}
	}
	for _, card := range cardText.FindAllString(strings.ReplaceAll(told, d.room, ""), -1) {
		if !visible[card] {
			t.Fatalf("%s is told of %s: %s", who, card, told)
		}
	}
}

// Before the day of a daily challenge is over no byte of its rooms, in a frame or of a service, tells anybody its
// deal: neither its code nor the salt, nor to who may not see the attempt a card, nor to the others one that its
// player did not see. That goes for the countdown, the race, and when it has ended.
func TestADailysRoomTellsNobodyItsDealBeforeTheEndOfItsDay(t *testing.T) {
	played := &playedBy{}
	s, hub := dailyService(t, played)
	ana, boris, vera := dialRaw(t, s, "Ana"), dialRaw(t, s, "Boris"), dialRaw(t, s, "Vera")
	played.Store(room.PlayerID(vera.player), true)
	ctx := context.Background()
	code, err := hub.NewCode(ctx)
	if err != nil {
		t.Fatal(err)
	}
	deal, err := engine.ParseCode("KL1-D3N-CHQWENRTYUIOP")
	if err != nil {
		t.Fatal(err)
	}
	secret := dailySecret{string(code), deal, bytes.Repeat([]byte{0xC5, 0x7A}, engine.SaltBytes/2)}
	if err := hub.Arrange(ctx, code, room.Arranged{
		Deal: deal, Salt: secret.salt, Minutes: 60, Winnable: true, Players: []room.PlayerID{room.PlayerID(ana.player)},
		Daily: &samedealv1.DailyRoom{Date: "2999-01-01"},
	}); err != nil {
		t.Fatal(err)
	}
	// services asks for all that is told of the room, of who has a token and who has none.
	services := func(token string) (told []string) {
		for _, request := range []struct{ method, fields string }{{"GetRoom", ""}, {"GetGames", ""}, {"GetReplay", `,"seat":0`}} {
			token := fmt.Sprintf(`,"token":%q`, token)
			if request.method == "GetRoom" {
				token = ""
			}
			told = append(told, askRooms(t, s, request.method, fmt.Sprintf(`{"code":%q%s%s}`, code, token, request.fields)))
		}
		return told
	}
	outsiders := func() {
		t.Helper()
		for id, watch := range []string{`{"watch":true}`, `{}`} {
			boris.send(fmt.Sprintf(`{"command":{"id":%d,"room":%q,"enter":%s}}`, id+1, code, watch))
			answer := boris.await("the answer", func(f *samedealv1.ServerFrame) bool { return f.GetAnswer() != nil }).GetAnswer()
			if answer.GetFault() == nil {
				t.Fatalf("Boris is let in: %v", answer)
			}
		}
		for _, told := range append(append(services(boris.token), services("")...), boris.frames...) {
			secret.search(t, "Boris", told, nil)
		}
	}
	outsiders()
	ana.command(secret.room, `"enter":{}`)
	vera.command(secret.room, `"enter":{"watch":true}`)
	own := ana.await("the start", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard() != nil }).GetOwnBoard()
	const moves = 40
	var words []string
	for n := 1; n <= moves; n++ {
		words = append(words, own.GetLegal()[n*7%len(own.GetLegal())])
		ana.act(secret.room, 0, n, fmt.Sprintf(`"word":%q`, words[n-1]))
		own = ana.await("the answer to "+words[n-1], func(f *samedealv1.ServerFrame) bool { return f.GetAcknowledgement() != nil }).
			GetAcknowledgement().GetOwn()
	}
	outsiders()
	ana.act(secret.room, 0, moves+1, `"resign":{}`)
	ended := func(f *samedealv1.ServerFrame) bool { return f.GetRoom().GetPhase() == samedealv1.Phase_PHASE_ENDED }
	ana.await("the end", ended)
	vera.await("the end", ended)
	outsiders()

	views := visibleCards(t, deal.String(), words)
	all := map[string]bool{}
	for _, view := range views {
		for card := range view {
			all[card] = true
		}
	}
	searchDaily(t, secret, "Ana", ana.frames, views)
	searchDaily(t, secret, "Vera", vera.frames, views)
	for who, token := range map[string]string{"Ana": ana.token, "Vera": vera.token} {
		told := services(token)
		for _, text := range told {
			secret.search(t, who, text, all)
		}
		if !strings.Contains(told[2], `"steps"`) || strings.Contains(told[1], `"games"`) != (who == "Ana") {
			t.Errorf("%s is given as games and replay: %s", who, told[1:])
		}
	}
}

// searchDaily searches frames of a room with one seat for what its player had not seen by then.
func searchDaily(t *testing.T, secret dailySecret, who string, frames []string, views []map[string]bool) {
	t.Helper()
	for _, text := range frames {
		var frame samedealv1.ServerFrame
		if err := protojson.Unmarshal([]byte(text), &frame); err != nil {
			t.Fatal(err)
		}
		var visible map[string]bool
		switch {
		case frame.GetOwnBoard() != nil:
			visible = views[frame.GetOwnBoard().GetNumber()]
		case frame.GetAcknowledgement() != nil:
			visible = views[frame.GetAcknowledgement().GetOwn().GetNumber()]
		case frame.GetWatchedBoard() != nil:
			visible = views[frame.GetWatchedBoard().GetBoard().GetMoves()]
		}
		secret.search(t, who, text, visible)
	}
	if len(frames) < 10 {
		t.Errorf("only %d frames of %s's were searched", len(frames), who)
	}
}
