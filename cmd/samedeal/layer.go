package main

import (
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/gateway"
	"github.com/samedeal/samedeal/room"
)

// A layer is what is put between the parts of a service when it is wired; a field that is nil changes nothing.
// The program has none. Tests put faults there.
type layer struct {
	// client may add hooks to the client of the store.
	client func(redis.UniversalClient)
	// stores gives what the rooms are kept in and told by.
	stores func(room.Config) room.Config
	// now gives the clock by which days begin and end.
	now func(func() time.Time) func() time.Time
	// rooms gives what the gateway hands its clients' frames to.
	rooms func(gateway.Rooms) gateway.Rooms
}

func (l layer) onClient(client redis.UniversalClient) {
	if l.client != nil {
		l.client(client)
	}
}

func (l layer) onStores(config room.Config) room.Config {
	if l.stores == nil {
		return config
	}
	return l.stores(config)
}

func (l layer) onNow(now func() time.Time) func() time.Time {
	if l.now == nil {
		return now
	}
	return l.now(now)
}

func (l layer) onRooms(rooms gateway.Rooms) gateway.Rooms {
	if l.rooms == nil {
		return rooms
	}
	return l.rooms(rooms)
}
