package room_test

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"pgregory.net/rapid"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// TestLobbyOnTwoNodes has players do as they like in a room that two nodes fold, each with a clock of
// its own and sometimes late. A node whose log is not the newest cannot append, and decides again. What
// a room must never come to is looked for after every event.
func TestLobbyOnTwoNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newLobbyModel(t)
		for range rapid.IntRange(30, 90).Draw(t, "steps") {
			m.step(t)
		}
		m.agree(t)
	})
}

var (
	modelPlayers = []room.PlayerID{"ana", "bea", "cal", "dan", "eva"}
	modelViewers = append([]room.PlayerID{""}, modelPlayers...)
)

// lobbyModel is a room's log, and what its nodes have folded of it.
type lobbyModel struct {
	log      [][]byte
	nodes    [2]*room.Lobby
	skew     [2]time.Duration
	now      time.Time
	random   *rand.ChaCha8
	observer *room.Lobby
	created  *samedealv1.Created
	arrived  bool // the owner, once
	over     *samedealv1.Room
}

func newLobbyModel(t *rapid.T) *lobbyModel {
	options, err := room.CheckOptions(&samedealv1.RoomOptions{
		Deal:        rapid.SampledFrom([]string{"KL1-D3N", "TF1-D1N", "FC1-C4", "KL1-D3N-AAAAAAB"}).Draw(t, "deal"),
		Seats:       rapid.Uint32Range(1, 4).Draw(t, "seats"),
		Minutes:     rapid.Uint32Range(1, 2).Draw(t, "minutes"),
		WatchDelayS: rapid.SampledFrom([]uint32{0, 30}).Draw(t, "delay"),
		OpenDeal:    rapid.Bool().Draw(t, "open"),
	})
	if err != nil {
		t.Fatal(err)
	}
	m := &lobbyModel{now: made, random: rand.NewChaCha8([32]byte{}), observer: room.NewLobby("BCDFGH")}
	deal, err := m.draw(options)
	if err != nil {
		t.Fatal(err)
	}
	m.created = room.NewRoom(options, "ana", deal)
	for i := range m.nodes {
		m.nodes[i] = room.NewLobby("BCDFGH")
		m.skew[i] = time.Duration(rapid.IntRange(-50, 50).Draw(t, "skew")) * time.Millisecond
	}
	m.append(t, &samedealv1.RoomEntry{
		AtMs: made.UnixMilli(), Event: &samedealv1.RoomEntry_Created{Created: m.created},
	})
	return m
}

func (m *lobbyModel) draw(options *samedealv1.RoomOptions) (room.Drawn, error) {
	return room.NewDeal(options, m.random)
}

// step has time pass and one node decide one command.
func (m *lobbyModel) step(t *rapid.T) {
	m.now = m.now.Add(rapid.SampledFrom([]time.Duration{
		0, 0, 0, time.Second, time.Second, time.Second, 5 * time.Second, 31 * time.Second, 11 * time.Minute,
	}).Draw(t, "passes"))
	node := rapid.IntRange(0, 1).Draw(t, "node")
	now := m.now.Add(m.skew[node])
	name, command := m.command(t)
	if rapid.Bool().Draw(t, "reads") {
		m.read(t, node)
	}
	m.run(t, node, func(l *room.Lobby) ([]*samedealv1.RoomEntry, error) { return command(l, now) })
	if entries, err := command(m.nodes[node], now); name == "idempotent" && (len(entries) > 0 || err != nil) {
		t.Fatalf("the same again gives %v, %v", entries, err)
	}
}

type lobbyCommand func(*room.Lobby, time.Time) ([]*samedealv1.RoomEntry, error)

