// Package room owns one race: who is in it, its deal, its countdown, the seats and what was played on
// them, and who may see what of it.
//
// A room is two kinds of logs, and nothing else. Its own log has what happened to it (created, joined,
// started, ended); the log of each seat has the actions that were accepted there. Everything that is
// shown is these logs folded, by whichever node is asked.
//
// Read it in this order:
//
//   - store.go: what is wanted of a store, which is Redis (redislog).
//   - seat.go: the fold of a seat's log. decide.go: what becomes of an action. Both are pure.
//   - writer.go: who may write a seat's log, and how nothing acknowledged is lost, whatever the store
//     forgets and however late a packet comes. writer_model_test.go is its contract.
//   - lobby.go and lobby_decide.go: the same for a room's log; options.go and standings.go are
//     what they need. All are pure.
//   - see.go: MaySee, by which everything that is shown to anybody goes; daily.go and names.go are what it needs.
//   - results.go: who is told of ended seats. arrange.go: races whose players and deal are given. supply.go: where
//     deals come from.
//   - hub.go: the rooms on a node. hosted.go is a room's goroutine, liveseat.go a seat's, session.go what
//     a connection asks of them, workers.go what is done for all rooms.
//
// One action's way: Session.Action finds the room, hands the action to the goroutine of its seat, which
// alone has the board; Seat.Decide judges it; Writer.Append commits it; only then is it acknowledged,
// and the room told, which shows it to the others.
package room
