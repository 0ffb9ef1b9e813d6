// Package leaderboard ranks finished games. Boards records a game on every board that it counts on and shows
// the boards; a Board names one of them. What a result is worth is what its game replays to: no row is
// taken whose game does not come to its result, and everybody can play a row's game again with Replay.
//
// Read it in this order:
//
//   - Date and Board: what boards there are, and their ids.
//   - Key and TotalKey: the order of results, packed into a number.
//   - Replay and Verify: a game played again.
//   - Boards: Record and SubmitTotal write; Part, Games, Row, Has and Mine show; RemovePlayer and Void take off for good;
//     Recompute mends.
//   - Store: what Boards stand on. Package leaderboard/redisboard is the one on Redis, and package
//     leaderboard/boardtest holds any of them to what is promised.
//
// Whoever records calls Record when a game has ended, and again after a crash until it has succeeded or
// said that it never will: nothing that it does is done twice. Names are not kept here; whoever shows a
// board adds them.
//
// The games of a daily challenge are a secret until its day is over. Every method that gives games sees to
// that, whichever board they are asked of, by the date that stands in the row itself.
//
// DESIGN.md beside this file says how boards are kept, for how long, and how large they are.
package leaderboard
