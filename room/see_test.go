package room_test

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

const (
	seenStart = 10 * time.Second
	seenDelay = 30 * time.Second
)

// seenLog is a room with a race of ana, bea and cal, on a start 10 s after the room was made. bea's seat
// has ended; dan watches, eva was sent away, and cal has left the room but not the race.
func seenLog(sealed, delayed bool) []*samedealv1.RoomEntry {
	created := &samedealv1.Created{
		Options: &samedealv1.RoomOptions{
			Deal: "KL1-D3N", Ranking: samedealv1.Ranking_RANKING_SCORE_AND_TIME, Minutes: 15, Seats: 3, OpenDeal: !sealed,
		},
		Deal: "KL1-D3N-CHQWENRTYUIOP", Sealed: sealed, Owner: "ana",
	}
	if sealed {
		created.Salt = bytes.Repeat([]byte{0xC5, 0x7A}, engine.SaltBytes/2)
	}
	if delayed {
		created.Options.WatchDelayS = uint32(seenDelay.Seconds())
	}
	log := []*samedealv1.RoomEntry{{Event: &samedealv1.RoomEntry_Created{Created: created}}}
	for _, player := range []string{"ana", "bea", "cal", "dan", "eva"} {
		log = append(log, &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Joined{
			Joined: &samedealv1.Joined{Player: player, Name: player, Plays: player < "dan"},
		}})
	}
	return append(log,
		&samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Kicked{Kicked: &samedealv1.Kicked{Player: "eva"}}},
		&samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Started{Started: &samedealv1.Started{
			Players: []string{"ana", "bea", "cal"}, StartMs: made.Add(seenStart).UnixMilli(),
		}}},
		&samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Left{Left: &samedealv1.Left{Player: "cal"}}},
		&samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_SeatEnded{SeatEnded: &samedealv1.SeatEnded{
			Seat: 1, Result: resigned(5, 1000, 3),
		}}},
	)
}

var seenEnd = []*samedealv1.RoomEntry{
	{Event: &samedealv1.RoomEntry_SeatEnded{SeatEnded: &samedealv1.SeatEnded{Seat: 0, Result: home(700, 60_000, 120)}}},
	{Event: &samedealv1.RoomEntry_SeatEnded{SeatEnded: &samedealv1.SeatEnded{Seat: 2, Result: idle}}},
	{Event: &samedealv1.RoomEntry_Ended{Ended: &samedealv1.Ended{}}},
}

var seenCancel = []*samedealv1.RoomEntry{
	{Event: &samedealv1.RoomEntry_Cancelled{Cancelled: &samedealv1.Cancelled{}}},
}

