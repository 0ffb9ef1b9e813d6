package redislog_test

import (
	"context"
	"errors"
	"testing"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/cmd/redistest"
	"github.com/samedeal/samedeal/room"
)

// A slot that moves to another master is found again, and the connection there is another.
func TestASeatThatMovesToAnotherMaster(t *testing.T) {
	client := redistest.Cluster(t)
	s := open(t, patient(client, ""))
	seat := room.SeatID{Room: "BCDFGH"}
	before := mustAppend(t, s, seat, 0)
	moveEmptySlot(t, client, "{r:BCDFGH}:seat:0:log")
	e := room.Entry{ID: room.EntryID{Epoch: 2}, Data: []byte("claim")}
	_, err := s.Seats.Append(t.Context(), seat, e, inAnHour())
	if !errors.Is(err, room.ErrNotWritten) {
		t.Fatalf("where the seat was: %v, want ErrNotWritten", err)
	}
	await(t, "the seat is found", func() bool {
		after, err := s.Seats.Append(t.Context(), seat, e, inAnHour())
		if err == nil && after.Connection == before.Connection {
			t.Error("the connection is still the one to the former master")
		}
		return err == nil
	})
	if err := s.Events.AppendEvent(t.Context(), "BCDFGH", 1, []byte("created"), nil, inAnHour()); err != nil {
		t.Errorf("an event: %v", err)
	}
}

// moveEmptySlot gives a key's slot to another master, after deleting the key.
func moveEmptySlot(t *testing.T, client *redis.ClusterClient, key string) {
	t.Helper()
	ctx := t.Context()
	slot := client.ClusterKeySlot(ctx, key).Val()
	from, err := client.MasterForKey(ctx, key)
	if err != nil {
		t.Fatal(err)
	}
	to := ""
	for _, other := range []string{"a", "b", "c", "d", "e", "f"} {
		if master, err := client.MasterForKey(ctx, other); err == nil && master != from {
			if to, err = master.ClusterMyID(ctx).Result(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := client.Del(ctx, key).Err(); err != nil {
		t.Fatal(err)
	}
	err = client.ForEachMaster(ctx, func(ctx context.Context, master *redis.Client) error {
		return master.Do(ctx, "CLUSTER", "SETSLOT", slot, "NODE", to).Err()
	})
	if err != nil {
		t.Fatal(err)
	}
}
