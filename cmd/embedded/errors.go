package embedded

import (
	"errors"
	"fmt"
	"strconv"
)

// ErrClosed is the answer to a command on a store that has been closed.
var ErrClosed = errors.New("the embedded store is closed")

// ErrInUse says that another process has the folder.
var ErrInUse = errors.New("another process has the folder open")

// A RefusedError says that the store does not carry out a command. Nothing was written. It is a
// redis.Error.
type RefusedError struct {
	Command string
	Reason  string
}

func (e *RefusedError) Error() string {
	return "ERR the embedded store refuses " + e.Command + ": " + e.Reason
}

// RedisError makes it a redis.Error: a server's answer, not a failure to get one.
func (e *RefusedError) RedisError() {}

// A StoppedError says that the journal cannot be written, or may lack a write, and that commands are
// refused until it has been written anew, which is tried every second. Nothing was written. It is a
// redis.Error, of the kind that Redis gives when it cannot save.
type StoppedError struct{ Err error }

func (e *StoppedError) Error() string {
	return "MISCONF the embedded store has stopped: " + e.Err.Error()
}

// RedisError makes it a redis.Error: a server's answer, not a failure to get one.
func (e *StoppedError) RedisError() {}

func (e *StoppedError) Unwrap() error { return e.Err }

// A JournalError says that the journal could not be read or written. As the answer to a command it
// means that the command ran and may not be kept: whether it was written is not known.
type JournalError struct {
	Path string
	Err  error
}

func (e *JournalError) Error() string { return "journal " + e.Path + ": " + e.Err.Error() }

func (e *JournalError) Unwrap() error { return e.Err }

// A VersionError says that the journal is of a version that this program does not read.
type VersionError struct{ Version string }

func (e *VersionError) Error() string {
	return "its format is version " + strconv.Quote(e.Version) + ", and this program reads version " + formatVersion
}

// A DamageError says that the journal is damaged before its end, so that what follows cannot be
// trusted to be all.
type DamageError struct {
	Offset int64 // of the first bad byte's record, from the file's start
	Reason string
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("damaged at offset %d: %s", e.Offset, e.Reason)
}

// A ReplayError says that a command of the journal, which had succeeded, did not when it was played
// again.
type ReplayError struct {
	Offset  int64 // of the record, from the file's start
	Command string
	Answer  string
}

func (e *ReplayError) Error() string {
	return fmt.Sprintf("the record at offset %d does not play: %s answers %s", e.Offset, e.Command, e.Answer)
}
