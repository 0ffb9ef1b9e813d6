package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/zap"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	"github.com/samedeal/samedeal/leaderboard/daily/redisdaily"
	"github.com/samedeal/samedeal/leaderboard/redisboard"
	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// competition is the leaderboards and the daily challenge, and what ties them to the rooms and the players.
type competition struct {
	boards  *leaderboard.Boards
	dailies *daily.Challenges
	players player.Changes
	log     *zap.Logger
	// hub is nil until the rooms are there, which are told of this first.
	hub atomic.Pointer[room.Hub]
}

func openCompetition(
	c serveCommand, client redis.UniversalClient, players player.Changes, log *zap.Logger, between layer,
) (*competition, error) {
	variants, err := parseVariants(c.Daily)
	if err != nil {
		return nil, err
	}
	k := &competition{players: players, log: log}
	now := between.onNow(k.now)
	k.boards = leaderboard.NewBoards(leaderboard.Config{Store: redisboard.New(client, c.RedisPrefix), Now: now})
	k.dailies, err = daily.New(daily.Config{
		Secret: []byte(c.DailySecret), Variants: variants, Store: redisdaily.New(client, c.RedisPrefix),
		Boards: k.boards, Rooms: k, Now: now, Log: log,
	})
	if err != nil {
		return nil, usageError(err.Error())
	}
	return k, nil
}

// parseVariants reads variants with commas between; none is no error.
func parseVariants(text string) ([]*engine.Variant, error) {
	variants := []*engine.Variant{}
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		v, err := engine.ParseVariant(part)
		if err != nil {
			return nil, usageError(fmt.Sprintf("--daily: %s", err))
		}
		variants = append(variants, v)
	}
	return variants, nil
}

// now is the clock by which races start.
func (k *competition) now() time.Time {
	if hub := k.hub.Load(); hub != nil {
		return hub.Now()
	}
	return time.Now()
}

// rooms are the rooms once they are there.
func (k *competition) rooms() (*room.Hub, error) {
	if hub := k.hub.Load(); hub != nil {
		return hub, nil
	}
	return nil, errors.New("the rooms are not there yet")
}

// NewCode gives a room's code that no other has.
func (k *competition) NewCode(ctx context.Context) (string, error) {
	hub, err := k.rooms()
	if err != nil {
		return "", err
	}
	code, err := hub.NewCode(ctx)
	return string(code), err
}

// Arrange opens the room of an attempt at a daily challenge, or of practice.
func (k *competition) Arrange(ctx context.Context, code string, a daily.Arranged) error {
	hub, err := k.rooms()
	if err != nil {
		return err
	}
	return hub.Arrange(ctx, room.Code(code), room.Arranged{
		Deal: a.Deal, Salt: a.Salt, Winnable: true, Minutes: a.Minutes, Ranking: a.Ranking,
		Players: []room.PlayerID{room.PlayerID(a.Player)}, Daily: a.Daily,
	})
}

// Ended reports whether a player has ended their attempt at a daily challenge.
func (k *competition) Ended(ctx context.Context, p room.PlayerID, of *samedealv1.DailyRoom, variant string) (bool, error) {
	return k.dailies.Ended(ctx, leaderboard.Player(p), of.GetDate(), variant)
}

// SeatEnded has a result ranked. Practice counts nowhere, nor does what is left of players who have gone.
func (k *competition) SeatEnded(ctx context.Context, ended room.EndedSeat) error {
	if ended.Daily.GetPractice() {
		return nil
	}
	known, err := k.players.Records(ctx, []player.ID{player.ID(ended.Player)})
	if err != nil || known[0].Name == "" {
		return err
	}
	finished := leaderboard.Finished{
		Player: leaderboard.Player(ended.Player), Sealed: ended.Sealed,
		Row: &samedealv1.StoredRow{
			Deal: ended.Deal.String(), Game: ended.Game, Result: ended.Result,
			StartMs: ended.Start.UnixMilli(), LimitMs: ended.LimitMS,
			Room: string(ended.ID.Room), Seat: uint32(ended.ID.Seat),
			KnownDeal: !ended.Sealed, Daily: ended.Daily.GetDate(),
		},
	}
	err = k.boards.Record(ctx, finished)
	var row *leaderboard.RowError
	var number *leaderboard.RangeError
	switch {
	case errors.As(err, &row), errors.As(err, &number):
		// Told again, the boards would say the same.
		k.log.Error("a result cannot be ranked",
			zap.String("room", string(ended.ID.Room)), zap.Int("seat", ended.ID.Seat), zap.Error(err))
		return nil
	case err != nil && !errors.Is(err, leaderboard.ErrVoid) && !errors.Is(err, leaderboard.ErrRemoved):
		return err
	}
	return k.dailies.Record(ctx, finished)
}

// forget takes a player off the boards. The days go first: sums are made of them.
func (k *competition) forget(ctx context.Context, id player.ID) error {
	if err := k.dailies.RemovePlayer(ctx, leaderboard.Player(id)); err != nil {
		return err
	}
	_, err := k.boards.RemovePlayer(ctx, leaderboard.Player(id))
	return err
}
