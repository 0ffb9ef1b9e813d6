package main

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
	"github.com/samedeal/samedeal/room"
)

// freeCell is the daily challenge of most tests: its deals are solved soonest.
const freeCell = "FC1-C4"

// aheadOfNoon is by how much a service's clock must be ahead for it to be noon there, of tomorrow: no test of a day
// meets a midnight by chance.
func aheadOfNoon() time.Duration {
	now := time.Now()
	return now.UTC().Truncate(24 * time.Hour).Add(36 * time.Hour).Sub(now).Truncate(time.Second)
}

// dateAhead is the day it is on a clock that is ahead.
func dateAhead(by time.Duration) leaderboard.Date { return leaderboard.DateOf(time.Now().Add(by)) }

// ahead has a service's clocks be ahead.
func (l layer) ahead(by time.Duration) layer {
	stores := l.onStores
	return layer{
		client: l.client, rooms: l.rooms,
		stores: func(c room.Config) room.Config {
			c = stores(c)
			c.Events = shifted{c.Events, by}
			return c
		},
		now: func(func() time.Time) func() time.Time {
			return func() time.Time { return time.Now().Add(by) }
		},
	}
}

// competitionService is the whole service with daily challenges, and with what is for admins.
func competitionService(t *testing.T, redisURL, challenges string, between layer) *service {
	t.Helper()
	return startTest(t, serveCommand{
		Listen: "127.0.0.1:0", AdminListen: "127.0.0.1:0", Redis: redisURL, Daily: challenges,
		FrameRate: 1e6, FrameBurst: 1e6, PerAddress: 1e4,
	}, between)
}

func boardService(s *service) samedealv1connect.BoardServiceClient {
	return samedealv1connect.NewBoardServiceClient(http.DefaultClient, s.publicURL+"/api")
}

func dailyServiceOf(s *service) samedealv1connect.DailyServiceClient {
	return samedealv1connect.NewDailyServiceClient(http.DefaultClient, s.publicURL+"/api")
}

// ask calls a method of a service.
func ask[Q, R any](
	t testing.TB, call func(context.Context, *connect.Request[Q]) (*connect.Response[R], error), request *Q,
) *R {
	t.Helper()
	answer, err := call(t.Context(), connect.NewRequest(request))
	if err != nil {
		t.Fatalf("%T: %v", request, err)
	}
	return answer.Msg
}

// entrant is a bot that plays daily challenges.
type entrant struct {
	*client.Client
	t   testing.TB
	api *client.API
	// result and startMS are what they were told of the attempt, once it has ended.
	result  *samedealv1.Result
	startMS int64
}

func newEntrant(t testing.TB, name string, servers ...string) *entrant {
	t.Helper()
	c, err := client.Dial(t.Context(), client.Config{Servers: servers, Name: name, Pause: shortPause})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return &entrant{Client: c, t: t, api: apiOf(t, servers...)}
}

// begin begins today's challenge, or practice, and comes into its room.
func (e *entrant) begin(variant string, practice bool) (code string) {
	e.t.Helper()
	code, err := e.api.StartDaily(e.t.Context(), e.Token(), variant, practice)
	if err == nil {
		err = e.Enter(e.t.Context(), code, false)
	}
	if err != nil {
		e.t.Fatalf("%s cannot begin: %v", e.Name(), err)
	}
	return code
}

// awaitStart gives the board that the race starts with.
func (e *entrant) awaitStart() *samedealv1.OwnBoard {
	e.t.Helper()
	return e.await("the start", func(s client.State) bool { return s.Own != nil }).Own
}

func (e *entrant) await(what string, wished func(client.State) bool) client.State {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(e.t.Context(), 2*eventually)
	defer cancel()
	s, err := e.Await(ctx, wished)
	if err != nil {
		e.t.Fatalf("%s, waiting for %s: %v", e.Name(), what, err)
	}
	return s
}

// atOnce is how many actions are on their way at once.
const atOnce = 16

// play plays words, some at once, and waits until all are acknowledged. What a busy store has not taken is played
// again, with what falls for it.
func (e *entrant) play(words []string) {
	e.t.Helper()
	for late := time.Now().Add(eventually); len(words) > 0; {
		done, err := e.tryPlay(words[:min(atOnce, len(words))])
		words = words[done:]
		isBusy := client.IsFault(err, samedealv1.Reason_REASON_BUSY)
		if err != nil && (!isBusy || time.Now().After(late)) {
			e.t.Fatalf("%s plays %s: %v", e.Name(), words[0], err)
		}
	}
}

