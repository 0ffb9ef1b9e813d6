package analysis_test

import (
	"errors"
	"testing"
	"testing/synctest"

	"github.com/samedeal/samedeal/room/analysis"
	"github.com/samedeal/samedeal/room/analysis/analysistest"
)

// Only what has work begun counts against whoever asks: not what is known, waits already, or is turned away.
func TestWhoMayBegin(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := holding{analysistest.NewMemory(), make(chan struct{})}
		a := open(t, store, func(c *analysis.Config) { c.Queue = 1 })
		race := code(t, "FC1-C1-AAAAAAC")
		asked := 0
		analyse := func(word string, may bool) error {
			_, err := a.Analyse(t.Context(), race, []string{word}, func() bool { asked++; return may })
			synctest.Wait()
			return err
		}
		for i, c := range []struct {
			word  string
			may   bool
			want  error
			asked int
		}{
			{"1h", false, analysis.ErrTooMany, 1}, {"1h", true, nil, 1}, {"1h", false, nil, 0}, {"6a", true, nil, 1},
			{"8a", true, analysis.ErrBusy, 0}, {"6a", false, nil, 0},
		} {
			before := asked
			if err := analyse(c.word, c.may); !errors.Is(err, c.want) || asked-before != c.asked {
				t.Errorf("call %d: %v, asked %d times; want %v, %d", i, err, asked-before, c.want, c.asked)
			}
		}
		close(store.let)
		synctest.Wait()
		if err := analyse("1h", false); err != nil || asked != 3 {
			t.Errorf("of what is done: %v, asked %d times in all", err, asked)
		}
	})
}
