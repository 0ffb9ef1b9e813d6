package solve

import (
	"slices"

	"github.com/samedeal/samedeal/engine"
)

// Shorten makes a line that wins shorter, as far as it can within the budget; the result is never
// longer than the line. Without a proof that none is shorter, its length is a fair par. The error is a
// *LineError if the line does not win.
func Shorten(v *engine.Variant, p *engine.Position, line []engine.Move, o Options) (Result, error) {
	if err := Check(v, p, line); err != nil {
		return Result{}, err
	}
	e := newEffort(o)
	best := line
	for _, other := range append(otherLines(v, p, e), line) {
		s := &shortener{variant: v, namer: newNamer(v), effort: e, start: *p}
		e.allow(e.States / detourShare)
		if short := s.shorten(other); len(short) < len(best) && Check(v, p, short) == nil {
			best = short
		}
	}
	return Result{Verdict: Won, Moves: best, States: e.states, Cancelled: e.cancelled}, nil
}

// otherLines finds lines that may be shorter, for those games that have a search for them.
func otherLines(v *engine.Variant, p *engine.Position, e *effort) [][]engine.Move {
	if find := shortSearches[v.Version()]; find != nil {
		return find(v, p, e)
	}
	return nil
}

// shortSearches are searches for short lines, by the game and the version of its deals. The lines that
// they give need not have been checked.
var shortSearches = map[string]func(*engine.Variant, *engine.Position, *effort) [][]engine.Move{
	"FC1": shortFreeCellLines,
}

// shortener makes one line shorter by detours around parts of it: from each of its positions it looks
// a little about for a faster way to any later one.
type shortener struct {
	variant *engine.Variant
	namer   *namer
	effort  *effort
	start   engine.Position

	positions []engine.Position // those of the line, start and end among them
	moves     []engine.Move
	number    map[key]int // which of the positions has that name
	detour    detour
}

const (
	// detourShare is which part of the budget the detours around one line may use: their positions are
	// the engine's, which are ten times as slow as those of a game's own search.
	detourShare = 100
	// firstLook is how many positions are looked at from each position of the line in the first pass;
	// in each next pass it is timesLook as many.
	firstLook = 60
	timesLook = 4
	mostLook  = 200_000
)

func (s *shortener) shorten(line []engine.Move) []engine.Move {
	s.walk(line)
	for look := firstLook; look <= mostLook; look *= timesLook {
		for i := 0; i < len(s.moves); i++ {
			s.improve(i, look)
			if !s.mayGoOn() {
				return s.moves
			}
		}
	}
	return s.moves
}

func (s *shortener) mayGoOn() bool { return s.effort.states < s.effort.limit && !s.effort.cancelled }

// walk lists the positions of the line.
func (s *shortener) walk(line []engine.Move) {
	s.moves = line
	s.positions = append(s.positions[:0], s.start)
	s.number = map[key]int{s.namer.name(&s.start): 0}
	now := s.start
	for i, m := range line {
		now, _ = s.variant.Apply(now, m)
		s.positions = append(s.positions, now)
		s.number[s.namer.name(&now)] = i + 1
	}
}

// improve looks for a faster way from the i-th position on, and takes the one that saves most.
func (s *shortener) improve(i, look int) {
	d := &s.detour
	d.search(s, i, look)
	if d.saved <= 0 {
		return
	}
	line := append(slices.Clone(s.moves[:i]), d.way()...)
	rest, ok := s.follow(line, d.target)
	if !ok {
		return
	}
	s.walk(rest)
}

// follow continues a line, which has come to a board that is like the line's at a number, along the
// boards from there on. Piles may have changed places, so each move is looked for by what it leads to.
func (s *shortener) follow(line []engine.Move, from int) ([]engine.Move, bool) {
	now := s.start
	for _, m := range line {
		now, _ = s.variant.Apply(now, m)
	}
	for _, position := range s.positions[from+1:] {
		m, next, ok := s.moveTo(&now, s.namer.name(&position))
		if !ok {
			return nil, false
		}
		now, line = next, append(line, m)
	}
	return line, true
}

// moveTo finds the move that leads to a board of that name.
func (s *shortener) moveTo(now *engine.Position, name key) (engine.Move, engine.Position, bool) {
	for m := range s.variant.Moves(now) {
		next, _ := s.variant.Apply(*now, m)
		if s.namer.name(&next) == name {
			return m, next, true
		}
	}
	return engine.Move{}, engine.Position{}, false
}

// detour is a search, breadth first, from a position of the line for later ones.
type detour struct {
	nodes  []detourNode
	seen   map[key]bool
	found  int // the node that is the target
	target int // which position of the line it is
	saved  int // by how many moves it is faster
}

type detourNode struct {
	position engine.Position
	move     engine.Move
	parent   int
	depth    int
}

func (d *detour) search(s *shortener, from, look int) {
	d.nodes = append(d.nodes[:0], detourNode{position: s.positions[from], parent: -1})
	d.seen = map[key]bool{s.namer.name(&s.positions[from]): true}
	d.saved = 0
	for i := 0; i < len(d.nodes) && len(d.nodes) < look; i++ {
		// All positions beyond this are too deep to be faster than what was found.
		if last := len(s.moves) - from; d.nodes[i].depth+1+d.saved >= last {
			return
		}
		p := d.nodes[i].position
		for m := range s.variant.Moves(&p) {
			if !d.visit(s, from, i, m) {
				return
			}
		}
	}
}

// visit looks at what a move leads to; it reports false when the budget is used up.
func (d *detour) visit(s *shortener, from, parent int, m engine.Move) bool {
	next, _ := s.variant.Apply(d.nodes[parent].position, m)
	name := s.namer.name(&next)
	if d.seen[name] {
		return true
	}
	if !s.effort.spend() {
		return false
	}
	d.seen[name] = true
	depth := d.nodes[parent].depth + 1
	d.nodes = append(d.nodes, detourNode{next, m, parent, depth})
	if j, ok := s.number[name]; ok && j-from-depth > d.saved {
		d.saved, d.target, d.found = j-from-depth, j, len(d.nodes)-1
	}
	return true
}

// way is the moves to the target.
func (d *detour) way() []engine.Move {
	var way []engine.Move
	for i := d.found; d.nodes[i].parent >= 0; i = d.nodes[i].parent {
		way = append(way, d.nodes[i].move)
	}
	slices.Reverse(way)
	return way
}
