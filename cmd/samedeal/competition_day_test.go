package main

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/proto/samedeal/v1/samedealv1connect"
	"github.com/samedeal/samedeal/room"
)

// setClock is a clock of days that stands until it is set.
type setClock struct{ at atomic.Pointer[time.Time] }

func (c *setClock) set(at time.Time) { c.at.Store(&at) }

// on has the service's days go by the clock, and its rooms by one that is ahead.
func (c *setClock) on(by time.Duration) layer {
	between := layer{}.ahead(by)
	between.now = func(func() time.Time) func() time.Time { return func() time.Time { return *c.at.Load() } }
	return between
}

// startOn begins a day's challenge at a node.
func (e *entrant) startOn(s *service, date string) (string, error) {
	started, err := dailyServiceOf(s).StartDaily(e.t.Context(), connect.NewRequest(&samedealv1.StartDailyRequest{
		Token: e.Token(), Variant: freeCell, Date: date,
	}))
	if err != nil {
		return "", err
	}
	return started.Msg.GetRoom(), nil
}

// awaitRow waits until a board has a player's row with this result; nil for none.
func (e *entrant) awaitRow(board string, want *samedealv1.Result) {
	e.t.Helper()
	var got *samedealv1.GetBoardResponse
	awaitThat(e.t, fmt.Sprintf("%s has of %s %v", board, e.Name(), want), func() bool {
		var err error
		got, err = e.api.GetBoard(e.t.Context(), &samedealv1.GetBoardRequest{
			Token: e.Token(), Board: board, Part: samedealv1.BoardPart_BOARD_PART_PAGE,
		})
		return err == nil && proto.Equal(got.GetMine().GetResult(), want) && (want == nil) == (got.GetMine() == nil)
	})
}

// One who begins in the last millisecond of a day, at two nodes at once, has one room, and what they do there counts
// for that day, though the race begins after midnight; asked again, it is still their room. Who asks for that day in
// the first millisecond of the next is refused, and has not begun the next day's.
//
// It fails if the attempt of a day is told by when its race begins, if Begin notes an attempt where there is one, so
// that one player has two rooms, or if isToday is not asked, and whoever looks at yesterday's page begins today's.
func TestAnAttemptAcrossMidnight(t *testing.T) {
	t.Parallel()
	address := "redis://" + redistest.Single(t).Addr()
	day := dateAhead(aheadOfNoon())
	var clock setClock
	clock.set(day.End().Add(-time.Millisecond))
	by := time.Until(day.End())
	one := competitionService(t, address, freeCell, clock.on(by))
	other := competitionService(t, address, freeCell, clock.on(by))
	ana, boris := newEntrant(t, "Ana", one.publicURL), newEntrant(t, "Boris", other.publicURL)

	var codes [8]string
	var begun sync.WaitGroup
	for i := range codes {
		begun.Go(func() {
			code, err := ana.startOn([]*service{one, other}[i%2], day.String())
			if err != nil {
				t.Error(err)
			}
			codes[i] = code
		})
	}
	begun.Wait()
	for _, code := range codes {
		if code != codes[0] || code == "" {
			t.Fatalf("one attempt is played in the rooms %v", codes)
		}
	}

	clock.set(day.End())
	for _, s := range []*service{one, other} {
		_, err := boris.startOn(s, day.String())
		wantReason(t, err, samedealv1.Reason_REASON_NOT_TODAY)
	}
	shown := ask(t, dailyServiceOf(one).GetDaily, &samedealv1.GetDailyRequest{Token: boris.Token()})
	if shown.GetDate() != day.Add(1).String() || shown.GetChallenges()[0].GetMine() != nil {
		t.Errorf("after midnight Boris is told %v", shown)
	}
	if code, err := ana.startOn(other, day.String()); err != nil || code != codes[0] {
		t.Errorf("after midnight Ana's attempt is in room %s, %v; want %s", code, err, codes[0])
	}
	if err := ana.Enter(t.Context(), codes[0], false); err != nil {
		t.Fatal(err)
	}
	ana.race(lineFrom(t, freeCell, ana.awaitStart().GetBoard()))
	if start := time.UnixMilli(ana.startMS); start.Before(day.End()) {
		t.Fatalf("the race begins at %v, before midnight, which shows nothing", start)
	}
	for _, board := range []string{"daily/" + day.String(), "day/" + day.Add(1).String()} {
		ana.awaitRow(board+"/"+freeCell, ana.result)
	}
	for _, board := range []string{"daily/" + day.Add(1).String(), "day/" + day.String()} {
		ana.awaitRow(board+"/"+freeCell, nil)
	}
	awaitThat(t, "Ana has won yesterday's", func() bool {
		streak := ask(t, dailyServiceOf(one).GetDaily, &samedealv1.GetDailyRequest{Token: ana.Token()}).GetStreak()
		return streak.GetDays() == 1 && !streak.GetWonToday()
	})
}

