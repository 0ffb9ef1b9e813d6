package redisboard

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/leaderboard"
)

// scanAtOnce is about how many players are read at a time.
const scanAtOnce = 1000

// Players implements leaderboard.Repair.
func (s *Store) Players(ctx context.Context, b leaderboard.Board) ([]leaderboard.Player, error) {
	found := map[leaderboard.Player]bool{}
	for _, name := range []string{nameScore, nameFirst} {
		players := s.client.ZScan(ctx, s.keys.board(b, name), 0, "", scanAtOnce).Iterator()
		for isPlayer := true; players.Next(ctx); isPlayer = !isPlayer {
			// Each player is followed by the key.
			if isPlayer {
				found[leaderboard.Player(players.Val())] = true
			}
		}
		if err := players.Err(); err != nil {
			return nil, fmt.Errorf("list the players of a board in Redis: %w", err)
		}
	}
	all := make([]leaderboard.Player, 0, len(found))
	for p := range found {
		all = append(all, p)
	}
	return all, nil
}

// loaded is how many texts load.lua returns.
const loaded = 7

// Load implements leaderboard.Repair.
func (s *Store) Load(ctx context.Context, b leaderboard.Board, player leaderboard.Player) (leaderboard.Kept, error) {
	texts, err := load.RunRO(ctx, s.client, s.keys.all(b), string(player)).StringSlice()
	if err == nil && len(texts) != loaded {
		err = fmt.Errorf("the answer has %d parts; want %d", len(texts), loaded)
	}
	if err != nil {
		return leaderboard.Kept{}, fmt.Errorf("load a row in Redis: %w", err)
	}
	row, game := texts[2], texts[3]
	kept := leaderboard.Kept{ScoreAndTime: keptRow(b, texts[0], row, game), Stamp: texts[6]}
	if texts[4] != "" {
		row, game = texts[4], texts[5]
	}
	kept.FirstHome = keptRow(b, texts[1], row, game)
	return kept, nil
}

// keptRow reads a row as it is; nil if there is no key. What cannot be read is left out.
func keptRow(b leaderboard.Board, score, row, game string) *leaderboard.KeptRow {
	if score == "" {
		return nil
	}
	kept := &leaderboard.KeptRow{}
	kept.Key, _ = readKey(score)
	if b.IsOfSums() {
		kept.Total, _ = readTotal(row)
	} else {
		kept.Row, _ = readRow(row, game)
	}
	return kept
}

// Replace implements leaderboard.Repair.
func (s *Store) Replace(
	ctx context.Context, b leaderboard.Board, player leaderboard.Player, old, with leaderboard.Kept, until time.Time,
) (bool, error) {
	texts, err := keptTexts(with)
	if err != nil {
		return false, err
	}
	args := append(append([]any{string(player), old.Stamp}, texts...), until.UnixMilli())
	done, err := replace.Run(ctx, s.client, s.keys.all(b), args...).Bool()
	if err != nil {
		return false, fmt.Errorf("replace a row in Redis: %w", err)
	}
	return done, nil
}

// keptTexts writes what is kept as load.lua gives it, but for the stamp.
func keptTexts(k leaderboard.Kept) ([]any, error) {
	texts := []any{"", "", "", "", "", ""}
	if k.ScoreAndTime == nil || k.FirstHome == nil {
		return texts, nil
	}
	texts[0], texts[1] = k.ScoreAndTime.Key, k.FirstHome.Key
	if k.ScoreAndTime.Total != nil {
		total, err := proto.Marshal(k.ScoreAndTime.Total)
		texts[2] = total
		return texts, wrapped("write a total", err)
	}
	for at, row := range map[int]*leaderboard.KeptRow{2: k.ScoreAndTime, 4: k.FirstHome} {
		if at == 4 && proto.Equal(row.Row, k.ScoreAndTime.Row) {
			continue
		}
		summary, game, err := writeRow(row.Row)
		if err != nil {
			return nil, err
		}
		texts[at], texts[at+1] = summary, game
	}
	return texts, nil
}
