package embedded

import (
	"bufio"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
)

const (
	journalName = "journal"
	// unfinishedName is a journal that is being written anew. One that is found was left by a crash.
	unfinishedName = "journal.new"
	lockName       = "lock"

	dirMode  = 0o700
	fileMode = 0o600

	// bufferSize is how many bytes of a new journal are written in one go, and about how long its
	// records are.
	bufferSize = 64 << 10
)

// A journal is the file, open for appending.
type journal struct {
	path    string
	file    *os.File
	size    int64
	fresh   int64 // its size when it was last written anew
	unsaved bool  // there is something that has not been synced
	buffer  []byte
}

// readFile gives the bytes of the folder's journal, nil if there is none yet.
func readFile(path string) ([]byte, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// append writes a record at the end. After an error the file's end is not to be trusted, and nothing
// may be appended before the journal has been written anew.
func (j *journal) append(r record) error {
	data, err := r.append(j.buffer[:0])
	if err != nil {
		return err
	}
	j.buffer = data[:0]
	if cap(data) > bufferSize {
		j.buffer = nil
	}
	n, err := j.file.Write(data)
	j.size += int64(n)
	j.unsaved = true
	return err
}

// replace writes the journal anew with these commands, all of one instant. Until the new file is
// whole and on the disk the old one stays in place.
func (j *journal) replace(at int64, commands iter.Seq2[command, error]) error {
	unfinished := filepath.Join(filepath.Dir(j.path), unfinishedName)
	file, err := os.OpenFile(unfinished, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	size, err := writeFresh(file, at, commands)
	if err == nil {
		err = file.Sync()
	}
	if err == nil {
		err = os.Rename(unfinished, j.path)
	}
	if err != nil {
		return errors.Join(err, file.Close(), os.Remove(unfinished))
	}
	if j.file != nil {
		// All that it had is in the new one, on the disk.
		_ = j.file.Close()
	}
	j.file, j.size, j.fresh, j.unsaved = file, size, size, false
	return syncFolder(filepath.Dir(j.path))
}

func writeFresh(file *os.File, at int64, commands iter.Seq2[command, error]) (size int64, err error) {
	w := freshWriter{to: bufio.NewWriterSize(file, bufferSize), at: at}
	w.write([]byte(header))
	for c, err := range commands {
		if err != nil {
			return 0, err
		}
		w.add(c)
	}
	w.flush()
	return w.size, w.err
}

// A freshWriter writes commands as records of about bufferSize. After the first error it does
// nothing.
type freshWriter struct {
	to      *bufio.Writer
	at      int64
	pending []command
	length  int
	size    int64
	err     error
}

func (w *freshWriter) add(c command) {
	w.pending = append(w.pending, c)
	for _, word := range c {
		w.length += len(word)
	}
	if w.length >= bufferSize {
		w.writePending()
	}
}

func (w *freshWriter) writePending() {
	if len(w.pending) == 0 || w.err != nil {
		return
	}
	data, err := record{at: w.at, commands: w.pending}.append(nil)
	if err != nil {
		w.err = err
		return
	}
	w.write(data)
	w.pending, w.length = w.pending[:0], 0
}

func (w *freshWriter) write(data []byte) {
	if w.err == nil {
		_, w.err = w.to.Write(data)
		w.size += int64(len(data))
	}
}

func (w *freshWriter) flush() {
	w.writePending()
	if w.err == nil {
		w.err = w.to.Flush()
	}
}

// syncFolder puts a rename in the folder on the disk.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
