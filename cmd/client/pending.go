package client

import (
	"context"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Pending is an action that was begun. It is answered once, whatever becomes of the connection.
type Pending struct {
	number   uint32
	word     string // empty of a resignation
	answered chan struct{}
	// ack and err are set before answered is closed.
	ack *samedealv1.Acknowledgement
	err error
	// dropped: it has fallen, and an answer to it that is still to come means nothing.
	dropped bool
}

func newPending(number uint32, word string) *Pending {
	return &Pending{number: number, word: word, answered: make(chan struct{})}
}

// Wait waits for the answer. An error is a *RuleError, a *FaultError, ErrDropped or ErrResync, or says why
// the client has ended. After a lost connection the acknowledgement may be made up from the seat's board: it
// then has Again set, and an Own that may be newer than the action.
func (p *Pending) Wait(ctx context.Context) (*samedealv1.Acknowledgement, error) {
	select {
	case <-p.answered:
		return p.ack, p.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *Pending) resigns() bool { return p.word == "" }

func (p *Pending) isAnswered() bool {
	select {
	case <-p.answered:
		return true
	default:
		return false
	}
}

// answer gives the answer, unless one was given before.
func (p *Pending) answer(ack *samedealv1.Acknowledgement, err error) {
	if !p.isAnswered() {
		p.ack, p.err = ack, err
		close(p.answered)
	}
}

// drop answers with why the action has fallen.
func (p *Pending) drop(why error) {
	p.dropped = true
	p.answer(nil, why)
}