// command draws a command; those named so must come to nothing when they are given twice.
func (m *lobbyModel) command(t *rapid.T) (string, lobbyCommand) {
	who := rapid.SampledFrom(modelPlayers).Draw(t, "who")
	other := rapid.SampledFrom(modelPlayers).Draw(t, "other")
	flag := rapid.Bool().Draw(t, "flag")
	seat := rapid.IntRange(0, 3).Draw(t, "seat")
	present := rapid.SliceOfDistinct(rapid.SampledFrom(modelPlayers), rapid.ID).Draw(t, "present")
	result := &samedealv1.Result{
		Ending: samedealv1.Ending(rapid.IntRange(1, 3).Draw(t, "ending")),
		Score:  rapid.Uint32Range(0, 2).Draw(t, "score"), Actions: rapid.Uint32Range(0, 1).Draw(t, "actions"),
	}
	switch rapid.SampledFrom([]string{
		"join", "join", "join", "join", "ready", "ready", "start", "end seat", "end seat", "end seat", "end",
		"rematch", "rematch", "leave", "kick", "hand over", "due", "cancel",
	}).Draw(t, "command") {
	case "join":
		return "idempotent", func(l *room.Lobby, now time.Time) ([]*samedealv1.RoomEntry, error) {
			return faultless(l.Join(now, who, flag))
		}
	case "leave":
		return "idempotent", func(l *room.Lobby, now time.Time) ([]*samedealv1.RoomEntry, error) { return l.Leave(now, who) }
	case "ready":
		return "idempotent", func(l *room.Lobby, now time.Time) ([]*samedealv1.RoomEntry, error) {
			return faultless(l.SetReady(now, who, flag))
		}
	case "start":
		return "", func(l *room.Lobby, now time.Time) ([]*samedealv1.RoomEntry, error) { return l.StartCountdown(now, who) }
	case "kick":
		return "", func(l *room.Lobby, now time.Time) ([]*samedealv1.RoomEntry, error) { return l.Kick(now, who, other) }
	case "hand over":
		return "", func(l *room.Lobby, now time.Time) ([]*samedealv1.RoomEntry, error) {
			return l.HandOver(now, who, other)
		}
	case "end seat":
		return "idempotent", func(l *room.Lobby, now time.Time) ([]*samedealv1.RoomEntry, error) {
			return faultless(l.EndSeat(now, seat, result))
		}
	case "end":
		return "idempotent", (*room.Lobby).EndIfOver
	case "cancel":
		return "idempotent", func(l *room.Lobby, now time.Time) ([]*samedealv1.RoomEntry, error) {
			if seat > 0 {
				return nil, nil // or few rooms would come to a race
			}
			return faultless(l.Cancel(now))
		}
	case "rematch":
		return "idempotent", func(l *room.Lobby, now time.Time) ([]*samedealv1.RoomEntry, error) {
			return faultless(l.MakeRematch(now, who, flag, "HJKLMN", m.draw))
		}
	default:
		return "", func(l *room.Lobby, now time.Time) ([]*samedealv1.RoomEntry, error) {
			return l.Due(now, present, now.Add(-time.Duration(seat)*5*time.Minute))
		}
	}
}

// faultless takes what was refused for having changed nothing.
func faultless(entries []*samedealv1.RoomEntry, err error) ([]*samedealv1.RoomEntry, error) {
	if room.FaultOf(err) != nil && len(entries) == 0 {
		return nil, nil
	}
	return entries, err
}

// run decides until there is nothing more to append. Events are refused on a log that has gone on, and a
// node may falter between two.
func (m *lobbyModel) run(t *rapid.T, node int, command func(*room.Lobby) ([]*samedealv1.RoomEntry, error)) {
	l := m.nodes[node]
	for range 5 {
		entries, err := command(l)
		if err != nil && (len(entries) > 0 || room.FaultOf(err).Reason == samedealv1.Reason_REASON_INTERNAL) {
			t.Fatalf("%v with %d events", err, len(entries))
		}
		if len(entries) == 0 {
			return
		}
		for i, entry := range entries {
			if l.Events() != uint64(len(m.log)) || i > 0 && rapid.Bool().Draw(t, "falters") {
				break
			}
			m.append(t, entry)
			m.read(t, node)
		}
		m.read(t, node)
	}
	t.Fatal("a command finds no end")
}

