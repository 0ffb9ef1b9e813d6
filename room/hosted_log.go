package room

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"go.uber.org/zap"
	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// marshalEvent gives an event as it is stored.
func marshalEvent(now time.Time, event *samedealv1.RoomEntry) ([]byte, error) {
	event.AtMs = now.UnixMilli()
	data, err := proto.Marshal(event)
	if err != nil {
		return nil, fmt.Errorf("marshalling an event: %w", err)
	}
	return data, nil
}

// marshalEvents gives events as they are stored.
func marshalEvents(now time.Time, events []*samedealv1.RoomEntry) ([][]byte, error) {
	data := make([][]byte, len(events))
	for i, event := range events {
		var err error
		if data[i], err = marshalEvent(now, event); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// foldEvents adds stored events to a room.
func foldEvents(lobby *Lobby, events [][]byte) error {
	for _, data := range events {
		var event samedealv1.RoomEntry
		if err := proto.Unmarshal(data, &event); err != nil {
			return fmt.Errorf("event %d of room %s: %w", lobby.Events()+1, lobby.Code(), err)
		}
		if err := lobby.Add(lobby.Events()+1, &event); err != nil {
			return err
		}
	}
	return nil
}

// fold adds events that are in the room's log.
func (r *hosted) fold(events [][]byte) error {
	if err := foldEvents(r.lobby, events); err != nil {
		return err
	}
	r.events = append(r.events, events...)
	return nil
}

// lastEvent is the log's last event, as it is stored.
func (r *hosted) lastEvent() []byte { return r.events[len(r.events)-1] }

// decide has the room's log go on by what decided says, and tells everybody what is new in it. What
// somebody else has added in between is read first, and it is decided anew.
func (r *hosted) decide(ctx context.Context, decided func(now time.Time) ([]*samedealv1.RoomEntry, error)) error {
	before := r.lobby.Events()
	err := r.tryDecide(ctx, decided)
	if r.lobby.Events() != before {
		r.changed(ctx)
	}
	if r.telling.isNews {
		r.tellEnds(ctx)
	}
	return err
}

func (r *hosted) tryDecide(ctx context.Context, decided func(now time.Time) ([]*samedealv1.RoomEntry, error)) error {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	for {
		now := r.clock.now()
		events, err := decided(now)
		if err != nil || len(events) == 0 {
			return err
		}
		data, err := marshalEvents(now, events)
		if err != nil {
			return err
		}
		before := len(r.events)
		err = r.append(ctx, now, events, data)
		switch {
		case err == nil:
			return nil
		case errors.Is(err, ErrNotWritten):
			return err
		case ctx.Err() != nil:
			return fmt.Errorf("writing the log of room %s: %w", r.code, err)
		case !errors.Is(err, ErrNotAbove):
			pause(ctx)
		}
		if err := r.readEvents(ctx); err != nil {
			return err
		}
		// Those that were written although the store's answer was lost are not to be decided again: who asked would be
		// told that it is too late for what they have done.
		if after := r.events[before:]; len(after) >= len(data) && slices.EqualFunc(after[:len(data)], data, bytes.Equal) {
			return nil
		}
	}
}

// append adds events to the room's log, one after the other; data are these as they are stored.
func (r *hosted) append(ctx context.Context, now time.Time, events []*samedealv1.RoomEntry, data [][]byte) error {
	for i, event := range events {
		if event.GetSeatEnded() != nil {
			if err := r.dueSoon(ctx); err != nil {
				return err
			}
			r.telling.isNews = true // even if it is not known to be noted
		}
		err := r.hub.config.Events.AppendEvent(ctx, r.code, r.lobby.Events()+1, data[i], r.lastEvent(), r.expires(now, event))
		if err == nil {
			err = r.fold(data[i : i+1])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// expires is when the room's keys go, once this event is in its log.
func (r *hosted) expires(now time.Time, event *samedealv1.RoomEntry) time.Time {
	return expiresWith(r.lobby, now, event, r.hub.config.Retention)
}

func expiresWith(l *Lobby, now time.Time, event *samedealv1.RoomEntry, retention time.Duration) time.Time {
	start, fixed := l.Start()
	if started := event.GetStarted(); started != nil {
		start, fixed = time.UnixMilli(started.GetStartMs()), true
	}
	switch {
	case event.GetEnded() != nil, event.GetCancelled() != nil:
		return now.Add(retention)
	case event.GetRematchMade() != nil:
		return l.endedAt.Add(retention) // as the seats do, without which the log is of no use
	case fixed:
		return start.Add(time.Duration(l.Race().LimitMS)*time.Millisecond + unfinished)
	default:
		return now.Add(unfinished)
	}
}

// readEvents folds what others have added to the room's log.
func (r *hosted) readEvents(ctx context.Context) error {
	events, err := r.hub.config.Events.Events(ctx, r.code, uint64(len(r.events)))
	if err != nil {
		return fmt.Errorf("reading the log of room %s: %w", r.code, err)
	}
	if len(events) == 0 || !bytes.Equal(events[0], r.lastEvent()) {
		return r.restore(ctx)
	}
	return r.fold(events[1:])
}

var errOtherRoom = errors.New("the store has another log of the room, which counts")

// restore is for a store that has come back with another log of the room. What that lacks of this one is
// written again. If it has taken another course, or has expired, the room ends here: all connections are
// sent to connect again, which begins it anew from the log that there is.
func (r *hosted) restore(ctx context.Context) error {
	stored, err := r.hub.config.Events.Events(ctx, r.code, 1)
	if err != nil {
		return fmt.Errorf("reading the log of room %s: %w", r.code, err)
	}
	n := len(stored)
	both := min(n, len(r.events))
	switch {
	case !slices.EqualFunc(stored[:both], r.events[:both], bytes.Equal), n == 0 && r.hasExpired():
		r.stop()
		return errOtherRoom
	case n >= len(r.events): // another node has been faster
		return r.fold(stored[both:])
	}
	r.log.Warn("the store has forgotten events of the room", zap.Int("had", len(r.events)), zap.Int("has", n))
	for ; n < len(r.events); n++ {
		if err := r.writeAgain(ctx, n); err != nil {
			return fmt.Errorf("writing event %d of room %s again: %w", n+1, r.code, err)
		}
	}
	return r.hub.config.Schedule.Set(ctx, r.code, r.clock.now().Add(grace)) // that may be forgotten, too
}

// writeAgain writes the event behind the first n, as it was. It expires as if it were new.
func (r *hosted) writeAgain(ctx context.Context, n int) error {
	var event samedealv1.RoomEntry
	if err := proto.Unmarshal(r.events[n], &event); err != nil {
		return err
	}
	var last []byte
	if n > 0 {
		last = r.events[n-1]
	}
	return r.hub.config.Events.AppendEvent(ctx, r.code, uint64(n+1), r.events[n], last, r.expires(r.clock.now(), &event))
}

// hasExpired reports whether the room's keys have gone because their time had come.
func (r *hosted) hasExpired() bool {
	var last samedealv1.RoomEntry
	if err := proto.Unmarshal(r.lastEvent(), &last); err != nil {
		return true
	}
	return r.clock.now().After(r.expires(time.UnixMilli(last.GetAtMs()), &last))
}
