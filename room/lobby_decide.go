package room

import (
	"cmp"
	"slices"
	"time"

	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Every command is decided here on the log as folded, and changes nothing: what it gives are the events
// to append, in their order, none if all is as it should be already. Each must find the log as it was
// decided on, with those before it; if it does not, the command is to be decided again on the log as it
// is now. An error is a *Fault, unless it is said otherwise.

const (
	// ownerGone is how long an owner who is away stays owner of a lobby at least.
	ownerGone = 30 * time.Second
	// lobbyEmpty is how long a lobby waits for anybody to come back.
	lobbyEmpty = 10 * time.Minute
	// peopleMost is how many people are in a room at once: everybody is told of everybody.
	peopleMost = 500
	// changesMost is how often a player may come, change their mind or hand over in a room, or its log
	// would have no end.
	changesMost = 256
)

// NewRoom is what a room is created with: its first event. The options are given whole, by CheckOptions, and
// the deal is one that NewDeal gives for them. The owner comes in by Join as everybody does.
func NewRoom(options *samedealv1.RoomOptions, owner PlayerID, deal Drawn) *samedealv1.Created {
	return &samedealv1.Created{
		Options: options, Owner: string(owner),
		Deal: deal.Code.String(), Sealed: deal.Sealed, Salt: deal.Salt, Winnable: deal.Winnable,
	}
}

// Join lets a player in. They play if they wish, the seats are not fixed and one is free, or one is theirs
// already; else they watch.
func (l *Lobby) Join(now time.Time, player PlayerID, watch bool) ([]*samedealv1.RoomEntry, error) {
	if l.kicked[player] {
		return nil, NewFault(samedealv1.Reason_REASON_KICKED,
			"the owner has sent this player away from the room; they may make a room of their own")
	}
	if _, found := l.person(player); found {
		return nil, nil
	}
	if err := l.mustBeOpen(); err != nil {
		return nil, err
	}
	if err := l.mustHaveRoomFor(player); err != nil {
		return nil, err
	}
	isFree := !watch && !l.isStarted() && len(l.players()) < int(l.Options().GetSeats())
	joined := &samedealv1.Joined{Player: string(player), Plays: isFree || l.seatOf(player) >= 0}
	return events(now, &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Joined{Joined: joined}}), nil
}

// Leave lets a player go. In the countdown their seat is resigned; once the race has begun it stays
// theirs, and they may come back to it. If the owner leaves, whoever came first of the others becomes
// owner, those who play before those who watch; if there is nobody else, the lobby ends.
func (l *Lobby) Leave(now time.Time, player PlayerID) ([]*samedealv1.RoomEntry, error) {
	if _, found := l.person(player); !found || l.isOver() {
		return nil, nil
	}
	left := &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Left{Left: &samedealv1.Left{Player: string(player)}}}
	if l.racing(player) && now.Before(l.start) {
		resigned := &samedealv1.Result{Ending: samedealv1.Ending_ENDING_RESIGNED}
		return events(now, seatEnded(l.seatOf(player), resigned), left), nil
	}
	return events(now, left), nil
}

// SetReady says whether a player is ready to start. When all who play are, and they are two or more, the
// countdown begins.
func (l *Lobby) SetReady(now time.Time, player PlayerID, ready bool) ([]*samedealv1.RoomEntry, error) {
	person, found := l.person(player)
	if found && person.Ready == ready {
		return events(now, l.startIfReady(now)...), nil
	}
	if err := cmp.Or(l.mustBeLobby(), l.mustBeIn(player), l.mustBeCalm(player)); err != nil {
		return nil, err
	}
	if !person.Plays {
		return nil, NewFault(samedealv1.Reason_REASON_NOT_YOUR_SEAT,
			"who watches has no seat to be ready on; leave, and come in again to play if there is one")
	}
	set := &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_ReadySet{
		ReadySet: &samedealv1.ReadySet{Player: string(player), Ready: ready},
	}}
	if !ready {
		return events(now, set), nil
	}
	return events(now, append([]*samedealv1.RoomEntry{set}, l.startIfReady(now, player)...)...), nil
}

