package analysis

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/samedeal/samedeal/engine"
)

// form is the version of what is kept. It is raised when the same game would be analysed otherwise.
const form = "1"

// game is a game that was played.
type game struct {
	race  engine.Code
	key   string // what it is kept under
	moves []engine.Move
	won   bool
}

// readGame reads the accepted words of a game. It fails with a *engine.ReplayError on words that are none.
func readGame(race engine.Code, words []string) (game, error) {
	play := race.Play()
	if _, err := play.Replay(slices.Values(words)); err != nil {
		return game{}, err
	}
	end := play.Position()
	sum := sha256.Sum256([]byte(form + "\n" + race.String() + "\n" + strings.Join(words, " ")))
	g := game{race: race, key: hex.EncodeToString(sum[:]), won: end.Won()}
	for i, word := range words {
		m, err := engine.ParseMove(word)
		if err != nil {
			return game{}, &engine.ReplayError{At: i + 1, Word: word, Err: err}
		}
		g.moves = append(g.moves, m)
	}
	return g, nil
}
