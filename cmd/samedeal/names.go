package main

import (
	"context"

	"github.com/samedeal/samedeal/player"
	"github.com/samedeal/samedeal/room"
)

// names is what the rooms' people are called, by the players' records.
type names struct {
	records interface {
		Records(ctx context.Context, ids []player.ID) ([]player.Record, error)
	}
}

// Names implements room.Names.
func (n names) Names(ctx context.Context, players ...room.PlayerID) (map[room.PlayerID]string, error) {
	ids := make([]player.ID, len(players))
	for i, p := range players {
		ids[i] = player.ID(p)
	}
	records, err := n.records.Records(ctx, ids)
	if err != nil {
		return nil, err
	}
	called := make(map[room.PlayerID]string, len(players))
	for i, record := range records {
		if record.Name != "" {
			called[players[i]] = string(record.Name)
		}
	}
	return called, nil
}

// distinct gives names as they are shown together.
func distinct(given []string) []string {
	all := make([]player.Name, len(given))
	for i, name := range given {
		all[i] = player.Name(name)
	}
	shown := make([]string, len(given))
	for i, name := range player.AllDistinct(all) {
		shown[i] = string(name)
	}
	return shown
}
