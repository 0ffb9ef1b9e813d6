package daily

import (
	"context"
	"fmt"

	"github.com/samedeal/samedeal/leaderboard"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Calendar gives the challenges of each day of a month up to today, this month's if it is empty, and what the player's
// results in them are. The error may be a *FieldError: no such month, or one to come.
func (c *Challenges) Calendar(
	ctx context.Context, player leaderboard.Player, month string,
) (*samedealv1.GetCalendarResponse, error) {
	now := c.now()
	today := leaderboard.DateOf(now)
	if month == "" {
		month = today.Month()
	}
	first, err := leaderboard.ParseDate(month + "-01")
	if err != nil || isToCome(first, today) {
		return nil, &FieldError{Field: "month", Got: month, Want: "a month up to this one, " + today.Month()}
	}
	var dates []leaderboard.Date
	for date := first; date.Month() == month && !isToCome(date, today); date = date.Add(1) {
		dates = append(dates, date)
	}
	days, err := c.config.Store.Days(ctx, dates...)
	if err != nil {
		return nil, fmt.Errorf("reading the deals of %s: %w", month, err)
	}
	var h History
	if player != "" {
		if h, err = c.history(ctx, player); err != nil {
			return nil, err
		}
	}
	calendar := &samedealv1.GetCalendarResponse{Month: month}
	for i, date := range dates {
		day := &samedealv1.CalendarDay{Date: date.String()}
		for _, variant := range c.inOrder(days[i]) {
			deal := days[i][variant]
			entry := &samedealv1.CalendarEntry{
				Variant: variant, Result: h.Entries[Challenge{Date: date, Variant: variant}].Result, Voided: deal.Voided,
			}
			if isOver(date, now) {
				entry.Code = deal.Code.String()
			}
			day.Entries = append(day.Entries, entry)
		}
		calendar.Days = append(calendar.Days, day)
	}
	return calendar, nil
}
