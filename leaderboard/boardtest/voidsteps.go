package boardtest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Steps holds voiding to what it promises whatever was played, whichever of its steps fails, and whatever happens before
// it. It takes very many steps, and what it looks at is the same with every store that passes Run.
func Steps(t *testing.T, open func(t *testing.T) leaderboard.Store) {
	for _, p := range []part{
		{"boards are as if the attempts at a void daily had never been", asIfNever},
		{"a voiding that failed at any step is completed", voidCompleted},
		{"a voiding that failed goes on with the players that are left", voidGoesOn},
		{"a voiding bears with what happens at any step", voidAmongOthers},
		{"a voiding puts back what it displaces with an attempt that is void by then", voidDisplaces},
		{"a result cut short by a voiding is completed", recordCompleted},
	} {
		t.Run(p.name, func(t *testing.T) { p.test(t, open(t)) })
	}
}

// The games of a scene. What they pay falls in this order, but for the later one's, which pays as much as the high one.
const (
	firstDaily = iota
	secondDaily
	highRace
	quickRace
	laterRace
)

// A scene is a day of its own, on which somebody plays two dailies and two races. The first daily is the best in both rankings;
// the second daily is the second best by score and time, and the quick race by first home.
type scene struct {
	t     *testing.T
	store leaderboard.Store
	date  leaderboard.Date
	ana   leaderboard.Player
	lines []line
	// perMove is how long each game takes, in milliseconds a move.
	perMove []int
}

// scenes gives such scenes on one store.
func scenes(t *testing.T, s leaderboard.Store) func() *scene {
	all := lines(t, 9)
	made := 0
	return func() *scene {
		made++
		c := &scene{
			t: t, store: s, date: leaderboard.DateOf(aStart).Add(63 * made),
			ana:     leaderboard.Player(fmt.Sprint("ana", made)),
			lines:   []line{firstDaily: all[8], secondDaily: all[4], highRace: all[0], quickRace: all[3], laterRace: all[5]},
			perMove: []int{firstDaily: 100, secondDaily: 3000, highRace: 4000, quickRace: 1000, laterRace: 500},
		}
		return c
	}
}

// play records all that a scene begins with.
func (c *scene) play() {
	record(c.t, c.boards(c.store), c.game(firstDaily))
	record(c.t, c.boards(c.store), c.rest()...)
}

// rest is what ana has played beside the first daily.
func (c *scene) rest() []leaderboard.Finished {
	return []leaderboard.Finished{c.game(secondDaily), c.game(highRace), c.game(quickRace)}
}

// boards are the boards on that store, as they are when the day is over.
func (c *scene) boards(s leaderboard.Store) *leaderboard.Boards {
	return leaderboard.NewBoards(leaderboard.Config{Store: s, Now: func() time.Time { return c.date.End() }})
}

func (c *scene) game(of int) leaderboard.Finished {
	start := c.date.Start().Add(time.Duration(of) * time.Hour)
	f := sealed(c.ana, c.lines[of].won(c.t, fmt.Sprint("ROOM", of), start, c.perMove[of]))
	if of <= secondDaily {
		f.Row.Daily = c.daily(of).First().String()
	}
	return f
}

// daily is the board of a daily: the second is that of the day before.
func (c *scene) daily(of int) leaderboard.Board {
	return leaderboard.DailyOf(c.date.Add(-of), c.lines[of].code.Variant())
}

// windows are the variant's boards on which the games count.
func (c *scene) windows() []leaderboard.Board {
	v := c.lines[0].code.Variant()
	return []leaderboard.Board{leaderboard.AllTime(v), leaderboard.DayOf(c.date, v), leaderboard.WeekOf(c.date, v), leaderboard.MonthOf(c.date, v)}
}

// void voids a daily as another node does.
func (c *scene) void(of int) {
	if _, err := c.boards(c.store).Void(c.t.Context(), c.daily(of)); err != nil {
		c.t.Fatalf("Void: %v", err)
	}
}

