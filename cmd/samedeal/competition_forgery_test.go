package main

import (
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// deleteRooms deletes all that Redis has of rooms.
func (d *playedDay) deleteRooms() {
	d.t.Helper()
	ctx, redis, deleted := d.t.Context(), d.redis.Client(), 0
	for keys := redis.Scan(ctx, 0, "*", 1000).Iterator(); keys.Next(ctx); {
		if key := keys.Val(); strings.HasPrefix(key, "{r:") || strings.HasPrefix(key, "rooms:") {
			if err := redis.Del(ctx, key).Err(); err != nil {
				d.t.Fatal(err)
			}
			deleted++
		}
	}
	if deleted < len(d.people) {
		d.t.Fatalf("only %d keys of rooms were deleted", deleted)
	}
}

// forge changes a message that a hash of a board has in Redis.
func (d *playedDay) forge(board, hash, player string, change func(*samedealv1.StoredRow)) {
	d.t.Helper()
	key := "{b:" + board + "}:" + hash
	text, err := d.redis.Client().HGet(d.t.Context(), key, player).Bytes()
	var row samedealv1.StoredRow
	if err == nil {
		err = proto.Unmarshal(text, &row)
	}
	if err != nil {
		d.t.Fatalf("%s: %v", key, err)
	}
	change(&row)
	if text, err = proto.Marshal(&row); err == nil {
		err = d.redis.Client().HSet(d.t.Context(), key, player, text).Err()
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// forgery is a change of one row, and what is said of it.
type forgery struct {
	what, kind, hash string
	change           func(*samedealv1.StoredRow)
	refused          string
	recomputed       string
	takenOff         bool
}

// endSooner has a game have been won a millisecond sooner, with all words of that moment: times never go backwards.
func endSooner(r *samedealv1.StoredRow) {
	times := r.Game.AtMs
	end := times[len(times)-1]
	for i := len(times) - 1; i >= 0 && times[i] == end; i-- {
		times[i]--
	}
}

// checkForgeries changes a winner's row on one board after another. verify names the row; recompute takes a game off
// that does not replay, or is none of the board's, and gives back what another was worth.
func (d *playedDay) checkForgeries(at *service, boards []modelBoard) {
	d.t.Helper()
	cheat := d.people[8]
	takenOff := ", 1 taken off because the game does not replay, or is none of the board's:\n  " + cheat.Player()
	for _, f := range []forgery{
		{
			"a word", "daily/", "games", func(r *samedealv1.StoredRow) { r.Game.Words[len(r.Game.Words)/2] = "11" },
			": word ", takenOff, true,
		},
		{
			"a time", "month/", "games", endSooner,
			"its result is ", ", 1 mended", false,
		},
		{
			"a better result", "all/", "rows", func(r *samedealv1.StoredRow) { r.Result.Score += 5 },
			"its result is ", ", 1 mended", false,
		},
		{
			"another day", "week/", "rows", func(r *samedealv1.StoredRow) { r.StartMs -= 14 * 24 * time.Hour.Milliseconds() },
			"it began on ", takenOff, true,
		},
	} {
		i := slices.IndexFunc(boards, func(b modelBoard) bool { return strings.HasPrefix(b.id, f.kind) })
		d.checkForgery(at, cheat, boards[i], f)
	}
}

func (d *playedDay) checkForgery(at *service, cheat *entrant, board modelBoard, f forgery) {
	d.t.Helper()
	d.forge(board.id, f.hash, cheat.Player(), f.change)
	told, ok := runs("verify", "--board", board.id, "--server", at.publicURL)
	if ok || !strings.Contains(told, "player "+cheat.Player()+": ") || !strings.Contains(told, f.refused) {
		d.t.Errorf("%s on %s: verify says %t: %s", f.what, board.id, ok, told)
	}
	for _, e := range d.people {
		if e != cheat && strings.Contains(told, "player "+e.Player()+": ") {
			d.t.Errorf("%s on %s: verify names %s: %s", f.what, board.id, e.Name(), told)
		}
	}
	told, ok = runs("admin", "recompute", board.id, "--server", at.adminURL)
	if !ok || !strings.Contains(told, f.recomputed) {
		d.t.Errorf("%s on %s: recompute says %t: %s", f.what, board.id, ok, told)
	}
	told, ok = runs("verify", "--board", board.id, "--server", at.publicURL)
	if !ok {
		d.t.Errorf("%s on %s, recomputed: %s", f.what, board.id, told)
	}
	shown := ask(d.t, boardService(at).GetBoard, &samedealv1.GetBoardRequest{Board: board.id, Part: samedealv1.BoardPart_BOARD_PART_PAGE})
	if isThere := boardRowOf(shown.GetRows(), cheat.Player()) != nil; isThere == f.takenOff {
		d.t.Errorf("%s on %s, recomputed: there is %v", f.what, board.id, shown)
	}
}
