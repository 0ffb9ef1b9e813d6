package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// playedDay is a day on which ten bots have played today's FreeCell, on a Redis.
type playedDay struct {
	t      *testing.T
	redis  *redistest.Server
	by     time.Duration
	date   leaderboard.Date
	s      *service
	told   chan room.SeatID
	words  []string
	people []*entrant
}

// shares are how much of the solver's line each bot plays, in hundredths; the last one's node is killed on the way.
var shares = []int{100, 100, 75, 50, 50, 10, 0, 0, 100, 100}

// playDay has ten bots play today's FreeCell: some come home, some resign on the way, two without an action, and the
// node of the last one is killed in mid-race.
func playDay(t *testing.T) *playedDay {
	t.Helper()
	d := &playedDay{t: t, redis: redistest.Single(t), by: aheadOfNoon(), told: make(chan room.SeatID, 100)}
	d.date = dateAhead(d.by)
	address := "redis://" + d.redis.Addr()
	d.s = competitionService(t, address, freeCell, noteTold(d.told).ahead(d.by))
	m := startMortals(t, 1, address, freeCell, d.by.String())
	rooms := map[string]bool{}
	for i := range shares {
		servers := []string{d.s.publicURL}
		if i == len(shares)-1 {
			servers = m.servers()
		}
		e := newEntrant(t, fmt.Sprintf("Bot %c", 'A'+i), servers...)
		rooms[e.begin(freeCell, false)] = true
		d.people = append(d.people, e)
	}
	if len(rooms) != len(shares) {
		t.Fatalf("%d rooms for %d attempts", len(rooms), len(shares))
	}
	start := d.people[0].awaitStart()
	d.words = lineFrom(t, freeCell, start.GetBoard())
	for i, e := range d.people {
		if own := e.awaitStart(); own.GetBoard().GetHash() != start.GetBoard().GetHash() {
			t.Fatalf("%s has another deal", e.Name())
		}
		words := d.words[:len(d.words)*shares[i]/100]
		if i == len(shares)-1 {
			half := len(words) / 2
			e.play(words[:half])
			m.arm([]string{"committed"})
			p, err := e.Begin(words[half])
			if err != nil {
				t.Fatal(err)
			}
			m.awaitKill(func() {})
			if _, err := p.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
			words = words[half+1:]
		}
		e.race(words)
	}
	return d
}

// boards are the boards as they must be.
func (d *playedDay) boards(deal string) []modelBoard { return boardsOf(d.t, d.date, deal, d.people) }

// after is another node, on which the day is over.
func (d *playedDay) after() *service {
	d.t.Helper()
	return competitionService(d.t, "redis://"+d.redis.Addr(), "", layer{}.ahead(d.by+24*time.Hour))
}

// deal is the day's deal, as it is told when the day is over.
func (d *playedDay) deal(after *service) string {
	d.t.Helper()
	shown := ask(d.t, dailyServiceOf(after).GetDaily, &samedealv1.GetDailyRequest{Date: d.date.String()})
	if len(shown.GetChallenges()) != 1 || shown.GetChallenges()[0].GetCode() == "" {
		d.t.Fatalf("of the day that is over is told %v", shown)
	}
	return shown.GetChallenges()[0].GetCode()
}

// awaitBoards waits until boards are as they must be, in each of their views, for each of those who played.
func (d *playedDay) awaitBoards(boards []modelBoard, friends [2]int) {
	d.t.Helper()
	for _, b := range boards {
		for i, e := range d.people {
			var known []*entrant
			switch i {
			case friends[0]:
				known = append(known, d.people[friends[1]])
			case friends[1]:
				known = append(known, d.people[friends[0]])
			}
			var err error
			late := time.After(eventually)
			for again := time.NewTicker(50 * time.Millisecond); ; {
				if err = b.holds(d.t.Context(), e, i == 0, known...); err == nil {
					again.Stop()
					break
				}
				select {
				case <-again.C:
					continue
				case <-late:
					d.t.Fatal(err)
				}
			}
		}
	}
}

// checkDaily fails unless each player is told of the day as it was.
func (d *playedDay) checkDaily(daily modelBoard) {
	d.t.Helper()
	ranked := daily.ranked(samedealv1.Ranking_RANKING_FIRST_HOME)
	for _, e := range d.people {
		shown, err := e.api.GetDaily(d.t.Context(), e.Token(), "")
		if err != nil {
			d.t.Fatal(err)
		}
		if len(shown.GetChallenges()) != 1 || shown.GetDate() != d.date.String() || len(shown.GetNext()) != 1 {
			d.t.Fatalf("today is %v", shown)
		}
		c := shown.GetChallenges()[0]
		if c.GetPlayed() != uint32(len(ranked)) || c.GetWon() != daily.won() || c.GetCode() != "" || c.GetSalt() != "" ||
			!proto.Equal(c.GetMine().GetRow(), boardRowOf(ranked, e.Player())) {
			d.t.Errorf("%s is told %v; want %d played, %d won, and mine %v",
				e.Name(), c, len(ranked), daily.won(), boardRowOf(ranked, e.Player()))
		}
		days := uint32(0)
		if e.result.GetEnding() == samedealv1.Ending_ENDING_HOME {
			days = 1
		}
		if shown.GetStreak().GetDays() != days {
			d.t.Errorf("%s has a streak of %v, want %d", e.Name(), shown.GetStreak(), days)
		}
	}
}

