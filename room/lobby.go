package room

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// ErrNotNext says that an event was folded which does not follow the last one: events are numbered from
// 1, and the first, and no other, is the room's creation.
var ErrNotNext = errors.New("not the next event of the room's log")

// Lobby is what a room's log says: the log folded, event by event. It covers the room's whole life, its
// end included, but not the boards, which are in the logs of its seats. It is for one goroutine at a
// time.
//
// Two nodes that have the same log have the same Lobby. What depends on the time alone, such as that
// the race has begun, is no event: whoever asks says what time it is, by the clock of the room's store.
type Lobby struct {
	code    Code
	events  uint64
	lastAt  time.Time
	created *samedealv1.Created
	race    Race
	// commitment is kept since it is asked for with every frame.
	commitment string

	owner      PlayerID
	ownerSince time.Time
	people     []Person
	// logged are the names that old logs have.
	logged map[PlayerID]string
	kicked map[PlayerID]bool
	// changes are how many events each player has caused that can be caused again and again.
	changes map[PlayerID]int

	racers  []Racer // nil before the seats are fixed
	start   time.Time
	ended   bool
	called  bool // off, before the start
	endedAt time.Time
	rematch *samedealv1.RematchMade
}

// Person is somebody in the room.
type Person struct {
	Player PlayerID
	// Plays says that they have a seat, or before the seats are fixed, that one is kept for them.
	Plays bool
	// Ready is for those who play, before the seats are fixed.
	Ready bool
}

// Racer is who holds a seat, in the room or not.
type Racer struct {
	Player PlayerID
	// Result is nil until the seat has ended. It must not be changed.
	Result *samedealv1.Result
}

// NewLobby is the room of an empty log.
func NewLobby(code Code) *Lobby {
	return &Lobby{code: code, kicked: map[PlayerID]bool{}, changes: map[PlayerID]int{}, logged: map[PlayerID]string{}}
}

