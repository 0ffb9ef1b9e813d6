package room_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"testing"

	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	"github.com/samedeal/samedeal/cmd/redistest"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// What people are called hangs on their names and the room alone: whoever races keeps what they are called
// whoever comes to watch or goes, nobody is called as another is, and of one name the first has it as it is.
func TestCalledHangsOnNamesAndRoom(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := room.NewLobby("BCDFGH")
		add := func(event *samedealv1.RoomEntry) {
			if err := l.Add(l.Events()+1, event); err != nil {
				t.Fatal(err)
			}
		}
		add(seenLog(true, false)[0])
		names := map[room.PlayerID]string{}
		come := func(player room.PlayerID, watch bool) {
			names[player] = rapid.SampledFrom([]string{"Ana", "Bea", "Ana 2"}).Draw(t, "name")
			events, err := l.Join(made, player, watch)
			if err != nil || len(events) != 1 || events[0].GetJoined().GetName() != "" {
				t.Fatal(events, err)
			}
			add(events[0])
		}
		for _, player := range []room.PlayerID{"ana", "bea", "cal"} {
			come(player, false)
		}
		events, err := l.StartCountdown(made, "ana")
		if err != nil {
			t.Fatal(err)
		}
		add(events[0])
		racing := l.Called(names, numbered)
		for i := range rapid.IntRange(0, 5).Draw(t, "watchers") {
			come(room.PlayerID(rune('p'+i)), true)
		}
		called := l.Called(names, numbered)
		for player, name := range racing {
			if called[player] != name {
				t.Errorf("%s was called %q and is %q", player, name, called[player])
			}
		}
		seen := slices.Sorted(maps.Values(called))
		if len(slices.Compact(seen)) != len(called) || len(called) != len(names) {
			t.Errorf("called are %v, named %v", called, names)
		}
		if called["ana"] != names["ana"] {
			t.Errorf("the first is called %q, not %q", called["ana"], names["ana"])
		}
	})
}

// Old logs have names, which are shown where there is no answer about them; and who was forgotten has none, whatever
// a log says.
func TestCalledAsAnOldLogSays(t *testing.T) {
	l := seenLobby(t, seenLog(true, false))
	for _, c := range []struct {
		names map[room.PlayerID]string
		want  map[room.PlayerID]string
	}{
		{nil, map[room.PlayerID]string{"ana": "ana", "bea": "bea", "cal": "cal", "dan": "dan"}},
		{
			map[room.PlayerID]string{"ana": "Dan", "dan": "Dan", "bea": "", "cal": "Cal"},
			map[room.PlayerID]string{"ana": "Dan", "dan": "Dan 2", "cal": "Cal"},
		},
	} {
		if got := l.Called(c.names, numbered); !maps.Equal(got, c.want) {
			t.Errorf("by %v: %v, want %v", c.names, got, c.want)
		}
	}
}

// book is what players are called elsewhere.
type book struct {
	mu    sync.Mutex
	names map[room.PlayerID]string
	err   error
}

func (b *book) Names(_ context.Context, players ...room.PlayerID) (map[room.PlayerID]string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	found := map[room.PlayerID]string{}
	for _, player := range players {
		if name, known := b.names[player]; known {
			found[player] = name
		}
	}
	return found, b.err
}

func (b *book) set(player room.PlayerID, name string, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.err = err
	if b.names[player] = name; name == "" {
		delete(b.names, player)
	}
}

// namesIn waits for a room whose people are called so.
func namesIn(names ...string) func(*samedealv1.ServerFrame) (any, bool) {
	return func(f *samedealv1.ServerFrame) (any, bool) {
		var called []string
		for _, p := range f.GetRoom().GetPeople() {
			called = append(called, p.GetName())
		}
		return nil, f.GetRoom() != nil && slices.Equal(called, names)
	}
}

