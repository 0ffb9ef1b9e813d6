package main

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	"github.com/samedeal/samedeal/leaderboard/daily/redisdaily"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// threeChallenges are a day's challenges as they are by default.
const threeChallenges = "TF1-D1N,FC1-C4,KL1-D3N"

// keepDeals keeps known deals for a day, and gives all by which somebody could know them.
func keepDeals(t *testing.T, server *redistest.Server, date leaderboard.Date) (secrets []string) {
	t.Helper()
	store := redisdaily.New(server.Client(), "")
	for i, variant := range strings.Split(threeChallenges, ",") {
		v, err := engine.ParseVariant(variant)
		if err != nil {
			t.Fatal(err)
		}
		number := uint64(21_346_587) + uint64(date.Start().Unix()/86_400) + uint64(i)
		if v.LastNumber() > v.LastShortNumber() {
			number += v.LastShortNumber() << 7
		}
		code, err := engine.NewCode(v, number)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256([]byte(code.String()))
		salt := sum[:engine.SaltBytes]
		deal := daily.Deal{Code: code, Salt: salt}
		challenge := daily.Challenge{Date: date, Variant: variant}
		if _, err := store.Keep(t.Context(), challenge, deal, date.End().Add(daily.Life)); err != nil {
			t.Fatal(err)
		}
		secrets = append(secrets, strings.TrimPrefix(code.String(), variant+"-"), hex.EncodeToString(salt),
			base64.StdEncoding.EncodeToString(salt), base64.RawURLEncoding.EncodeToString(salt), string(salt))
	}
	return secrets
}

// askHTTP sends a request as it is, and gives the whole answer, headers and refusals too.
func askHTTP(t *testing.T, method, url, body string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	told, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s %v\n%s", response.Status, response.Header, told)
}

// secretDay is a day with three challenges, and with people who have done different things in them.
type secretDay struct {
	t    *testing.T
	s    *service
	date leaderboard.Date
	// begun has begun and ended each has ended all of the challenges, in these rooms.
	begun, ended *rawClient
	rooms        []string
}

// everything asks all that the boards', the daily's and the rooms' services can be asked, and for the pages.
func (d *secretDay) everything(token string) (told []string) {
	d.t.Helper()
	call := func(method, format string, fields ...any) {
		body := fmt.Sprintf(`{"token":%q`, token) + fmt.Sprintf(format, fields...) + "}"
		if method == "RoomService/GetRoom" || method == "RoomService/ListRooms" || method == "BoardService/GetBoardGames" {
			body = "{" + strings.TrimPrefix(fmt.Sprintf(format, fields...), ",") + "}"
		}
		told = append(told, method+" "+askHTTP(d.t, http.MethodPost, d.s.publicURL+"/api/samedeal.v1."+method, body))
	}
	tomorrow := d.date.Add(1)
	for _, variant := range strings.Split(threeChallenges, ",") {
		for _, board := range []string{
			"daily/" + d.date.String(), "daily/" + tomorrow.String(), "all", "day/" + d.date.String(), "week/" + d.date.Week(),
			"month/" + d.date.Month(), "daily-week/" + d.date.Week(), "daily-month/" + d.date.Month(),
		} {
			board += "/" + variant
			for part := 1; part <= 3; part++ {
				call("BoardService/GetBoard", `,"board":%q,"part":%d`, board, part)
			}
			call("BoardService/GetBoardGames", `"board":%q`, board)
			for _, of := range []*rawClient{d.begun, d.ended} {
				call("BoardService/GetRowReplay", `,"board":%q,"player":%q`, board, of.player)
			}
		}
		call("DailyService/StartDaily", `,"variant":%q,"date":%q`, variant, tomorrow)
		call("DailyService/StartDaily", `,"variant":%q,"date":%q,"practice":true`, variant, tomorrow)
	}
	call("BoardService/GetMyResults", "")
	for _, date := range []string{"", d.date.String(), tomorrow.String(), d.date.Add(-1).String(), "?"} {
		call("DailyService/GetDaily", `,"date":%q`, date)
	}
	for _, month := range []string{"", tomorrow.Month(), tomorrow.Add(31).Month()} {
		call("DailyService/GetCalendar", `,"month":%q`, month)
	}
	call("DailyService/SetStreakOffset", `,"minutes":60`)
	call("RoomService/ListRooms", "")
	for _, room := range d.rooms {
		call("RoomService/GetRoom", `"code":%q`, room)
		call("RoomService/GetGames", `,"code":%q`, room)
		call("RoomService/GetReplay", `,"code":%q`, room)
		call("AnalysisService/AnalyseSeat", `,"code":%q`, room)
		told = append(told, askHTTP(d.t, http.MethodGet, d.s.publicURL+"/r/"+room, ""))
	}
	for _, page := range []string{"/", "/daily", "/boards", "/daily/" + d.date.String(), "/api/", "/healthz", "/readyz"} {
		told = append(told, askHTTP(d.t, http.MethodGet, d.s.publicURL+page, ""))
	}
	return told
}