// tryPlay plays words at once. It gives how many were acknowledged before the first that was not, and why that was not.
func (e *entrant) tryPlay(words []string) (done int, failed error) {
	var begun []*client.Pending
	for _, word := range words {
		p, err := e.Begin(word)
		if err != nil {
			return 0, err
		}
		begun = append(begun, p)
	}
	for _, p := range begun {
		_, err := p.Wait(e.t.Context())
		switch {
		case failed == nil && err == nil:
			done++
		case failed == nil:
			failed = err
		case err == nil:
			e.t.Errorf("%s: a word is taken behind one that was not", e.Name())
		}
	}
	return done, failed
}

// end waits for the end of the race, and resigns before if it is not won. It gives the result.
func (e *entrant) end() *samedealv1.Result {
	e.t.Helper()
	if !e.State().Own.GetBoard().GetWon() {
		e.resign()
	}
	told := e.await("the end", func(s client.State) bool { return isOver(s.Room) }).Room
	e.startMS = told.GetStartMs()
	return told.GetSeats()[0].GetResult()
}

// resign resigns, again if the store is busy.
func (e *entrant) resign() {
	e.t.Helper()
	err := e.Resign(e.t.Context())
	for late := time.Now().Add(eventually); client.IsFault(err, samedealv1.Reason_REASON_BUSY) && time.Now().Before(late); {
		err = e.Resign(e.t.Context())
	}
	if err != nil {
		e.t.Errorf("%s resigns: %v", e.Name(), err)
	}
}

// race plays these words of today's challenge, which has begun, to the end.
func (e *entrant) race(words []string) {
	e.t.Helper()
	e.play(words)
	e.result = e.end()
}

// lineFrom is a line of words that wins from a board on which every card lies open.
func lineFrom(t testing.TB, variant string, b *samedealv1.Board) []string {
	t.Helper()
	v, err := engine.ParseVariant(variant)
	if err != nil {
		t.Fatal(err)
	}
	p, err := v.ParseBoard(strings.Join(b.GetColumns(), "\n") + "\n")
	if err != nil {
		t.Fatal(err)
	}
	found, err := solve.Solve(v, &p, solve.Options{})
	if err != nil || found.Verdict != solve.Won {
		t.Fatalf("the deal is %s, %v", found.Verdict, err)
	}
	words := make([]string, len(found.Moves))
	for i, m := range found.Moves {
		words[i] = m.String()
	}
	return words
}

// makeFriends has one invite the other.
func makeFriends(t testing.TB, s *service, one, other *entrant) {
	t.Helper()
	friends := samedealv1connect.NewFriendServiceClient(http.DefaultClient, s.publicURL+"/api")
	made := ask(t, friends.CreateInvitation, &samedealv1.CreateInvitationRequest{Token: one.Token()})
	accepted := ask(t, friends.AcceptInvitation, &samedealv1.AcceptInvitationRequest{Token: other.Token(), Code: made.GetCode()})
	if accepted.GetFriend().GetPlayer() != one.Player() {
		t.Fatalf("%v is the friend, want %s", accepted, one.Player())
	}
}

// runs runs a command line, and gives what it writes and whether it succeeded.
func runs(args ...string) (told string, ok bool) {
	var out, failed strings.Builder
	code := run(args, streams{in: strings.NewReader(""), out: &out, err: &failed})
	return out.String() + failed.String(), code == 0
}

var errNotTold = errors.New("the end of the seat is not told of")

// toldResults notes which seats' ends have been dealt with.
type toldResults struct {
	room.Results
	told chan room.SeatID
}

func (r toldResults) SeatEnded(ctx context.Context, ended room.EndedSeat) error {
	err := r.Results.SeatEnded(ctx, ended)
	if err == nil {
		r.told <- ended.ID
	}
	return err
}

// noteTold has the channel be told of each seat whose end was dealt with.
func noteTold(told chan room.SeatID) layer {
	return layer{stores: func(c room.Config) room.Config {
		c.Results = toldResults{c.Results, told}
		return c
	}}
}

// awaitTold waits until the end of a room's seat has been dealt with.
func awaitTold(t testing.TB, told <-chan room.SeatID, code string) {
	t.Helper()
	for late := time.After(eventually); ; {
		select {
		case id := <-told:
			if string(id.Room) == code {
				return
			}
		case <-late:
			t.Fatal(errNotTold)
		}
	}
}
