package main

import (
	"context"
	"fmt"
	"time"

	"github.com/samedeal/samedeal/cmd/client"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// watchPatience is how long after the end the watcher may wait for the last boards.
const watchPatience = 5 * time.Second

// checkWatcher says which seats' boards the watcher was not shown up to their results.
func (r *botRace) checkWatcher(ctx context.Context, ended *samedealv1.Room) []string {
	if r.watcher == nil {
		return nil
	}
	short, cancel := context.WithTimeout(ctx, watchPatience)
	defer cancel()
	state, err := r.watcher.Await(short, func(s client.State) bool { return len(unseen(ended, s)) == 0 })
	if err == nil {
		return nil
	}
	return unseen(ended, state)
}

// unseen says of which seats a watcher's board is not the last one.
func unseen(ended *samedealv1.Room, s client.State) []string {
	var missing []string
	for i, seat := range ended.GetSeats() {
		board, result := s.Boards[i].GetBoard(), seat.GetResult()
		switch {
		case board == nil:
			missing = append(missing, seatText(i, seat)+": the watcher was shown no board")
		case board.GetScore() != result.GetScore() || board.GetMoves() != result.GetMoves():
			missing = append(missing, fmt.Sprintf("%s: the watcher's last board has score %d and %d moves; the result %d and %d",
				seatText(i, seat), board.GetScore(), board.GetMoves(), result.GetScore(), result.GetMoves()))
		}
	}
	return missing
}