// dayBoards are the boards on which a day's attempt is, that of its deal left out.
func dayBoards(day interface {
	String() string
	Week() string
	Month() string
}) (results, sums []string) {
	for _, kind := range []string{"daily/" + day.String(), "all", "day/" + day.String(), "week/" + day.Week(), "month/" + day.Month()} {
		results = append(results, kind+"/"+freeCell)
	}
	return results, []string{"daily-week/" + day.Week() + "/" + freeCell, "daily-month/" + day.Month() + "/" + freeCell}
}

// ranked is how many rows a board has.
func ranked(t testing.TB, s *service, board string) uint32 {
	t.Helper()
	return ask(t, boardService(s).GetBoard, &samedealv1.GetBoardRequest{Board: board, Part: samedealv1.BoardPart_BOARD_PART_PAGE}).GetRanked()
}

// A day that an admin voids has no result on any board, and none in a sum or a streak, once and for all; who had
// none yet gets none, but may practise.
//
// It fails if Void leaves the attempts on the boards of all races, or if one that ends later comes onto a board, which
// submit.lua refuses.
func TestAVoidedDayCountsNowhere(t *testing.T) {
	t.Parallel()
	address, by := "redis://"+redistest.Single(t).Addr(), aheadOfNoon()
	s, day := competitionService(t, address, freeCell, layer{}.ahead(by)), dateAhead(by)
	ana, boris, vera := newEntrant(t, "Ana", s.publicURL), newEntrant(t, "Boris", s.publicURL), newEntrant(t, "Vera", s.publicURL)
	for _, e := range []*entrant{ana, boris, vera} {
		e.begin(freeCell, false)
	}
	words := lineFrom(t, freeCell, ana.awaitStart().GetBoard())
	ana.race(words)
	boris.awaitStart()
	boris.race(words[:20])
	vera.awaitStart()
	vera.play(words[:10])
	results, sums := dayBoards(day)
	for _, board := range append(results, sums...) {
		awaitThat(t, board+" has two rows", func() bool { return ranked(t, s, board) == 2 })
	}
	for _, tells := range []string{
		" is void; 2 results are taken out, and the other boards of 2 players were recomputed\n",
		" was void already; 2 results are taken out, and no other boards had to be recomputed\n",
	} {
		told, ok := runs("admin", "void", day.String(), freeCell, "--server", s.adminURL)
		if want := day.String() + " " + freeCell + tells; !ok || told != want {
			t.Errorf("void says %t: %s; want %s", ok, told, want)
		}
	}
	vera.race(nil)
	awaitThat(t, "Vera is told of a result that has no place", func() bool {
		c := ask(t, dailyServiceOf(s).GetDaily, &samedealv1.GetDailyRequest{Token: vera.Token()}).GetChallenges()[0]
		return c.GetVoided() && c.GetPlayed() == 0 && c.GetMine().GetRow().GetPlace() == 0 &&
			proto.Equal(c.GetMine().GetRow().GetResult(), vera.result)
	})
	for _, board := range append(results, sums...) {
		if n := ranked(t, s, board); n != 0 {
			t.Errorf("%s of a voided day has %d rows", board, n)
		}
	}
	shown := ask(t, dailyServiceOf(s).GetDaily, &samedealv1.GetDailyRequest{Token: ana.Token()})
	if shown.GetStreak().GetDays() != 0 || shown.GetStreak().GetWonToday() {
		t.Errorf("a voided day is in a streak: %v", shown.GetStreak())
	}
	late := newEntrant(t, "Dora", s.publicURL)
	_, err := late.startOn(s, day.String())
	wantReason(t, err, samedealv1.Reason_REASON_NOT_TODAY)
	late.begin(freeCell, true)
}

// openRoom begins a race alone in a room of one's own.
func (e *entrant) openRoom() {
	e.t.Helper()
	made, err := e.api.CreateRoom(e.t.Context(), e.Token(), &samedealv1.RoomOptions{Deal: freeCell, Seats: 1, CountdownS: 3})
	if err == nil {
		err = e.Enter(e.t.Context(), made.GetCode(), false)
	}
	if err == nil {
		err = e.Start(e.t.Context())
	}
	if err != nil {
		e.t.Fatal(err)
	}
	e.await("the start", func(s client.State) bool { return s.Own != nil && s.Room.GetCode() == made.GetCode() })
}

// playSome plays so many legal words.
func (e *entrant) playSome(n int) {
	e.t.Helper()
	for range n {
		e.play(e.State().Own.GetLegal()[:1])
	}
}