// begin has one begin all of the day's challenges, and come into their rooms.
func (d *secretDay) begin(c *rawClient) {
	d.t.Helper()
	for _, variant := range strings.Split(threeChallenges, ",") {
		var started struct{ Room string }
		callAny(d.t, d.s, "DailyService/StartDaily", fmt.Sprintf(`{"token":%q,"variant":%q,"date":%q}`, c.token, variant, d.date), &started)
		c.command(started.Room, `"enter":{}`)
		d.rooms = append(d.rooms, started.Room)
	}
}

// awaitStarts gives the boards of the three races by their rooms.
func awaitStarts(c *rawClient) map[string]*samedealv1.OwnBoard {
	c.t.Helper()
	boards := map[string]*samedealv1.OwnBoard{}
	for _, text := range c.frames {
		var frame samedealv1.ServerFrame
		if err := protojson.Unmarshal([]byte(text), &frame); err != nil {
			c.t.Fatal(err)
		}
		if own := frame.GetOwnBoard(); own != nil {
			boards[own.GetRoom()] = own
		}
	}
	for len(boards) < 3 {
		own := c.await("a start", func(f *samedealv1.ServerFrame) bool { return f.GetOwnBoard() != nil }).GetOwnBoard()
		boards[own.GetRoom()] = own
	}
	return boards
}

// playAndEnd plays some legal words in each of one's races, and resigns.
func (d *secretDay) playAndEnd(c *rawClient) {
	d.t.Helper()
	for room, own := range awaitStarts(c) {
		for n := 1; n <= 3; n++ {
			c.act(room, 0, n, fmt.Sprintf(`"word":%q`, own.GetLegal()[0]))
			own = c.await("an answer", func(f *samedealv1.ServerFrame) bool { return f.GetAcknowledgement() != nil }).GetAcknowledgement().GetOwn()
		}
		c.act(room, 0, 4, `"resign":{}`)
		c.await("the end", func(f *samedealv1.ServerFrame) bool {
			return f.GetRoom().GetCode() == room && f.GetRoom().GetPhase() == samedealv1.Phase_PHASE_ENDED
		})
	}
	for _, variant := range strings.Split(threeChallenges, ",") {
		board := "daily-month/" + d.date.Month() + "/" + variant
		awaitThat(d.t, "the attempt is ranked", func() bool { return ranked(d.t, d.s, board) == 1 })
	}
}

// refused tries to come into all rooms, in which there is nothing for this player to see yet.
func (d *secretDay) refused(c *rawClient) {
	d.t.Helper()
	for i, room := range slices.Concat(d.rooms, d.rooms) {
		c.read++
		c.send(fmt.Sprintf(`{"command":{"id":%d,"room":%q,"enter":{"watch":%t}}}`, c.read, room, i < len(d.rooms)))
		answer := c.await("the answer", func(f *samedealv1.ServerFrame) bool { return f.GetAnswer().GetId() == uint32(c.read) })
		if answer.GetAnswer().GetFault().GetReason() != samedealv1.Reason_REASON_NOT_PLAYED {
			d.t.Errorf("one who has not played comes into room %s: %v", room, answer)
		}
	}
}

// tells gives what of some secrets is in what was told.
func tells(told string, secrets []string) string {
	for _, secret := range secrets {
		if strings.Contains(told, secret) {
			return secret
		}
	}
	return ""
}

