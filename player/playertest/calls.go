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

func signingKey(t *testing.T, store Store, fresh []byte) []byte {
	t.Helper()
	key, err := store.SigningKey(t.Context(), fresh)
	if err != nil {
		t.Errorf("SigningKey: %v", err)
	}
	return key
}

func saveName(t *testing.T, store Store, id player.ID, name player.Name) {
	t.Helper()
	if err := store.SaveName(t.Context(), id, name, inAYear()); err != nil {
		t.Errorf("SaveName: %v", err)
	}
}

func rename(t *testing.T, store Store, id player.ID, name player.Name) {
	t.Helper()
	if err := store.Rename(t.Context(), id, name, inAYear()); err != nil {
		t.Errorf("Rename: %v", err)
	}
}

// logOut raises a player's generation, to what it should then be.
func logOut(t *testing.T, store Store, id player.ID, generation uint32, request string, want uint32) {
	t.Helper()
	if got, err := store.LogOut(t.Context(), id, generation, request, inAYear()); err != nil || got != want {
		t.Errorf("LogOut: raised to %d, %v; want %d", got, err, want)
	}
}

func wantRecord(t *testing.T, store Store, id player.ID, want player.Record) {
	t.Helper()
	got, err := store.Load(t.Context(), id, inAYear())
	if err != nil || got != want {
		t.Errorf("the record is %+v, %v; want %+v", got, err, want)
	}
}
