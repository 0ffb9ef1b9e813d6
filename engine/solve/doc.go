// Package solve finds out whether a game can still be won, from any of its positions, with the line
// of moves that proves it.
//
// Solve gives one of three verdicts. Won comes with moves, which have been played through the engine
// before they are given out. Impossible is said only when every position that single moves lead to
// has been looked at, those left out that are proven not to matter. Undecided means that the budget
// of states or memory was used up, or that the caller cancelled; it says nothing about the game.
// Shorten makes a won line shorter, and Analyse says where a game that was played was lost.
//
// The package is as pure as the engine: budget, cancellation and seed come in, and the same ones
// give the same answer on every machine. Budgets are counted in states, never in time.
//
// Read it in this order:
//
//   - solve.go: what is asked and answered. effort.go and table.go: what a search has used up, and
//     the positions that it has seen.
//   - freecell.go: the searches for FreeCell, and in which order they run. tableau.go is the form of a
//     position that they share, freecell_moves.go its moves. bestfirst.go finds lines fast, as weights.go
//     and freecell_plan.go tell it; exhaust.go proves; freecell_line.go makes the engine's moves of what
//     they found.
//   - stock.go: the searches for Klondike and Thoughtful, which are one game here. stock_layout.go and
//     stock_board.go are the form of a position; stock_moves.go and stock_draws.go its moves;
//     stock_search.go looks at them, but for what stock_independent.go and stock_hopeless.go leave out.
//     stock_line.go makes the engine's moves.
//   - shorten.go with boards.go, analyse.go: what is done with lines, in every game. beam.go finds
//     short ones for FreeCell.
//
// DESIGN.md beside this file says why each position left out may be left out, and how fast it is.
package solve
