// Package embedded owns the store for running samedeal without a Redis server: a miniredis in the
// process, whose writes are kept in a journal in the data folder. It is for trying the service out
// and for a handful of friends; one process holds a folder, and all its data is in memory.
//
// # The promise
//
// A write that has been answered survives kill -9: it was in the journal file before its answer was
// given. A power cut may lose what was written in the last second or so, since the journal is synced
// every second. An answer that is an error of the journal, or of the connection, is no answer: the
// write may or may not be kept, as with a Redis server that does not answer. A refusal (any
// redis.Error) means that nothing was written, but by a script that failed in the middle.
//
// # How it keeps it
//
// All commands go through a hook of the store's own client, one at a time. Under one mutex the clock
// is set, the command runs, and if it wrote it is appended to the journal. A command that only reads
// takes the same mutex, so nobody sees a write that the journal does not have yet.
//
// The journal keeps commands, not their results, so they must do the same when they are played again.
// Each record has the instant at which its commands ran, and the database's clock stands still while
// they do. Expiries are written as instants. What comes out of chance is refused. Scripts are kept
// with their text, and kept even when they failed, since what they wrote before that stays written.
//
// Opening a folder plays its journal, instant by instant, and writes it anew with the live data alone.
// The same is done on the way when the journal has grown, and when it could not be written: in between
// all commands are refused with a [StoppedError].
//
// # What is supported
//
// The commands of the table in commands.go, as far as miniredis has them, in database 0:
//
//   - streams: XADD with explicit ids and without trimming, XLEN, XRANGE, XREVRANGE, XREAD with and
//     without BLOCK, XINFO;
//   - sorted sets, sets, hashes, lists and strings, but for what picks by chance, expires single
//     fields, waits for an element, or stores a union or the like;
//   - keys: DEL, UNLINK, EXISTS, TYPE, RENAME, RENAMENX, KEYS, SCAN, the EXPIRE and TTL families,
//     PERSIST;
//   - publish and subscribe; pipelines; MULTI with WATCH through the client's own methods;
//   - EVAL, EVALSHA, their _RO forms and SCRIPT, for scripts that do not use math.random;
//   - TIME, DBSIZE, INFO, FLUSHDB, FLUSHALL, CONFIG GET of the settings that say how data is kept.
//
// XLEN is for streams: asked of a key of another type, miniredis answers twice, and the answers that
// follow on the connection are those to the command before. Subscribers must read: one that does not
// stops the store for everybody.
//
// Everything else is refused with a [RefusedError]: consumer groups, XDEL and XTRIM among it, since a
// log that is never trimmed has no need of them. A stream's top is then its newest entry.
//
// # How to read it
//
// hook.go is a command's way through. commands.go says what each command is, rewrite.go how one is
// written down, database.go and dump.go what miniredis is asked. record.go and reader.go are the
// journal's form, journal.go its file, store.go the opening and closing, upkeep.go what is done each
// second.
package embedded
