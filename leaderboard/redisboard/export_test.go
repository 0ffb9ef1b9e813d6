package redisboard

import "github.com/samedeal/samedeal/leaderboard"

// The names of a board's keys that a benchmark fills by itself.
func (s *Store) RankingKeys(b leaderboard.Board) (score, first, rows string) {
	return s.keys.board(b, nameScore), s.keys.board(b, nameFirst), s.keys.board(b, nameRows)
}
