package deals_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/engine/solve"
	"github.com/samedeal/samedeal/room/deals"
	"github.com/samedeal/samedeal/room/deals/dealstest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestMemory(t *testing.T) {
	dealstest.Run(t, func(*testing.T) dealstest.Store { return dealstest.NewMemory() })
}

// longStocks are those that are always kept.
var longStocks = []string{"FC1-C4", "KL1-D1N:long", "KL1-D3N:long", "TF1-D1N:long", "TF1-D3N:long"}

func variant(t testing.TB, text string) *engine.Variant {
	t.Helper()
	v, err := engine.ParseVariant(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// open makes a stock in a bubble, closed when the test ends.
func open(t *testing.T, store dealstest.Store, change ...func(*deals.Config)) *deals.Stock {
	t.Helper()
	c := deals.Config{Store: store, Demand: store, Budget: 30_000}
	for _, f := range change {
		f(&c)
	}
	s := deals.New(c)
	t.Cleanup(s.Close)
	return s
}

// pass lets so much time pass in a bubble, and waits until all that this woke is done.
func pass(t *testing.T, d time.Duration) {
	t.Helper()
	<-time.After(d)
	synctest.Wait()
}

func counts(t *testing.T, store dealstest.Store, stocks ...string) []int {
	t.Helper()
	n, err := store.Counts(t.Context(), stocks)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func fill(n, of int) []int {
	all := make([]int, of)
	for i := range all {
		all[i] = n
	}
	return all
}

func TestTheStocksAreFilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := dealstest.NewMemory()
		open(t, store, func(c *deals.Config) { c.Keep = 3 })
		pass(t, time.Minute)
		if got := counts(t, store, longStocks...); !slices.Equal(got, fill(3, len(longStocks))) {
			t.Errorf("%q have %d", longStocks, got)
		}
		// A stock that is full is left: nothing is added in an hour.
		pass(t, time.Hour)
		if got := counts(t, store, longStocks...); !slices.Equal(got, fill(3, len(longStocks))) {
			t.Errorf("an hour later %q have %d", longStocks, got)
		}
	})
}

// The games on the node go first: after each deal the worker rests, also when it is woken.
func TestTheWorkerRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := dealstest.NewMemory()
		s := open(t, store, func(c *deals.Config) {
			c.Keep, c.Pause, c.Variants = 100, time.Second, []*engine.Variant{variant(t, "FC1-C4")}
		})
		pass(t, time.Second/2)
		for range 3 {
			if _, found, err := s.Take(t.Context(), variant(t, "KL1-D1N"), false); !found || err != nil {
				t.Fatal(found, err)
			}
		}
		pass(t, 9*time.Second)
		// One at once and one in each of nine seconds, shared with the kind that was asked for.
		n := counts(t, store, "FC1-C4", "KL1-D1N")
		if sum := n[0] + n[1]; sum < 5 || sum > 10 {
			t.Errorf("%d deals in nine seconds, want at most one a second", sum)
		}
	})
}

func TestWhatIsTakenIsReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := dealstest.NewMemory()
		s := open(t, store, func(c *deals.Config) { c.Keep, c.Every = 2, time.Hour })
		pass(t, time.Minute)
		for range 2 {
			if _, found, err := s.Take(t.Context(), variant(t, "KL1-D3N"), true); !found || err != nil {
				t.Fatal(found, err)
			}
		}
		pass(t, time.Second)
		if got := counts(t, store, "KL1-D3N:long"); got[0] != 2 {
			t.Errorf("a second after both deals were taken the stock has %d", got[0])
		}
	})
}

