// Package daily owns the daily challenge: the deals of each day, everybody's one ranked attempt at each, and
// what a player's days add up to: streaks, the calendar, the totals of a week and a month.
//
// [Challenges] is all that others use. A day is one in UTC. A result belongs to the day of its deal, whenever it ends,
// if its attempt was begun in the day; and a day's code is told by nobody before the day is over.
//
// Read it in this order:
//
//   - challenges.go: what it is made of. store.go: what is kept, and where. errors.go: how calls fail.
//   - draw.go: which deal a date and a variant have. prepare.go: how it comes to be kept, by whoever needs it
//     first and by the worker, the day before.
//   - start.go: how an attempt begins, once. record.go: what its end changes. history.go: a player's days.
//   - streak.go and totals.go: what follows from a history, as pure functions of it.
//   - show.go and calendar.go: what is told. void.go: how a day or a player is taken out.
//
// DESIGN.md beside this file says why it is so.
package daily
