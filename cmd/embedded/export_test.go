package embedded

import (
	"errors"
	"slices"
)

// StopUpkeep has nothing done each second any more: a test that calls Upkeep says when it is.
func (s *Store) StopUpkeep() {
	close(s.stop)
	s.stopped.Wait()
	s.stop = make(chan struct{})
}

// Upkeep does what is otherwise done each second.
func (s *Store) Upkeep() { s.upkeep() }

// Compact writes the journal anew.
func (s *Store) Compact() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.compact()
}

// BreakJournal makes the next write to the journal's file fail.
func (s *Store) BreakJournal() error { return s.journal.file.Close() }

// Data gives the names of all keys, and the live data as the commands that make it.
func (s *Store) Data() ([][]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.db.advance(s.now().UnixMilli(), true)
	all := [][]string{s.db.redis.DB(0).Keys()}
	for c, err := range s.db.dump() {
		if err != nil {
			return nil, err
		}
		all = append(all, slices.Clone(c))
	}
	return all, nil
}

// Records counts the records of a journal, and gives where the last begins and how much is good.
func Records(data []byte) (count int, last, good int64, err error) {
	good, err = readJournal(data, func(offset int64, _ record) error {
		count, last = count+1, offset
		return nil
	})
	return count, last, good, err
}

// Journal writes a journal of these commands, each in a record of its own.
func Journal(at int64, commands ...[]string) ([]byte, error) {
	data := []byte(header)
	var errs []error
	for _, c := range commands {
		var err error
		data, err = record{at: at, commands: []command{c}}.append(data)
		errs = append(errs, err)
	}
	return data, errors.Join(errs...)
}

// Rewrite reads a journal and writes its records again.
func Rewrite(data []byte) ([]byte, error) {
	again := []byte(header)
	_, err := readJournal(data, func(_ int64, r record) (err error) {
		again, err = r.append(again)
		return err
	})
	return again, err
}

// SetGrown makes the journal look as if it had grown enough to be written anew.
func (s *Store) SetGrown() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.journal.size += grownTo + 2*s.journal.fresh
}

// JournalSize is what the store takes for the size of the file.
func (s *Store) JournalSize() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.journal.size
}
