package boardtest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

var filledParts = []part{
	{"what does not count is not ranked in a void attempt's place", notInItsPlace},
}

// A void daily must leave the boards as they would be if its attempts had never been recorded: in both rankings, and on
// all boards with a window. It fails without fill in takeOffAttempt.
func asIfNever(t *testing.T, s leaderboard.Store) {
	deals := lines(t, dailies+4)
	made := 0
	rapid.Check(t, func(r *rapid.T) {
		made++
		h := &history{
			Boards: leaderboard.NewBoards(leaderboard.Config{Store: s, Now: func() time.Time { return aStart }}), t: t, lines: deals,
			// Weeks and months of its own; a week turns after the first day, and with some of them the month.
			first: leaderboard.DateOf(aStart).Add(-1 + 63*made), number: made,
			models: map[leaderboard.Board]*Model{}, void: map[string]bool{},
		}
		h.play(r)
		h.check(r)
		for _, player := range h.players {
			if _, err := h.RemovePlayer(t.Context(), player); err != nil {
				r.Fatalf("RemovePlayer: %v", err)
			}
		}
	})
}

// A history is what players have played on a few days, on boards and on models of them that are told nothing of the
// attempts at dailies that are void in the end.
type history struct {
	*leaderboard.Boards
	t       *testing.T
	lines   []line
	first   leaderboard.Date
	number  int
	models  map[leaderboard.Board]*Model
	void    map[string]bool
	players []leaderboard.Player
}

// dailies is how many days there are, each with a challenge; the deals after those of the challenges are raced on.
const dailies = 3

func (h *history) play(r *rapid.T) {
	for i := range 2 {
		h.players = append(h.players, leaderboard.Player(fmt.Sprintf("p%d-%d", h.number, i)))
	}
	for _, day := range rapid.SliceOfNDistinct(rapid.IntRange(0, dailies-1), 1, 2, rapid.ID).Draw(r, "voided days") {
		h.void[h.first.Add(day).String()] = true
	}
	games := h.games(r)
	voidAt := map[int][]string{}
	for date := range h.void {
		at := rapid.IntRange(0, len(games)).Draw(r, "voided before the game")
		voidAt[at] = append(voidAt[at], date)
	}
	for i := range len(games) + 1 {
		for _, date := range voidAt[i] {
			if _, err := h.Void(h.t.Context(), board(h.t, "daily/"+date+"/"+freeCell)); err != nil {
				r.Fatalf("Void: %v", err)
			}
		}
		if i == len(games) {
			break
		}
		if err := h.Record(h.t.Context(), games[i]); err != nil && !errors.Is(err, leaderboard.ErrVoid) {
			r.Fatalf("Record: %v", err)
		}
		h.model(games[i])
	}
}

// games are what the players have played, in the order in which it began: an attempt at each daily, or none, and races
// on deals of their own, the first game there of each.
func (h *history) games(r *rapid.T) []leaderboard.Finished {
	var games []leaderboard.Finished
	outcome := rapid.IntRange(-1, 3)
	for day := range dailies {
		date := h.first.Add(day)
		for _, player := range h.players {
			if won := outcome.Draw(r, "attempt"); won >= 0 {
				games = append(games, attempt(player, h.game(day, date.Start(), len(games), won), date.String()))
			}
		}
		for deal := dailies + day; deal < len(h.lines); deal += dailies {
			for _, player := range h.players {
				if won := outcome.Draw(r, "race"); won >= 0 {
					f := sealed(player, h.game(deal, date.Start(), len(games), won))
					f.Sealed = rapid.IntRange(0, 3).Draw(r, "known") > 0
					games = append(games, f)
				}
			}
		}
	}
	return games
}

// game is a game on a deal: resigned, or won by one of three times.
func (h *history) game(deal int, day time.Time, n, outcome int) *samedealv1.StoredRow {
	room, start := fmt.Sprintf("ROOM%d", n), day.Add(time.Duration(n)*time.Minute)
	if outcome == 0 {
		return h.lines[deal].resigned(h.t, room, start, 20)
	}
	return h.lines[deal].won(h.t, room, start, 1000*outcome)
}

// model has a game on the models of the boards with windows, if it is to count there.
func (h *history) model(f leaderboard.Finished) {
	if !f.Sealed || h.void[f.Row.GetDaily()] {
		return
	}
	date := leaderboard.DateOf(time.UnixMilli(f.Row.GetStartMs()))
	for _, b := range h.boardsOf(date) {
		if h.models[b] == nil {
			h.models[b] = NewModel()
		}
		h.models[b].Submit(f.Player, f.Row)
	}
}

func (h *history) boardsOf(date leaderboard.Date) []leaderboard.Board {
	v := h.lines[0].code.Variant()
	return []leaderboard.Board{leaderboard.AllTime(v), leaderboard.DayOf(date, v), leaderboard.WeekOf(date, v), leaderboard.MonthOf(date, v)}
}

// check holds the boards to the models.
func (h *history) check(r *rapid.T) {
	for day := range dailies {
		for _, b := range h.boardsOf(h.first.Add(day)) {
			f := fixture{boards: h.Boards, board: b, model: h.models[b]}
			if f.model == nil {
				f.model = NewModel()
			}
			for _, ranking := range rankings {
				f.ask(r, leaderboard.Query{Ranking: ranking, Most: leaderboard.MostRows, Part: samedealv1.BoardPart_BOARD_PART_PAGE})
			}
		}
	}
}

// What is no first game on a secret deal, or nobody can play again, is not ranked where an attempt was. It fails without
// GetKnownDeal, includes or Verify in improve.
func notInItsPlace(t *testing.T, s leaderboard.Store) {
	c := scenes(t, s)()
	known, before, broken := c.game(quickRace), c.game(highRace), c.game(laterRace)
	known.Sealed = false
	before.Row.StartMs = c.date.Start().Add(-time.Millisecond).UnixMilli()
	record(t, c.boards(s), c.game(firstDaily), known, before, broken)
	v := c.lines[0].code.Variant()
	tamper(t, s, leaderboard.OnDeal(c.lines[laterRace].code), c.ana, func(k *leaderboard.Kept) {
		k.ScoreAndTime.Row.Game.Words[3] = "1h"
		k.FirstHome = k.ScoreAndTime
	})
	for _, b := range c.windows() {
		tamper(t, s, b, c.ana, func(k *leaderboard.Kept) {
			attempt := loadKept(t, s, c.daily(firstDaily), c.ana)
			k.ScoreAndTime, k.FirstHome = attempt.ScoreAndTime, attempt.FirstHome
		})
	}
	c.void(firstDaily)
	for b, want := range map[leaderboard.Board]string{
		leaderboard.AllTime(v): "ROOM2", leaderboard.DayOf(c.date, v): "", leaderboard.WeekOf(c.date, v): "", leaderboard.MonthOf(c.date, v): "",
	} {
		wantOn(t, c.boards(s), map[string]string{b.String(): want})
	}
}
