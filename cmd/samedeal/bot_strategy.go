package main

import (
	"math/rand/v2"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// strategy is how a bot without given moves plays: greedily, from nothing but its own board and the legal
// moves. What it has tried on a layout it does not try there again, so it does not go round in circles, and
// when it has nothing left that could be of use it gives up.
type strategy struct {
	variant *engine.Variant
	random  *rand.Rand
	tried   map[string]bool
	quiet   int // moves since the game last came on
	reached [3]int
}

const (
	// mostQuiet is more than two passes through a stock, drawing card by card.
	mostQuiet = 80
	// mostBotMoves is more than any game takes that comes on.
	mostBotMoves = 2000
)

func newStrategy(v *engine.Variant, random *rand.Rand) *strategy {
	return &strategy{variant: v, random: random, tried: map[string]bool{}, reached: [3]int{-1, -noCards, -noCards}}
}

// next chooses a move; false is to give up.
func (s *strategy) next(own *samedealv1.OwnBoard) (string, bool, error) {
	l, err := readLayout(own.GetBoard())
	if err != nil {
		return "", false, err
	}
	s.noteProgress(l)
	if s.quiet > mostQuiet || own.GetBoard().GetMoves() >= mostBotMoves || own.GetBoard().GetNoMoves() {
		return "", false, nil
	}
	best, highest := "", 0
	for _, word := range own.GetLegal() {
		m, err := engine.ParseMove(word)
		if err != nil {
			return "", false, err
		}
		if s.tried[l.key+" "+word] {
			continue
		}
		if mark := s.mark(l, m); mark > highest {
			best, highest = word, mark
		}
	}
	s.tried[l.key+" "+best] = true
	return best, best != "", nil
}

// mark is the higher the better the move; 0 is of no use. Equally good ones are told apart at random, so
// that bots on the same deal race different games.
func (s *strategy) mark(l *layout, m engine.Move) int {
	w := s.worthOf(l, m)
	if w == useless {
		return 0
	}
	mark := int(w)*noCards*noCards + s.random.IntN(noCards)
	if w == digs {
		mark += (noCards - 1 - l.depth(m.From)) * noCards
	}
	return mark
}

// noteProgress counts the moves since more cards came home, fewer lay face down, or fewer were left in
// stock and waste than ever before.
func (s *strategy) noteProgress(l *layout) {
	s.quiet++
	for i, now := range [3]int{l.cardsHome(), -l.faceDown(), -l.stock - len(l.waste)} {
		if now > s.reached[i] {
			s.reached[i], s.quiet = now, 0
		}
	}
}

// worth is what a move is good for.
type worth int

const (
	useless   worth = iota
	digs            // takes a card off the way to one that goes home next, into a cell or an empty column
	draws           // turns the stock
	leaves          // takes a card out of the waste
	joins           // makes a longer run of two
	frees           // empties a cell, or bares a card that goes home
	empties         // empties a column
	turnsUp         // turns a face-down card up
	comesHome       // brings a card to its foundation
)

func (s *strategy) worthOf(l *layout, m engine.Move) worth {
	switch {
	case m.Verb == engine.Turn:
		return draws
	case m.Verb != engine.Put, m.From.IsFoundation():
		return useless
	case m.To == engine.Home:
		return comesHome
	case m.To.IsCell() && m.From.IsColumn() && l.depth(m.From) < noCards:
		return digs
	case !m.To.IsColumn():
		return useless
	case m.From == engine.Waste:
		return leaves
	case m.From.IsCell() && len(l.column(m.To)) > 0:
		return frees
	case m.From.IsColumn():
		return s.worthOfGroup(l, m)
	default:
		return useless
	}
}

// worthOfGroup is what a move from column to column is good for.
func (s *strategy) worthOfGroup(l *layout, m engine.Move) worth {
	from, to := l.column(m.From), l.column(m.To)
	below := from[:len(from)-s.groupSize(m, from, to)]
	first := from[len(below)]
	isRun := len(below) > 0 && !last(below).IsFaceDown() && s.continues(first, last(below))
	intoEmpty := len(to) == 0
	switch {
	case len(below) == 0 && intoEmpty:
		return useless
	case len(below) == 0:
		return empties
	case last(below).IsFaceDown():
		return turnsUp
	case l.goesHome(last(below)) && !intoEmpty:
		return frees
	case isRun:
		return useless
	case !intoEmpty || s.onlyKings():
		return joins
	case l.depth(m.From) < noCards:
		return digs
	default:
		return useless
	}
}

// groupSize is how many cards a move from column to column takes along.
func (s *strategy) groupSize(m engine.Move, from, to []engine.Card) int {
	if m.Count != engine.Fit {
		return min(max(int(m.Count), 1), len(from))
	}
	for n := 1; n <= len(from); n++ {
		if s.variant.Fits(from[len(from)-n], last(to)) == engine.Accepted {
			return n
		}
	}
	return 1
}

func (s *strategy) continues(card, on engine.Card) bool {
	if s.variant.Continues != nil {
		return s.variant.Continues(card, on)
	}
	return s.variant.Fits(card, on) == engine.Accepted
}

// onlyKings: an empty column takes only kings.
func (s *strategy) onlyKings() bool {
	return s.variant.Fits(engine.NewCard(engine.Ace, engine.Spades), engine.Unknown) != engine.Accepted
}
