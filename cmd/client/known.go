package client

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// State is what a client has been told last of its room. Its messages are shared and must not be changed.
type State struct {
	// Room is nil before the first was told.
	Room *samedealv1.Room
	// Seat is the client's own, -1 if it has none.
	Seat int
	// Own is the own seat's board, nil before the race and for who watches.
	Own *samedealv1.OwnBoard
	// Progress and Boards are the other seats', as far as each may be seen.
	Progress map[int]*samedealv1.SeatProgress
	Boards   map[int]*samedealv1.WatchedBoard
}

// known is the state being kept: of two of the same thing the newer. A server that had to take over from
// another may have less than that one told, so the first of each that a connection tells counts whatever
// it says.
type known struct {
	State
	told map[string]bool // by this connection
}

func newKnown() known {
	return known{
		State: State{
			Seat:     -1,
			Progress: map[int]*samedealv1.SeatProgress{},
			Boards:   map[int]*samedealv1.WatchedBoard{},
		},
		told: map[string]bool{},
	}
}

func (k *known) snapshot() State {
	s := k.State
	s.Progress, s.Boards = maps.Clone(s.Progress), maps.Clone(s.Boards)
	return s
}

// reconnected begins what a new connection tells.
func (k *known) reconnected() { clear(k.told) }

// isNews reports whether a thing's new state counts, given how it compares with the old one.
func (k *known) isNews(thing string, compared int) bool {
	first := !k.told[thing]
	k.told[thing] = true
	return first || compared >= 0
}

func (k *known) room(r *samedealv1.Room, player string) {
	if !k.isNews("room", cmp.Compare(r.GetEvent(), k.Room.GetEvent())) {
		return
	}
	k.Room = r
	k.Seat = slices.IndexFunc(r.GetSeats(), func(s *samedealv1.Seat) bool { return s.GetPlayer() == player })
}

func (k *known) own(o *samedealv1.OwnBoard) {
	if k.isNews("own", compareEntries(o.GetEntry(), k.Own.GetEntry())) {
		k.Own = o
	}
}

func (k *known) progress(p *samedealv1.SeatProgress) {
	seat := int(p.GetSeat())
	if k.isNews("progress "+strconv.Itoa(seat), compareEntries(p.GetEntry(), k.Progress[seat].GetEntry())) {
		k.Progress[seat] = p
	}
}

func (k *known) board(b *samedealv1.WatchedBoard) {
	seat := int(b.GetSeat())
	if k.isNews("board "+strconv.Itoa(seat), compareEntries(b.GetEntry(), k.Boards[seat].GetEntry())) {
		k.Boards[seat] = b
	}
}

// position is the state as a Hello tells it.
func (k *known) position(room string) *samedealv1.Position {
	p := &samedealv1.Position{Room: room, Event: k.Room.GetEvent()}
	for seat := range k.Room.GetSeats() {
		at := &samedealv1.SeatPosition{Seat: uint32(seat)}
		switch {
		case seat == k.Seat && k.Own != nil:
			at.Entry, at.Hash = k.Own.GetEntry(), k.Own.GetBoard().GetHash()
		case k.Boards[seat] != nil:
			at.Entry, at.Hash = k.Boards[seat].GetEntry(), k.Boards[seat].GetBoard().GetHash()
		case k.Progress[seat] != nil:
			at.Entry = k.Progress[seat].GetEntry()
		default:
			continue
		}
		p.Seats = append(p.Seats, at)
	}
	return p
}

// compareEntries orders the entries of a seat; "" comes before all.
func compareEntries(a, b string) int {
	epochA, indexA := splitEntry(a)
	epochB, indexB := splitEntry(b)
	return cmp.Or(cmp.Compare(epochA, epochB), cmp.Compare(indexA, indexB))
}

func splitEntry(entry string) (epoch, index uint64) {
	before, after, found := strings.Cut(entry, "-")
	if !found {
		return 0, 0
	}
	epoch, _ = strconv.ParseUint(before, 10, 64)
	index, _ = strconv.ParseUint(after, 10, 64)
	return epoch, index
}
