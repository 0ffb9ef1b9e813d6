// Package deals keeps a stock of deals that can be won: each was won by engine/solve, and each is given
// out once. A room that is made takes one in a millisecond, where finding one may take a second.
//
// # What is stocked
//
// A [Stock] keeps some deals each of the variants that most rooms play, and of whatever else was asked for
// in the last day. Deals with short and with long numbers are kept apart. Of a variant that has long numbers
// the long ones are those that rooms take by default, so they are always stocked; short ones, like
// all variants that are rarely played, are stocked once somebody has asked for them. Until then, and while a
// stock is empty, [Stock.Take] looks for one on the spot: most deals of Klondike, Thoughtful and FreeCell can
// be won, and most of these are won within a thousand states, a millisecond. Where few can, as in FreeCell
// without cells, it soon says that there is none.
//
// # Who fills it
//
// A worker on each node, which solves one deal at a time, within a budget of states, and rests in between
// so that the games on its node do not feel it. Nodes do not take turns: there is no lock, which a node that
// died would hold. Two that see the same gap both fill it, so a stock may grow beyond what is to be kept by
// a deal for each node. Each begins with the emptiest stock, and of equally empty ones with any, so that this
// is rare.
//
// A deal that this build cannot read, of a game that it does not know, is passed over.
//
// # How to read it
//
// stock.go has what is asked and answered, spot.go the looking on the spot, worker.go the filling; kind.go
// is what a stock holds, store.go what is kept where.
package deals