// A player who is taken off the boards is gone from each of them, and a game that they had begun comes onto none;
// one that they begin afterwards does, and nothing else of theirs.
//
// It fails if a window is forgotten, if the game from before comes back, which both Boards.note and submit.lua
// refuse, or if the player stays away for good.
func TestAPlayerIsTakenOffTheBoards(t *testing.T) {
	t.Parallel()
	address, by := "redis://"+redistest.Single(t).Addr(), aheadOfNoon()
	told := make(chan room.SeatID, 100)
	s, day := competitionService(t, address, freeCell, noteTold(told).ahead(by)), dateAhead(by)
	ana := newEntrant(t, "Ana", s.publicURL)
	ana.begin(freeCell, false)
	ana.awaitStart()
	ana.playSome(2)
	ana.race(nil)
	results, sums := dayBoards(day)
	for _, board := range append(results, sums...) {
		awaitThat(t, board+" has a row", func() bool { return ranked(t, s, board) == 1 })
	}
	ana.openRoom()
	ana.playSome(3)
	said, ok := runs("admin", "remove", ana.Player(), "--server", s.adminURL)
	// Those of week and month are empty by then, since the days go first.
	if !ok || !strings.HasPrefix(said, ana.Player()+" is taken off 6 boards:\n") {
		t.Errorf("remove says %t: %s", ok, said)
	}
	for _, board := range results {
		if !strings.Contains(said, board+"\n") {
			t.Errorf("%s is not among %s", board, said)
		}
	}
	before := ana.State().Room.GetCode()
	ana.end()
	awaitTold(t, told, before)
	for _, board := range append(results, sums...) {
		if n := ranked(t, s, board); n != 0 {
			t.Errorf("%s has %d rows of who was taken off", board, n)
		}
	}
	if code, err := ana.api.StartDaily(t.Context(), ana.Token(), freeCell, false); err != nil || code == "" {
		t.Errorf("the day's attempt is forgotten: %v", err)
	}
	ana.openRoom()
	ana.playSome(1)
	ana.result = ana.end()
	for _, board := range results[1:] {
		ana.awaitRow(board, ana.result)
	}
	ana.awaitRow(results[0], nil)
}

// Somebody who deletes their account is on no board, in nobody's list of friends, and in no room by name.
//
// It fails if one of the three is not told of the deletion, or keeps what it then no longer shows.
func TestADeletedAccountIsNowhere(t *testing.T) {
	t.Parallel()
	server, by := redistest.Single(t), aheadOfNoon()
	s, day := competitionService(t, "redis://"+server.Addr(), freeCell, layer{}.ahead(by)), dateAhead(by)
	const name = "Anastasia"
	ana, boris := newEntrant(t, name, s.publicURL), newEntrant(t, "Boris", s.publicURL)
	makeFriends(t, s, ana, boris)
	ana.begin(freeCell, false)
	ana.awaitStart()
	ana.playSome(2)
	ana.race(nil)
	attempt := ana.State().Room.GetCode()
	results, sums := dayBoards(day)
	for _, board := range append(results, sums...) {
		awaitThat(t, board+" has a row", func() bool { return ranked(t, s, board) == 1 })
	}
	ana.openRoom()
	open := ana.State().Room.GetCode()
	ask(t, playerService(s).DeleteAccount, &samedealv1.DeleteAccountRequest{Token: ana.Token()})
	for _, board := range append(results, sums...) {
		if n := ranked(t, s, board); n != 0 {
			t.Errorf("%s has %d rows of who has gone", board, n)
		}
	}
	kept := server.Client()
	for key, player := range map[string]string{ana.Player(): boris.Player(), boris.Player(): ana.Player()} {
		if n, err := kept.ZScore(t.Context(), "{player:"+key+"}:friends", player).Result(); !errors.Is(err, redis.Nil) {
			t.Errorf("of %s the friend %s is kept: %v, %v", key, player, n, err)
		}
	}
	friends := samedealv1connect.NewFriendServiceClient(http.DefaultClient, s.publicURL+"/api")
	if known := ask(t, friends.ListFriends, &samedealv1.ListFriendsRequest{Token: boris.Token()}); len(known.GetFriends()) != 0 {
		t.Errorf("Boris has friends: %v", known)
	}
	for _, code := range []string{attempt, open} {
		awaitThat(t, "room "+code+" is without the name", func() bool {
			shown, err := boris.api.GetRoom(t.Context(), code)
			return err == nil && !strings.Contains(shown.String(), name)
		})
	}
	if _, err := ana.api.GetDaily(t.Context(), ana.Token(), ""); err == nil {
		t.Error("the token of who has gone is good")
	}
}
