package client

import (
	"context"
	"time"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// run serves one connection after another until the client is closed or must not come back.
func (c *Client) run(ctx context.Context, l *link) {
	defer close(c.ended)
	defer c.cancel()
	var wait backoff
	for {
		err := c.serve(ctx, l)
		wait.lasted(time.Since(l.since))
		if !isFinal(err) {
			l, err = c.reconnect(ctx, &wait)
		}
		if err != nil {
			if ctx.Err() != nil {
				err = ErrClosed
			}
			c.mu.Lock()
			c.fail(err)
			c.mu.Unlock()
			return
		}
	}
}

// reconnect tries until there is a connection, or there can be none any more.
func (c *Client) reconnect(ctx context.Context, wait *backoff) (*link, error) {
	for {
		if err := c.config.Pause(ctx, wait.next()); err != nil {
			return nil, err
		}
		l, err := c.connect(ctx)
		if err == nil || isFinal(err) || ctx.Err() != nil {
			return l, err
		}
	}
}

// connect makes one attempt: a connection, a Hello with what the client has, and the Welcome.
func (c *Client) connect(ctx context.Context) (*link, error) {
	c.mu.Lock()
	c.attempt++
	hello := c.hello()
	server := c.config.Servers[int(c.attempt-1)%len(c.config.Servers)]
	c.mu.Unlock()

	l, err := open(ctx, server, c.encoding)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, l.close)
	defer stop()
	if err := l.write(helloFrame(hello)); err != nil {
		l.close()
		return nil, &UnreachableError{Server: server, Err: err}
	}
	frame, err := l.read()
	if err == nil {
		err = notWelcome(frame)
	}
	if err != nil {
		l.close()
		return nil, err
	}
	c.welcomed(l, frame.GetWelcome())
	return l, nil
}

// notWelcome says why a first frame is no Welcome. A guest's name that cannot be shown is answered by a
// fault; whoever has a better one dials again.
func notWelcome(frame *samedealv1.ServerFrame) error {
	switch {
	case frame.GetWelcome() != nil:
		return nil
	case frame.GetAnswer().GetFault() != nil:
		return faultError(frame.GetAnswer().GetFault())
	default:
		return protocolError("its first frame is no Welcome")
	}
}

// hello says who the player is and what the client has. The lock is held.
func (c *Client) hello() *samedealv1.Hello {
	h := &samedealv1.Hello{Protocol: protocol, Build: c.config.Build, Tab: c.tab, Attempt: c.attempt}
	if c.token != "" {
		h.Who = &samedealv1.Hello_Token{Token: c.token}
	} else {
		h.Who = &samedealv1.Hello_Guest{Guest: &samedealv1.Guest{Name: c.config.Name}}
	}
	if c.room != "" && !c.isEntering() {
		h.Resume = c.known.position(c.room)
	}
	return h
}

// isEntering: the Enter that brings the client into its room is still without an answer and will be sent
// again.
func (c *Client) isEntering() bool {
	for _, w := range c.commands {
		if w.message.GetEnter() != nil && w.message.GetRoom() == c.room {
			return true
		}
	}
	return false
}

// welcomed makes a connection the client's, and sends again what was never answered. Actions wait for the
// own seat's board.
func (c *Client) welcomed(l *link, w *samedealv1.Welcome) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.player, c.name, c.token = w.GetPlayer(), w.GetName(), w.GetToken()
	c.known.reconnected()
	c.outbox.lost()
	c.synced = c.known.Own == nil && len(c.outbox.held) == 0
	for _, command := range c.commands {
		command.resent = true
		l.send(commandFrame(command.message))
	}
	c.link = l
}

// serve reads what the server sends until the connection ends, and says why it did.
func (c *Client) serve(ctx context.Context, l *link) error {
	stop := context.AfterFunc(ctx, l.close)
	defer stop()
	written := make(chan struct{})
	go func() {
		defer close(written)
		l.writeAll()
	}()
	defer func() { <-written }()
	defer l.close()
	defer c.unlink()
	for {
		frame, err := l.read()
		if err == nil {
			err = c.take(frame)
		}
		if err != nil {
			return err
		}
	}
}

func (c *Client) unlink() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.link = nil
}

// take takes a frame in and shows it. An error ends the connection.
func (c *Client) take(frame *samedealv1.ServerFrame) error {
	c.mu.Lock()
	err := c.learn(frame)
	c.sendDue()
	c.change()
	c.mu.Unlock()
	c.config.OnFrame(frame)
	return err
}

// learn takes a frame in. The lock is held.
func (c *Client) learn(frame *samedealv1.ServerFrame) error {
	switch f := frame.GetFrame().(type) {
	case *samedealv1.ServerFrame_Answer:
		if f.Answer.GetId() == 0 {
			return c.strayed(f.Answer.GetFault())
		}
		c.answered(f.Answer)
	case *samedealv1.ServerFrame_Room:
		if f.Room.GetCode() == c.room {
			c.known.room(f.Room, c.player)
		}
	case *samedealv1.ServerFrame_OwnBoard:
		if f.OwnBoard.GetRoom() == c.room {
			c.ownBoard(f.OwnBoard)
		}
	case *samedealv1.ServerFrame_Acknowledgement:
		if f.Acknowledgement.GetOwn().GetRoom() == c.room {
			c.known.own(f.Acknowledgement.GetOwn())
			c.outbox.acknowledged(f.Acknowledgement)
		}
	case *samedealv1.ServerFrame_Refusal:
		if f.Refusal.GetRoom() == c.room {
			c.outbox.refused(f.Refusal.GetNumber(), refusalError(f.Refusal))
		}
	case *samedealv1.ServerFrame_Gap:
		if f.Gap.GetRoom() == c.room {
			c.outbox.gap(f.Gap.GetNumber(), f.Gap.GetExpected())
		}
	case *samedealv1.ServerFrame_Progress:
		if f.Progress.GetRoom() == c.room {
			c.known.progress(f.Progress)
		}
	case *samedealv1.ServerFrame_WatchedBoard:
		if f.WatchedBoard.GetRoom() == c.room {
			c.known.board(f.WatchedBoard)
		}
	}
	return nil
}

// ownBoard takes the own seat's board in, and sends again what it does not have.
func (c *Client) ownBoard(own *samedealv1.OwnBoard) {
	c.known.own(own)
	c.synced = true
	if c.known.Seat < 0 {
		c.known.Seat = int(own.GetSeat())
	}
	if again := c.outbox.board(own); len(again) > 0 && c.link != nil {
		c.link.send(actionFrames(c.room, int(own.GetSeat()), again)...)
	}
}

// strayed takes in that the room cannot be gone on in. Where that may pass, the next connection tries again.
func (c *Client) strayed(fault *samedealv1.Fault) error {
	err := faultError(fault)
	switch fault.GetReason() {
	case samedealv1.Reason_REASON_BUSY, samedealv1.Reason_REASON_TOO_MANY, samedealv1.Reason_REASON_INTERNAL:
		return err
	default:
		c.enterRoom("", err)
		c.astray = err
		return nil
	}
}

func refusalError(r *samedealv1.Refusal) error {
	if rule := r.GetRule(); rule != nil {
		return &RuleError{Rule: rule.GetRule(), Detail: rule.GetDetail()}
	}
	return &FaultError{Reason: r.GetFault().GetReason(), Text: r.GetFault().GetText()}
}