// StartCountdown fixes the seats and the instant of the start, at the owner's word.
func (l *Lobby) StartCountdown(now time.Time, by PlayerID) ([]*samedealv1.RoomEntry, error) {
	if err := cmp.Or(l.mustBeLobby(), l.mustOwn(by)); err != nil {
		return nil, err
	}
	if len(l.players()) == 0 {
		return nil, NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"nobody plays, all in the room watch; want at least one player")
	}
	return events(now, l.started(now)), nil
}

// Kick sends somebody away, at the owner's word, and for good.
func (l *Lobby) Kick(now time.Time, by, player PlayerID) ([]*samedealv1.RoomEntry, error) {
	if err := cmp.Or(l.mustBeOpen(), l.mustOwn(by)); err != nil {
		return nil, err
	}
	switch {
	case l.kicked[player]:
		return nil, nil
	case player == by:
		return nil, NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"the player to kick is the owner; want another, or leave the room instead")
	case l.seatOf(player) >= 0:
		return nil, NewFault(samedealv1.Reason_REASON_ALREADY_STARTED,
			"the player holds a seat, and seats are fixed; only who watches can be sent away now")
	}
	if err := l.mustBeIn(player); err != nil {
		return nil, err
	}
	kicked := &samedealv1.Kicked{Player: string(player)}
	return events(now, &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Kicked{Kicked: kicked}}), nil
}

// HandOver makes somebody else in the room its owner, at the owner's word.
func (l *Lobby) HandOver(now time.Time, by, to PlayerID) ([]*samedealv1.RoomEntry, error) {
	if err := cmp.Or(l.mustBeOpen(), l.mustOwn(by), l.mustBeIn(to)); err != nil {
		return nil, err
	}
	if to == l.owner {
		return nil, nil
	}
	if err := l.mustBeCalm(by); err != nil {
		return nil, err
	}
	return events(now, ownerChanged(to)), nil
}

// EndSeat notes how a seat has ended, as its log says. The first result stays. Before the start a seat
// can only be resigned.
func (l *Lobby) EndSeat(now time.Time, seat int, result *samedealv1.Result) ([]*samedealv1.RoomEntry, error) {
	switch {
	case l.isOver():
		return nil, nil
	case !l.isStarted():
		return nil, NewFault(samedealv1.Reason_REASON_NOT_STARTED, "the seats are not fixed; a seat ends after that")
	case seat < 0 || seat >= len(l.racers):
		return nil, NewFault(samedealv1.Reason_REASON_NOT_YOUR_SEAT,
			"there is no seat %d; want 0 to %d", seat, len(l.racers)-1)
	case l.racers[seat].Result != nil:
		return nil, nil
	case result.GetEnding() == samedealv1.Ending_ENDING_UNSPECIFIED:
		return nil, NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"the result has no ending; want that of a seat that is home, resigned or out of time")
	case now.Before(l.start) && result.GetEnding() != samedealv1.Ending_ENDING_RESIGNED:
		return nil, NewFault(samedealv1.Reason_REASON_NOT_STARTED,
			"the race has not begun; until then a seat can only be resigned")
	}
	return events(now, seatEnded(seat, result)), nil
}

// EndIfOver ends a race whose seats have all ended. A race is never ended otherwise, or a result that is
// in a seat's log would be lost. There is no fault.
func (l *Lobby) EndIfOver(now time.Time) ([]*samedealv1.RoomEntry, error) {
	if !l.isStarted() || l.isOver() || !l.allEnded() {
		return nil, nil
	}
	return events(now, ended()), nil
}

// Cancel calls the race off before it has begun.
func (l *Lobby) Cancel(now time.Time) ([]*samedealv1.RoomEntry, error) {
	switch {
	case l.isOver():
		return nil, nil
	case l.created == nil:
		return nil, l.mustBeOpen()
	case l.isStarted() && !now.Before(l.start):
		return nil, NewFault(samedealv1.Reason_REASON_ALREADY_STARTED,
			"the race has begun and cannot be called off; it ends with its last seat")
	}
	cancelled := &samedealv1.RoomEntry_Cancelled{Cancelled: &samedealv1.Cancelled{}}
	return events(now, &samedealv1.RoomEntry{Event: cancelled}), nil
}

