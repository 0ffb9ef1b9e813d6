package playertest

import (
	"slices"
	"testing"
	"time"

	"github.com/samedeal/samedeal/player"
)

func changeParts() []part {
	return []part{
		{"changes are told for their time", changesAreTold},
		{"records are read many at once", manyRecords},
	}
}

func changesAreTold(t *testing.T, store Store) {
	wantChanged(t, store)
	now := time.Now()
	note := func(id player.ID, at time.Time) {
		t.Helper()
		if err := store.NoteChange(t.Context(), id, at); err != nil {
			t.Errorf("NoteChange: %v", err)
		}
	}
	note(ana, now)
	note(ana, now)
	wantChanged(t, store, ana)
	// A node whose clock is behind does not take out what another has noted.
	note(ben, now.Add(-player.ChangeLife/2))
	wantChanged(t, store, ana, ben)
	note(ben, now)
	note(ana, now.Add(player.ChangeLife+time.Second))
	wantChanged(t, store, ana)
}

func wantChanged(t *testing.T, store Store, want ...player.ID) {
	t.Helper()
	got, err := store.Changed(t.Context())
	slices.Sort(got)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("changed are %v, %v; want %v", got, err, want)
	}
}

func manyRecords(t *testing.T, store Store) {
	wantRecords(t, store, nil)
	saveName(t, store, ben, "Ben")
	logOut(t, store, ben, 0, "a request", 1)
	ban(t, store, ben, aBan)
	bens := player.Record{Name: "Ben", Generation: 1, Ban: aBan}
	wantRecords(t, store, []player.ID{ben, ana, ben}, bens, player.Record{}, bens)
}

func wantRecords(t *testing.T, store Store, ids []player.ID, want ...player.Record) {
	t.Helper()
	if got, err := store.Records(t.Context(), ids); err != nil || !slices.Equal(got, want) {
		t.Errorf("the records are %+v, %v; want %+v", got, err, want)
	}
}
