package main

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// undecidedAfter is how long a history of a seat is thought about.
const undecidedAfter = 60 * time.Second

// never is when a call returns that has no answer.
const never = math.MaxInt64

// checkSeat says whether a history may be that of one server that never fails.
//
// Claims without an answer are left out: nothing was done on their connections, and what they may have kept
// others from doing has no answer either; they can only have let an older attempt in. So are actions without an
// answer that are not in the game that was kept. Those that are take effect somewhere before the game is fetched,
// or are put behind that: the choices that do not matter are not tried.
func checkSeat(code engine.Code, history []porcupine.Operation, connections int) (porcupine.CheckResult, porcupine.Model, porcupine.LinearizationInfo) {
	m := newSeatModel(code)
	var game []string
	var known, lost []porcupine.Operation
	for _, op := range history {
		if op.Output.(seatAnswer).kind == toldGame {
			game = op.Output.(seatAnswer).game
		}
	}
	for _, op := range history {
		switch ask := op.Input.(seatAsk); {
		case op.Output.(seatAnswer).kind != toldNothing:
			known = append(known, op)
		case ask.kind == askClaim:
			lost = append(lost, op)
		case m.mayHaveHappened(ask, game):
			known = append(known, op)
		}
	}
	for i, op := range known {
		if ask := op.Input.(seatAsk); ask.kind == askClaim {
			ask.excused = isExcused(op, known, lost) || isExcused(op, known, known)
			known[i].Input = ask
		}
	}
	model := m.porcupine(connections)
	result, info := porcupine.CheckOperationsVerbose(model, known, undecidedAfter)
	return result, model, info
}

// isExcused reports whether one of some claims, by another tab, may have come between a later attempt of the claim's
// own tab and the claim. Those with an answer count too: a claim that meets with another is written anew.
func isExcused(claim porcupine.Operation, known, some []porcupine.Operation) bool {
	own := claim.Input.(seatAsk)
	for _, later := range known {
		ask := later.Input.(seatAsk)
		if ask.kind != askClaim || ask.tab != own.tab || ask.attempt <= own.attempt || later.Call > claim.Return {
			continue
		}
		for _, between := range some {
			other := between.Input.(seatAsk)
			if other.kind == askClaim && other.tab != own.tab && between.Call <= claim.Return && between.Return >= later.Call {
				return true
			}
		}
	}
	return false
}

// mayHaveHappened reports whether an action without an answer may be one of a game.
func (m *seatModel) mayHaveHappened(ask seatAsk, game []string) bool {
	n := int(ask.number)
	switch {
	case ask.kind == askResign:
		return n == len(game)+1
	case ask.kind != askMove || n > len(game):
		return false
	}
	c := m.start
	for _, word := range game[:n-1] {
		if c = m.try(c, word, 0).next; c == nil {
			return true // the game itself is wrong, which the check says
		}
	}
	return m.try(c, ask.word, 0).canonical == game[n-1]
}

