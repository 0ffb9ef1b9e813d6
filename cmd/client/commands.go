package client

import (
	"context"
	"slices"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// command is one that waits for its answer. It is sent again on each new connection until it has got it.
type command struct {
	message  *samedealv1.Command
	resent   bool
	answered chan struct{}
	// result and err are set before answered is closed.
	result *samedealv1.Answer
	err    error
}

func (c *command) answer(result *samedealv1.Answer, err error) {
	c.result, c.err = result, err
	close(c.answered)
}

// Enter comes into a room: to play if this is its lobby and there is a seat, else, or with watch, to watch.
// The client leaves no other room by it, but tells of this one from now on.
func (c *Client) Enter(ctx context.Context, room string, watch bool) error {
	_, err := c.do(ctx, &samedealv1.Command{
		Room: room, Command: &samedealv1.Command_Enter{Enter: &samedealv1.Enter{Watch: watch}},
	})
	return err
}

// Leave goes away from the room.
func (c *Client) Leave(ctx context.Context) error {
	_, err := c.do(ctx, &samedealv1.Command{Command: &samedealv1.Command_Leave{Leave: &samedealv1.Leave{}}})
	return err
}

// Ready says in the lobby whether the player is ready.
func (c *Client) Ready(ctx context.Context, ready bool) error {
	_, err := c.do(ctx, &samedealv1.Command{
		Command: &samedealv1.Command_Ready{Ready: &samedealv1.Ready{Ready: ready}},
	})
	return err
}

// Start starts the owner's room. Where this had to be sent again, a room that has started is as wished.
func (c *Client) Start(ctx context.Context) error {
	_, err := c.do(ctx, &samedealv1.Command{Command: &samedealv1.Command_Start{Start: &samedealv1.Start{}}})
	return err
}

// Kick has the owner's lobby without that player.
func (c *Client) Kick(ctx context.Context, player string) error {
	_, err := c.do(ctx, &samedealv1.Command{
		Command: &samedealv1.Command_Kick{Kick: &samedealv1.Kick{Player: player}},
	})
	return err
}

// HandOver makes another player the owner.
func (c *Client) HandOver(ctx context.Context, player string) error {
	_, err := c.do(ctx, &samedealv1.Command{
		Command: &samedealv1.Command_HandOver{HandOver: &samedealv1.HandOver{Player: player}},
	})
	return err
}

// Rematch gives the code of the room of the rematch, to be entered like any other.
func (c *Client) Rematch(ctx context.Context, sameDeal bool) (string, error) {
	answer, err := c.do(ctx, &samedealv1.Command{
		Command: &samedealv1.Command_Rematch{Rematch: &samedealv1.Rematch{SameDeal: sameDeal}},
	})
	return answer.GetRoom(), err
}

// do sends a command, for the client's room unless it names one, and waits for its answer. The error is a
// *FaultError if it was not carried out.
func (c *Client) do(ctx context.Context, message *samedealv1.Command) (*samedealv1.Answer, error) {
	waiting, err := c.post(message)
	if err != nil {
		return nil, err
	}
	select {
	case <-waiting.answered:
		return waiting.result, waiting.err
	case <-ctx.Done():
		c.mu.Lock()
		defer c.mu.Unlock()
		c.forgetCommand(waiting)
		return nil, ctx.Err()
	}
}

func (c *Client) post(message *samedealv1.Command) (*command, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return nil, c.err
	}
	c.lastID++
	message.Id = c.lastID
	if message.GetRoom() == "" {
		message.Room = c.room
	}
	// What the room tells may come before the answer.
	if message.GetEnter() != nil {
		c.enterRoom(message.GetRoom(), ErrNoSeat)
	}
	waiting := &command{message: message, answered: make(chan struct{})}
	c.commands = append(c.commands, waiting)
	if c.link != nil {
		c.link.send(commandFrame(message))
	}
	return waiting, nil
}

// answered takes a command's answer in. The lock is held.
func (c *Client) answered(answer *samedealv1.Answer) {
	i := slices.IndexFunc(c.commands, func(w *command) bool { return w.message.GetId() == answer.GetId() })
	if i < 0 {
		return
	}
	waiting := c.commands[i]
	c.forgetCommand(waiting)
	err := faultError(answer.GetFault())
	isStart := waiting.message.GetStart() != nil
	if isStart && waiting.resent && IsFault(err, samedealv1.Reason_REASON_ALREADY_STARTED) {
		err = nil
	}
	hasLeft := waiting.message.GetLeave() != nil && err == nil
	neverCame := waiting.message.GetEnter() != nil && err != nil && c.known.Room == nil
	if (hasLeft || neverCame) && waiting.message.GetRoom() == c.room {
		c.enterRoom("", ErrNoSeat)
	}
	waiting.answer(answer, err)
}

// forgetCommand removes a command that is answered or no longer waited for. The lock is held.
func (c *Client) forgetCommand(done *command) {
	c.commands = slices.DeleteFunc(c.commands, func(w *command) bool { return w == done })
}