// want holds ana's rows on the variant's boards to what they are where nothing but these games was ever recorded.
func (c *scene) want(games ...leaderboard.Finished) {
	c.t.Helper()
	m := NewModel()
	for _, f := range games {
		m.Submit(f.Player, f.Row)
	}
	for _, b := range c.windows() {
		kept := loadKept(c.t, c.store, b, c.ana)
		for ranking, row := range map[samedealv1.Ranking]*leaderboard.KeptRow{byScore: kept.ScoreAndTime, byFirst: kept.FirstHome} {
			var want *leaderboard.KeptRow
			if best := m.best[ranking][c.ana]; best != nil {
				want = &leaderboard.KeptRow{Key: keyOf(c.t, ranking, best.GetResult()), Row: best}
			}
			if !sameKept(row, want) {
				c.t.Errorf("on %s by %v: %+v, want %+v", b, ranking, row, want)
			}
		}
	}
}

// tryStep does something on such a store, and reports whether it had fewer steps than that.
func (c *scene) tryStep(s *steps, do func(b *leaderboard.Boards) error) (all bool) {
	c.t.Helper()
	s.Store = c.store
	err := do(c.boards(s))
	at := max(s.failAt, s.meanwhileAt)
	switch {
	case s.taken < at:
		if at < 20 {
			c.t.Fatalf("%d steps, which are too few to be all", s.taken)
		}
		return true
	case s.failAt > 0 && !errors.Is(err, errCrash):
		c.t.Errorf("with step %d failing (after: %t) the error is %v", s.failAt, s.after, err)
	case s.failAt == 0 && err != nil:
		c.t.Errorf("with something else before step %d: %v", s.meanwhileAt, err)
	}
	return false
}

func (c *scene) voidFirst(b *leaderboard.Boards) error {
	_, err := b.Void(c.t.Context(), c.daily(firstDaily))
	return err
}

// Whoever voids a daily may die at any step, and then does it again: nobody must lack on a board what they played
// beside it. It fails without lacks in takeOffWindows, by which boards from which the attempt was taken before the
// failure are told.
func voidCompleted(t *testing.T, s leaderboard.Store) {
	next := scenes(t, s)
	for failAt := 1; ; failAt++ {
		for _, after := range []bool{false, true} {
			c := next()
			c.play()
			all := c.tryStep(&steps{failAt: failAt, after: after}, c.voidFirst)
			c.void(firstDaily)
			if c.want(c.rest()...); t.Failed() {
				t.Fatalf("after step %d failed (after: %t) and all was done again", failAt, after)
			}
			if all {
				return
			}
		}
	}
}

// A call may end before all players are seen to, and so may the next: each goes on where the one before stopped, or a day
// of very many players would never be done. It fails without Settle in Void, and if Void begins again with who is settled.
func voidGoesOn(t *testing.T, s leaderboard.Store) {
	next := scenes(t, s)
	whole := &steps{Store: s}
	c := next()
	c.playMany()
	if err := c.voidFirst(c.boards(whole)); err != nil {
		t.Fatal(err)
	}
	c = next()
	people := c.playMany()
	calls := 0
	for err := errCrash; errors.Is(err, errCrash) && calls < 2*len(people); calls++ {
		// Enough for the rows and what one player takes.
		var voiding leaderboard.Voiding
		call := &steps{Store: s, failAt: whole.taken/len(people) + 2}
		if voiding, err = c.boards(call).Void(t.Context(), c.daily(firstDaily)); err == nil && len(voiding.Players) != len(people) {
			t.Errorf("the last call tells of %v, want %v", voiding.Players, people)
		}
	}
	if calls != len(people) {
		t.Errorf("%d calls that each can see to one player; want one for each of %d", calls, len(people))
	}
	for _, c.ana = range people {
		c.want(c.game(quickRace))
	}
}

// playMany records the first daily and a race of several people, and gives these.
func (c *scene) playMany() (people []leaderboard.Player) {
	for i := range 5 {
		c.ana = leaderboard.Player(fmt.Sprint("one", i, "of", c.date))
		people = append(people, c.ana)
		record(c.t, c.boards(c.store), c.game(firstDaily), c.game(quickRace))
	}
	return people
}

