package embedded

import (
	"os"
	"time"

	"go.uber.org/zap"
)

const (
	// upkeepEvery is how long a write may be in the file and not yet on the disk.
	upkeepEvery = time.Second

	// grownTo is the size in bytes below which a journal is not written anew; above it, it is when it
	// has also doubled.
	grownTo = 64 << 20
)

// keepUp looks after the journal at each tick, until the store is closed.
func (s *Store) keepUp(ticks <-chan time.Time) {
	for {
		select {
		case <-s.stop:
			return
		case <-ticks:
			s.upkeep()
		}
	}
}

// upkeep writes the journal anew if it must be or has grown, and otherwise puts it on the disk.
func (s *Store) upkeep() {
	file := s.unsynced()
	if file == nil {
		return
	}
	if err := file.Sync(); err != nil {
		// What a failed sync leaves in memory need not reach the disk by another.
		s.mu.Lock()
		defer s.mu.Unlock()
		s.stopFor(err)
	}
}

// unsynced gives the file that must be synced. This is done outside the mutex, so that nobody waits
// for the disk; the file stays open meanwhile, for only the goroutine that asks replaces it.
func (s *Store) unsynced() *os.File {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.journal == nil {
		return nil
	}
	if s.fault != nil || s.journal.hasGrown() {
		s.recompact()
	}
	if !s.journal.unsaved || s.fault != nil {
		return nil
	}
	s.journal.unsaved = false
	return s.journal.file
}

func (j *journal) hasGrown() bool { return j.size > grownTo && j.size > 2*j.fresh }

// recompact writes the journal anew on the way. If that fails the old one goes on, unless it is the
// old one that had failed.
func (s *Store) recompact() {
	err := s.compact()
	switch {
	case err != nil:
		s.logger.Error("the journal could not be written anew", zap.String("path", s.journal.path), zap.Error(err))
	case s.fault != nil:
		s.logger.Warn("the journal has been written anew", zap.String("path", s.journal.path), zap.NamedError("after", s.fault))
		s.fault = nil
	}
}

// compact writes the journal anew with the live data alone.
func (s *Store) compact() error {
	return s.journal.replace(s.db.clock.Load(), s.db.dump())
}

// stopFor refuses all commands until the journal has been written anew.
func (s *Store) stopFor(err error) {
	s.fault = &JournalError{Path: s.journal.path, Err: err}
	s.logger.Error("the store has stopped until its journal is written anew", zap.Error(s.fault))
}
