package gateway

import (
	"container/list"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// foundMost is how many rooms are remembered of an address, and of a player.
const foundMost = 32

// lookups keeps people from finding rooms by trying codes. What counts is how often an address asked for
// a room that does not exist; whoever knows a code never notices. An address that has used its guesses up
// may still ask for the rooms that it has found before, and each of its players for those that they have, so
// that a guesser does not lock out those who share the address. The addresses heard of last are remembered.
type lookups struct {
	perMinute, most int
	familiar        familiar

	mu        sync.Mutex
	addresses map[netip.Prefix]*list.Element
	recent    *list.List // of *lookedUp, the one heard of last in front
}

type lookedUp struct {
	address netip.Prefix
	failed  *rate.Limiter // nil before the first
	found   []string      // the last one found last
}

func newLookups(perMinute, most int) *lookups {
	return &lookups{
		perMinute: perMinute, most: most, familiar: familiar{newRecent[player.ID, []string](most)},
		addresses: map[netip.Prefix]*list.Element{}, recent: list.New(),
	}
}

// May reports whether a player, "" for a stranger, may ask for a room from an address.
func (l *lookups) May(address netip.Prefix, who player.ID, room string) bool {
	return l.mayFrom(address, room) || who != "" && l.familiar.has(who, room)
}

func (l *lookups) mayFrom(address netip.Prefix, room string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	element, known := l.addresses[address]
	if !known {
		return true
	}
	a := element.Value.(*lookedUp)
	return a.failed == nil || a.failed.Tokens() >= 1 || slices.Contains(a.found, room)
}

// Failed notes that the address asked for a room that does not exist.
func (l *lookups) Failed(address netip.Prefix) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.of(address)
	if a.failed == nil {
		a.failed = rate.NewLimiter(rate.Limit(float64(l.perMinute)/time.Minute.Seconds()), l.perMinute)
	}
	a.failed.Allow()
}

// Found notes that a player, "" for a stranger, asked from the address for a room that does exist.
func (l *lookups) Found(address netip.Prefix, who player.ID, room string) {
	if who != "" {
		l.familiar.found(who, room)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.of(address)
	if last := len(a.found) - 1; last >= 0 && a.found[last] == room {
		return
	}
	a.found = slices.DeleteFunc(a.found, func(other string) bool { return other == room })
	if len(a.found) == foundMost {
		a.found = slices.Delete(a.found, 0, 1)
	}
	a.found = append(a.found, room)
}

// of finds what is known of an address, forgetting the one not heard of for longest if there are too
// many.
func (l *lookups) of(address netip.Prefix) *lookedUp {
	if element, known := l.addresses[address]; known {
		l.recent.MoveToFront(element)
		return element.Value.(*lookedUp)
	}
	if l.recent.Len() >= l.most {
		oldest := l.recent.Back()
		delete(l.addresses, oldest.Value.(*lookedUp).address)
		l.recent.Remove(oldest)
	}
	a := &lookedUp{address: address}
	l.addresses[address] = l.recent.PushFront(a)
	return a
}

// note draws from a frame that a room sends whether it was found.
func (l *lookups) note(address netip.Prefix, who player.ID, frame *samedealv1.ServerFrame) {
	var fault *samedealv1.Fault
	switch f := frame.GetFrame().(type) {
	case *samedealv1.ServerFrame_Room:
		l.Found(address, who, f.Room.GetCode())
		return
	case *samedealv1.ServerFrame_Answer:
		fault = f.Answer.GetFault()
	case *samedealv1.ServerFrame_Refusal:
		fault = f.Refusal.GetFault()
	}
	if fault.GetReason() == samedealv1.Reason_REASON_NO_SUCH_ROOM {
		l.Failed(address)
	}
}
