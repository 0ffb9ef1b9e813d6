package redisplayer

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/samedeal/samedeal/player"
)

// report is a player.Report as it is kept.
type report struct {
	AtMs       int64             `json:"at_ms"`
	By         player.ID         `json:"by"`
	Player     player.ID         `json:"player"`
	NameInRoom string            `json:"name"`
	Room       string            `json:"room"`
	Kind       player.ReportKind `json:"kind"`
	Text       string            `json:"text,omitempty"`
	Done       bool              `json:"done,omitempty"`
}

func marshalReport(r player.Report) (string, error) {
	data, err := json.Marshal(report{r.At.UnixMilli(), r.By, r.Player, r.NameInRoom, r.Room, r.Kind, r.Text, r.Done})
	return string(data), err
}

// CountReport implements player.Reports.
func (s *Store) CountReport(ctx context.Context, by player.ID, until time.Time) (int, error) {
	count, err := countReport.Run(ctx, s.client, []string{s.keys.reported(by)}, until.UnixMilli()).Int()
	if err != nil {
		return 0, fmt.Errorf("count a report in Redis: %w", err)
	}
	return count, nil
}

// AddReport implements player.Reports.
func (s *Store) AddReport(ctx context.Context, r player.Report) error {
	member, err := marshalReport(r)
	if err != nil {
		return err
	}
	key := s.keys.reports()
	_, err = s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.ZAdd(ctx, key, redis.Z{Score: float64(r.At.UnixMilli()), Member: member})
		tx.ZRemRangeByScore(ctx, key, "-inf", "("+millis(r.At.Add(-player.ReportLife)))
		tx.ZRemRangeByRank(ctx, key, 0, -player.ReportsKept-1)
		tx.PExpireAt(ctx, key, r.At.Add(player.ReportLife))
		return nil
	})
	if err != nil {
		return fmt.Errorf("add a report in Redis: %w", err)
	}
	return nil
}

// Reports implements player.Reports.
func (s *Store) Reports(ctx context.Context, after time.Time, most int) ([]player.Report, error) {
	key := s.keys.reports()
	var found *redis.StringSliceCmd
	_, err := s.client.TxPipelined(ctx, func(tx redis.Pipeliner) error {
		tx.ZRemRangeByScore(ctx, key, "-inf", millis(after))
		found = tx.ZRevRange(ctx, key, 0, int64(most)-1)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the reports from Redis: %w", err)
	}
	reports := make([]player.Report, len(found.Val()))
	for i, text := range found.Val() {
		var r report
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			return nil, fmt.Errorf("read a report in Redis: %w", err)
		}
		reports[i] = player.Report{
			At: time.UnixMilli(r.AtMs).UTC(), By: r.By, Player: r.Player, NameInRoom: r.NameInRoom, Room: r.Room,
			Kind: r.Kind, Text: r.Text, Done: r.Done,
		}
	}
	return reports, nil
}

// FinishReport implements player.Reports.
func (s *Store) FinishReport(ctx context.Context, r player.Report) error {
	r.Done = false
	open, err := marshalReport(r)
	if err != nil {
		return err
	}
	r.Done = true
	done, err := marshalReport(r)
	if err != nil {
		return err
	}
	if err := finishReport.Run(ctx, s.client, []string{s.keys.reports()}, open, done, r.At.UnixMilli()).Err(); err != nil {
		return fmt.Errorf("finish a report in Redis: %w", err)
	}
	return nil
}