// MakeRematch makes the room of the rematch, whose code is given, or none if there is one already: Rematch
// tells which, once the events are folded. It has the same options, and a new deal that draw gives for them,
// or the same one, which is no secret any more. Its owner is who asked. The error may also be that of draw,
// which is called only when there is to be a new deal.
func (l *Lobby) MakeRematch(
	now time.Time, by PlayerID, sameDeal bool, code Code, draw func(*samedealv1.RoomOptions) (Drawn, error),
) ([]*samedealv1.RoomEntry, error) {
	if err := l.mustAllowRematch(now, by); err != nil || l.rematch != nil {
		return nil, err
	}
	options := optionsWithDeal(l.Options(), l.race.Code.String())
	options.AnyDeal = options.GetAnyDeal() && !sameDeal
	deal := Drawn{Code: l.race.Code, Winnable: l.created.GetWinnable()}
	if !sameDeal {
		options.Deal = l.race.Code.Variant().String()
		var err error
		if deal, err = draw(options); err != nil {
			return nil, err
		}
	}
	created := NewRoom(options, by, deal)
	created.RematchOf = string(l.code)
	made := &samedealv1.RematchMade{Room: string(code), Created: created}
	return events(now, &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_RematchMade{RematchMade: made}}), nil
}

// Due is what has become due, for whoever sweeps the room: present are the players that were heard of
// in the last 30 s, and lastHere is when the last of all was, zero if that is not known. An empty lobby
// is ended and one whose players are all ready started; a lobby whose owner has gone is handed over to
// one of those present, as by Leave; a race whose seats have all ended ends. A daily challenge's room that has not
// been wholly arranged waits for that: its player has no other attempt. There is no fault. What is
// due may be more than one step: ask again when it is folded. See also Overdue.
func (l *Lobby) Due(now time.Time, present []PlayerID, lastHere time.Time) ([]*samedealv1.RoomEntry, error) {
	switch {
	case l.Phase(now) != samedealv1.Phase_PHASE_LOBBY:
		return l.EndIfOver(now)
	case l.Daily() != nil:
		return nil, nil
	}
	isAway := func(p Person) bool { return !slices.Contains(present, p.Player) }
	heir, isHere := heirAmong(slices.DeleteFunc(l.People(), isAway))
	started := l.startIfReady(now)
	switch {
	case !isHere && now.Sub(l.lastAt) >= lobbyEmpty && now.Sub(lastHere) >= lobbyEmpty:
		return events(now, ended()), nil
	case !isHere:
		return nil, nil
	case len(started) > 0:
		return events(now, started...), nil
	case !slices.Contains(present, l.owner) && now.Sub(l.ownerSince) >= ownerGone:
		return events(now, ownerChanged(heir)), nil
	default:
		return nil, nil
	}
}

// Overdue are the seats, from 0, whose time is up and which have not ended. Their logs say with what
// result; whoever sweeps the room ends them.
func (l *Lobby) Overdue(now time.Time) []int {
	limit, isStarted := l.Limit()
	if !isStarted || l.isOver() || now.Before(limit) {
		return nil
	}
	var seats []int
	for i, r := range l.racers {
		if r.Result == nil {
			seats = append(seats, i)
		}
	}
	return seats
}

func (l *Lobby) mustBeOpen() error {
	switch {
	case l.created == nil:
		return NewFault(samedealv1.Reason_REASON_NO_SUCH_ROOM,
			"there is no room %s; want the code of a room that was made", l.code)
	case l.called:
		return NewFault(samedealv1.Reason_REASON_ROOM_ENDED, "the race was called off; make another room")
	case l.ended:
		return NewFault(samedealv1.Reason_REASON_ROOM_ENDED, "the room has ended; make another, or ask for a rematch")
	}
	return nil
}

func (l *Lobby) mustBeLobby() error {
	if err := l.mustBeOpen(); err != nil {
		return err
	}
	if l.isStarted() {
		return NewFault(samedealv1.Reason_REASON_ALREADY_STARTED, "the seats are fixed; this goes before the start only")
	}
	return nil
}

func (l *Lobby) mustBeIn(player PlayerID) error {
	if _, found := l.person(player); found {
		return nil
	}
	return NewFault(samedealv1.Reason_REASON_NOT_IN_ROOM,
		"the player is not in room %s; want somebody who is in it", l.code)
}

