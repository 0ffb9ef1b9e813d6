package redislog

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/room"
)

// Bell is a room.Bell on one channel.
type Bell struct {
	base
	every time.Duration
}

const codeSeparator = " "

// subscribeEvery is how often a subscription that does not succeed is tried.
const subscribeEvery = 500 * time.Millisecond

// Ring implements room.Bell: one message for all rooms, which begins with who rings.
func (b *Bell) Ring(ctx context.Context, node string, rooms ...room.Code) error {
	if len(rooms) == 0 {
		return nil
	}
	names := make([]string, 1, 1+len(rooms))
	names[0] = node
	for _, code := range rooms {
		names = append(names, string(code))
	}
	if err := b.client.Publish(ctx, b.keys.bell(), strings.Join(names, codeSeparator)).Err(); err != nil {
		return fmt.Errorf("ring the bell in Redis: %w", err)
	}
	return nil
}

// Hear implements room.Bell. It calls heard and lost one at a time, from this goroutine, lost also each time
// that CallEvery has gone by. They may take their time: what is rung for meanwhile is kept, each room
// once, and too many rooms become one call of lost. It returns the context's error, and no other.
func (b *Bell) Hear(ctx context.Context, node string, heard func(room.Code), lost func()) error {
	in := newInbox()
	put := func(message string) {
		from, codes, _ := strings.Cut(message, codeSeparator)
		if from != node {
			in.put(strings.Split(codes, codeSeparator))
		}
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.listen(ctx, put, in.miss)
	}()
	ticker := time.NewTicker(b.every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			<-ended
			return ctx.Err()
		case <-ticker.C:
			lost()
		case <-in.some:
			codes, missed := in.take()
			if missed {
				lost()
			}
			for _, code := range codes {
				heard(code)
			}
		}
	}
}

// listen subscribes again and again until the context is done.
func (b *Bell) listen(ctx context.Context, put func(message string), miss func()) {
	again := time.NewTicker(subscribeEvery)
	defer again.Stop()
	for ctx.Err() == nil {
		if b.subscribe(ctx, put, miss) {
			continue // it had worked, so the next is likely to
		}
		select {
		case <-ctx.Done():
		case <-again.C:
		}
	}
}

// subscribe puts what it hears, as long as the connection is good. It reports whether it ever was.
func (b *Bell) subscribe(ctx context.Context, put func(message string), miss func()) (worked bool) {
	ctx, cancel := context.WithCancel(ctx)
	subscription := b.client.Subscribe(ctx, b.keys.bell())
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		b.keepUp(ctx, subscription)
	}()
	defer func() {
		cancel()
		<-closed
	}()
	for {
		// A connection that is good brings a pong in that time if nothing else.
		message, err := subscription.ReceiveTimeout(ctx, 3*b.every)
		if err != nil {
			return worked
		}
		switch message := message.(type) {
		case *redis.Subscription:
			worked = true
			miss()
		case *redis.Message:
			put(message.Payload)
		}
	}
}

// keepUp pings over a subscription, and closes it when the context is done: nothing else ends a read that
// waits.
func (b *Bell) keepUp(ctx context.Context, subscription *redis.PubSub) {
	defer subscription.Close() //nolint:errcheck // whether it is closed already or not
	ping := time.NewTicker(b.every)
	defer ping.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ping.C:
			_ = subscription.Ping(ctx) // whoever reads sees that it fails
		}
	}
}
