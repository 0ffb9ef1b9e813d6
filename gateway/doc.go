// Package gateway is the edge of the service: it owns the connections of its clients, and nothing of
// what they play. It lets people in, reads their frames and checks them, hands them on to their rooms,
// and sends what the rooms answer; it serves the HTTP services, the browser client, and what a machine asks
// (alive? ready? how busy?). It holds no rule of a game and no state that outlives a connection.
//
// Read it in this order:
//
//   - Config and Server: what it is made of, and what it runs. routes.go: what is served where, each
//     route with its limit beside it.
//   - socket.go: from an HTTP request to a session, or why not. wire.go: the connection under a session.
//   - session.go: one connection's two goroutines; hello.go: how it begins; reading.go and writing.go:
//     how it goes on; closing.go: how it ends.
//   - decode.go: what a frame from a client may be, checked here and nowhere else.
//   - queue.go: what waits to be sent, bounded in bytes.
//   - throttle.go: too many frames on one connection. lookups.go: too many guesses from one address.
//   - api: the HTTP services.
//   - static.go: the browser client's files and its page; staticfile.go: one of them, in several codings.
//
// A session has one goroutine that reads and one that writes. Rooms send and close from their own
// goroutines and never wait for a client: what they send goes into the session's queue, and a client
// that lets its queue run over is closed.
package gateway
