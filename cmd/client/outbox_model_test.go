package client

import (
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// network is an outbox and a seat on a server, with a connection between them that may be lost, and on which
// frames may overtake each other.
type network struct {
	t         *rapid.T
	overtakes bool
	box       outbox
	log       []string // what the server has accepted
	up        []*Pending
	down      []func()
	all       []*Pending
}

func (n *network) begin(word string) {
	p, err := n.box.add(word)
	if err != nil {
		n.t.Fatal(err)
	}
	n.all = append(n.all, p)
	n.send()
}

func (n *network) send() { n.up = append(n.up, n.box.due()...) }

// hear lets the client take an answer.
func (n *network) hear() {
	if len(n.down) > 0 {
		var answer func()
		answer, n.down = pick(n, n.down)
		answer()
		n.send()
	}
}

// serve lets the server take an action.
func (n *network) serve(refuse bool) {
	if len(n.up) == 0 {
		return
	}
	var p *Pending
	p, n.up = pick(n, n.up)
	n.down = append(n.down, n.answer(p, refuse))
}

func (n *network) answer(p *Pending, refuse bool) func() {
	number, b := uint32(len(n.log)), &n.box
	switch {
	case p.number > number+1:
		return func() { b.gap(p.number, number+1) }
	case p.number <= number && n.log[p.number-1] == p.word:
		return func() { b.acknowledged(ackOf(p.number)) }
	case p.number <= number:
		return func() { n.up = append(n.up, b.board(boardOf(number, "n"))...) }
	case refuse:
		return func() { b.refused(p.number, &RuleError{}) }
	default:
		n.log = append(n.log, p.word)
		return func() { b.acknowledged(ackOf(p.number)) }
	}
}

// pick takes the first of what is under way, or one that overtakes it.
func pick[T any](n *network, from []T) (T, []T) {
	i := 0
	if n.overtakes {
		i = rapid.IntRange(0, min(2, len(from)-1)).Draw(n.t, "overtaking")
	}
	picked := from[i]
	return picked, slices.Delete(from, i, i+1)
}

// reconnect loses the connection, after the server has taken some of what was under way, and makes another.
func (n *network) reconnect() {
	for range rapid.IntRange(0, len(n.up)).Draw(n.t, "arrived") {
		n.serve(false)
	}
	n.box.lost()
	n.down, n.up = nil, n.box.board(boardOf(uint32(len(n.log)), "n"))
}

// A server that accepts, refuses and loses connections at random comes to have just what the outbox says
// was accepted, in order and once, also where frames overtake each other.
//
// It fails if due does not wait for the fallen ones' answers, or if a gap is the oldest's whatever it says.
func TestEachActionCountsOnce(t *testing.T) {
	for name, overtakes := range map[string]bool{"in order": false, "overtaking": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { checkCounts(&network{t: t, overtakes: overtakes}) })
		})
	}
}

func checkCounts(n *network) {
	for i := range rapid.IntRange(1, 80).Draw(n.t, "steps") {
		switch rapid.IntRange(0, 12).Draw(n.t, "what") {
		case 0:
			n.reconnect()
		case 1, 2, 3, 4:
			n.begin("word" + strconv.Itoa(i))
		case 5, 6, 7, 8:
			n.serve(rapid.IntRange(0, 3).Draw(n.t, "rule") == 0)
		default:
			n.hear()
		}
	}
	for len(n.up)+len(n.down) > 0 {
		n.serve(false)
		n.hear()
	}
	var accepted []string
	for _, p := range n.all {
		if !p.isAnswered() {
			n.t.Fatalf("%s has no answer", p.word)
		}
		if p.err == nil {
			accepted = append(accepted, p.word)
		}
	}
	if !slices.Equal(accepted, n.log) {
		n.t.Fatalf("accepted %v, the server has %v", accepted, n.log)
	}
}
