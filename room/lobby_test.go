package room_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cockroachdb/datadriven"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// TestLobby has people meet in the rooms under testdata/lobby. After a change that is meant,
// go test ./room -run TestLobby -rewrite writes what comes out now.
//
//	room CODE by=OWNER deal=...     makes a room, with seats= minutes= countdown= delay= ranking= open
//	at 12s                          is the time from then on, since the room was made
//	join PLAYER NAME [watch]        and leave, ready, unready, start
//	kick OWNER PLAYER               and hand-over
//	end-seat SEAT home score= time= moves= actions=
//	cancel, end                     called off, and ended if all seats are
//	rematch PLAYER CODE [same-deal]
//	due here=(ana,bea) last=10s     what a sweeper does, who was heard of and when the last of them was
//	overdue                         the seats that it must end first
//	together                        the commands that follow are decided at once, by as many nodes
//	show [to=PLAYER] [here=(...)]   the room as that player is shown it, or a stranger
//	newer                           an event of a later version comes
//
// Each event is told as it stands in the log, of which the deal is a secret part.
func TestLobby(t *testing.T) {
	datadriven.Walk(t, "testdata/lobby", func(t *testing.T, path string) {
		var p *party
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd == "room" {
				p = newParty(t, d.CmdArgs)
				return p.opened
			}
			return p.run(t, d)
		})
	})
}

// made is when the rooms of the tests are made.
var made = time.UnixMilli(1_800_000_000_000)

// party is a room under test, at some time.
type party struct {
	lobby  *room.Lobby
	now    time.Time
	random *rand.ChaCha8
	names  map[room.PlayerID]string
	opened string
}

func newParty(t *testing.T, args []datadriven.CmdArg) *party {
	code := room.Code(args[0].Key)
	seed := [32]byte([]byte(strings.Repeat(string(code), 6))[:32])
	p := &party{lobby: room.NewLobby(code), now: made, random: rand.NewChaCha8(seed), names: map[room.PlayerID]string{}}
	options, err := room.CheckOptions(optionsOf(t, args))
	if err != nil {
		p.opened = toldOf(err)
		return p
	}
	deal, err := p.draw(options)
	if err != nil {
		t.Fatal(err)
	}
	created := room.NewRoom(options, room.PlayerID(valueOf(args, "by")), deal)
	p.opened = p.append(t, []*samedealv1.RoomEntry{{
		AtMs: made.UnixMilli(), Event: &samedealv1.RoomEntry_Created{Created: created},
	}})
	return p
}

func (p *party) draw(options *samedealv1.RoomOptions) (room.Drawn, error) {
	return room.NewDeal(options, p.random)
}

func optionsOf(t *testing.T, args []datadriven.CmdArg) *samedealv1.RoomOptions {
	return &samedealv1.RoomOptions{
		Deal:        valueOf(args, "deal"),
		Ranking:     samedealv1.Ranking(numberOf(t, args, "ranking")),
		Seats:       numberOf(t, args, "seats"),
		Minutes:     numberOf(t, args, "minutes"),
		CountdownS:  numberOf(t, args, "countdown"),
		WatchDelayS: numberOf(t, args, "delay"),
		OpenDeal:    isSet(args, "open"),
	}
}

func (p *party) run(t *testing.T, d *datadriven.TestData) string {
	switch d.Cmd {
	case "at":
		p.now = made.Add(durationOf(t, d.CmdArgs[0].Key))
		return ""
	case "show":
		return shown(room.PlayerID(valueOf(d.CmdArgs, "to")), p.lobby, p.names, playersOf(d.CmdArgs, "here"), p.now)
	case "overdue":
		return fmt.Sprintln(p.lobby.Overdue(p.now))
	case "together":
		return p.together(t, d.Input)
	case "newer":
		err := p.lobby.Add(p.lobby.Events()+1, &samedealv1.RoomEntry{AtMs: p.now.UnixMilli()})
		return fmt.Sprintf("%v\nfolded: %d events\n", err, p.lobby.Events())
	default:
		entries, err := p.decide(t, d.Cmd, d.CmdArgs)
		if err != nil {
			return toldOf(err)
		}
		return p.append(t, entries)
	}
}

