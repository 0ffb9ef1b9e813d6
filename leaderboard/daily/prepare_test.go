package daily_test

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
)

// deals reads what is kept of a day.
func (s *service) deals(t *testing.T, date string) map[string]daily.Deal {
	t.Helper()
	days, err := s.memory.Days(t.Context(), dateOf(t, date))
	if err != nil {
		t.Fatal(err)
	}
	return days[0]
}

// Nobody may wait for a deal at midnight, and the next day's commitments stand the day before.
func TestTheWorkerPreparesTheDayBefore(t *testing.T) {
	t.Parallel()
	s := emptyService(t, "2026-11-30")
	config := s.config(t, freeCell, threeCells)
	ticks := make(chan time.Time)
	config.Ticks = ticks
	start(t, config)
	ticks <- time.Time{}
	want := func(deals map[string]int) {
		t.Helper()
		for date, n := range deals {
			if got := s.deals(t, date); len(got) != n {
				t.Errorf("of %s are prepared %v, want %d", date, got, n)
			}
		}
	}
	want(map[string]int{"2026-11-29": 0, "2026-11-30": 2, "2026-12-01": 2, "2026-12-02": 0})
	s.clock.set(dateOf(t, "2026-12-01").Start())
	for range 2 {
		ticks <- time.Time{} // the second is taken when what the first set off is done
	}
	want(map[string]int{"2026-12-01": 2, "2026-12-02": 2, "2026-12-03": 0})
}

// All nodes draw the same, and whoever comes second keeps nothing.
func TestNodesThatPrepareAtOnceKeepOneDeal(t *testing.T) {
	t.Parallel()
	s := emptyService(t, "2026-11-30")
	var nodes []*daily.Challenges
	for i := range 4 {
		config := s.config(t, freeCell, threeCells)
		config.Secret = bytes.Repeat([]byte{byte(i)}, daily.SecretBytes) // the worst that can be
		nodes = append(nodes, start(t, config))
	}
	told := make([]string, 4*len(nodes))
	var all sync.WaitGroup
	for i := range told {
		all.Go(func() {
			shown, err := nodes[i%len(nodes)].Show(t.Context(), "", "")
			if err != nil {
				t.Errorf("Show: %v", err)
				return
			}
			for _, challenge := range shown.GetChallenges() {
				told[i] += challenge.GetCommitment()
			}
		})
	}
	all.Wait()
	for _, commitments := range told {
		if commitments != told[0] {
			t.Fatalf("one node shows %s, another %s", told[0], commitments)
		}
	}
}

// Of two nodes that draw different deals the one that is late must show what the other has kept.
func TestTheKeptDealIsShown(t *testing.T) {
	t.Parallel()
	s := emptyService(t, "2026-11-30")
	config := s.config(t, freeCell)
	code, err := engine.ParseCode("FC1-C4-AAAAAAB")
	if err != nil {
		t.Fatal(err)
	}
	first := daily.Deal{Code: code, Salt: make([]byte, engine.SaltBytes)}
	config.Store = lateStore{s.memory, first}
	for _, told := range show(t, start(t, config), "", "").GetChallenges() {
		if told.GetCommitment() != engine.Commitment(first.Code, first.Salt) {
			t.Errorf("shown is %v, which is not what was kept first", told)
		}
	}
}

// Two services with one secret have the same days: an empty store costs nobody anything.
func TestTheSameSecretGivesTheSameDeals(t *testing.T) {
	t.Parallel()
	one, other := emptyService(t, "2026-11-30"), emptyService(t, "2026-11-30")
	show(t, one.node(t, freeCell, threeCells), "", "")
	show(t, other.node(t, threeCells, freeCell), "", "")
	for variant, deal := range one.deals(t, "2026-11-30") {
		if got := other.deals(t, "2026-11-30")[variant]; got.Code != deal.Code || !bytes.Equal(got.Salt, deal.Salt) {
			t.Errorf("%s: one has %+v, the other %+v", variant, deal, got)
		}
	}
}

