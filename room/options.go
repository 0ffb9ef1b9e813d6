package room

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// A Drawn is the deal of a room that is yet to be made. It is secret.
type Drawn struct {
	Code engine.Code
	// Sealed says that the code is told only when the race is over, and a commitment to it before.
	Sealed bool
	// Salt has engine.SaltBytes random bytes if the deal is sealed, else none.
	Salt []byte
	// Winnable says that the deal was found to be winnable.
	Winnable bool
}

// CheckOptions checks a room's options and gives them whole: defaults filled in, the deal in its one
// form. The error is a *Fault, REASON_BAD_DEAL_CODE or REASON_BAD_FIELD.
func CheckOptions(given *samedealv1.RoomOptions) (*samedealv1.RoomOptions, error) {
	variant, code, err := parseDeal(given.GetDeal())
	if err != nil {
		return nil, err
	}
	normal := &samedealv1.RoomOptions{
		Deal: variant.String(), Listed: given.GetListed(), OpenDeal: given.GetOpenDeal(), AnyDeal: given.GetAnyDeal(),
	}
	if isDeal(code) {
		normal.Deal, normal.AnyDeal = code.String(), false // it means nothing where none is drawn
	}
	if normal.Ranking, err = rankingOf(variant, given.GetRanking()); err != nil {
		return nil, err
	}
	for _, f := range []struct {
		name                  string
		given                 uint32
		normal                *uint32
		standard, least, most uint32
		unit                  string
	}{
		{"minutes", given.GetMinutes(), &normal.Minutes, 15, 1, 60, "minutes"},
		{"seats", given.GetSeats(), &normal.Seats, 4, 1, 16, "seats"},
		{"countdown_s", given.GetCountdownS(), &normal.CountdownS, 5, 3, 30, "seconds"},
		{"watch_delay_s", given.GetWatchDelayS(), &normal.WatchDelayS, 0, 0, 300, "seconds"},
	} {
		*f.normal = f.given
		switch {
		case f.given == 0:
			*f.normal = f.standard
		case f.given < f.least || f.given > f.most:
			return nil, NewFault(samedealv1.Reason_REASON_BAD_FIELD,
				"options.%s is %d; want %d to %d %s, or 0 for %d",
				f.name, f.given, f.least, f.most, f.unit, f.standard)
		}
	}
	return normal, nil
}

// parseDeal reads a variant, or a whole deal code.
func parseDeal(text string) (*engine.Variant, engine.Code, error) {
	var variant *engine.Variant
	var code engine.Code
	var err error
	if strings.Count(text, "-") > 1 {
		code, err = engine.ParseCode(text)
		variant = code.Variant()
	} else {
		variant, err = engine.ParseVariant(text)
	}
	var wrong *engine.CodeError
	if errors.As(err, &wrong) {
		return nil, engine.Code{}, NewFault(samedealv1.Reason_REASON_BAD_DEAL_CODE, "options.deal: %s", wrong.Error())
	}
	return variant, code, err
}

// isDeal reports whether a code names a deal at all.
func isDeal(code engine.Code) bool { return code != engine.Code{} }

// rankingOf fills the default in. In a game without a stock any card can earn points by a detour through
// a cell, so that who is home first says more than the score.
func rankingOf(v *engine.Variant, given samedealv1.Ranking) (samedealv1.Ranking, error) {
	switch {
	case given == samedealv1.Ranking_RANKING_UNSPECIFIED && !v.HasPile(engine.Stock):
		return samedealv1.Ranking_RANKING_FIRST_HOME, nil
	case given == samedealv1.Ranking_RANKING_UNSPECIFIED:
		return samedealv1.Ranking_RANKING_SCORE_AND_TIME, nil
	case !isRanking(given):
		return given, NewFault(samedealv1.Reason_REASON_BAD_FIELD,
			"options.ranking is %d; want %d for score and time, %d for first home, or 0 for the game's own", given,
			samedealv1.Ranking_RANKING_SCORE_AND_TIME, samedealv1.Ranking_RANKING_FIRST_HOME)
	default:
		return given, nil
	}
}

// isRanking reports whether this build can order results so.
func isRanking(r samedealv1.Ranking) bool {
	return r == samedealv1.Ranking_RANKING_SCORE_AND_TIME || r == samedealv1.Ranking_RANKING_FIRST_HOME
}

// NewDeal gives the deal of a room with these options. A given code is taken as it is, and open, since
// whoever gave it knows it. Otherwise a number is drawn, all equally likely, and the deal is sealed
// unless the options want it open. A sealed deal has a long number where the game has them: the cards
// that show give a short one away to whoever tries them all.
//
// The error is a *Fault, REASON_BAD_DEAL_CODE, or that of the source of randomness.
func NewDeal(options *samedealv1.RoomOptions, random io.Reader) (Drawn, error) {
	variant, code, err := parseDeal(options.GetDeal())
	if err != nil || isDeal(code) {
		return Drawn{Code: code}, err
	}
	sealed := !options.GetOpenDeal()
	least, most := uint64(1), variant.LastShortNumber()
	if long := variant.LastNumber(); sealed && long > most {
		least, most = most+1, long
	}
	number, err := numberBetween(least, most, random)
	if err != nil {
		return Drawn{}, err
	}
	if code, err = engine.NewCode(variant, number); err != nil {
		return Drawn{}, fmt.Errorf("draw a deal: %w", err)
	}
	if !sealed {
		return Drawn{Code: code}, nil
	}
	salt := make([]byte, engine.SaltBytes)
	if _, err := io.ReadFull(random, salt); err != nil {
		return Drawn{}, fmt.Errorf("draw a salt: %w", err)
	}
	return Drawn{Code: code, Sealed: true, Salt: salt}, nil
}

// numberBetween draws a number from least to most, both below 2^63. What is drawn from the last,
// incomplete stretch of the range is drawn again, or the numbers at its start would come more often.
func numberBetween(least, most uint64, random io.Reader) (uint64, error) {
	size := most - least + 1
	remainder := -size % size // 2^64 mod size
	for {
		var drawn [8]byte
		if _, err := io.ReadFull(random, drawn[:]); err != nil {
			return 0, fmt.Errorf("draw a deal: %w", err)
		}
		if n := binary.BigEndian.Uint64(drawn[:]); n <= -remainder-1 {
			return least + n%size, nil
		}
	}
}
