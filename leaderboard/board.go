package leaderboard

import (
	"strings"
	"time"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// A Kind is what a board gathers; its text is the first part of the board's id.
type Kind string

// The kinds of boards.
const (
	Daily        Kind = "daily"       // the attempts at a day's challenge
	DailyOfWeek  Kind = "daily-week"  // the sums of a week's
	DailyOfMonth Kind = "daily-month" // the sums of a month's
	All          Kind = "all"         // all races of a variant on a secret deal
	Day          Kind = "day"         // those that began on a day
	Week         Kind = "week"        // in a week
	Month        Kind = "month"       // in a month
	Deal         Kind = "deal"        // all races on one deal
)

// A Board names a leaderboard. Boards are compared by ==. The zero Board names none.
type Board struct {
	kind Kind
	// first is the first day of the board's window; the zero Date for All and Deal, which have none.
	first   Date
	variant *engine.Variant
	// deal is set for Deal alone.
	deal engine.Code
}

// DailyOf is the board of a day's challenge in a variant.
func DailyOf(date Date, v *engine.Variant) Board { return Board{kind: Daily, first: date, variant: v} }

// WeekOfDaily is the board of the sums of the dailies of the ISO week that a day is in.
func WeekOfDaily(date Date, v *engine.Variant) Board {
	return Board{kind: DailyOfWeek, first: date.monday(), variant: v}
}

// MonthOfDaily is the board of the sums of the dailies of the month that a day is in.
func MonthOfDaily(date Date, v *engine.Variant) Board {
	return Board{kind: DailyOfMonth, first: date.firstOfMonth(), variant: v}
}

// AllTime is the board of all races of a variant.
func AllTime(v *engine.Variant) Board { return Board{kind: All, variant: v} }

// DayOf is the board of a variant's races that began on a day.
func DayOf(date Date, v *engine.Variant) Board { return Board{kind: Day, first: date, variant: v} }

// WeekOf is the board of a variant's races that began in the ISO week that a day is in.
func WeekOf(date Date, v *engine.Variant) Board {
	return Board{kind: Week, first: date.monday(), variant: v}
}

// MonthOf is the board of a variant's races that began in the month that a day is in.
func MonthOf(date Date, v *engine.Variant) Board {
	return Board{kind: Month, first: date.firstOfMonth(), variant: v}
}

// OnDeal is the board of all races on a deal.
func OnDeal(code engine.Code) Board { return Board{kind: Deal, variant: code.Variant(), deal: code} }

// Kind is what the board gathers.
func (b Board) Kind() Kind { return b.kind }

// Variant is the game that is played on all deals of the board.
func (b Board) Variant() *engine.Variant { return b.variant }

// Code is the deal of a board of kind Deal; the zero Code for the others.
func (b Board) Code() engine.Code { return b.deal }

// First is the first day of the board's window; the zero Date for a board that has none.
func (b Board) First() Date { return b.first }

// IsOfSums reports whether the board ranks players' totals rather than single results.
func (b Board) IsOfSums() bool { return b.kind == DailyOfWeek || b.kind == DailyOfMonth }

// DefaultRanking is the order in which the board is shown if no other is asked for: first home in a game
// without a stock, where any card can earn points by a detour through a cell, else score and time.
func (b Board) DefaultRanking() samedealv1.Ranking {
	if b.variant != nil && !b.variant.HasPile(engine.Stock) {
		return samedealv1.Ranking_RANKING_FIRST_HOME
	}
	return samedealv1.Ranking_RANKING_SCORE_AND_TIME
}

// window writes the board's window as it stands in its id.
func (b Board) window() string {
	switch b.kind {
	case DailyOfWeek, Week:
		return b.first.Week()
	case DailyOfMonth, Month:
		return b.first.Month()
	default:
		return b.first.String()
	}
}

// String is the board's id, in the one form that ParseBoard reads; empty for the zero Board.
func (b Board) String() string {
	switch b.kind {
	case "":
		return ""
	case All:
		return string(b.kind) + "/" + b.variant.String()
	case Deal:
		return string(b.kind) + "/" + b.deal.String()
	default:
		return string(b.kind) + "/" + b.window() + "/" + b.variant.String()
	}
}

// end is the instant at which the board's window is over, if it has one.
func (b Board) end() (end time.Time, ends bool) {
	switch b.kind {
	case Daily, Day:
		return b.first.End(), true
	case DailyOfWeek, Week:
		return b.first.Add(7).Start(), true
	case DailyOfMonth, Month:
		return b.first.Start().AddDate(0, 1, 0), true
	default:
		return time.Time{}, false
	}
}

// includes reports whether a day is in the board's window; any is if it has none.
func (b Board) includes(date Date) bool {
	end, ends := b.end()
	return !ends || b.first.Compare(date) <= 0 && date.Start().Before(end)
}

// ParseBoard reads a board's id, such as daily/2026-11-30/KL1-D3N. The error is a *BoardError.
func ParseBoard(id string) (Board, error) {
	parts := strings.Split(id, "/")
	kind := Kind(parts[0])
	want, known := forms[kind]
	if !known || len(parts) != strings.Count(want, "/")+1 {
		if !known {
			want = "daily, daily-week, daily-month, all, day, week, month or deal before the first slash, such as " + forms[Daily]
		}
		return Board{}, &BoardError{ID: id, Reason: "want " + want}
	}
	b, err := parseParts(kind, parts[1:])
	switch {
	case err != nil:
		return Board{}, &BoardError{ID: id, Reason: err.Error(), Err: err}
	case b.String() != id:
		return Board{}, &BoardError{ID: id, Reason: "want it written " + b.String()}
	}
	return b, nil
}

// forms are the ids of each kind of board, by an example.
var forms = map[Kind]string{
	Daily:        "daily/2026-11-30/KL1-D3N",
	DailyOfWeek:  "daily-week/2026-W49/KL1-D3N",
	DailyOfMonth: "daily-month/2026-11/KL1-D3N",
	All:          "all/KL1-D3N",
	Day:          "day/2026-11-30/KL1-D3N",
	Week:         "week/2026-W49/KL1-D3N",
	Month:        "month/2026-11/KL1-D3N",
	Deal:         "deal/KL1-D3N-AAAAAAB",
}

// parseParts reads what follows the kind in an id that has as many parts as its kind wants.
func parseParts(kind Kind, parts []string) (Board, error) {
	if kind == Deal {
		code, err := engine.ParseCode(parts[0])
		return OnDeal(code), err
	}
	b := Board{kind: kind}
	var err error
	switch kind {
	case Daily, Day:
		b.first, err = ParseDate(parts[0])
	case DailyOfWeek, Week:
		b.first, err = parseWeek(parts[0])
	case DailyOfMonth, Month:
		b.first, err = parseMonth(parts[0])
	default:
	}
	if err != nil {
		return Board{}, err
	}
	b.variant, err = engine.ParseVariant(parts[len(parts)-1])
	return b, err
}

// A BoardError says that a text is no board's id, what is wrong with it, and what would be right.
type BoardError struct {
	ID     string
	Reason string
	// Err is the *DateError or *engine.CodeError of the part that is wrong; nil if it is not one part.
	Err error
}

func (e *BoardError) Error() string { return "the board is " + quote(e.ID) + "; " + e.Reason }

func (e *BoardError) Unwrap() error { return e.Err }
