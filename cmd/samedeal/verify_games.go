package main

import (
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// verifyGames plays a finished race's games again and gives what differs from what is told of it: the
// seal on its deal, each seat's result, the places. It is pure, and believes no number that can be
// worked out.
func verifyGames(told *samedealv1.GetGamesResponse) []string {
	r := told.GetRoom()
	if r.GetPhase() != samedealv1.Phase_PHASE_ENDED {
		return []string{fmt.Sprintf("the race is not over: its room is in %s", r.GetPhase())}
	}
	if len(told.GetGames()) != len(r.GetSeats()) {
		return []string{fmt.Sprintf("there are %d games of %d seats", len(told.GetGames()), len(r.GetSeats()))}
	}
	code, err := engine.ParseCode(r.GetDeal().GetCode())
	if err != nil {
		return []string{err.Error()}
	}
	differences := verifyDeal(r, code)
	var results []*samedealv1.Result
	for i, seat := range r.GetSeats() {
		result, err := refold(code, r.GetLimitMs()-r.GetStartMs(), told.GetGames()[i])
		if err != nil {
			differences = append(differences, seatText(i, seat)+": "+err.Error())
			result = seat.GetResult()
		}
		for _, difference := range compareResults(seat.GetResult(), result) {
			differences = append(differences, seatText(i, seat)+": "+difference)
		}
		results = append(results, result)
	}
	return append(differences, verifyPlaces(r, results)...)
}

func seatText(i int, seat *samedealv1.Seat) string {
	return fmt.Sprintf("seat %d (%s)", i, seat.GetName())
}

// verifyDeal compares the deal with what was told of it before the race.
func verifyDeal(r *samedealv1.Room, code engine.Code) []string {
	var differences []string
	deal := r.GetDeal()
	if variant := code.Variant().String(); deal.GetVariant() != variant {
		differences = append(differences, fmt.Sprintf("the deal %s is none of %s", code, deal.GetVariant()))
	}
	if wished := r.GetOptions().GetDeal(); wished != code.String() && wished != code.Variant().String() {
		differences = append(differences, fmt.Sprintf("the deal is %s, and the room was made for %s", code, wished))
	}
	if !deal.GetSealed() {
		return differences
	}
	salt, err := hex.DecodeString(deal.GetSalt())
	if err != nil || len(salt) != room.SaltBytes {
		return append(differences, fmt.Sprintf("the salt %q is not %d bytes in hexadecimal", deal.GetSalt(), room.SaltBytes))
	}
	if commitment := room.Commitment(code, salt); commitment != deal.GetCommitment() {
		differences = append(differences, fmt.Sprintf(
			"the commitment told before the race is %q; deal and salt give %s", deal.GetCommitment(), commitment))
	}
	return differences
}

// refold plays a game again.
func refold(code engine.Code, limitMS int64, game *samedealv1.Game) (*samedealv1.Result, error) {
	switch words, times := len(game.GetWords()), len(game.GetAtMs()); {
	case game.GetEngine() > room.EngineVersion:
		return nil, fmt.Errorf("version %d of the rules judged it, and this build knows them up to %d",
			game.GetEngine(), room.EngineVersion)
	case words != times:
		return nil, fmt.Errorf("the game has %d words and %d times", words, times)
	case !slices.IsSorted(game.GetAtMs()):
		return nil, fmt.Errorf("the times of its words go backwards")
	case times > 0 && int64(game.GetAtMs()[times-1]) > limitMS:
		return nil, fmt.Errorf("the last word came at %d ms, after the limit of %d ms", game.GetAtMs()[times-1], limitMS)
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
	switch isHome := game.GetEnding() == samedealv1.Ending_ENDING_HOME; {
	case p.Won() && !isHome, !p.Won() && isHome, game.GetEnding() == samedealv1.Ending_ENDING_UNSPECIFIED:
		return nil, fmt.Errorf("the game's ending is %s, and its words bring %d of 52 cards home",
			game.GetEnding(), p.CardsHome())
	case p.Moves() > room.MoveBudget:
		return nil, fmt.Errorf("the game has %d moves, above the budget of %d", p.Moves(), room.MoveBudget)
	}
	return result, nil
}

// compareResults gives what of a told result differs from what the game replays to.
func compareResults(told, replayed *samedealv1.Result) []string {
	if told == nil {
		return []string{"no result is told"}
	}
	var differences []string
	if told.GetEnding() != replayed.GetEnding() {
		differences = append(differences, fmt.Sprintf("ending: told %s, the game says %s", told.GetEnding(), replayed.GetEnding()))
	}
	for _, f := range []struct {
		name           string
		told, replayed uint32
	}{
		{"score", told.GetScore(), replayed.GetScore()},
		{"time in ms", told.GetTimeMs(), replayed.GetTimeMs()},
		{"moves", told.GetMoves(), replayed.GetMoves()},
		{"actions", told.GetActions(), replayed.GetActions()},
	} {
		if f.told != f.replayed {
			differences = append(differences, fmt.Sprintf("%s: told %d, the game replays to %d", f.name, f.told, f.replayed))
		}
	}
	return differences
}

// verifyPlaces compares the places with the order of the results.
func verifyPlaces(r *samedealv1.Room, results []*samedealv1.Result) []string {
	var differences []string
	for _, s := range room.Standings(r.GetOptions().GetRanking(), results) {
		if seat := r.GetSeats()[s.Seat]; seat.GetPlace() != s.Place {
			differences = append(differences, fmt.Sprintf(
				"%s: place: told %d, the results give %d", seatText(s.Seat, seat), seat.GetPlace(), s.Place))
		}
	}
	return differences
}