// append stores an event, and sees to it that the room is still as it must be.
func (m *lobbyModel) append(t *rapid.T, entry *samedealv1.RoomEntry) {
	data, err := proto.Marshal(entry)
	if err != nil {
		t.Fatal(err)
	}
	before := m.observer.Seats()
	m.log = append(m.log, data)
	m.fold(t, m.observer)
	m.arrived = m.arrived || entry.GetJoined().GetPlayer() == "ana"
	m.checkPeople(t)
	m.checkSeats(t, before)
	m.checkTheEnd(t, entry)
	m.checkSecrets(t)
	for _, viewer := range modelViewers {
		m.checkSight(t, viewer)
	}
}

func (m *lobbyModel) read(t *rapid.T, node int) { m.fold(t, m.nodes[node]) }

// fold brings a room up to the log's end.
func (m *lobbyModel) fold(t *rapid.T, l *room.Lobby) {
	for _, data := range m.log[l.Events():] {
		var entry samedealv1.RoomEntry
		if err := proto.Unmarshal(data, &entry); err != nil {
			t.Fatal(err)
		}
		if err := l.Add(l.Events()+1, &entry); err != nil {
			t.Fatal(err)
		}
	}
}

func (m *lobbyModel) checkPeople(t *rapid.T) {
	l := m.observer
	var players []room.PlayerID
	plays := 0
	for _, p := range l.People() {
		if slices.Contains(players, p.Player) {
			t.Fatalf("%s is in the room twice", p.Player)
		}
		players = append(players, p.Player)
		if p.Plays {
			plays++
		}
	}
	if most := int(l.Options().GetSeats()); plays > most || len(l.Seats()) > most {
		t.Fatalf("%d play and %d hold seats, of %d", plays, len(l.Seats()), most)
	}
	isLobby := l.Phase(m.now) == samedealv1.Phase_PHASE_LOBBY
	if isLobby && m.arrived && !slices.Contains(players, l.Owner()) {
		t.Fatalf("%s owns a lobby that they are not in", l.Owner())
	}
}

// checkSeats holds seats and results to what they once were.
func (m *lobbyModel) checkSeats(t *rapid.T, before []room.Racer) {
	seats := m.observer.Seats()
	if before != nil && len(before) != len(seats) {
		t.Fatalf("%d seats have become %d", len(before), len(seats))
	}
	for i, s := range seats {
		if slices.ContainsFunc(seats[:i], func(o room.Racer) bool { return o.Player == s.Player }) {
			t.Fatalf("%s holds two seats", s.Player)
		}
		if before != nil && before[i].Player != s.Player {
			t.Fatalf("seat %d was %s's and is %s's", i, before[i].Player, s.Player)
		}
		if before != nil && before[i].Result != nil && !proto.Equal(before[i].Result, s.Result) {
			t.Fatalf("the result of seat %d has changed", i)
		}
	}
}

// checkTheEnd makes sure that after it nothing changes but the rematch, and that a race ends with all
// of its results.
func (m *lobbyModel) checkTheEnd(t *rapid.T, entry *samedealv1.RoomEntry) {
	shown := room.Describe(m.observer, nil, nil, m.now)
	if m.over != nil {
		rest := proto.CloneOf(shown)
		rest.Event, rest.Rematch = m.over.GetEvent(), m.over.GetRematch()
		if entry.GetRematchMade() == nil || m.over.GetRematch() != "" || !proto.Equal(rest, m.over) {
			t.Fatalf("after the end came %v", entry)
		}
	}
	switch shown.GetPhase() {
	case samedealv1.Phase_PHASE_ENDED:
		for i, s := range shown.GetSeats() {
			if s.GetResult() == nil || s.GetPlace() == 0 {
				t.Fatalf("the race has ended, and seat %d has no result", i)
			}
		}
		m.over = shown
	case samedealv1.Phase_PHASE_CANCELLED:
		m.over = shown
	default:
	}
}

// checkSecrets looks through all that the room is described as for the deal.
func (m *lobbyModel) checkSecrets(t *rapid.T) {
	r := room.Describe(m.observer, nil, modelPlayers, m.now)
	r.Rematch = ""
	told, err := proto.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	code, salt := m.created.GetDeal(), m.created.GetSalt()
	number := code[strings.LastIndex(code, "-")+1:]
	hasBegun, isOver := m.stage()
	mayKnow := isOver || !m.created.GetSealed() && (hasBegun || m.created.GetOptions().GetDeal() == code)
	if knows := bytes.Contains(told, []byte(number)); knows != mayKnow {
		t.Fatalf("the code is told: %t, may be: %t", knows, mayKnow)
	}
	if m.created.GetSealed() {
		knows := bytes.Contains(told, salt) || bytes.Contains(told, []byte(hex.EncodeToString(salt)))
		if knows != isOver {
			t.Fatalf("the salt is told: %t, may be: %t", knows, isOver)
		}
	}
}

