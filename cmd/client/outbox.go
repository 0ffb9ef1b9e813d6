package client

import (
	"slices"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// mostHeld is how many actions are kept to be sent again.
const mostHeld = 256

// outbox numbers a seat's actions and sees to it that each counts once. It is pure: what it returns is to
// be sent.
//
// held are the last actions, by their numbers, that the server has accepted or not yet answered; after a
// lost connection those above its number are sent again. unsent are those of them that wait to be sent on
// this connection. sent are the actions whose answers are still to come on it.
//
// Fallen actions stay in sent. Their numbers are given anew, and should a new action overtake a fallen one
// on the way, the server would take the one for the other; so nothing is sent before they are answered.
type outbox struct {
	accepted uint32 // the number of the last accepted action
	held     []*Pending
	unsent   []*Pending
	sent     []*Pending
}

func (b *outbox) next() uint32 {
	if n := len(b.held); n > 0 {
		return max(b.accepted, b.held[n-1].number) + 1
	}
	return b.accepted + 1
}

// add holds a new action. An empty word resigns.
func (b *outbox) add(word string) (*Pending, error) {
	if len(b.held) >= mostHeld {
		if !b.held[0].isAnswered() {
			return nil, ErrTooManyHeld
		}
		b.held = slices.Delete(b.held, 0, 1)
	}
	p := newPending(b.next(), word)
	b.held = append(b.held, p)
	b.unsent = append(b.unsent, p)
	return p, nil
}

// due takes the unsent actions to be sent now.
func (b *outbox) due() []*Pending {
	if slices.ContainsFunc(b.sent, func(p *Pending) bool { return p.dropped }) {
		return nil
	}
	due := b.unsent
	b.sent, b.unsent = append(b.sent, due...), nil
	return due
}

// take removes the first sent action that meets the condition.
func (b *outbox) take(is func(*Pending) bool) *Pending {
	i := slices.IndexFunc(b.sent, is)
	if i < 0 {
		return nil
	}
	p := b.sent[i]
	b.sent = slices.Delete(b.sent, i, i+1)
	return p
}

func (b *outbox) acknowledged(ack *samedealv1.Acknowledgement) {
	number := ack.GetOwn().GetNumber()
	b.accepted = max(b.accepted, number)
	if p := b.take(func(p *Pending) bool { return p.number == number && !p.resigns() }); p != nil {
		p.answer(ack, nil)
	}
}

// refused frees the action's number, and drops what was sent behind it.
func (b *outbox) refused(number uint32, why error) {
	p := b.take(func(p *Pending) bool { return p.number == number })
	if p == nil || p.dropped {
		return
	}
	p.answer(nil, why)
	b.dropFrom(number, ErrDropped)
}

// gap takes an action's fall: mostly one that is known already. Otherwise it has overtaken those before it,
// which may still be accepted, or the server has less than it told. Number 0 is the oldest's.
func (b *outbox) gap(number, expected uint32) {
	p := b.take(func(p *Pending) bool { return p.number == number || number == 0 })
	if p == nil || p.dropped {
		return
	}
	p.drop(ErrDropped)
	if slices.ContainsFunc(b.held, func(p *Pending) bool { return p.number == expected }) {
		b.dropFrom(p.number, ErrDropped)
		return
	}
	b.accepted = expected - 1
	b.dropFrom(expected, ErrDropped)
}

// dropFrom drops what is held from a number on.
func (b *outbox) dropFrom(number uint32, why error) {
	for _, p := range b.held {
		if p.number >= number {
			p.drop(why)
		}
	}
	falls := func(p *Pending) bool { return p.number >= number }
	b.held = slices.DeleteFunc(b.held, falls)
	b.unsent = slices.DeleteFunc(b.unsent, falls)
}

// board takes a board of the own seat in, which may be the answer to a resignation, a RESYNC, or news that
// answer nothing. It gives what is to be sent again.
func (b *outbox) board(own *samedealv1.OwnBoard) []*Pending {
	if len(b.sent) == 0 {
		return b.resume(own)
	}
	first := b.sent[0]
	switch {
	case own.GetNumber() >= first.number:
		b.resynced(own.GetNumber())
	case first.resigns() && len(own.GetLegal()) == 0:
		b.sent = slices.Delete(b.sent, 0, 1)
		first.answer(&samedealv1.Acknowledgement{Own: own}, nil)
		b.held = slices.DeleteFunc(b.held, func(p *Pending) bool { return p == first })
	}
	return nil
}

// resynced takes a RESYNC for one of the actions that are done, by the server's number. It does not say for
// which: the answers to the others will find nothing.
func (b *outbox) resynced(number uint32) {
	isDone := func(p *Pending) bool { return p.number <= number }
	if slices.ContainsFunc(b.sent, func(p *Pending) bool { return isDone(p) && !p.dropped }) {
		b.forget(number, ErrResync)
	}
	b.sent = slices.DeleteFunc(b.sent, isDone)
	b.accepted = max(b.accepted, number)
}

// resume compares what is held with the server's number: what is done is forgotten, and what is above it
// is given to be sent again.
func (b *outbox) resume(own *samedealv1.OwnBoard) []*Pending {
	number := own.GetNumber()
	for _, p := range b.held {
		if p.number <= number {
			p.answer(&samedealv1.Acknowledgement{Own: own, Again: true}, nil)
		}
	}
	b.held = slices.DeleteFunc(b.held, func(p *Pending) bool { return p.number <= number })
	b.accepted = number
	if len(b.held) > 0 && b.held[0].number > number+1 {
		b.forget(number, ErrResync)
	}
	return b.resend()
}

// resend sends all that is held.
func (b *outbox) resend() []*Pending {
	b.sent, b.unsent = append(b.sent, b.held...), nil
	return slices.Clone(b.held)
}

// lost takes note that no answer will come on the old connection.
func (b *outbox) lost() { b.sent, b.unsent = nil, nil }

// forget throws away all that is held.
func (b *outbox) forget(accepted uint32, why error) {
	b.dropFrom(0, why)
	b.accepted = accepted
}