// decide judges a command on the room as it is.
func (p *party) decide(t *testing.T, cmd string, args []datadriven.CmdArg) ([]*samedealv1.RoomEntry, error) {
	l, word := p.lobby, func(i int) string {
		if i >= len(args) {
			return ""
		}
		return args[i].Key
	}
	player := func(i int) room.PlayerID { return room.PlayerID(word(i)) }
	switch cmd {
	case "join":
		p.names[player(0)] = word(1)
		return l.Join(p.now, player(0), isSet(args, "watch"))
	case "leave":
		return l.Leave(p.now, player(0))
	case "ready":
		return l.SetReady(p.now, player(0), true)
	case "unready":
		return l.SetReady(p.now, player(0), false)
	case "start":
		return l.StartCountdown(p.now, player(0))
	case "kick":
		return l.Kick(p.now, player(0), player(1))
	case "hand-over":
		return l.HandOver(p.now, player(0), player(1))
	case "end-seat":
		seat, err := strconv.Atoi(word(0))
		if err != nil {
			t.Fatal(err)
		}
		return l.EndSeat(p.now, seat, resultOf(t, word(1), args))
	case "end":
		return l.EndIfOver(p.now)
	case "cancel":
		return l.Cancel(p.now)
	case "rematch":
		return l.MakeRematch(p.now, player(0), isSet(args, "same-deal"), room.Code(word(1)), p.draw)
	case "due":
		var last time.Time
		if v := valueOf(args, "last"); v != "" {
			last = made.Add(durationOf(t, v))
		}
		return l.Due(p.now, playersOf(args, "here"), last)
	default:
		t.Fatalf("unknown command %s", cmd)
		return nil, nil
	}
}

// together decides commands on the same log. Whoever comes too late with an event decides again.
func (p *party) together(t *testing.T, input string) string {
	type decided struct {
		line    string
		cmd     string
		args    []datadriven.CmdArg
		entries []*samedealv1.RoomEntry
		err     error
	}
	var all []*decided
	for line := range strings.Lines(input) {
		cmd, args, err := datadriven.ParseLine(line)
		if err != nil {
			t.Fatal(err)
		}
		d := &decided{line: strings.TrimSpace(line), cmd: cmd, args: args}
		d.entries, d.err = p.decide(t, cmd, args)
		all = append(all, d)
	}
	var told strings.Builder
	on := p.lobby.Events()
	for _, d := range all {
		fmt.Fprintf(&told, "%s:\n", d.line)
		if p.lobby.Events() != on && d.err == nil && len(d.entries) > 0 {
			told.WriteString("  too late, decides again\n")
			d.entries, d.err = p.decide(t, d.cmd, d.args)
		}
		text := toldOf(d.err)
		if d.err == nil {
			text = p.append(t, d.entries)
		}
		told.WriteString("  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ") + "\n")
	}
	return told.String()
}

// append folds events and tells them.
func (p *party) append(t *testing.T, entries []*samedealv1.RoomEntry) string {
	if len(entries) == 0 {
		return "no event\n"
	}
	var told strings.Builder
	for _, entry := range entries {
		if err := p.lobby.Add(p.lobby.Events()+1, entry); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&told, "%d %s %s\n", p.lobby.Events(), since(entry.GetAtMs()), eventText(entry))
	}
	return told.String()
}

func toldOf(err error) string {
	var fault *room.Fault
	switch {
	case err == nil:
		return ""
	case errors.As(err, &fault):
		return strings.TrimPrefix(fault.Reason.String(), "REASON_") + ": " + fault.Text + "\n"
	default:
		return "error: " + err.Error() + "\n"
	}
}

// numbered makes names distinct in the simplest way.
func numbered(names []string) []string {
	var all []string
	for _, name := range names {
		shown := name
		for n := 2; slices.Contains(all, shown); n++ {
			shown = fmt.Sprint(name, " ", n)
		}
		all = append(all, shown)
	}
	return all
}

func eventText(entry *samedealv1.RoomEntry) string {
	switch e := entry.GetEvent().(type) {
	case *samedealv1.RoomEntry_Created:
		return "created by " + createdText(e.Created)
	case *samedealv1.RoomEntry_Joined:
		what := "to watch"
		if e.Joined.GetPlays() {
			what = "to play"
		}
		return fmt.Sprintf("joined %s %s", e.Joined.GetPlayer(), what)
	case *samedealv1.RoomEntry_Left:
		return "left " + e.Left.GetPlayer()
	case *samedealv1.RoomEntry_ReadySet:
		return fmt.Sprintf("ready %s %t", e.ReadySet.GetPlayer(), e.ReadySet.GetReady())
	case *samedealv1.RoomEntry_Kicked:
		return "kicked " + e.Kicked.GetPlayer()
	case *samedealv1.RoomEntry_OwnerChanged:
		return "owner " + e.OwnerChanged.GetPlayer()
	case *samedealv1.RoomEntry_Started:
		return fmt.Sprintf("started %v, begins at %s", e.Started.GetPlayers(), since(e.Started.GetStartMs()))
	case *samedealv1.RoomEntry_SeatEnded:
		return fmt.Sprintf("seat %d %s", e.SeatEnded.GetSeat(), resultText(e.SeatEnded.GetResult()))
	case *samedealv1.RoomEntry_Ended:
		return "ended"
	case *samedealv1.RoomEntry_Cancelled:
		return "cancelled"
	case *samedealv1.RoomEntry_RematchMade:
		c := e.RematchMade.GetCreated()
		return fmt.Sprintf("rematch %s of %s by %s", e.RematchMade.GetRoom(), c.GetRematchOf(), createdText(c))
	default:
		return "unknown"
	}
}

