package gateway

import (
	"container/list"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/samedeal/samedeal/player"
)

// recent remembers something of whoever was heard of last, at most so many of them.
type recent[K comparable, V any] struct {
	most int

	mu    sync.Mutex
	known map[K]*list.Element
	order *list.List // of *remembered[K, V], the one heard of last in front
}

type remembered[K comparable, V any] struct {
	key   K
	value V
}

func newRecent[K comparable, V any](most int) *recent[K, V] {
	return &recent[K, V]{most: most, known: map[K]*list.Element{}, order: list.New()}
}

// use calls do with what is remembered, nothing at first. It forgets whoever was not heard of for longest
// if there are too many.
func (r *recent[K, V]) use(key K, do func(*V)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	element, known := r.known[key]
	if !known {
		if r.order.Len() >= r.most {
			oldest := r.order.Back()
			delete(r.known, oldest.Value.(*remembered[K, V]).key)
			r.order.Remove(oldest)
		}
		element = r.order.PushFront(&remembered[K, V]{key: key})
		r.known[key] = element
	}
	r.order.MoveToFront(element)
	do(&element.Value.(*remembered[K, V]).value)
}

// quota is how often somebody may do something in a minute, all at once if they like.
type quota[K comparable] struct {
	perMinute int
	limiters  *recent[K, *rate.Limiter]
}

func newQuota[K comparable](perMinute, most int) *quota[K] {
	return &quota[K]{perMinute: perMinute, limiters: newRecent[K, *rate.Limiter](most)}
}

// Try counts one more, and reports whether it may be done.
func (q *quota[K]) Try(who K) (may bool) {
	q.limiters.use(who, func(limiter **rate.Limiter) {
		if *limiter == nil {
			*limiter = rate.NewLimiter(rate.Limit(float64(q.perMinute)/time.Minute.Seconds()), q.perMinute)
		}
		may = (*limiter).Allow()
	})
	return may
}

// How many rooms a player may make in a minute, and how many games have analysed, from an address that has had all it
// may.
const (
	roomsOfPlayer    = 5
	analysesOfPlayer = 2
)

// playerQuota is a quota of addresses. Each player has a few of their own besides, so that who shares an address
// with somebody who goes on without end can do it too.
type playerQuota struct {
	addresses *quota[netip.Prefix]
	players   *quota[player.ID]
}

func newPlayerQuota(ofAddress, ofPlayer, most int) playerQuota {
	return playerQuota{addresses: newQuota[netip.Prefix](ofAddress, most), players: newQuota[player.ID](ofPlayer, most)}
}

func (q playerQuota) Try(address netip.Prefix, who player.ID) bool {
	return q.addresses.Try(address) || who != "" && q.players.Try(who)
}

// familiar remembers the rooms that players have found, so that they come back to them whatever others at
// their address do: those they found last, at most foundMost of each.
type familiar struct {
	rooms *recent[player.ID, []string]
}

func (f familiar) found(who player.ID, room string) {
	f.rooms.use(who, func(rooms *[]string) {
		if last := len(*rooms) - 1; last >= 0 && (*rooms)[last] == room {
			return
		}
		others := slices.DeleteFunc(*rooms, func(other string) bool { return other == room })
		*rooms = append(others[max(0, len(others)+1-foundMost):], room)
	})
}

func (f familiar) has(who player.ID, room string) (has bool) {
	f.rooms.use(who, func(rooms *[]string) { has = slices.Contains(*rooms, room) })
	return has
}
