package leaderboard

import (
	"cmp"
	"fmt"
	"strconv"
	"time"
)

// A Date is a day of the calendar, from 00:00 to 24:00 UTC. Dates are compared by ==. The zero Date is no
// day.
type Date struct {
	year  int
	month time.Month
	day   int
}

// The years that dates may be in.
const (
	firstYear = 2000
	lastYear  = 9999
)

const dateLayout = "2006-01-02"

// ParseDate reads a date written as 2026-11-30. The error is a *DateError.
func ParseDate(text string) (Date, error) {
	at, err := time.Parse(dateLayout, text)
	if err != nil || len(text) != len(dateLayout) || at.Year() < firstYear {
		return Date{}, &DateError{
			What: "date", Got: text,
			Want: fmt.Sprintf("want a day of the years %d to %d, written as 2026-11-30", firstYear, lastYear),
		}
	}
	return DateOf(at), nil
}

// DateOf gives the day in UTC of an instant.
func DateOf(at time.Time) Date {
	year, month, day := at.UTC().Date()
	return Date{year, month, day}
}

// String writes the date as ParseDate reads it.
func (d Date) String() string { return d.Start().Format(dateLayout) }

// IsZero reports whether it is no day.
func (d Date) IsZero() bool { return d == Date{} }

// Start is the instant at which the day begins.
func (d Date) Start() time.Time { return time.Date(d.year, d.month, d.day, 0, 0, 0, 0, time.UTC) }

// End is the instant at which the day is over and the next begins.
func (d Date) End() time.Time { return d.Add(1).Start() }

// Add gives the date so many days later, or earlier if days is negative.
func (d Date) Add(days int) Date { return DateOf(d.Start().AddDate(0, 0, days)) }

// Sub gives how many days the date is later than the other.
func (d Date) Sub(other Date) int { return int(d.Start().Sub(other.Start()) / (24 * time.Hour)) }

// Compare gives -1 if the date is before the other, 0 if it is the same, and 1 if it is after it.
func (d Date) Compare(other Date) int {
	return cmp.Or(cmp.Compare(d.year, other.year), cmp.Compare(d.month, other.month), cmp.Compare(d.day, other.day))
}

// Week names the ISO week that the day is in, by the year that the week belongs to: 2026-W49. Weeks begin
// on Monday.
func (d Date) Week() string {
	year, week := d.Start().ISOWeek()
	return fmt.Sprintf("%04d-W%02d", year, week)
}

// Month names the month that the day is in: 2026-11.
func (d Date) Month() string { return fmt.Sprintf("%04d-%02d", d.year, d.month) }

// parseWeek gives the Monday of an ISO week written as 2026-W49. The error is a *DateError.
func parseWeek(text string) (Date, error) {
	var monday Date
	if len(text) == len("2026-W49") && text[4:6] == "-W" {
		year, errYear := strconv.Atoi(text[:4])
		week, errWeek := strconv.Atoi(text[6:])
		if errYear == nil && errWeek == nil && year >= firstYear {
			// The fourth of January is always in the first week.
			monday = Date{year, time.January, 4}.monday().Add(7 * (week - 1))
		}
	}
	if monday.IsZero() || monday.Week() != text {
		return Date{}, &DateError{What: "week", Got: text, Want: "want an ISO week that there is, written as 2026-W49"}
	}
	return monday, nil
}

// parseMonth gives the first day of a month written as 2026-11. The error is a *DateError.
func parseMonth(text string) (Date, error) {
	first, err := ParseDate(text + "-01")
	if err != nil {
		return Date{}, &DateError{What: "month", Got: text, Want: "want a month written as 2026-11"}
	}
	return first, nil
}

// A DateError says that a text names no date, week or month, and what would.
type DateError struct {
	What string // "date", "week" or "month"
	Got  string
	Want string
}

func (e *DateError) Error() string { return "the " + e.What + " is " + quote(e.Got) + "; " + e.Want }

// monday is the first day of the ISO week that the day is in.
func (d Date) monday() Date { return d.Add(-((int(d.Start().Weekday()) + 6) % 7)) }

// firstOfMonth is the first day of the month that the day is in.
func (d Date) firstOfMonth() Date { return Date{d.year, d.month, 1} }
