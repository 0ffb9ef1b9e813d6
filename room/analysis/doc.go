// Package analysis says of a game that has ended how long it could have been won: after which step a way to
// win was last found, which is that way, and after which step the game was lost for certain.
//
// An [Analyst] does this in the background: [Analyst.Analyse] begins the work, or tells how far it is, or what
// came of it, and never waits for it. Games wait in a queue of bounded length for one of a few workers, and
// the work on a game is bounded in states, for each position and in all; what is not found within that is
// said to be undecided. So a node spends at most some twenty seconds on a game.
//
// What was found hangs on the deal and the words alone. It is kept under a digest of them, for other nodes
// and later calls, and the last games also in the node's memory. On one node a game is worked on once, however
// many ask; two nodes that are asked at the same time both do the work and find the same. Nothing is kept of
// work that a node ends in the middle of: it begins anew where it is asked for next.
//
// What was undone counts as not played, but its words are steps like all others. A position that was left
// and come back to by undo is told by the last step at which it stood: the next step is the mistake.
//
// game.go reads a game, analyst.go takes what is asked, work.go does it with engine/solve, and store.go is
// where it is kept.
package analysis
