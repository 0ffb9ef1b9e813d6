// Package engine holds the rules of samedeal's games, Thoughtful, FreeCell and Klondike, as pure
// functions over small values. A game is its deal code and the ordered moves that were accepted;
// everything else is this package folded over them. It knows no clock, no randomness, no input or
// output, and may be used from any number of goroutines.
//
// Read it in this order:
//
//   - Card, Pile and Position: what lies where.
//   - Move and Refusal: what may be asked, and why it may be refused.
//   - Solitaire and Description: one game as data and a few hooks; thoughtful.go, freecell.go and
//     klondike.go are the three. To add a game is to add such a file.
//   - Variant: a game with its options chosen. Apply, Moves and NoMoves are the driver, the same
//     for all games.
//   - Play: a game under way, with its history for undo.
//   - Code: deal codes. ParseMove and Variant.Word: the move notation. Variant.Board and ParseBoard:
//     text boards. Replay: a whole game from its text.
//   - PlayerView and OpponentView: what of a position may be shown to whom.
//
// DESIGN.md beside this file says why it is built so, and how fast it is.
package engine
