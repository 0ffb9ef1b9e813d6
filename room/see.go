package room

import (
	"encoding/hex"
	"slices"
	"time"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// View is how much of a seat somebody may see.
type View uint8

const (
	// SeesNothing: not even how the game goes.
	SeesNothing View = iota
	// SeesProgress: shapes and counts, no card.
	SeesProgress
	// SeesBoard: the board as its player sees it.
	SeesBoard
	// SeesOwn: the board with all that its player is told, the legal moves among it.
	SeesOwn
)

// Sight is what somebody may be told of a room at some time, as far as it is not for everybody.
type Sight struct {
	// Deal is all that may be told of the deal.
	Deal *samedealv1.Deal
	// Seats say for each seat what may be seen of it; none before the seats are fixed.
	Seats []SeatSight
}

// SeatSight is what may be seen of a seat.
type SeatSight struct {
	View View
	// Delay is by how much later: what may be shown now is how the seat stood that long ago.
	Delay time.Duration
}

// MaySee decides what a viewer may be told, in any frame, by any service and on any page: the empty one
// is a stranger, who has only the room's code. What somebody may see hangs on who they are, not on the
// connection that they look through.
//
// Nobody sees a card before the start. Who holds a seat that has not ended sees no other board. All others
// in the room see boards, late by the watchers' delay. When the race is over everything is told to all; of a
// daily challenge, when its day is over, too: until then nobody is told the code, and only those in the room,
// who were let in because they may, see boards.
func MaySee(viewer PlayerID, l *Lobby, now time.Time) Sight {
	sight := Sight{Deal: l.maySeeDeal(now)}
	for seat := range l.racers {
		sight.Seats = append(sight.Seats, l.maySeeSeat(viewer, seat, now))
	}
	return sight
}

func (l *Lobby) maySeeDeal(now time.Time) *samedealv1.Deal {
	if l.created == nil {
		return &samedealv1.Deal{}
	}
	deal := &samedealv1.Deal{
		Variant: l.race.Code.Variant().String(), Sealed: l.created.GetSealed(), Commitment: l.commitment,
		Winnable: l.created.GetWinnable(),
	}
	code := l.race.Code.String()
	isOver := l.ended && l.isStarted() && !l.isDayOn(now)
	isKnown := l.Options().GetDeal() == code
	switch {
	case deal.Sealed && isOver:
		deal.Code, deal.Salt = code, hex.EncodeToString(l.created.GetSalt())
	case !deal.Sealed && (isKnown || isOver || l.hasBegun(now)):
		deal.Code = code
	}
	return deal
}

func (l *Lobby) maySeeSeat(viewer PlayerID, seat int, now time.Time) SeatSight {
	isOwn := l.racers[seat].Player == viewer
	_, isHere := l.person(viewer)
	delay := time.Duration(l.Options().GetWatchDelayS()) * time.Second
	switch {
	case !l.hasBegun(now) && !l.ended:
		return SeatSight{}
	case isOwn:
		return SeatSight{View: SeesOwn}
	case l.ended && (isHere || !l.isDayOn(now)):
		return SeatSight{View: SeesBoard}
	case l.racing(viewer):
		return SeatSight{View: SeesProgress}
	case !isHere && l.seatOf(viewer) < 0:
		return SeatSight{}
	case !l.hasBegun(now.Add(-delay)):
		return SeatSight{Delay: delay}
	default:
		return SeatSight{View: SeesBoard, Delay: delay}
	}
}

// hasBegun reports whether the race has begun at that time.
func (l *Lobby) hasBegun(now time.Time) bool {
	return l.isStarted() && !l.called && !now.Before(l.start)
}

// Describe is the room as it is shown to everybody, even to strangers; called is what its people are called, as by
// Called, and present are the players who were heard of in the last 30 s. It must not be changed.
func Describe(l *Lobby, called map[PlayerID]string, present []PlayerID, now time.Time) *samedealv1.Room {
	room := &samedealv1.Room{
		Code:    string(l.code),
		Event:   l.events,
		Phase:   l.Phase(now),
		Deal:    MaySee("", l, now).Deal,
		Owner:   string(l.owner),
		Seats:   l.describeSeats(called),
		Rematch: l.rematch.GetRoom(),
		Daily:   l.Daily(),
	}
	room.Options = l.Options()
	if room.Options != nil && room.Deal.GetCode() == "" {
		room.Options = optionsWithDeal(l.Options(), room.Deal.GetVariant())
	}
	for _, p := range l.people {
		here := slices.Contains(present, p.Player)
		room.People = append(room.People, &samedealv1.Person{
			Player: string(p.Player), Name: called[p.Player], Plays: p.Plays, Ready: p.Ready, Here: here,
		})
		if here && !p.Plays {
			room.Watchers++
		}
	}
	if limit, isStarted := l.Limit(); isStarted {
		room.StartMs, room.LimitMs = l.start.UnixMilli(), limit.UnixMilli()
	}
	return room
}

// describeSeats gives the seats with their results, and when the race is over their places.
func (l *Lobby) describeSeats(called map[PlayerID]string) []*samedealv1.Seat {
	var seats []*samedealv1.Seat
	var results []*samedealv1.Result
	for _, r := range l.racers {
		seats = append(seats, &samedealv1.Seat{Player: string(r.Player), Name: called[r.Player], Result: r.Result})
		results = append(results, r.Result)
	}
	if l.ended {
		for _, s := range Standings(l.Options().GetRanking(), results) {
			seats[s.Seat].Place = s.Place
		}
	}
	return seats
}
