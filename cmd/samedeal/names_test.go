package main

import (
	"encoding/json"
	"fmt"
	"testing"
)

// People are shown by their names, of which equal ones get a number, and a name that is taken back with its account
// is shown by no room any more, though the log has whoever it was.
func TestADeletedNameIsInNoRoom(t *testing.T) {
	t.Parallel()
	s := testService(t, "")
	ana, other := dialRaw(t, s, "Ana"), dialRaw(t, s, "Ana")
	code := createRoom(t, s, ana.token, `{"deal":"TF1-D1N"}`)
	ana.command(code, `"enter":{}`)
	other.command(code, `"enter":{}`)
	var shown struct {
		Room struct {
			People []struct{ Player, Name string }
		}
	}
	ask := func() []struct{ Player, Name string } {
		t.Helper()
		shown.Room.People = nil
		callService(t, s, "GetRoom", fmt.Sprintf(`{"code":%q}`, code), &shown)
		return shown.Room.People
	}
	if people := ask(); len(people) != 2 || people[0].Name != "Ana" || people[1].Name != "Ana 2" {
		t.Errorf("the people are %v", people)
	}
	callPlayers(t, s, "DeleteAccount", fmt.Sprintf(`{"token":%q}`, ana.token), &json.RawMessage{})
	if people := ask(); len(people) != 2 || people[0].Player != ana.player || people[0].Name != "" || people[1].Name != "Ana" {
		t.Errorf("the people are %v", people)
	}
}