// checkOwn fails unless each player is told of the result by what asks for their own: the boards of all races, and the
// month's calendar.
func (d *playedDay) checkOwn(all modelBoard) {
	d.t.Helper()
	ranked := all.ranked(samedealv1.Ranking_RANKING_FIRST_HOME)
	for _, e := range d.people {
		want := &samedealv1.GetMyResultsResponse{}
		if row := boardRowOf(ranked, e.Player()); row != nil {
			want.Results = []*samedealv1.MyResult{{
				Board: all.id, Ranking: samedealv1.Ranking_RANKING_FIRST_HOME, Mine: row, Ranked: uint32(len(ranked)),
			}}
		}
		mine := ask(d.t, boardService(d.s).GetMyResults, &samedealv1.GetMyResultsRequest{Token: e.Token()})
		if !proto.Equal(mine, want) {
			d.t.Errorf("%s is told %v, want %v", e.Name(), mine, want)
		}
		calendar := ask(d.t, dailyServiceOf(d.s).GetCalendar, &samedealv1.GetCalendarRequest{Token: e.Token()})
		last := calendar.GetDays()[len(calendar.GetDays())-1]
		entry := &samedealv1.CalendarEntry{Variant: freeCell, Result: e.result}
		if last.GetDate() != d.date.String() || len(last.GetEntries()) != 1 || !proto.Equal(last.GetEntries()[0], entry) {
			d.t.Errorf("the calendar of %s has %v, want %v", e.Name(), last, entry)
		}
	}
}

// checkVerified fails unless samedeal verify agrees with all boards that have games, of which so many rows are
// withheld.
func (d *playedDay) checkVerified(at *service, boards []modelBoard, withheld bool) {
	d.t.Helper()
	for _, b := range boards {
		if b.rows[0].total != nil {
			continue
		}
		want := fmt.Sprintf("board %s: %d rows", b.id, len(b.rows))
		switch {
		case withheld && b.isSecret:
			want = fmt.Sprintf("board %s: 0 rows", b.id)
		case withheld:
			want += fmt.Sprintf(", %d of them withheld until the day is over", len(b.rows))
		}
		told, ok := runs("verify", "--board", b.id, "--server", at.publicURL)
		if !ok || told != want+"; all results and places are what the games replay to\n" {
			d.t.Errorf("verify says %t: %swant %s", ok, told, want)
		}
	}
}

// Ten bots play today's FreeCell by the solver's line; one asks for the attempt twice and practises, and the node
// of one is killed. Every board that the attempts count on is then, in each of its views, what a plain model makes of
// what the bots were told; the games are withheld for the day, and verify after it, also when their rooms are gone;
// and a forged row is refused, by name, until it is recomputed.
//
// It fails with a place, count, percentile or sum that is off, with a row lost with its node, with practice
// or a second attempt that counts, with a game told during the day, and with a forgery that goes through.
func TestTenBotsPlayTheDailyChallenge(t *testing.T) {
	t.Parallel()
	d := playDay(t)
	first := d.people[0]
	attempt := first.State().Room.GetCode()
	if again, err := first.api.StartDaily(t.Context(), first.Token(), freeCell, false); err != nil || again != attempt {
		t.Errorf("a second attempt is played in room %s, %v; want %s", again, err, attempt)
	}
	makeFriends(t, d.s, d.people[2], d.people[5])
	practice := first.begin(freeCell, true)
	if practice == attempt {
		t.Error("practice is in the attempt's room")
	}
	first.await("practice", func(s client.State) bool { return s.Own != nil && s.Room.GetCode() == practice })
	attempted := first.startMS
	first.play(d.words)
	first.end()
	first.startMS = attempted
	awaitTold(t, d.told, practice)

	// From here on no race goes on that this node would find to be over.
	after := d.after()
	boards := d.boards(d.deal(after))
	d.awaitBoards(boards, [2]int{2, 5})
	for _, b := range boards {
		switch {
		case strings.HasPrefix(b.id, "daily/"):
			d.checkDaily(b)
		case strings.HasPrefix(b.id, "all/"):
			d.checkOwn(b)
		}
	}
	d.checkVerified(d.s, boards, true)
	d.checkVerified(after, boards, false)
	d.deleteRooms()
	d.checkVerified(after, boards, false)
	d.awaitBoards(boards[:1], [2]int{2, 5})
	d.checkForgeries(after, boards)
}