// What nobody asks for costs nothing; what somebody does is there for the next, for a day.
func TestWhatIsAskedForIsStocked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := dealstest.NewMemory()
		s := open(t, store, func(c *deals.Config) { c.Keep = 2 })
		if err := store.Ask(t.Context(), "GF9-X:long", time.Now()); err != nil { // a later build's
			t.Fatal(err)
		}
		pass(t, time.Minute)
		asked := []string{"FC1-C3", "KL1-D3P3:long", "KL1-D1N", "GF9-X:long"}
		if got := counts(t, store, asked...); !slices.Equal(got, fill(0, 4)) {
			t.Errorf("before anybody asked %q have %d", asked, got)
		}
		for _, name := range asked[:3] {
			text, long := strings.CutSuffix(name, ":long")
			if _, _, err := s.Take(t.Context(), variant(t, text), long || text == "FC1-C3"); err != nil {
				t.Fatal(err)
			}
		}
		pass(t, time.Minute)
		if got := counts(t, store, asked...); !slices.Equal(got, []int{2, 2, 2, 0}) {
			t.Errorf("%q have %d", asked, got)
		}
		pass(t, deals.AskedLife)
		if _, found, err := s.Take(t.Context(), variant(t, "FC1-C4"), false); !found || err != nil {
			t.Fatal(found, err)
		}
		code, err := store.Take(t.Context(), "FC1-C3", time.Now())
		if code == "" || err != nil {
			t.Fatal(code, err)
		}
		pass(t, time.Minute)
		if got := counts(t, store, "FC1-C3"); got[0] != 1 {
			t.Errorf("a day after anybody asked FC1-C3 is filled to %d", got[0])
		}
	})
}

// Of FreeCell without cells hardly a deal can be won: nobody waits for one, and the worker does not look for
// one all day.
func TestFewDealsCanBeWon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := dealstest.NewMemory()
		core, logs := observer.New(zap.InfoLevel)
		s := open(t, store, func(c *deals.Config) {
			c.Variants, c.Log = []*engine.Variant{variant(t, "FC1-C0")}, zap.New(core)
		})
		begun := time.Now()
		for range 5 {
			if code, found, err := s.Take(t.Context(), variant(t, "FC1-C0"), true); err != nil || found && !isWon(t, code) {
				t.Errorf("took %v, %t, %v", code, found, err)
			}
		}
		if waited := time.Since(begun); waited > 5*300*time.Millisecond {
			t.Errorf("waited %v", waited)
		}
		pass(t, 59*time.Minute)
		if n := logs.FilterMessageSnippet("few deals").Len(); n != 1 {
			t.Errorf("the worker gave up %d times, want once in an hour", n)
		}
	})
}

func isWon(t *testing.T, code engine.Code) bool {
	t.Helper()
	start := code.Start()
	r, err := solve.Solve(code.Variant(), &start, solve.Options{Memory: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	return r.Verdict == solve.Won
}

// Whatever the variant and the chance: what is given out can be won, is of the kind that was asked for, and
// was not given before.
func TestEveryDealCanBeWon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // where a machine that is busy has all the time that it needs
		s := open(t, dealstest.NewMemory(), func(c *deals.Config) { c.Keep = 2 })
		given := map[engine.Code]bool{}
		for round := range 4 {
			for _, v := range engine.Variants() {
				code, found, err := s.Take(t.Context(), v, round%2 == 0)
				isLong, hasLong := code.Number() > v.LastShortNumber(), v.LastNumber() > v.LastShortNumber()
				switch {
				case err != nil:
					t.Fatal(err)
				case !found && slices.Contains(deals.Common(), v):
					t.Errorf("of %s none was found", v)
				case !found:
					continue
				case code.Variant() != v || isLong != (round%2 == 0 && hasLong):
					t.Errorf("took %s for %s in round %d", code, v, round)
				case given[code]:
					t.Errorf("%s was given before", code)
				case !isWon(t, code):
					t.Errorf("%s cannot be won", code)
				}
				given[code] = true
			}
			pass(t, 5*time.Second) // so that some come from the stock and some do not
		}
	})
}

// A store that is away must not fill the log, nor hold anybody up; that it is back, and away again, is told.
func TestAStoreThatIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := dealstest.NewMemory()
		core, logs := observer.New(zap.ErrorLevel)
		gone := errors.New("connection refused")
		store.Fail(gone)
		s := open(t, store, func(c *deals.Config) { c.Log = zap.New(core) })
		for range 2 {
			for range 5 {
				if code, found, err := s.Take(t.Context(), variant(t, "KL1-D1N"), true); found || err != nil {
					t.Errorf("took %v, %v", code, err)
				}
				pass(t, time.Minute)
			}
			if errs := logs.TakeAll(); len(errs) != 1 || !strings.Contains(fieldText(errs[0]), gone.Error()) {
				t.Errorf("logged %d errors, want one", len(errs))
			}
			store.Fail(nil)
			pass(t, time.Minute)
			store.Fail(gone)
		}
	})
}

