package gateway

import (
	"net/http"
	"net/netip"
	"slices"
	"sync"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

const (
	textAddress = "too many connections are open from this address: close some, or try again in a minute"
	textFull    = "the server has as many connections as it takes: try again in a minute"
)

// crowd keeps the open sockets of an address, and all of them, few enough. Where an address has no more
// free, the player who has the most of them loses the oldest, nobody in particular counting as one
// player: whoever opens sockets without end loses their own, and those who share the address go on and
// come back as they like. Only where everybody has but one is a newcomer turned away.
type crowd struct {
	most, perAddress int

	mu     sync.Mutex
	all    int
	groups map[netip.Prefix]*group
}

// group is the sockets of one address.
type group struct {
	opening int        // those whose handshake is under way
	open    []*session // the oldest first
	ending  []*session // those that made way and have yet to go, likewise
}

func newCrowd(limits Limits) *crowd {
	return &crowd{most: limits.Sockets, perAddress: limits.SocketsPerAddress, groups: map[netip.Prefix]*group{}}
}

// refusalAtDoor is how a request is turned away.
type refusalAtDoor struct {
	why    string
	status int
	text   string
}

// reserve keeps a place for a socket that is about to be opened; it is taken by join or given back by
// cancel. Another may have to make way for it. It says why there is no place, nil if there is.
func (c *crowd) reserve(address netip.Prefix) *refusalAtDoor {
	evicted, late, refused := c.find(address)
	if evicted != nil {
		evicted.makeWay()
	}
	for _, s := range late {
		_ = s.wire.Close() // its goroutines find out
	}
	return refused
}

// find finds a place. For it one socket may have to make way; and if very many have lately, those that were
// told so first have had their time to go.
func (c *crowd) find(address netip.Prefix) (evicted *session, late []*session, refused *refusalAtDoor) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all >= c.most {
		return nil, nil, &refusalAtDoor{refusedFull, http.StatusServiceUnavailable, textFull}
	}
	g := c.groups[address]
	if g == nil {
		g = &group{}
	}
	if g.opening+len(g.open) >= c.perAddress {
		if evicted = g.least(); evicted == nil {
			return nil, nil, &refusalAtDoor{refusedAddress, http.StatusTooManyRequests, textAddress}
		}
		g.open = without(g.open, evicted)
		g.ending = append(g.ending, evicted)
		late = slices.Clone(g.ending[:max(0, len(g.ending)-c.perAddress)])
	}
	c.groups[address] = g
	g.opening++
	c.all++
	return evicted, late, nil
}

// least is the socket that can be missed most easily, nil if none can.
func (g *group) least() *session {
	players := map[player.ID]int{}
	var least *session
	for _, s := range slices.Backward(g.open) {
		players[s.player]++
		if n := players[s.player]; n > 1 && (least == nil || n >= players[least.player]) {
			least = s
		}
	}
	return least
}

func without(sessions []*session, s *session) []*session {
	return slices.DeleteFunc(sessions, func(other *session) bool { return other == s })
}

// join has a socket take the place that was kept for it.
func (c *crowd) join(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	g := c.groups[s.address]
	g.opening--
	g.open = append(g.open, s)
}

// cancel gives a place back that no socket took.
func (c *crowd) cancel(address netip.Prefix) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.groups[address].opening--
	c.freed(address)
}

// leave gives back the place of a socket that is gone.
func (c *crowd) leave(s *session) {
	c.mu.Lock()
	defer c.mu.Unlock()
	g := c.groups[s.address]
	g.open, g.ending = without(g.open, s), without(g.ending, s)
	c.freed(s.address)
}

// freed notes that an address has one socket less. The lock is held.
func (c *crowd) freed(address netip.Prefix) {
	c.all--
	if g := c.groups[address]; g.opening+len(g.open)+len(g.ending) == 0 {
		delete(c.groups, address)
	}
}

// letIn notes whose a socket is.
func (c *crowd) letIn(s *session, who player.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s.player = who
}

// makeWay closes a socket that has to make way for another.
func (c *session) makeWay() {
	c.server.metrics.refused.WithLabelValues(refusedCrowd).Inc()
	if c.isLetIn() {
		c.finish(&closure{samedealv1.Close_CLOSE_FLOODED,
			"too many connections are open from this address, and this player has the most of them"})
		return
	}
	c.finish(&closure{samedealv1.Close_CLOSE_NO_HELLO,
		"too many connections without a hello are open from this address: connect again"})
}

func (c *session) isLetIn() bool {
	c.server.crowd.mu.Lock()
	defer c.server.crowd.mu.Unlock()
	return c.player != ""
}
