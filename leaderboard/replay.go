package leaderboard

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// mostWords is the most words that a game can have: undo takes back a move, and costs none of the budget.
const mostWords = 2 * engine.MoveBudget

// Replay plays a row's game again and gives the result that it has. It does not look at the result that the
// row tells; Verify compares the two. The error is a *RowError, for a game that no room can have kept: a word that the rules refuse, times that go backwards or past
// the limit, an ending that the words do not bring about, more moves than the budget, unknown rules.
func Replay(row *samedealv1.StoredRow) (*samedealv1.Result, error) {
	code, err := engine.ParseCode(row.GetDeal())
	if err == nil {
		var result *samedealv1.Result
		if result, err = ReplayGame(code, int64(row.GetLimitMs()), row.GetGame()); err == nil {
			return result, nil
		}
	}
	return nil, rowError(row, err)
}

// Verify plays a row's game again and compares its result with the row's. The error is a *RowError.
func Verify(row *samedealv1.StoredRow) error {
	result, err := Replay(row)
	if err != nil {
		return err
	}
	if told := row.GetResult(); !proto.Equal(told, result) {
		return rowError(row, fmt.Errorf("its result is %s, and its game replays to %s", resultText(told), resultText(result)))
	}
	return nil
}

// ReplayGame plays a game again on a deal that could last so many milliseconds, as Replay does; its errors name
// no row.
func ReplayGame(code engine.Code, limitMS int64, game *samedealv1.Game) (*samedealv1.Result, error) {
	if err := checkGame(limitMS, game); err != nil {
		return nil, err
	}
	play := code.Play()
	result := &samedealv1.Result{Ending: game.GetEnding(), Actions: uint32(len(game.GetWords()))}
	for i, word := range game.GetWords() {
		before := play.Position()
		m, err := engine.ParseMove(word)
		if err != nil {
			return nil, &engine.ReplayError{At: i + 1, Word: word, Err: err}
		}
		if refusal := play.Do(m); refusal.Refused() {
			return nil, &engine.ReplayError{At: i + 1, Word: word, Err: refusal}
		}
		if after := play.Position(); after.Score() != before.Score() || after.Won() {
			result.TimeMs = game.GetAtMs()[i]
		}
	}
	p := play.Position()
	result.Score, result.Moves = uint32(p.Score()), uint32(p.Moves())
	switch {
	case p.Won() != isHome(result):
		return nil, fmt.Errorf("the game's ending is %s, and its words bring %d of 52 cards home",
			game.GetEnding(), p.CardsHome())
	case p.Moves() > engine.MoveBudget:
		return nil, fmt.Errorf("the game has %d moves, above the budget of %d", p.Moves(), engine.MoveBudget)
	}
	return result, nil
}

// checkGame finds what is wrong with a game before a word of it is played.
func checkGame(limitMS int64, game *samedealv1.Game) error {
	words, times := len(game.GetWords()), game.GetAtMs()
	switch ending := game.GetEnding(); {
	case game.GetEngine() < 1 || game.GetEngine() > engine.RulesVersion:
		return fmt.Errorf("version %d of the rules judged it, and this build knows versions 1 to %d",
			game.GetEngine(), engine.RulesVersion)
	case ending < samedealv1.Ending_ENDING_HOME || ending > samedealv1.Ending_ENDING_TIME_UP:
		return fmt.Errorf("the game's ending is %s; want home, resigned or time up", ending)
	case words != len(times):
		return fmt.Errorf("the game has %d words and %d times", words, len(times))
	case words > mostWords:
		return fmt.Errorf("the game has %d words; want at most %d", words, mostWords)
	case !slices.IsSorted(times):
		return fmt.Errorf("the times of its words go backwards")
	case words > 0 && int64(times[words-1]) > limitMS:
		return fmt.Errorf("the last word came at %d ms, after the limit of %d ms", times[words-1], limitMS)
	default:
		return nil
	}
}

func resultText(r *samedealv1.Result) string {
	return fmt.Sprintf("%s with score %d, time %d ms, %d moves and %d actions",
		r.GetEnding(), r.GetScore(), r.GetTimeMs(), r.GetMoves(), r.GetActions())
}

// A RowError says which row's game cannot be what was played, and why.
type RowError struct {
	// Deal, Room and Seat are the row's; they tell its game apart.
	Deal, Room string
	Seat       uint32
	Err        error
}

func rowError(row *samedealv1.StoredRow, err error) error {
	return &RowError{Deal: row.GetDeal(), Room: row.GetRoom(), Seat: row.GetSeat(), Err: err}
}

func (e *RowError) Error() string {
	return fmt.Sprintf("the game of seat %d of room %s on deal %s: %v", e.Seat, quote(e.Room), quote(e.Deal), e.Err)
}

func (e *RowError) Unwrap() error { return e.Err }