// A store that has lost its secret makes another. The days that are kept stay; those that are not follow the secret that
// there is, and come back with the old one.
func TestASecretThatIsLostAndRestored(t *testing.T) {
	t.Parallel()
	s := emptyService(t, "2026-11-30")
	prepare := func(secret []byte) map[string]daily.Deal {
		config := s.config(t, freeCell)
		config.Secret = secret
		ticks := make(chan time.Time)
		config.Ticks = ticks
		c, err := daily.New(config)
		if err != nil {
			t.Fatal(err)
		}
		ticks <- time.Time{}
		c.Close()
		days := map[string]daily.Deal{}
		for _, date := range []string{"2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03"} {
			days[date] = s.deals(t, date)[freeCell]
		}
		return days
	}
	first := prepare(nil)
	secret, err := s.memory.Secret(t.Context(), nil)
	if err != nil || len(secret) != daily.SecretBytes {
		t.Fatalf("the secret is %x, %v", secret, err)
	}
	s.memory.LoseSecret()
	s.clock.add(24 * time.Hour)
	lost := prepare(nil)
	s.clock.add(24 * time.Hour)
	restored := prepare(secret)
	for _, date := range []string{"2026-11-30", "2026-12-01"} {
		if first[date].Code == (engine.Code{}) || lost[date].Code != first[date].Code || restored[date].Code != first[date].Code {
			t.Errorf("%s was %s, with the secret lost %s, with it restored %s", date, first[date].Code, lost[date].Code, restored[date].Code)
		}
	}
	if lost["2026-12-02"].Code != restored["2026-12-02"].Code {
		t.Errorf("2026-12-02 was kept as %s and is %s", lost["2026-12-02"].Code, restored["2026-12-02"].Code)
	}
	other := emptyService(t, "2026-12-02")
	config := other.config(t, freeCell)
	config.Secret = secret
	ticks := make(chan time.Time)
	config.Ticks = ticks
	start(t, config)
	ticks <- time.Time{}
	if got := other.deals(t, "2026-12-03")[freeCell].Code; got != restored["2026-12-03"].Code {
		t.Errorf("2026-12-03 is %s; by the first secret it is %s", restored["2026-12-03"].Code, got)
	}
	if got := other.deals(t, "2026-12-02")[freeCell].Code; got == lost["2026-12-02"].Code {
		t.Errorf("2026-12-02 is %s by either secret", got)
	}
}

// A store that is away for a while costs a warning, and nothing else.
func TestTheWorkerTriesAgain(t *testing.T) {
	t.Parallel()
	s := emptyService(t, "2026-11-30")
	config := s.config(t, freeCell)
	away := &awayStore{Store: s.memory, away: true}
	config.Store = away
	warned := make(chan struct{}, 16)
	config.Log = zaptest.NewLogger(t, zaptest.WrapOptions(zap.Hooks(func(e zapcore.Entry) error {
		if e.Level == zapcore.WarnLevel {
			warned <- struct{}{}
		}
		return nil
	})))
	ticks := make(chan time.Time)
	config.Ticks = ticks
	c := start(t, config)
	<-warned
	if _, err := c.Show(t.Context(), "", ""); !errors.Is(err, errDown) {
		t.Errorf("while the store is away: %v", err)
	}
	away.back()
	for range 2 {
		ticks <- time.Time{}
	}
	if len(s.deals(t, "2026-11-30")) != 1 || len(s.deals(t, "2026-12-01")) != 1 {
		t.Error("the days are not prepared when the store is back")
	}
}

// Close must not wait for a store that does not answer, nor leave a worker behind.
func TestCloseEndsTheWorker(t *testing.T) {
	t.Parallel()
	s := emptyService(t, "2026-11-30")
	config := s.config(t)
	hanging := &hangingStore{Store: s.memory, asked: make(chan struct{})}
	config.Store = hanging
	c, err := daily.New(config)
	if err != nil {
		t.Fatal(err)
	}
	<-hanging.asked
	c.Close()
	c.Close()
}