func seenLobby(t *testing.T, log []*samedealv1.RoomEntry, more ...*samedealv1.RoomEntry) *room.Lobby {
	t.Helper()
	l, err := room.FoldLobby("BCDFGH", append(log[:len(log):len(log)], more...))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// The day of a daily challenge on which rooms are made here, and how long it lasts from then on.
var (
	seenDaily = &samedealv1.DailyRoom{Date: "2027-01-15"}
	seenDay   = 16 * time.Hour
)

// ofDaily makes the room of a log one for a daily challenge.
func ofDaily(log []*samedealv1.RoomEntry, daily *samedealv1.DailyRoom) []*samedealv1.RoomEntry {
	log[0].GetCreated().Daily = daily
	return log
}

// Each viewer's line has a letter a seat: nothing (-), progress (p), board (b), late board (B), own (o).
func TestSeeSeats(t *testing.T) {
	for _, c := range []struct {
		name    string
		delayed bool
		more    []*samedealv1.RoomEntry
		at      time.Duration
		want    map[room.PlayerID]string
	}{
		{
			"in the countdown", false, nil, seenStart - time.Millisecond,
			map[room.PlayerID]string{"ana": "---", "bea": "---", "cal": "---", "dan": "---", "eva": "---", "": "---"},
		},
		{
			"at the start", false, nil, seenStart,
			map[room.PlayerID]string{"ana": "opp", "bea": "bob", "cal": "ppo", "dan": "bbb", "eva": "---", "": "---"},
		},
		{
			"with a delay, at the start", true, nil, seenStart,
			map[room.PlayerID]string{"ana": "opp", "bea": "-o-", "cal": "ppo", "dan": "---", "eva": "---", "": "---"},
		},
		{
			"with a delay, just before it is over", true, nil, seenStart + seenDelay - time.Millisecond,
			map[room.PlayerID]string{"ana": "opp", "bea": "-o-", "cal": "ppo", "dan": "---", "eva": "---", "": "---"},
		},
		{
			"with a delay, when it is over", true, nil, seenStart + seenDelay,
			map[room.PlayerID]string{"ana": "opp", "bea": "BoB", "cal": "ppo", "dan": "BBB", "eva": "---", "": "---"},
		},
		{
			"time is up, and not all results are in", false, nil, time.Hour,
			map[room.PlayerID]string{"ana": "opp", "bea": "bob", "cal": "ppo", "dan": "bbb", "eva": "---", "": "---"},
		},
		{
			"after the end", true, seenEnd, seenStart + time.Second,
			map[room.PlayerID]string{"ana": "obb", "bea": "bob", "cal": "bbo", "dan": "bbb", "eva": "bbb", "": "bbb"},
		},
		{
			"called off", false, seenCancel, time.Hour,
			map[room.PlayerID]string{"ana": "---", "bea": "---", "cal": "---", "dan": "---", "eva": "---", "": "---"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, sealed := range []bool{true, false} {
				l := seenLobby(t, seenLog(sealed, c.delayed), c.more...)
				for viewer, want := range c.want {
					if got := seatLetters(t, room.MaySee(viewer, l, made.Add(c.at))); got != want {
						t.Errorf("sealed %t: %q sees %s, want %s", sealed, viewer, got, want)
					}
				}
			}
		})
	}
}

func seatLetters(t *testing.T, sight room.Sight) string {
	t.Helper()
	var letters strings.Builder
	for _, s := range sight.Seats {
		letter := map[room.View]string{
			room.SeesNothing: "-", room.SeesProgress: "p", room.SeesBoard: "b", room.SeesOwn: "o",
		}[s.View]
		if s.View == room.SeesBoard && s.Delay == seenDelay {
			letter = "B"
		} else if s.View != room.SeesNothing && s.Delay != 0 {
			t.Errorf("%s comes %v late", letter, s.Delay)
		}
		letters.WriteString(letter)
	}
	return letters.String()
}

// The room as it is sent, in both encodings, has the code or the salt of a deal only when all may know.
func TestSeeNoSecret(t *testing.T) {
	sealed, open := seenLog(true, false), seenLog(false, false)
	daily, practice := ofDaily(seenLog(true, false), seenDaily), ofDaily(seenLog(true, false), &samedealv1.DailyRoom{Date: "2027-01-15", Practice: true})
	dateless := ofDaily(seenLog(true, false), &samedealv1.DailyRoom{Date: "2027-1-15"})
	for _, c := range []struct {
		name       string
		log        []*samedealv1.RoomEntry
		more       []*samedealv1.RoomEntry
		at         time.Duration
		code, salt bool
	}{
		{"sealed, in the lobby", sealed[:6], nil, 0, false, false},
		{"sealed, in the countdown", sealed, nil, seenStart - time.Millisecond, false, false},
		{"sealed, racing", sealed, nil, seenStart, false, false},
		{"sealed, the last seat in", sealed, seenEnd[:2], time.Hour, false, false},
		{"sealed, after the end", sealed, seenEnd, time.Hour, true, true},
		{"sealed, called off", sealed, seenCancel, time.Hour, false, false},
		{"sealed, never started", sealed[:6], seenEnd[2:], time.Hour, false, false},
		{"open, in the lobby", open[:6], nil, 0, false, false},
		{"open, in the countdown", open, nil, seenStart - time.Millisecond, false, false},
		{"open, racing", open, nil, seenStart, true, false},
		{"open, after the end", open, seenEnd, time.Hour, true, false},
		{"open, called off", open, seenCancel, time.Hour, false, false},
		{"daily, racing", daily, nil, seenStart, false, false},
		{"daily, after the end, late on its day", daily, seenEnd, seenDay - time.Millisecond, false, false},
		{"daily, after the end, the day over", daily, seenEnd, seenDay, true, true},
		{"daily, the day over, and not all results in", daily, seenEnd[:2], seenDay, false, false},
		{"daily, practised, late on its day", practice, seenEnd, seenDay - time.Millisecond, false, false},
		{"daily, practised, the day over", practice, seenEnd, seenDay, true, true},
		{"daily of no date", dateless, seenEnd, 1e4 * time.Hour, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := seenLobby(t, c.log, c.more...)
			created := c.log[0].GetCreated()
			told := encodings(t, room.Describe(l, nil, []room.PlayerID{"ana"}, made.Add(c.at)))
			if has := bytes.Contains(told, []byte("CHQWENRTYUIOP")); has != c.code {
				t.Errorf("the code is told: %t", has)
			}
			salt := created.GetSalt()
			has := len(salt) > 0 && (bytes.Contains(told, salt) || bytes.Contains(told, []byte(hex.EncodeToString(salt))))
			if has != c.salt {
				t.Errorf("the salt is told: %t", has)
			}
			if has := bytes.Contains(told, []byte(engine.Commitment(l.Race().Code, salt))); has != created.GetSealed() {
				t.Errorf("the commitment is told: %t", has)
			}
		})
	}
}

