package gateway

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// nameTries is how many Hellos with a name that cannot be shown a connection has.
const nameTries = 4

var errTooManyGuests = errors.New("too many new guests came from this address: try again in a minute")

// greet waits for a Hello, lets its player in and tells them so; it gives who it is and where they were.
// It reports false when the connection is ending.
func (c *session) greet() (room.Visitor, *samedealv1.Position, bool) {
	for range nameTries {
		c.helloBy = time.Now().Add(c.server.config.Times.Hello)
		frame, ok := c.next()
		if !ok {
			return room.Visitor{}, nil, false
		}
		hello := frame.GetHello()
		if hello == nil {
			c.finish(badFrame("the first frame is no hello: want one, with a token or a guest"))
			return room.Visitor{}, nil, false
		}
		who, token, err := c.identify(hello)
		var name *player.NameError
		if errors.As(err, &name) {
			c.badName = name.Error()
			c.Send(answer(0, &samedealv1.Fault{Reason: samedealv1.Reason_REASON_BAD_NAME, Text: c.badName}))
			continue
		}
		if err != nil {
			c.finish(c.refuse(err))
			return room.Visitor{}, nil, false
		}
		c.helloBy = time.Time{}
		c.server.letIn(c, who)
		c.server.crowd.letIn(c, who.ID)
		c.welcome(hello, who, token)
		visitor := room.Visitor{
			Player: room.PlayerID(who.ID),
			Name:   string(who.Name),
			Holder: room.Holder{Tab: string(hello.GetTab()), Attempt: hello.GetAttempt()},
		}
		return visitor, hello.GetResume(), true
	}
	c.finish(&closure{samedealv1.Close_CLOSE_BAD_NAME, c.badName})
	return room.Visitor{}, nil, false
}

// identify finds who a Hello is from, and a new token of theirs.
func (c *session) identify(hello *samedealv1.Hello) (player.Player, string, error) {
	ctx, cancel := context.WithTimeout(c.ctx, c.server.config.Times.Call)
	defer cancel()
	if guest := hello.GetGuest(); guest != nil {
		name, err := player.ParseName(guest.GetName())
		if err != nil {
			return player.Player{}, "", err
		}
		if !c.server.guests.Try(c.address) {
			return player.Player{}, "", errTooManyGuests
		}
		return c.server.config.Guests.New(ctx, name)
	}
	return c.server.config.Guests.Resume(ctx, hello.GetToken())
}

// refuse says how to close a connection whose player may not be in, or not any more.
func (c *session) refuse(err error) *closure {
	var refused player.TokenError
	var banned *player.BanError
	switch {
	case errors.As(err, &banned):
		return &closure{samedealv1.Close_CLOSE_BANNED, banned.Error()}
	case errors.Is(err, errTooManyGuests):
		return &closure{samedealv1.Close_CLOSE_TRY_AGAIN, errTooManyGuests.Error()}
	case !errors.As(err, &refused):
		if c.ctx.Err() == nil {
			c.server.config.Log.Error("nobody can be let in", zap.Error(err))
		}
		return &closure{samedealv1.Close_CLOSE_TRY_AGAIN, "the server cannot tell who this is: connect again"}
	case refused == player.ErrMalformed, refused == player.ErrForged:
		return &closure{samedealv1.Close_CLOSE_BAD_TOKEN, refused.Error()}
	default:
		return &closure{samedealv1.Close_CLOSE_TOKEN_OVER, refused.Error()}
	}
}

// welcome tells the client who it is.
func (c *session) welcome(hello *samedealv1.Hello, who player.Player, token string) {
	config := &c.server.config
	config.Log.Debug("welcome", zap.Stringer("address", c.address), zap.String("player", string(who.ID)),
		zap.String("build", hello.GetBuild()))
	c.Send(&samedealv1.ServerFrame{Frame: &samedealv1.ServerFrame_Welcome{Welcome: &samedealv1.Welcome{
		Player:   string(who.ID),
		Name:     string(who.Name),
		Token:    token,
		NowMs:    config.Now().UnixMilli(),
		Protocol: min(hello.GetProtocol(), newestProtocol),
		Build:    config.Build,
	}}})
}

// resume goes on where the client was, if it was anywhere.
func (c *session) resume(rooms Session, position *samedealv1.Position) {
	switch {
	case position == nil:
	case c.mayAsk(position.GetRoom()):
		c.throttle.free = resendMost
		rooms.Resume(position)
	default:
		told := answer(0, tooManyGuesses())
		told.GetAnswer().Room = position.GetRoom()
		c.Send(told)
	}
}
