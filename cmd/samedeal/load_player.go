package main

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/samedeal/samedeal/cmd/client"
	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// loadDeal may be turned through without end, and a draw may be repeated: the rules alone would not notice an
// action that is doubled.
const loadDeal = "TF1-D1N-NEQROKB"

// loadPlayer plays at random, and remembers what it was told.
type loadPlayer struct {
	*client.Client
	chance *rand.Rand
	// words are the acknowledged actions.
	words []string
	// waits are how long it waited for its actions that met with a lost connection.
	waits []time.Duration
	// done counts the answers to all players.
	done *atomic.Int64

	mu     sync.Mutex
	boards map[uint32]uint64 // hashes that were shown, by the number of the last action
	// torn: a number was shown with two boards.
	torn    int
	resumed bool
}

func (p *loadPlayer) see(f *samedealv1.ServerFrame) {
	if f.GetAnswer() != nil || f.GetAcknowledgement() != nil {
		p.done.Add(1)
	}
	own := f.GetOwnBoard()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.resumed = p.resumed || own != nil
	if own == nil {
		own = f.GetAcknowledgement().GetOwn()
	}
	if own == nil {
		return
	}
	hash := own.GetBoard().GetHash()
	if before, found := p.boards[own.GetNumber()]; found && before != hash {
		p.torn++
	}
	p.boards[own.GetNumber()] = hash
}

// hasResumed reports whether the seat was shown anew since it was asked last.
func (p *loadPlayer) hasResumed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.resumed
	p.resumed = false
	return was
}

// play plays so many actions and resigns.
func (p *loadPlayer) play(ctx context.Context, actions int, pace time.Duration) error {
	if _, err := p.Await(ctx, func(s client.State) bool { return s.Own != nil }); err != nil {
		return err
	}
	p.hasResumed()
	for len(p.words) < actions {
		if err := wait(ctx, pace); err != nil {
			return err
		}
		word, began := p.choose(), time.Now()
		_, err := p.Act(ctx, word)
		if client.IsFault(err, samedealv1.Reason_REASON_BUSY) {
			continue
		}
		if err != nil {
			return err
		}
		p.words = append(p.words, word)
		if p.hasResumed() {
			p.waits = append(p.waits, time.Since(began))
		}
	}
	return again(ctx, func() error { return p.Resign(ctx) })
}

// choose gives a legal word that brings no card home, so that the game does not end.
func (p *loadPlayer) choose() string {
	own := p.State().Own
	var words []string
	for _, word := range own.GetLegal() {
		if !strings.HasSuffix(word, "h") {
			words = append(words, word)
		}
	}
	if own.GetBoard().GetUndoable() > 0 {
		words = append(words, "u")
	}
	return words[p.chance.IntN(len(words))]
}

// compare counts what of the acknowledged actions is not in the game that was kept, what the game has more
// than those, and which boards were not the game's.
func (p *loadPlayer) compare(game []string) (lost, doubled, wrong int, err error) {
	for i, word := range p.words {
		if i >= len(game) || game[i] != word {
			lost++
		}
	}
	code, err := engine.ParseCode(loadDeal)
	if err != nil {
		return 0, 0, 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	play := code.Play()
	for n := range len(game) + 1 {
		view := engine.PlayerView(play.Position())
		if hash, shown := p.boards[uint32(n)]; shown && hash != uint64(view.Hash()) {
			wrong++
		}
		delete(p.boards, uint32(n))
		if n == len(game) {
			break
		}
		move, err := engine.ParseMove(game[n])
		if err != nil {
			return 0, 0, 0, err
		}
		_ = play.Do(move) // the games are verified as well
	}
	return lost, max(0, len(game)-len(p.words)), wrong + p.torn + len(p.boards), nil
}
