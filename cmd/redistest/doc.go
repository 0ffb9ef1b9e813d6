// Package redistest owns the Redis servers that tests run on: the embedded store, a single
// redis-server, and a cluster of three masters. Each is started for one test and gone with it, and no
// test sees another's data.
//
// A store's suite is run on all three by [Each]. A test of what happens when Redis goes away takes a
// [Single], which can be killed, restarted and paused.
//
// A test that starts another program takes a [FreeAddress] for it.
//
// A test that needs redis-server fails where it is missing; it is in the Debian package redis-server.
package redistest
