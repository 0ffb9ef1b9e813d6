// Package redislog keeps rooms in Redis: it owns the stores that package room asks for, on a single
// server, on a cluster and on the embedded store.
//
// [Open] gives a [Store], whose fields are these stores, each with its file. keys.go names all that
// is kept, with its type and its expiry. What the stores share is small: masters.go finds the server on
// which a key lives, log.go reads a stream, replies.go says what an answer of Redis means.
//
// # How an entry gets into a seat's log
//
// [Seats] finds the master of the seat and hands the entry to that master's committer. A committer
// (committer.go) is a goroutine with a queue: while one pipeline is in flight all that is appended
// queues up, and is sent in the next. The pipelines go over a connection of their own (pinned.go),
// which has a number. So the numbers tell a writer when the server may be another, or the same one
// come back without its last entries. Nothing is ever sent twice: an entry has been refused, or
// written, or nobody knows, and then it is the writer who finds out.
//
// # What must hold of the client
//
// It must not send commands again by itself (MaxRetries -1), nor read from replicas. The calls that are
// not appends take as long as the client's own time-outs allow; a context ends them earlier only if
// the client has ContextTimeoutEnabled.
package redislog