// Logs and what else the store has of a room hold no name; people are shown by their names all the same, those met on
// another node too; and whoever was forgotten is nowhere named any more, in no room and in no report.
func TestNoRoomKeepsAName(t *testing.T) {
	t.Parallel()
	client := redistest.Embedded(t)
	names := &book{names: map[room.PlayerID]string{"player Ana": "Ana", "player Boris": "Ana"}}
	config := hubConfig(t, client)
	config.Names = names
	other := hubConfig(t, client)
	other.Names = names
	hub, away := startHub(t, config), startHub(t, other)
	code := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "KL1-D3N"})
	ana, boris := connect(t, hub, "Ana", 1, code), connect(t, away, "Boris", 1, code)
	boris.visitor.Name = "Ana"
	boris.session = away.Open(boris.visitor, boris.fakeConn)
	ana.mustDo(enter(false))
	boris.mustDo(enter(false))
	await(ana.fakeConn, "both", namesIn("Ana", "Ana 2"))
	isBoth := func(f *samedealv1.ServerFrame) bool { _, is := namesIn("Ana", "Ana 2")(f); return is }
	if !slices.ContainsFunc(boris.sent(), isBoth) {
		t.Errorf("Boris is shown %v", boris.sent())
	}
	for _, event := range eventsOf(t, config, code) {
		if event.GetJoined().GetName() != "" {
			t.Errorf("the log has %v", event)
		}
	}
	if in, err := hub.EverIn(context.Background(), code); err != nil || in["player Boris"] != "Ana 2" {
		t.Errorf("ever in were %v, %v", in, err)
	}

	names.set("player Ana", "", nil)
	shown, err := away.Describe(context.Background(), code)
	if _, is := namesIn("", "Ana")(&samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Room{Room: shown}}); !is || err != nil {
		t.Errorf("described is %v, %v", shown, err)
	}
	if in, err := hub.EverIn(context.Background(), code); err != nil || in["player Ana"] != "" || len(in) != 2 {
		t.Errorf("ever in were %v, %v", in, err)
	}
}

// Without an answer about names a room goes on, and who is met here is named; the others are once there is one.
func TestARoomWithoutNamesGoesOn(t *testing.T) {
	t.Parallel()
	client := redistest.Embedded(t)
	names := &book{names: map[room.PlayerID]string{}}
	names.set("player Boris", "Boris", errors.New("no names today"))
	config := hubConfig(t, client)
	config.Names = names
	hub, away := startHub(t, config), newHub(t, client)
	code := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "KL1-D3N"})
	ana, boris := connect(t, hub, "Ana", 1, code), connect(t, away, "Boris", 1, code)
	ana.mustDo(enter(false))
	boris.mustDo(enter(false))
	await(ana.fakeConn, "Boris", namesIn("Ana", ""))
	if shown, err := hub.Describe(context.Background(), code); err != nil || len(shown.GetPeople()) != 2 {
		t.Errorf("described is %v, %v", shown, err)
	}
	names.set("player Ana", "Ana", nil)
	await(ana.fakeConn, "Boris' name", namesIn("Ana", "Boris"))
}

// Somebody in a room with an old log is known by what that says, for a report too, but not once they were forgotten.
// (Were only those known whom Names knows.)
func TestEverInReadsOldLogs(t *testing.T) {
	t.Parallel()
	config := hubConfig(t, redistest.Embedded(t))
	config.Names = nil
	hub := startHub(t, config)
	code := makeRoom(t, hub, &samedealv1.RoomOptions{Deal: "KL1-D3N"})
	stored, err := config.Events.Events(t.Context(), code, 1)
	if err != nil {
		t.Fatal(err)
	}
	old, err := proto.Marshal(&samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Joined{Joined: &samedealv1.Joined{Player: "player Ana", Name: "Ana"}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := config.Events.AppendEvent(t.Context(), code, 2, old, stored[0], made.AddDate(10, 0, 0)); err != nil {
		t.Fatal(err)
	}
	forgotten := config
	forgotten.Names = &book{}
	for want, hub := range map[string]*room.Hub{"Ana": hub, "": startHub(t, forgotten)} {
		in, err := hub.EverIn(t.Context(), code)
		if name, found := in["player Ana"]; err != nil || !found || name != want {
			t.Errorf("ever in were %v, %v; want %q", in, err, want)
		}
		shown, err := hub.Describe(t.Context(), code)
		if err != nil || shown.GetPeople()[0].GetName() != want {
			t.Errorf("described is %v, %v; want %q", shown, err, want)
		}
	}
}
