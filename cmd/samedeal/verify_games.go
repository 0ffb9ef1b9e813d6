package main

import (
	"encoding/hex"
	"fmt"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
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
		result, err := leaderboard.ReplayGame(code, r.GetLimitMs()-r.GetStartMs(), told.GetGames()[i])
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
	if err != nil || len(salt) != engine.SaltBytes {
		return append(differences, fmt.Sprintf("the salt %q is not %d bytes in hexadecimal", deal.GetSalt(), engine.SaltBytes))
	}
	if commitment := engine.Commitment(code, salt); commitment != deal.GetCommitment() {
		differences = append(differences, fmt.Sprintf(
			"the commitment told before the race is %q; deal and salt give %s", deal.GetCommitment(), commitment))
	}
	return differences
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