// mustHaveRoomFor refuses who comes to a room that is full of people. Who has a seat has a place.
func (l *Lobby) mustHaveRoomFor(player PlayerID) error {
	if len(l.people) >= peopleMost && l.seatOf(player) < 0 {
		return NewFault(samedealv1.Reason_REASON_ROOM_FULL, "%d people are in room %s; want at most so many", peopleMost, l.code)
	}
	return l.mustBeCalm(player)
}

// mustBeCalm refuses a player who has changed the room too often.
func (l *Lobby) mustBeCalm(player PlayerID) error {
	if l.changes[player] < changesMost {
		return nil
	}
	return NewFault(samedealv1.Reason_REASON_TOO_MANY,
		"this player has come or changed their mind %d times in room %s; want no more", changesMost, l.code)
}

func (l *Lobby) mustOwn(player PlayerID) error {
	if err := l.mustBeIn(player); err != nil {
		return err
	}
	if player != l.owner {
		return NewFault(samedealv1.Reason_REASON_NOT_OWNER, "the player is not the room's owner, who alone may do this")
	}
	return nil
}

func (l *Lobby) mustAllowRematch(now time.Time, by PlayerID) error {
	if l.seatOf(by) < 0 {
		if err := l.mustBeIn(by); err != nil {
			return err
		}
	}
	switch {
	case l.Daily() != nil:
		return NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"a daily challenge has no rematch; play it again as practice, or make a room of your own")
	case l.ended:
		return nil
	case l.isOver():
		return l.mustBeOpen()
	case l.isStarted() && !now.Before(l.start):
		return NewFault(samedealv1.Reason_REASON_NOT_ENDED, "the race is still on; ask for a rematch when it has ended")
	default:
		return NewFault(samedealv1.Reason_REASON_NOT_STARTED,
			"the race has not begun; ask for a rematch when it has ended")
	}
}

// players are those who play, in the order in which they came.
func (l *Lobby) players() []string {
	var players []string
	for _, p := range l.people {
		if p.Plays {
			players = append(players, string(p.Player))
		}
	}
	return players
}

func (l *Lobby) allEnded() bool {
	return !slices.ContainsFunc(l.racers, func(r Racer) bool { return r.Result == nil })
}

// startIfReady starts the race from a lobby where all who play are ready, these players counted among
// them. One alone does not start by being ready: friends may still be on their way.
func (l *Lobby) startIfReady(now time.Time, also ...PlayerID) []*samedealv1.RoomEntry {
	waits := func(p Person) bool { return p.Plays && !p.Ready && !slices.Contains(also, p.Player) }
	if l.isStarted() || l.isOver() || len(l.players()) < 2 || slices.ContainsFunc(l.people, waits) {
		return nil
	}
	return []*samedealv1.RoomEntry{l.started(now)}
}

// started fixes the seats as those who play came.
func (l *Lobby) started(now time.Time) *samedealv1.RoomEntry {
	countdown := time.Duration(l.Options().GetCountdownS()) * time.Second
	return &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Started{
		Started: &samedealv1.Started{Players: l.players(), StartMs: now.Add(countdown).UnixMilli()},
	}}
}

func seatEnded(seat int, result *samedealv1.Result) *samedealv1.RoomEntry {
	return &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_SeatEnded{
		SeatEnded: &samedealv1.SeatEnded{Seat: uint32(seat), Result: result},
	}}
}

func ownerChanged(to PlayerID) *samedealv1.RoomEntry {
	return &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_OwnerChanged{
		OwnerChanged: &samedealv1.OwnerChanged{Player: string(to)},
	}}
}

func ended() *samedealv1.RoomEntry {
	return &samedealv1.RoomEntry{Event: &samedealv1.RoomEntry_Ended{Ended: &samedealv1.Ended{}}}
}

// events are entries that happen now.
func events(now time.Time, entries ...*samedealv1.RoomEntry) []*samedealv1.RoomEntry {
	for _, entry := range entries {
		entry.AtMs = now.UnixMilli()
	}
	return entries
}

func optionsWithDeal(options *samedealv1.RoomOptions, deal string) *samedealv1.RoomOptions {
	changed := proto.CloneOf(options)
	changed.Deal = deal
	return changed
}