// FoldLobby folds a whole log, from its first event.
func FoldLobby(code Code, entries []*samedealv1.RoomEntry) (*Lobby, error) {
	l := NewLobby(code)
	for i, entry := range entries {
		if err := l.Add(uint64(i+1), entry); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// Add folds event n of the log, which is not to be changed afterwards. It fails with ErrNewer on an
// event that this build does not know and with ErrNotNext on one out of order, and has then changed
// nothing.
func (l *Lobby) Add(n uint64, entry *samedealv1.RoomEntry) error {
	_, creates := entry.GetEvent().(*samedealv1.RoomEntry_Created)
	if n != l.events+1 || entry.GetEvent() != nil && creates != (n == 1) {
		return fmt.Errorf("event %d of room %s, %d folded: %w", n, l.code, l.events, ErrNotNext)
	}
	if err := l.fold(entry, time.UnixMilli(entry.GetAtMs())); err != nil {
		return fmt.Errorf("event %d of room %s: %w", n, l.code, err)
	}
	l.events, l.lastAt = n, time.UnixMilli(entry.GetAtMs())
	return nil
}

func (l *Lobby) fold(entry *samedealv1.RoomEntry, at time.Time) error {
	switch event := entry.GetEvent().(type) {
	case *samedealv1.RoomEntry_Created:
		return l.foldCreated(event.Created, at)
	case *samedealv1.RoomEntry_Joined:
		l.foldJoined(event.Joined)
	case *samedealv1.RoomEntry_Left:
		l.foldLeft(PlayerID(event.Left.GetPlayer()), at)
	case *samedealv1.RoomEntry_ReadySet:
		l.changes[PlayerID(event.ReadySet.GetPlayer())]++
		l.foldReady(PlayerID(event.ReadySet.GetPlayer()), event.ReadySet.GetReady())
	case *samedealv1.RoomEntry_Kicked:
		l.kicked[PlayerID(event.Kicked.GetPlayer())] = true
		l.remove(PlayerID(event.Kicked.GetPlayer()))
	case *samedealv1.RoomEntry_OwnerChanged:
		l.changes[l.owner]++
		l.owner, l.ownerSince = PlayerID(event.OwnerChanged.GetPlayer()), at
	case *samedealv1.RoomEntry_Started:
		l.foldStarted(event.Started)
	case *samedealv1.RoomEntry_SeatEnded:
		l.foldSeatEnded(event.SeatEnded)
	case *samedealv1.RoomEntry_Ended:
		l.ended, l.endedAt = true, at
	case *samedealv1.RoomEntry_Cancelled:
		l.called, l.endedAt = true, at
	case *samedealv1.RoomEntry_RematchMade:
		l.foldRematch(event.RematchMade)
	default:
		return ErrNewer
	}
	return nil
}

func (l *Lobby) foldCreated(created *samedealv1.Created, at time.Time) error {
	code, err := engine.ParseCode(created.GetDeal())
	if err != nil || !isRanking(created.GetOptions().GetRanking()) {
		return ErrNewer
	}
	l.created = created
	l.race = Race{Code: code, LimitMS: created.GetOptions().GetMinutes() * 60_000}
	if created.GetSealed() {
		l.commitment = engine.Commitment(code, created.GetSalt())
	}
	l.owner, l.ownerSince = PlayerID(created.GetOwner()), at
	return nil
}

func (l *Lobby) foldJoined(joined *samedealv1.Joined) {
	l.changes[PlayerID(joined.GetPlayer())]++
	l.people = append(l.people, Person{Player: PlayerID(joined.GetPlayer()), Plays: joined.GetPlays()})
	if joined.GetName() != "" {
		l.logged[PlayerID(joined.GetPlayer())] = joined.GetName()
	}
}

// foldLeft has another inherit the room if its owner left. An owner who leaves nobody behind ends it,
// unless there is a race to come back to.
func (l *Lobby) foldLeft(player PlayerID, at time.Time) {
	l.remove(player)
	if player != l.owner {
		return
	}
	if heir, found := heirAmong(l.people); found {
		l.owner, l.ownerSince = heir, at
	} else if !l.isStarted() {
		l.ended, l.endedAt = true, at
	}
}

// heirAmong is who becomes owner of these people: whoever came first of those who play, or if nobody
// does, of all.
func heirAmong(people []Person) (PlayerID, bool) {
	if len(people) == 0 {
		return "", false
	}
	first := slices.IndexFunc(people, func(p Person) bool { return p.Plays })
	return people[max(0, first)].Player, true
}

func (l *Lobby) foldReady(player PlayerID, ready bool) {
	if i := l.indexOf(player); i >= 0 {
		l.people[i].Ready = ready
	}
}

func (l *Lobby) foldStarted(started *samedealv1.Started) {
	l.start = time.UnixMilli(started.GetStartMs())
	l.racers = make([]Racer, len(started.GetPlayers()))
	for i, player := range started.GetPlayers() {
		l.racers[i].Player = PlayerID(player)
	}
	for i, p := range l.people {
		l.people[i].Plays, l.people[i].Ready = l.seatOf(p.Player) >= 0, false
	}
}

func (l *Lobby) foldSeatEnded(ended *samedealv1.SeatEnded) {
	if seat := int(ended.GetSeat()); seat < len(l.racers) && l.racers[seat].Result == nil {
		l.racers[seat].Result = ended.GetResult()
	}
}

func (l *Lobby) foldRematch(made *samedealv1.RematchMade) {
	if l.rematch == nil {
		l.rematch = made
	}
}

func (l *Lobby) remove(player PlayerID) {
	l.people = slices.DeleteFunc(l.people, func(p Person) bool { return p.Player == player })
}

func (l *Lobby) indexOf(player PlayerID) int {
	return slices.IndexFunc(l.people, func(p Person) bool { return p.Player == player })
}

func (l *Lobby) person(player PlayerID) (Person, bool) {
	if i := l.indexOf(player); i >= 0 {
		return l.people[i], true
	}
	return Person{}, false
}

func (l *Lobby) seatOf(player PlayerID) int {
	return slices.IndexFunc(l.racers, func(r Racer) bool { return r.Player == player })
}

// racing reports whether a player holds a seat that has not ended, the countdown included.
func (l *Lobby) racing(player PlayerID) bool {
	seat := l.seatOf(player)
	return seat >= 0 && l.racers[seat].Result == nil && !l.isOver()
}

func (l *Lobby) isStarted() bool { return l.racers != nil }

func (l *Lobby) isOver() bool { return l.ended || l.called }

// Code is the room's code.
func (l *Lobby) Code() Code { return l.code }

// Events is the number of the last event folded, 0 if there is none.
func (l *Lobby) Events() uint64 { return l.events }

// Options are the room's options, with all defaults filled in. They must not be changed.
func (l *Lobby) Options() *samedealv1.RoomOptions { return l.created.GetOptions() }

// Race is the deal and the limit that all seats have in common. The deal is secret; MaySee says what of
// it may be told to whom.
func (l *Lobby) Race() Race { return l.race }

// Owner is who may start, kick and hand over. Between creation and their first coming, they are not
// among the people.
func (l *Lobby) Owner() PlayerID { return l.owner }

// People are those in the room, in the order in which they came.
func (l *Lobby) People() []Person { return slices.Clone(l.people) }

// Seats are those who race, in the order of the seats; none before the seats are fixed.
func (l *Lobby) Seats() []Racer { return slices.Clone(l.racers) }

// SeatOf gives the seat of a player, from 0; false if they have none, or seats are not fixed yet.
func (l *Lobby) SeatOf(player PlayerID) (int, bool) {
	seat := l.seatOf(player)
	return seat, seat >= 0
}

// Start is the instant at which the race begins; false if that is not fixed yet.
func (l *Lobby) Start() (time.Time, bool) { return l.start, l.isStarted() }

// Limit is the instant at which the time is up; false if that is not fixed yet.
func (l *Lobby) Limit() (time.Time, bool) {
	return l.start.Add(time.Duration(l.race.LimitMS) * time.Millisecond), l.isStarted()
}

// Rematch is the room of the rematch and what it is made with, by whoever finds it missing; nil if
// there is none. It must not be changed.
func (l *Lobby) Rematch() *samedealv1.RematchMade { return l.rematch }

// Phase is where the room stands at a time; unspecified if there is no room. A race whose time is up
// goes on until its last result is in the log.
func (l *Lobby) Phase(now time.Time) samedealv1.Phase {
	switch {
	case l.created == nil:
		return samedealv1.Phase_PHASE_UNSPECIFIED
	case l.called:
		return samedealv1.Phase_PHASE_CANCELLED
	case l.ended:
		return samedealv1.Phase_PHASE_ENDED
	case !l.isStarted():
		return samedealv1.Phase_PHASE_LOBBY
	case now.Before(l.start):
		return samedealv1.Phase_PHASE_COUNTDOWN
	default:
		return samedealv1.Phase_PHASE_RACING
	}
}