func fieldText(e observer.LoggedEntry) string {
	fields := zapcore.NewMapObjectEncoder()
	for _, f := range e.Context {
		f.AddTo(fields)
	}
	return fmt.Sprint(slices.Collect(maps.Values(fields.Fields)))
}

// A deal of a build to come, or one that was put into the wrong stock, is no deal that was asked for.
func TestWhatCannotBeReadIsSkipped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := dealstest.NewMemory()
		s := open(t, store, func(c *deals.Config) { c.Variants = []*engine.Variant{variant(t, "FC1-C4")} })
		pass(t, time.Minute)
		good := winnable(t, "KL1-D3N", 1<<40)
		for _, code := range []string{
			"", "KL2-D3N-AAAAAAB", "KL1-D3N-AAAAAAB", "KL1-D1N-AAAAABAAAAAAA", strings.ToLower(good.String()), good.String(),
		} {
			if err := store.Add(t.Context(), "KL1-D3N:long", code, time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
		code, found, err := s.Take(t.Context(), variant(t, "KL1-D3N"), true)
		if !found || err != nil || code.Variant() != good.Variant() || code.Number() <= good.Variant().LastShortNumber() {
			t.Errorf("took %v, %t, %v", code, found, err)
		}
	})
}

// winnable finds a deal of the variant, from a number on, that is soon won.
func winnable(t *testing.T, text string, from uint64) engine.Code {
	t.Helper()
	for n := from; ; n++ {
		code, err := engine.NewCode(variant(t, text), n)
		if err != nil {
			t.Fatal(err)
		}
		if isWon(t, code) {
			return code
		}
	}
}

func TestACancelledTakeSaysSo(t *testing.T) {
	s := open(t, dealstest.NewMemory())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, found, err := s.Take(ctx, variant(t, "FC1-C4"), false); found || !errors.Is(err, context.Canceled) {
		t.Errorf("found %t, %v", found, err)
	}
}

// failingReader is a source of randomness that has run dry.
type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestNoRandomness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, dealstest.NewMemory(), func(c *deals.Config) { c.Random = failingReader{} })
		if _, found, err := s.Take(t.Context(), variant(t, "FC1-C4"), false); found || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("found %t, %v", found, err)
		}
	})
}

// slowDraw draws one deal when the test lets it, and always the same.
type slowDraw struct {
	let    chan struct{}
	number []byte
}

func (d slowDraw) Read(p []byte) (int, error) {
	<-d.let
	return copy(p, d.number), nil
}

// noting notes that a deal was added, whatever has become of the call.
type noting struct {
	*dealstest.Memory
	added atomic.Bool
}

func (n *noting) Add(context.Context, string, string, time.Time) error {
	n.added.Store(true)
	return nil
}

// The worker must not solve on when it is stopped. (Without the context's error in canBeWon, it does.)
func TestCloseInTheMiddle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := &noting{Memory: dealstest.NewMemory()}
		if err := store.Ask(t.Context(), "KL1-D3N", time.Now()); err != nil {
			t.Fatal(err)
		}
		draw := slowDraw{make(chan struct{}), []byte{0, 0, 0, 0, 23}} // KL1-D3N-AAAAAAY takes 275,000 states
		s := deals.New(deals.Config{
			Store: store, Demand: store, Random: draw, Variants: []*engine.Variant{}, Budget: 1 << 40,
		})
		synctest.Wait()
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			s.Close()
		}()
		synctest.Wait() // it is told to stop, and waits
		close(draw.let)
		<-closed
		if store.added.Load() {
			t.Error("it has solved a deal to the end")
		}
		s.Close() // again is no more
	})
}

func BenchmarkTakeOnTheSpot(b *testing.B) {
	store := dealstest.NewMemory()
	s := deals.New(deals.Config{Store: store, Demand: store, Variants: []*engine.Variant{variant(b, "FC1-C0")}, Every: time.Hour, Pause: time.Hour})
	defer s.Close()
	for _, v := range deals.Common() {
		b.Run(v.String(), func(b *testing.B) {
			for b.Loop() {
				if _, found, err := s.Take(b.Context(), v, false); !found || err != nil {
					b.Fatal(found, err)
				}
			}
		})
	}
}