// No frame, answer or page tells anybody of tomorrow's deals, anybody the codes or salts of today's, or who has not
// begun a card of them; nor is a game of the day told to who has not ended their own. When the day is over all of
// today's is told, and of tomorrow's nothing.
//
// It fails if a service, a room or a board tells more.
func TestNobodyIsToldADaysDealsBeforeItsEnd(t *testing.T) {
	t.Parallel()
	server, by := redistest.Single(t), aheadOfNoon()
	date := dateAhead(by)
	today, tomorrow := keepDeals(t, server, date), keepDeals(t, server, date.Add(1))
	keepDeals(t, server, date.Add(2))
	address := "redis://" + server.Addr()
	d := &secretDay{t: t, date: date, s: competitionService(t, address, threeChallenges, layer{}.ahead(by))}
	d.begun, d.ended = dialRaw(t, d.s, "Bea"), dialRaw(t, d.s, "Emil")
	stranger := dialRaw(t, d.s, "Sam")
	d.begin(d.begun)
	d.begin(d.ended)
	d.playAndEnd(d.ended)
	awaitStarts(d.begun)
	d.refused(stranger)
	d.ended.command(d.rooms[0], `"enter":{"watch":true}`) // who has played may watch

	secrets := slices.Concat(today, tomorrow)
	noCards := append(append(d.everything(""), d.everything(stranger.token)...), stranger.frames...)
	for _, told := range noCards {
		if secret := tells(told, secrets); secret != "" {
			t.Fatalf("who has not begun is told %q: %s", secret, told)
		}
		for _, room := range d.rooms {
			told = strings.ReplaceAll(told, room, "")
		}
		if card := cardText.FindString(told); card != "" {
			t.Fatalf("who has not begun is told of %s: %s", card, told)
		}
		if strings.Contains(told, `"words"`) || strings.Contains(told, `"steps"`) {
			t.Fatalf("who has not begun is told a game: %s", told)
		}
	}
	ofBegun, ofEnded := d.everything(d.begun.token), d.everything(d.ended.token)
	for _, told := range slices.Concat(ofBegun, ofEnded, d.begun.frames, d.ended.frames) {
		if secret := tells(told, secrets); secret != "" {
			t.Fatalf("%q is told before the end of the day: %s", secret, told)
		}
	}
	d.checkGames(ofBegun, ofEnded)
	d.checkGuesses(stranger)

	d.s = competitionService(t, address, threeChallenges, layer{}.ahead(by+24*time.Hour))
	over := d.everything("")
	for i := 0; i < len(today); i += 5 { // codes and salts in hexadecimal
		for _, secret := range today[i : i+2] {
			if !slices.ContainsFunc(over, func(told string) bool { return strings.Contains(told, secret) }) {
				t.Errorf("when the day is over, %q is not told", secret)
			}
		}
	}
	for _, told := range over {
		if secret := tells(told, tomorrow); secret != "" {
			t.Fatalf("%q, of the next day, is told: %s", secret, told)
		}
	}
}

// checkGames fails unless the games of who has ended are given to them, and to nobody who goes on.
func (d *secretDay) checkGames(ofBegun, ofEnded []string) {
	d.t.Helper()
	given := func(told []string, method string) (n int) {
		for _, answer := range told {
			if strings.HasPrefix(answer, method+" ") && (strings.Contains(answer, `"steps"`) || strings.Contains(answer, `"words"`)) {
				n++
			}
		}
		return n
	}
	// On five boards each of three variants there is the row of the one who has ended.
	if n := given(ofEnded, "BoardService/GetRowReplay"); n != 15 {
		d.t.Errorf("who has ended is given %d rows' games, want 15", n)
	}
	for _, method := range []string{"BoardService/GetRowReplay", "BoardService/GetBoardGames", "RoomService/GetGames", "RoomService/GetReplay"} {
		if n := given(ofBegun, method); n != 0 {
			d.t.Errorf("%s gives %d games to who has not ended", method, n)
		}
	}
	if n := given(ofEnded, "BoardService/GetBoardGames"); n != 0 {
		d.t.Errorf("boards give %d games before the end of the day", n)
	}
}

// checkGuesses fails if a guess at the day's deal is answered otherwise than a wrong one: the deal has its own board.
func (d *secretDay) checkGuesses(stranger *rawClient) {
	d.t.Helper()
	deals, err := redisdaily.New(d.s.store, "").Days(d.t.Context(), d.date)
	if err != nil {
		d.t.Fatal(err)
	}
	for variant, deal := range deals[0] {
		wrong, err := engine.NewCode(deal.Code.Variant(), deal.Code.Number()-1)
		if err != nil {
			d.t.Fatal(err)
		}
		answers := map[string]bool{}
		for _, code := range []engine.Code{deal.Code, wrong} {
			for _, method := range []string{"GetBoard", "GetBoardGames", "GetRowReplay"} {
				var fields string
				switch method {
				case "GetBoard":
					fields = fmt.Sprintf(`,"token":%q,"part":1`, stranger.token)
				case "GetRowReplay":
					fields = fmt.Sprintf(`,"token":%q,"player":%q`, stranger.token, d.ended.player)
				}
				body := fmt.Sprintf(`{"board":"deal/%s"%s}`, code, fields)
				told := askHTTP(d.t, http.MethodPost, d.s.publicURL+"/api/samedeal.v1.BoardService/"+method, body)
				_, told, _ = strings.Cut(told, "\n") // what comes before has the time and the length
				answers[method+strings.ReplaceAll(told, code.String(), "CODE")] = true
			}
		}
		if len(answers) != 3 {
			d.t.Errorf("%s: a guess is answered by %v", variant, answers)
		}
	}
}