// A deal whose code is in the options all the same, as of a daily, is sealed like any other.
func TestSeeOptionsKeepASealedCode(t *testing.T) {
	log := seenLog(true, false)
	log[0].GetCreated().Options.Deal = log[0].GetCreated().GetDeal()
	l := seenLobby(t, log)
	if told := encodings(t, room.Describe(l, nil, nil, made.Add(time.Hour))); bytes.Contains(told, []byte("CHQWEN")) {
		t.Errorf("the options tell the code")
	}
}

// Of a daily challenge's room that has ended, those see boards until its day is over who were let into it.
func TestSeeSeatsOfADaily(t *testing.T) {
	l := seenLobby(t, ofDaily(seenLog(true, false), seenDaily), seenEnd...)
	for at, want := range map[time.Duration]map[room.PlayerID]string{
		seenDay - time.Millisecond: {"ana": "obb", "cal": "bbo", "dan": "bbb", "eva": "---", "": "---", "fay": "---"},
		seenDay:                    {"ana": "obb", "cal": "bbo", "dan": "bbb", "eva": "bbb", "": "bbb", "fay": "bbb"},
	} {
		for viewer, want := range want {
			if got := seatLetters(t, room.MaySee(viewer, l, made.Add(at))); got != want {
				t.Errorf("after %v %q sees %s, want %s", at, viewer, got, want)
			}
		}
	}
	described := room.Describe(l, nil, nil, made)
	if !proto.Equal(described.GetDaily(), seenDaily) || described.GetDeal().GetWinnable() {
		t.Errorf("described as %v", described)
	}
}

// A room that is not there is described as nothing.
func TestSeeNoRoom(t *testing.T) {
	r := room.Describe(room.NewLobby("BCDFGH"), nil, nil, made)
	if want := (&samedealv1.Room{Code: "BCDFGH", Deal: &samedealv1.Deal{}}); !proto.Equal(r, want) {
		t.Errorf("%v, want %v", r, want)
	}
}

func encodings(t *testing.T, r *samedealv1.Room) []byte {
	t.Helper()
	binary, err := proto.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	text, err := protojson.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return append(binary, text...)
}

// shown is the room as a player is shown it, and what they may see of the seats.
func shown(to room.PlayerID, l *room.Lobby, names map[room.PlayerID]string, here []room.PlayerID, now time.Time) string {
	r, sight := room.Describe(l, l.Called(names, numbered), here, now), room.MaySee(to, l, now)
	var told strings.Builder
	fmt.Fprintf(&told, "event %d, %s, owner %s, %d watching\n", r.GetEvent(), r.GetPhase(), r.GetOwner(), r.GetWatchers())
	fmt.Fprintf(&told, "options %s\n", optionsText(r.GetOptions()))
	fmt.Fprintf(&told, "deal %s%s\n", r.GetDeal().GetVariant(), dealText(r.GetDeal()))
	for _, p := range r.GetPeople() {
		fmt.Fprintf(&told, "%s %q%s\n", p.GetPlayer(), p.GetName(), words(map[string]bool{
			"plays": p.GetPlays(), "ready": p.GetReady(), "here": p.GetHere(),
		}))
	}
	if r.GetStartMs() > 0 {
		fmt.Fprintf(&told, "race from %s to %s\n", since(r.GetStartMs()), since(r.GetLimitMs()))
	}
	for i, s := range r.GetSeats() {
		fmt.Fprintf(&told, "seat %d %s %q: sees %s", i, s.GetPlayer(), s.GetName(), sightText(sight.Seats[i]))
		if s.GetResult() != nil {
			fmt.Fprintf(&told, "; %s", resultText(s.GetResult()))
		}
		if s.GetPlace() > 0 {
			fmt.Fprintf(&told, "; place %d", s.GetPlace())
		}
		told.WriteString("\n")
	}
	if r.GetRematch() != "" {
		fmt.Fprintf(&told, "rematch %s\n", r.GetRematch())
	}
	return told.String()
}

func dealText(d *samedealv1.Deal) string {
	text := ", code not told"
	if d.GetCode() != "" {
		text = ", code " + d.GetCode()
	}
	if d.GetSealed() {
		text += fmt.Sprintf(", sealed: commitment %.8s...", d.GetCommitment())
	}
	if d.GetSalt() != "" {
		text += fmt.Sprintf(", salt %.8s...", d.GetSalt())
	}
	return text
}

func sightText(s room.SeatSight) string {
	text := map[room.View]string{
		room.SeesNothing: "nothing", room.SeesProgress: "progress", room.SeesBoard: "board", room.SeesOwn: "own board",
	}[s.View]
	if s.Delay > 0 {
		text += " " + s.Delay.String() + " late"
	}
	return text
}

func words(set map[string]bool) string {
	var text string
	for _, word := range []string{"plays", "ready", "here"} {
		if set[word] {
			text += " " + word
		}
	}
	return text
}
