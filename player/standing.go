package player

import (
	"context"
	"time"
)

// ChangeLife is how long a change of a player's standing is told: long enough for every node to ask many
// times, and for their clocks to differ by half of it.
const ChangeLife = time.Minute

// Changes tells nodes whose connections to look at, on the terms of a Store. What a node misses it
// finds out all the same when it looks at all of its players' records, so that no promise hangs on it.
type Changes interface {
	// NoteChange notes at that time that a player's standing changes.
	NoteChange(ctx context.Context, id ID, at time.Time) error
	// Changed gives the players noted in the last ChangeLife, or the last so many of a great many.
	Changed(ctx context.Context) ([]ID, error)
	// Records gives players' records in their order, without remembering them for longer; a zero Record
	// for one who has no name.
	Records(ctx context.Context, ids []ID) ([]Record, error)
}

// Standing says whether players who were let in may still be, for whoever holds their connections.
type Standing struct {
	changes Changes
	now     func() time.Time
}

// NewStanding gives the standing of a store's players.
func NewStanding(changes Changes, now func() time.Time) *Standing { return &Standing{changes, now} }

// Changed gives the players whose standing has changed in the last ChangeLife. Whoever asks more often
// than that misses none, but in a store's failure.
func (s *Standing) Changed(ctx context.Context) ([]ID, error) { return s.changes.Changed(ctx) }

// Check says of each of these players why they may not be in any more, nil if they may: a TokenError or
// a *BanError.
func (s *Standing) Check(ctx context.Context, players []Player) ([]error, error) {
	ids := make([]ID, len(players))
	for i, p := range players {
		ids[i] = p.ID
	}
	records, err := s.changes.Records(ctx, ids)
	if err != nil {
		return nil, err
	}
	refused := make([]error, len(players))
	for i, record := range records {
		refused[i] = record.refuse(players[i].Generation, s.now())
	}
	return refused, nil
}
