// Package redisboard keeps leaderboards in Redis: it is the leaderboard.Store of every real service, and of
// the embedded one. The file keys.go names what it keeps there. Each method that names a board is one Lua
// script over the keys of that board, so that it is one step and of one instant: board.lua and kept.lua
// are the beginnings that scripts share. Numbers go in and out of them as text; keys, being whole and below
// 2^53, are exact in the doubles of Lua and of sorted sets.
//
// The client may repeat a command whose answer was lost: every script may run again. Those that only read
// are run as such.
package redisboard

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// A Store is a leaderboard.Store on Redis.
type Store struct {
	client redis.UniversalClient
	keys   keys
}

// New gives a store on that client, which stays the caller's to close. All its keys begin with the
// prefix, so that several services may share one Redis; it may be empty.
func New(client redis.UniversalClient, prefix string) *Store {
	return &Store{client: client, keys: keys{prefix: prefix}}
}

// What the scripts answer to a submission.
const (
	saidFirst   = "first"
	saidVoid    = "void"
	saidRemoved = "removed"
)

// Submit implements leaderboard.Rows.
func (s *Store) Submit(ctx context.Context, b leaderboard.Board, sub leaderboard.Submission, until time.Time) (bool, error) {
	args, err := submitArgs(b, sub, until)
	if err != nil {
		return false, err
	}
	said, err := submit.Run(ctx, s.client, s.keys.all(b), args...).Text()
	switch {
	case err != nil:
		return false, fmt.Errorf("submit a game in Redis: %w", err)
	case said == saidVoid:
		return false, leaderboard.ErrVoid
	case said == saidRemoved:
		return false, leaderboard.ErrRemoved
	}
	return said == saidFirst, nil
}

func submitArgs(b leaderboard.Board, sub leaderboard.Submission, until time.Time) ([]any, error) {
	row, game, err := writeRow(sub.Row)
	if err != nil {
		return nil, err
	}
	addition, err := proto.Marshal(&samedealv1.StoredRow{KnownDeal: true})
	if err != nil {
		return nil, fmt.Errorf("write a row: %w", err)
	}
	var id, attempt string
	if b.Kind() == leaderboard.Deal {
		id = sub.Row.GetRoom() + " " + strconv.FormatUint(uint64(sub.Row.GetSeat()), 10)
		attempt = sub.Row.GetDaily()
	}
	return []any{
		string(sub.Player), sub.Keys.ScoreAndTime, sub.Keys.FirstHome, row, game, sub.Row.GetStartMs(), id, addition, attempt,
		until.UnixMilli(),
	}, nil
}

// SubmitTotal implements leaderboard.Rows.
func (s *Store) SubmitTotal(ctx context.Context, b leaderboard.Board, sub leaderboard.TotalSubmission, until time.Time) error {
	var total []byte
	if sub.Total.GetTotal().GetDays() > 0 {
		var err error
		if total, err = proto.Marshal(sub.Total); err != nil {
			return fmt.Errorf("write a total: %w", err)
		}
	}
	said, err := submitTotal.Run(ctx, s.client, s.keys.all(b), string(sub.Player), sub.Keys.ScoreAndTime, sub.Keys.FirstHome,
		total, fmt.Sprintf("%020d", sub.Total.GetVersion()), until.UnixMilli()).Text()
	switch {
	case err != nil:
		return fmt.Errorf("submit a total in Redis: %w", err)
	case said == saidVoid:
		return leaderboard.ErrVoid
	}
	return nil
}

// TakeOff implements leaderboard.Moderation.
func (s *Store) TakeOff(ctx context.Context, b leaderboard.Board, player leaderboard.Player, at, until time.Time) (bool, error) {
	had, err := takeOff.Run(ctx, s.client, s.keys.all(b), string(player), at.UnixMilli(), until.UnixMilli()).Bool()
	if err != nil {
		return false, fmt.Errorf("take a player off in Redis: %w", err)
	}
	return had, nil
}

// Void implements leaderboard.Moderation.
func (s *Store) Void(ctx context.Context, b leaderboard.Board, until time.Time) ([]leaderboard.Voided, error) {
	flat, err := voidAll.Run(ctx, s.client, s.keys.all(b), until.UnixMilli()).StringSlice()
	if err != nil {
		return nil, fmt.Errorf("void a board in Redis: %w", err)
	}
	var voided []leaderboard.Voided
	for i := 0; i+1 < len(flat); i += 2 {
		v := leaderboard.Voided{Player: leaderboard.Player(flat[i])}
		if v.Player == "" {
			continue
		}
		// Of who was settled there is no row any more.
		if text := flat[i+1]; !b.IsOfSums() && text != "" {
			if v.Row, err = readRow(text, ""); err != nil {
				return nil, err
			}
		}
		voided = append(voided, v)
	}
	return voided, nil
}

// Settle implements leaderboard.Moderation.
func (s *Store) Settle(ctx context.Context, b leaderboard.Board, player leaderboard.Player) error {
	return wrapped("settle a player in Redis", settle.Run(ctx, s.client, s.keys.all(b), string(player)).Err())
}

// IsVoid implements leaderboard.Moderation.
func (s *Store) IsVoid(ctx context.Context, b leaderboard.Board) (bool, error) {
	n, err := s.client.Exists(ctx, s.keys.board(b, nameVoid)).Result()
	return n > 0, wrapped("ask whether a board is void, in Redis", err)
}

func wrapped(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}
