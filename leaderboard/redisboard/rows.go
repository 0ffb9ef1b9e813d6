package redisboard

import (
	"fmt"

	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// writeRow writes a row as the two parts in which it is kept: what most views need, and the game, by far
// the longer.
func writeRow(whole *samedealv1.StoredRow) (row, game []byte, err error) {
	rest := &samedealv1.StoredRow{}
	proto.Merge(rest, whole)
	rest.Game = nil
	if row, err = proto.Marshal(rest); err == nil {
		game, err = proto.Marshal(&samedealv1.StoredRow{Game: whole.GetGame()})
	}
	if err != nil {
		return nil, nil, fmt.Errorf("write a row: %w", err)
	}
	return row, game, nil
}

// readRow reads a row from its parts. Messages written one after the other read as one; game may be
// empty for a row without it.
func readRow(row, game string) (*samedealv1.StoredRow, error) {
	var whole samedealv1.StoredRow
	if row == "" {
		return nil, fmt.Errorf("read a row in Redis: there is none where the ranking has one")
	}
	if err := proto.Unmarshal([]byte(row+game), &whole); err != nil {
		return nil, fmt.Errorf("read a row in Redis: %w", err)
	}
	return &whole, nil
}

func readTotal(text string) (*samedealv1.StoredTotal, error) {
	var total samedealv1.StoredTotal
	if text == "" {
		return nil, fmt.Errorf("read a total in Redis: there is none where the ranking has one")
	}
	if err := proto.Unmarshal([]byte(text), &total); err != nil {
		return nil, fmt.Errorf("read a total in Redis: %w", err)
	}
	return &total, nil
}
