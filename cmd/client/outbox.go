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
// lost connection those above its number are sent again. sent are the actions whose answers are still to
// come on this connection, in the order in which they come. A Gap names no action, and one that belongs to
// an action which has fallen already must not strike another, so fallen ones stay in sent.
type outbox struct {
	accepted uint32 // the number of the last accepted action
	held     []*Pending
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
	return p, nil
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

// gap takes an action's fall: mostly one that is known already.
func (b *outbox) gap(expected uint32) {
	p := b.take(func(*Pending) bool { return true })
	if p == nil || p.dropped {
		return
	}
	p.drop(ErrDropped)
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
	b.held = slices.DeleteFunc(b.held, func(p *Pending) bool { return p.number >= number })
}

// board takes a board of the own seat in, which may be the answer to a resignation, a RESYNC, or news that
// answer nothing. It gives what is to be sent again.
func (b *outbox) board(own *samedealv1.OwnBoard) []*Pending {
	if len(b.sent) == 0 {
		return b.resume(own)
	}
	first := b.sent[0]
	switch {
	case own.GetNumber() >= first.number && first.dropped:
		b.sent = slices.Delete(b.sent, 0, 1)
		b.accepted = max(b.accepted, own.GetNumber())
	case own.GetNumber() >= first.number:
		b.sent = slices.Delete(b.sent, 0, 1)
		b.forget(own.GetNumber(), ErrResync)
	case first.resigns() && len(own.GetLegal()) == 0:
		b.sent = slices.Delete(b.sent, 0, 1)
		first.answer(&samedealv1.Acknowledgement{Own: own}, nil)
		b.held = slices.DeleteFunc(b.held, func(p *Pending) bool { return p == first })
	}
	return nil
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
	b.sent = append(b.sent, b.held...)
	return slices.Clone(b.held)
}

// lost takes note that no answer will come on the old connection.
func (b *outbox) lost() { b.sent = nil }

// forget throws away all that is held.
func (b *outbox) forget(accepted uint32, why error) {
	b.dropFrom(0, why)
	b.accepted = accepted
}