func createdText(c *samedealv1.Created) string {
	kind := "open"
	if c.GetSealed() {
		kind = fmt.Sprintf("sealed with %d bytes", len(c.GetSalt()))
	}
	return fmt.Sprintf("%s: %s, %s; options %s", c.GetOwner(), c.GetDeal(), kind, optionsText(c.GetOptions()))
}

func since(ms int64) string { return time.UnixMilli(ms).Sub(made).String() }

func resultOf(t *testing.T, ending string, args []datadriven.CmdArg) *samedealv1.Result {
	name := "ENDING_" + strings.ToUpper(strings.ReplaceAll(ending, "-", "_"))
	return &samedealv1.Result{
		Ending:  samedealv1.Ending(samedealv1.Ending_value[name]),
		Score:   numberOf(t, args, "score"),
		TimeMs:  numberOf(t, args, "time"),
		Moves:   numberOf(t, args, "moves"),
		Actions: numberOf(t, args, "actions"),
	}
}

func isSet(args []datadriven.CmdArg, key string) bool {
	return slices.ContainsFunc(args, func(a datadriven.CmdArg) bool { return a.Key == key })
}

func valueOf(args []datadriven.CmdArg, key string) string {
	for _, a := range args {
		if a.Key == key && len(a.Vals) > 0 {
			return a.Vals[0]
		}
	}
	return ""
}

func playersOf(args []datadriven.CmdArg, key string) []room.PlayerID {
	var players []room.PlayerID
	for _, a := range args {
		if a.Key == key {
			for _, v := range a.Vals {
				players = append(players, room.PlayerID(v))
			}
		}
	}
	return players
}

func numberOf(t *testing.T, args []datadriven.CmdArg, key string) uint32 {
	text := valueOf(args, key)
	if text == "" {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(n)
}

func durationOf(t *testing.T, text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// A log that does not go on where it was left is not folded.
func TestLobbyTakesEventsInOrder(t *testing.T) {
	log := seenLog(true, false)
	l := room.NewLobby("BCDFGH")
	for _, c := range []struct {
		n     uint64
		entry *samedealv1.RoomEntry
		want  error
	}{
		{1, log[1], room.ErrNotNext},
		{2, log[0], room.ErrNotNext},
		{1, &samedealv1.RoomEntry{}, room.ErrNewer},
		{1, log[0], nil},
		{1, log[1], room.ErrNotNext},
		{3, log[1], room.ErrNotNext},
		{2, log[0], room.ErrNotNext},
		{2, &samedealv1.RoomEntry{}, room.ErrNewer},
		{2, log[1], nil},
	} {
		before := l.Events()
		if err := l.Add(c.n, c.entry); !errors.Is(err, c.want) {
			t.Errorf("event %d after %d: %v, want %v", c.n, before, err, c.want)
		} else if err != nil && l.Events() != before {
			t.Errorf("event %d was folded with %v", c.n, err)
		}
	}
	if _, err := room.FoldLobby("BCDFGH", log[1:]); !errors.Is(err, room.ErrNotNext) {
		t.Errorf("a log without its beginning: %v", err)
	}
}

// What a later version calls a deal or a ranking, this one cannot play.
func TestLobbyLeavesNewerRoomsAlone(t *testing.T) {
	for name, change := range map[string]func(*samedealv1.Created){
		"deal":    func(c *samedealv1.Created) { c.Deal = "KL9-D3N-AAAAAAB" },
		"ranking": func(c *samedealv1.Created) { c.Options.Ranking = 9 },
	} {
		log := seenLog(true, false)
		change(log[0].GetCreated())
		l := room.NewLobby("BCDFGH")
		if err := l.Add(1, log[0]); !errors.Is(err, room.ErrNewer) || l.Events() != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Of two results of a seat, or two rematches, a log that had both would mean the first.
func TestLobbyKeepsTheFirst(t *testing.T) {
	rematch := func(code string) *samedealv1.RoomEntry {
		return &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_RematchMade{
			RematchMade: &samedealv1.RematchMade{Room: code},
		}}
	}
	again := &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_SeatEnded{
		SeatEnded: &samedealv1.SeatEnded{Seat: 1, Result: home(700, 1, 1)},
	}}
	l := seenLobby(t, seenLog(true, false), again, rematch("HJKLMN"), rematch("PQRSTV"))
	if score := l.Seats()[1].Result.GetScore(); score != 5 || l.Rematch().GetRoom() != "HJKLMN" {
		t.Errorf("score %d, rematch %s", score, l.Rematch().GetRoom())
	}
}
