package client

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Client is a player's connection to the service, made anew whenever it is lost. Its methods may be
// called from any number of goroutines.
type Client struct {
	config   Config
	encoding encoding
	tab      []byte
	cancel   context.CancelFunc
	ended    chan struct{}

	mu      sync.Mutex
	attempt uint32
	token   string
	player  string
	name    string
	link    *link // nil while there is no connection
	room    string
	astray  error // why the room could not be gone on in
	known   known
	outbox  outbox
	// synced: the own seat has been compared with the server's on this connection, or there was nothing to
	// compare. Until then no action is sent.
	synced   bool
	commands []*command
	lastID   uint32
	changed  chan struct{} // closed at the next change
	err      error         // why the client has ended
}

// Dial connects to the service. The context is for that alone; the client lives until Close. It fails if the
// first attempt does, with an *UnreachableError, a *CloseError or, for a name that cannot be shown, a
// *FaultError.
func Dial(ctx context.Context, config Config) (*Client, error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	c := &Client{
		config: config, encoding: encodingOf(config.JSON), tab: make([]byte, 16), ended: make(chan struct{}),
		token: config.Token, known: newKnown(), changed: make(chan struct{}),
	}
	if _, err := rand.Read(c.tab); err != nil {
		return nil, err
	}
	l, err := c.connect(ctx)
	if err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	live, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c.cancel = cancel
	go c.run(live, l)
	return c, nil
}

// Close ends the client and waits for its goroutines. A seat in a race goes on without it.
func (c *Client) Close() error {
	c.cancel()
	<-c.ended
	return nil
}

// Done is closed when the client has ended: closed, or stopped by the server.
func (c *Client) Done() <-chan struct{} { return c.ended }

// Err says why the client has ended, ErrClosed after Close. It is nil while it lives.
func (c *Client) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Player is the player's id, and Name the name that the server knows them by.
func (c *Client) Player() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.player
}

// Name is the player's name.
func (c *Client) Name() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.name
}

// Token is the newest token, by which the player is the same again with another client or over HTTP.
func (c *Client) Token() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.token
}

// State is what the client has been told last of its room.
func (c *Client) State() State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known.snapshot()
}

// Await waits until the state is as wished, and gives it. It fails when the context is done, the client has
// ended, or its room cannot be gone on in.
func (c *Client) Await(ctx context.Context, wished func(State) bool) (State, error) {
	for {
		c.mu.Lock()
		state, changed, err := c.known.snapshot(), c.changed, errors.Join(c.err, c.astray)
		c.mu.Unlock()
		if wished(state) {
			return state, nil
		}
		if err != nil {
			return state, err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return state, ctx.Err()
		}
	}
}

// change has those who await a state look again. The lock is held.
func (c *Client) change() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// Begin plays a word on the own seat without waiting for the answer. Words begun one after another are
// played in this order.
func (c *Client) Begin(word string) (*Pending, error) {
	if word == "" {
		return nil, errors.New("an empty word is no action")
	}
	return c.begin(word)
}

func (c *Client) begin(word string) (*Pending, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.err != nil:
		return nil, c.err
	case c.known.Seat < 0:
		return nil, ErrNoSeat
	}
	p, err := c.outbox.add(word)
	if err != nil {
		return nil, err
	}
	c.sendDue()
	return p, nil
}

// sendDue sends the actions that are to be sent now. The lock is held.
func (c *Client) sendDue() {
	if c.link == nil || !c.synced {
		return
	}
	if due := c.outbox.due(); len(due) > 0 {
		c.link.send(actionFrames(c.room, c.known.Seat, due)...)
	}
}

// Act plays a word on the own seat and waits for the answer. For the errors see Pending.Wait.
func (c *Client) Act(ctx context.Context, word string) (*samedealv1.Acknowledgement, error) {
	p, err := c.Begin(word)
	if err != nil {
		return nil, err
	}
	return p.Wait(ctx)
}

// Resign ends the own seat. A seat that has ended already is as wished.
func (c *Client) Resign(ctx context.Context) error {
	p, err := c.begin("")
	if err != nil {
		return err
	}
	_, err = p.Wait(ctx)
	if IsFault(err, samedealv1.Reason_REASON_SEAT_ENDED) || IsFault(err, samedealv1.Reason_REASON_ROOM_ENDED) {
		return nil
	}
	return err
}

// enterRoom makes a room the client's own, with nothing known of it yet. Actions in the room before fall.
// The lock is held.
func (c *Client) enterRoom(room string, why error) {
	if c.room != room {
		c.known = newKnown()
		c.outbox.forget(0, why)
		c.outbox.lost()
		c.synced = true
	}
	c.room, c.astray = room, nil
}

// fail ends everything that waits. The lock is held.
func (c *Client) fail(why error) {
	c.err = why
	for _, p := range c.outbox.held {
		p.answer(nil, why)
	}
	for _, command := range c.commands {
		command.answer(nil, why)
	}
	c.commands = nil
	c.change()
}