// While a daily is voided its player goes on: ends a game, is removed, and another daily is voided too. What is ranked in
// the end must be right, whichever step of the voiding it happens before, and for a game also if the voiding fails just then
// and is done again. It fails without again in fill, and without
// isVoid in improve.
func voidAmongOthers(t *testing.T, s leaderboard.Store) {
	next := scenes(t, s)
	for _, others := range []struct {
		name    string
		fails   bool
		happens func(c *scene)
		left    func(c *scene) []leaderboard.Finished
	}{
		{"a result", false, (*scene).playLater, (*scene).withLater},
		{"a result", true, (*scene).playLater, (*scene).withLater},
		{"the other daily voided", false, func(c *scene) { c.void(secondDaily) }, func(c *scene) []leaderboard.Finished { return c.rest()[1:] }},
		{"a removal", false, (*scene).remove, func(*scene) []leaderboard.Finished { return nil }},
	} {
		for at, all := 1, false; !all; at++ {
			c := next()
			c.play()
			step := &steps{meanwhileAt: at, before: func() { others.happens(c) }}
			if others.fails {
				step.failAt = at
			}
			if all = c.tryStep(step, c.voidFirst); all {
				others.happens(c)
			}
			if others.fails {
				c.void(firstDaily)
			}
			if c.want(others.left(c)...); t.Failed() {
				t.Fatalf("%s before step %d, which fails: %t", others.name, at, others.fails)
			}
		}
	}
}

// A voiding ranks the attempt at another daily in the place of the one that it takes off, just when that is voided too: the
// attempt displaces what the other voiding has ranked, which is to be put back, though a result that has come meanwhile
// is as good as the attempt that was taken off first. It fails without hadHere in takeOffWindows.
func voidDisplaces(t *testing.T, s leaderboard.Store) {
	next := scenes(t, s)
	for at, all := 1, false; !all; at++ {
		c := next()
		// The second daily pays least and is the quickest but for the later race, and the quick race pays as the second daily did.
		c.lines[secondDaily], c.lines[quickRace] = c.lines[quickRace], c.lines[secondDaily]
		c.perMove = []int{firstDaily: 4000, secondDaily: 200, quickRace: 3000, laterRace: 100}
		record(t, c.boards(s), c.game(firstDaily), c.game(secondDaily), c.game(quickRace))
		meanwhile := func() {
			c.void(firstDaily)
			c.playLater()
		}
		step := &steps{meanwhileAt: at, before: meanwhile}
		all = c.tryStep(step, func(b *leaderboard.Boards) error {
			_, err := b.Void(t.Context(), c.daily(secondDaily))
			return err
		})
		if all {
			meanwhile()
		}
		if c.want(c.game(quickRace), c.game(laterRace)); t.Failed() {
			t.Fatalf("the other daily voided, and a result, before step %d", at)
		}
	}
}

func (c *scene) playLater() { record(c.t, c.boards(c.store), c.game(laterRace)) }

func (c *scene) withLater() []leaderboard.Finished { return append(c.rest(), c.game(laterRace)) }

func (c *scene) remove() {
	if _, err := c.boards(c.store).RemovePlayer(c.t.Context(), c.ana); err != nil {
		c.t.Fatal(err)
	}
}

// recordSteps is how many steps it takes to record an attempt: to note it, and to submit it to the daily's board, the
// deal's, those of the variant, and the daily's again.
const recordSteps = 8

// An attempt is recorded while its daily is voided, and the node that records it dies: recorded again, it must not stay
// where it was ranked, nor have taken the place of another. It fails without the first settleDaily in Record.
func recordCompleted(t *testing.T, s leaderboard.Store) {
	next := scenes(t, s)
	for voidAt := 1; voidAt <= recordSteps; voidAt++ {
		for failAt := voidAt; failAt <= recordSteps+1; failAt++ {
			c := next()
			record(t, c.boards(s), c.rest()...)
			step := &steps{Store: s, meanwhileAt: voidAt, before: func() { c.void(firstDaily) }, failAt: failAt, after: true}
			attempt := c.game(firstDaily)
			// Only what is void and off all boards is final.
			err := c.boards(step).Record(t.Context(), attempt)
			if failed := step.taken >= failAt; !failed && !errors.Is(err, leaderboard.ErrVoid) || failed && !errors.Is(err, errCrash) {
				t.Errorf("Record: %v; failed: %t", err, failed)
			}
			if err := c.boards(s).Record(t.Context(), attempt); !errors.Is(err, leaderboard.ErrVoid) {
				t.Errorf("recorded again: %v, want ErrVoid", err)
			}
			if c.want(c.rest()...); t.Failed() {
				t.Fatalf("voided before step %d, and step %d failed", voidAt, failAt)
			}
		}
	}
}
