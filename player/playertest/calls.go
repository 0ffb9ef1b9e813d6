package playertest

import (
	"sync"
	"testing"
	"time"

	"github.com/samedeal/samedeal/player"
)

// inAYear is an end that does not come within a test.
func inAYear() time.Time { return time.Now().AddDate(1, 0, 0) }

// atOnce calls a function from many goroutines and waits for all of them.
func atOnce(call func(i int)) {
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() { call(i) })
	}
	all.Wait()
}

func signingKey(t *testing.T, store player.Store, fresh []byte) []byte {
	t.Helper()
	key, err := store.SigningKey(t.Context(), fresh)
	if err != nil {
		t.Errorf("SigningKey: %v", err)
	}
	return key
}

func saveName(t *testing.T, store player.Store, id player.ID, name player.Name) {
	t.Helper()
	if err := store.SaveName(t.Context(), id, name, inAYear()); err != nil {
		t.Errorf("SaveName: %v", err)
	}
}

func raise(t *testing.T, store player.Store, id player.ID) uint32 {
	t.Helper()
	generation, err := store.RaiseGeneration(t.Context(), id, inAYear())
	if err != nil {
		t.Errorf("RaiseGeneration: %v", err)
	}
	return generation
}

func wantRecord(t *testing.T, store player.Store, id player.ID, want player.Record) {
	t.Helper()
	got, err := store.Load(t.Context(), id, inAYear())
	if err != nil || got != want {
		t.Errorf("the record is %+v, %v; want %+v", got, err, want)
	}
}
