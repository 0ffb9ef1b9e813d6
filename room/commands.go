package room

import (
	"context"
	"errors"
	"time"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// command carries out a command of somebody connected here; of a rematch it gives the new room.
func (r *hosted) command(ctx context.Context, s *Session, c *samedealv1.Command) (Code, error) {
	player := s.visitor.Player
	switch command := c.GetCommand().(type) {
	case *samedealv1.Command_Enter:
		return "", r.enter(ctx, s, command.Enter.GetWatch())
	case *samedealv1.Command_Leave:
		return "", r.leave(ctx, s)
	case *samedealv1.Command_Ready:
		return "", r.decide(ctx, func(now time.Time) ([]*samedealv1.RoomEntry, error) {
			return r.lobby.SetReady(now, player, command.Ready.GetReady())
		})
	case *samedealv1.Command_Start:
		return "", r.decide(ctx, func(now time.Time) ([]*samedealv1.RoomEntry, error) {
			return r.lobby.StartCountdown(now, player)
		})
	case *samedealv1.Command_Kick:
		return "", r.decide(ctx, func(now time.Time) ([]*samedealv1.RoomEntry, error) {
			return r.lobby.Kick(now, player, PlayerID(command.Kick.GetPlayer()))
		})
	case *samedealv1.Command_HandOver:
		return "", r.decide(ctx, func(now time.Time) ([]*samedealv1.RoomEntry, error) {
			return r.lobby.HandOver(now, player, PlayerID(command.HandOver.GetPlayer()))
		})
	case *samedealv1.Command_Rematch:
		return r.rematch(ctx, player, command.Rematch.GetSameDeal())
	default:
		return "", NewFault(samedealv1.Reason_REASON_BAD_FIELD, "the command is missing, or newer than this server")
	}
}

func (r *hosted) leave(ctx context.Context, s *Session) error {
	err := r.decide(ctx, func(now time.Time) ([]*samedealv1.RoomEntry, error) {
		return r.lobby.Leave(now, s.visitor.Player)
	})
	if err != nil {
		return err
	}
	r.gone(ctx, s.conn)
	return r.endIfOver(ctx)
}

// rematch gives the room of the rematch, made by whoever asked first.
func (r *hosted) rematch(ctx context.Context, player PlayerID, sameDeal bool) (Code, error) {
	fresh, err := r.hub.config.Directory.NewCode(ctx)
	if err != nil {
		return "", err
	}
	var drawn Drawn // once, however often it is decided
	draw := func(options *samedealv1.RoomOptions) (_ Drawn, err error) {
		if !isDeal(drawn.Code) {
			drawn, err = r.hub.draw(ctx, options)
		}
		return drawn, err
	}
	err = r.decide(ctx, func(now time.Time) ([]*samedealv1.RoomEntry, error) {
		return r.lobby.MakeRematch(now, player, sameDeal, fresh, draw)
	})
	if err != nil {
		return "", err
	}
	made := r.lobby.Rematch()
	code := Code(made.GetRoom())
	if err := r.hub.create(ctx, code, made.GetCreated()); err != nil && !errors.Is(err, ErrNotAbove) {
		return "", err
	}
	return code, r.hub.list(ctx, code, made.GetCreated().GetOptions())
}

// endIfOver ends the room when its last seat has ended.
func (r *hosted) endIfOver(ctx context.Context) error {
	err := r.decide(ctx, func(now time.Time) ([]*samedealv1.RoomEntry, error) { return r.lobby.EndIfOver(now) })
	if err != nil || !r.lobby.isOver() {
		return err
	}
	return r.schedule(ctx, r.telling.due)
}