// The model takes no history in which an acknowledged action is lost, one counts twice, a seat that was left
// behind is shown, or somebody acts who has lost the seat.
func TestTheModelOfASeat(t *testing.T) {
	t.Parallel()
	code, err := engine.ParseCode(turningDeal)
	if err != nil {
		t.Fatal(err)
	}
	m := newSeatModel(code)
	one := m.try(m.start, "n", 0).next
	two := m.try(one, "n", 0).next
	ask := func(kind askKind, conn, number int) seatAsk {
		return seatAsk{kind: kind, conn: conn, tab: conn % 2, attempt: uint32(conn/2 + 1), number: uint32(number), word: "n"}
	}
	told := func(kind answerKind, at *course) seatAnswer { return seatAnswer{kind: kind, board: at.board} }
	claim := func(conn int, at *course) porcupine.Operation {
		return porcupine.Operation{Input: ask(askClaim, conn, 0), Output: told(toldSeat, at)}
	}
	turn := func(conn, number int, answer seatAnswer) porcupine.Operation {
		return porcupine.Operation{Input: ask(askMove, conn, number), Output: answer}
	}
	resign := func(conn, number int, at *course) porcupine.Operation {
		return porcupine.Operation{Input: ask(askResign, conn, number), Output: told(toldSeat, at)}
	}
	first := claim(0, m.start)
	done := turn(0, 1, told(toldAccepted, one))
	lost := turn(0, 1, seatAnswer{})
	gap := func(expected uint32) seatAnswer { return seatAnswer{kind: toldGap, expected: expected} }
	empty := seatAnswer{kind: toldRule, rule: samedealv1.Rule_RULE_STOCK_EMPTY}
	type history = []porcupine.Operation // one after another
	for name, c := range map[string]struct {
		history history
		game    *course
		want    porcupine.CheckResult
	}{
		"two turns":                  {history{first, done, turn(0, 2, told(toldAccepted, two)), resign(0, 3, two)}, two, porcupine.Ok},
		"one is lost":                {history{first, done, claim(1, m.start), resign(1, 1, m.start)}, m.start, porcupine.Illegal},
		"one is not in the game":     {history{first, done, resign(0, 2, one)}, m.start, porcupine.Illegal},
		"the game has one more":      {history{first, done, resign(0, 2, one)}, two, porcupine.Illegal},
		"sent again":                 {history{first, done, turn(0, 1, told(toldAgain, one)), resign(0, 2, one)}, one, porcupine.Ok},
		"doubled":                    {history{first, done, turn(0, 1, told(toldAccepted, two)), resign(0, 3, two)}, two, porcupine.Illegal},
		"again, with another answer": {history{first, done, turn(0, 2, told(toldAccepted, two)), turn(0, 1, told(toldAgain, two)), resign(0, 3, two)}, two, porcupine.Illegal},
		"again, to another tab":      {history{first, done, claim(1, one), turn(1, 1, told(toldAgain, one)), resign(1, 2, one)}, one, porcupine.Illegal},
		"the seat, to another tab":   {history{first, done, claim(1, one), turn(1, 1, told(toldSeat, one)), resign(1, 2, one)}, one, porcupine.Ok},
		"the seat, to the next turn": {history{first, turn(0, 1, told(toldSeat, one)), resign(0, 2, one)}, one, porcupine.Illegal},
		"a gap":                      {history{first, turn(0, 2, gap(1)), resign(0, 1, m.start)}, m.start, porcupine.Ok},
		"a gap where there is none":  {history{first, turn(0, 1, gap(1)), resign(0, 1, m.start)}, m.start, porcupine.Illegal},
		"a wrong gap":                {history{first, turn(0, 3, gap(2)), resign(0, 1, m.start)}, m.start, porcupine.Illegal},
		"a legal move is refused":    {history{first, turn(0, 1, empty), resign(0, 1, m.start)}, m.start, porcupine.Illegal},
		"not done, and done":         {history{first, turn(0, 1, seatAnswer{kind: toldNot}), resign(0, 2, one)}, one, porcupine.Illegal},
		"no answer, and done":        {history{first, lost, claim(1, one), resign(1, 2, one)}, one, porcupine.Ok},
		"no answer, and not done":    {history{first, lost, claim(1, m.start), resign(1, 1, m.start)}, m.start, porcupine.Ok},
		"no answer, done too late":   {history{first, lost, claim(1, m.start), claim(3, one), resign(3, 2, one)}, one, porcupine.Illegal},
		"no answer, and done twice":  {history{first, lost, claim(1, two), resign(1, 3, two)}, two, porcupine.Illegal},
		"who has lost the seat acts": {history{first, claim(1, m.start), done, resign(0, 2, one)}, one, porcupine.Illegal},
		"an older attempt":           {history{claim(2, m.start), first, resign(0, 1, m.start)}, m.start, porcupine.Illegal},
		"left behind, not told yet":  {history{first, claim(1, m.start), turn(1, 1, told(toldAccepted, one)), turn(0, 3, gap(1)), resign(1, 2, one)}, one, porcupine.Ok},
		"left behind, and shown":     {history{first, claim(1, m.start), turn(1, 1, told(toldAccepted, one)), first, resign(0, 2, one)}, one, porcupine.Illegal},
		"after the end":              {history{first, resign(0, 1, m.start), done}, one, porcupine.Illegal},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			all := append(slices.Clone(c.history), porcupine.Operation{
				Input: seatAsk{kind: askGame}, Output: seatAnswer{kind: toldGame, game: c.game.words()},
			})
			for i := range all {
				all[i].Call, all[i].Return = int64(2*i), int64(2*i+1)
				if all[i].Output.(seatAnswer).kind == toldNothing {
					all[i].Return = never
				}
			}
			if got, _, _ := checkSeat(code, all, 4); got != c.want {
				t.Errorf("the model says %s, want %s", got, c.want)
			}
		})
	}
}
