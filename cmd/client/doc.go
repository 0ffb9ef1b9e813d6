// Package client speaks samedeal's protocol from the player's side, as proto/README.md tells it: the
// frames over a WebSocket, and the services over HTTP. It keeps no rules of the game.
//
// A Client is one player in at most one room at a time. Dial connects it, Enter brings it into a room, Act
// plays, and State is what it has been told last. When its connection is lost it makes a new one by itself,
// says what it has, and sends again what the server does not have; whoever waits for an answer gets it all
// the same. It ends for good when it is closed, or when the server says that it shall not come back.
//
// Read it in this order: client.go and run.go (the life of a client), outbox.go (how each action counts once),
// known.go (what is newer than what), link.go (one connection).
package client