// stage tells whether the race has begun, and whether it is over.
func (m *lobbyModel) stage() (hasBegun, isOver bool) {
	phase := m.observer.Phase(m.now)
	start, isStarted := m.observer.Start()
	hasBegun = isStarted && !m.now.Before(start) && phase != samedealv1.Phase_PHASE_CANCELLED
	return hasBegun, phase == samedealv1.Phase_PHASE_ENDED && len(m.observer.Seats()) > 0
}

// checkSight makes sure that a viewer sees no board before they may.
func (m *lobbyModel) checkSight(t *rapid.T, viewer room.PlayerID) {
	hasBegun, isOver := m.stage()
	for i, s := range room.MaySee(viewer, m.observer, m.now).Seats {
		if s.View != room.SeesNothing && !hasBegun && !isOver {
			t.Fatalf("%q sees seat %d before the start", viewer, i)
		}
		mine, plays := m.observer.SeatOf(viewer)
		isRacing := plays && !isOver && m.observer.Seats()[mine].Result == nil
		if isRacing && i != mine && s.View > room.SeesProgress {
			t.Fatalf("%q races, and sees the board of seat %d", viewer, i)
		}
	}
}

// agree makes sure that all who have the log have the same room.
func (m *lobbyModel) agree(t *rapid.T) {
	var entries []*samedealv1.RoomEntry
	for _, data := range m.log {
		var entry samedealv1.RoomEntry
		if err := proto.Unmarshal(data, &entry); err != nil {
			t.Fatal(err)
		}
		entries = append(entries, &entry)
	}
	later, err := room.FoldLobby("BCDFGH", entries)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range append(m.nodes[:], later) {
		m.fold(t, l)
		a := room.Describe(l, nil, modelPlayers, m.now)
		b := room.Describe(m.observer, nil, modelPlayers, m.now)
		if !proto.Equal(a, b) {
			t.Fatalf("node %d shows\n%v\nand the observer\n%v", i, a, b)
		}
		for _, viewer := range modelViewers {
			if a, b := room.MaySee(viewer, l, m.now), room.MaySee(viewer, m.observer, m.now); !slices.Equal(a.Seats, b.Seats) {
				t.Fatalf("%q sees %v at node %d, and at the observer %v", viewer, a.Seats, i, b.Seats)
			}
		}
	}
}

// The room of a rematch is made of what the log says, and nothing of the old one but its options.
func TestLobbyMakesTheRoomOfARematch(t *testing.T) {
	old := seenLobby(t, seenLog(true, false), seenEnd...)
	entries, err := old.MakeRematch(made.Add(time.Hour), "dan", false, "HJKLMN", func(options *samedealv1.RoomOptions) (room.Drawn, error) {
		return room.NewDeal(options, rand.NewChaCha8([32]byte{}))
	})
	if err != nil || len(entries) != 1 {
		t.Fatal(entries, err)
	}
	if err := old.Add(old.Events()+1, entries[0]); err != nil {
		t.Fatal(err)
	}
	made := old.Rematch()
	l, err := room.FoldLobby(room.Code(made.GetRoom()), []*samedealv1.RoomEntry{{
		Event: &samedealv1.RoomEntry_Created{Created: made.GetCreated()},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if l.Code() != "HJKLMN" || l.Owner() != "dan" || len(l.People()) != 0 || l.Race().Code == old.Race().Code {
		t.Errorf("room %s of %s with %v", l.Code(), l.Owner(), l.People())
	}
	if l.Race().LimitMS != 15*60_000 || !proto.Equal(l.Options(), old.Options()) {
		t.Errorf("options %v, were %v", l.Options(), old.Options())
	}
}
