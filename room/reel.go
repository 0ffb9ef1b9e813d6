package room

import (
	"fmt"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// reel is a part of a replay: at most so many steps from one on. They are shown while the game is played:
// later, the seat knows more than its player did then.
type reel struct {
	from, most uint32
	steps      []*samedealv1.ReplayStep
}

// show adds how the seat stands now, if that is in the part.
func (r *reel) show(seat *Seat) {
	if step := seat.Number(); step >= r.from && step-r.from < r.most {
		r.steps = append(r.steps, seat.stand(0).replayStep()) // a step does not say which seat it is of
	}
}

// ReplayGame gives the boards of a game, each as its player saw it then: at most so many steps from one on,
// of which 0 is the start, and how many there are in all. The error names the first word that is none or
// that the rules refuse.
func ReplayGame(race Race, game *samedealv1.Game, from, most uint32) ([]*samedealv1.ReplayStep, uint32, error) {
	part, seat := reel{from: from, most: most}, NewSeat(race)
	part.show(seat)
	for i, word := range game.GetWords() {
		number := uint32(i + 1)
		var atMS uint32
		if i < len(game.GetAtMs()) {
			atMS = game.GetAtMs()[i]
		}
		seat.act(EntryID{}, &samedealv1.SeatEntry{Number: number, AtMs: atMS}, word)
		if seat.Number() != number {
			return nil, 0, fmt.Errorf("word %d, %q: the rules refuse it there", number, word)
		}
		part.show(seat)
	}
	return part.steps, seat.Number() + 1, nil
}