// Whoever waits for a deal that another draws must be able to give up.
func TestWaitingForADealEndsWithTheCall(t *testing.T) {
	t.Parallel()
	s := emptyService(t, "2026-11-30")
	config := s.config(t, freeCell)
	hanging := &hangingStore{Store: s.memory, asked: make(chan struct{}), keep: true}
	config.Store = hanging
	c := start(t, config)
	<-hanging.asked
	ctx, cancel := context.WithCancel(t.Context())
	hanging.afterDays = cancel
	if _, err := c.Start(ctx, ana, "Ana", "", freeCell, false); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if n := s.rooms.codes; n != 0 {
		t.Errorf("%d codes were drawn", n)
	}
}

func TestNewRefusesABadConfiguration(t *testing.T) {
	t.Parallel()
	s := emptyService(t, "2026-11-30")
	for name, change := range map[string]func(*daily.Config){
		"a short secret": func(c *daily.Config) { c.Secret = c.Secret[:daily.SecretBytes-1] },
		"one twice":      func(c *daily.Config) { c.Variants = append(c.Variants, c.Variants[0]) },
	} {
		config := s.config(t, freeCell)
		change(&config)
		if c, err := daily.New(config); err == nil {
			c.Close()
			t.Errorf("%s: no error", name)
		}
	}
}

// awayStore is a store that cannot be reached for a while.
type awayStore struct {
	daily.Store
	mu   sync.Mutex
	away bool
}

func (s *awayStore) back() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.away = false
}

func (s *awayStore) Days(ctx context.Context, dates ...leaderboard.Date) ([]map[string]daily.Deal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away {
		return nil, errDown
	}
	return s.Store.Days(ctx, dates...)
}

// hangingStore does not answer the first call of Days, or of Keep, until its context ends.
type hangingStore struct {
	daily.Store
	once  sync.Once
	asked chan struct{}
	keep  bool
	// afterDays is called after each call of Days, if it is not nil.
	afterDays func()
}

func (s *hangingStore) hang(ctx context.Context) (err error) {
	s.once.Do(func() {
		close(s.asked)
		<-ctx.Done()
		err = ctx.Err()
	})
	return err
}

func (s *hangingStore) Days(ctx context.Context, dates ...leaderboard.Date) ([]map[string]daily.Deal, error) {
	if !s.keep {
		if err := s.hang(ctx); err != nil {
			return nil, err
		}
	}
	days, err := s.Store.Days(ctx, dates...)
	if s.afterDays != nil {
		s.afterDays()
	}
	return days, err
}

func (s *hangingStore) Keep(ctx context.Context, c daily.Challenge, d daily.Deal, until time.Time) (daily.Deal, error) {
	if s.keep {
		if err := s.hang(ctx); err != nil {
			return daily.Deal{}, err
		}
	}
	return s.Store.Keep(ctx, c, d, until)
}

// lateStore is a store in which another node always keeps its deal just before.
type lateStore struct {
	daily.Store
	first daily.Deal
}

func (s lateStore) Keep(ctx context.Context, c daily.Challenge, d daily.Deal, until time.Time) (daily.Deal, error) {
	if _, err := s.Store.Keep(ctx, c, s.first, until); err != nil {
		return daily.Deal{}, err
	}
	return s.Store.Keep(ctx, c, d, until)
}

// A service whose daily challenge is switched off would draw deals for three all the same.
func TestWithoutVariantsADayHasNoChallenges(t *testing.T) {
	t.Parallel()
	s := emptyService(t, "2026-11-30")
	config := s.config(t)
	config.Variants = []*engine.Variant{}
	c := start(t, config)
	shown, err := c.Show(t.Context(), ana, "")
	if err != nil || len(shown.GetChallenges()) != 0 || len(shown.GetNext()) != 0 {
		t.Errorf("shown %v, error %v", shown, err)
	}
	if _, err := c.Start(t.Context(), ana, "Ana", "", freeCell, false); !errors.Is(err, daily.ErrNotToday) {
		t.Errorf("error %v, want ErrNotToday", err)
	}
	for _, date := range []string{"2026-11-30", "2026-12-01"} {
		if days, err := s.memory.Days(t.Context(), dateOf(t, date)); err != nil || len(days[0]) != 0 {
			t.Errorf("%s has the deals %v, error %v", date, days, err)
		}
	}
}
