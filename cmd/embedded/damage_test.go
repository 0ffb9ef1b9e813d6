package embedded_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/samedeal/samedeal/cmd/embedded"
)

var threeRecords = [][]string{
	{"XADD", "log", "1-0", "e", "open"},
	{"XADD", "log", "1-1", "e", "move"},
	{"XADD", "log", "1-2", "e", "the last, of which something is missing"},
}

func journalOf(t testing.TB, commands ...[]string) []byte {
	t.Helper()
	data, err := embedded.Journal(1_700_000_000_000, commands...)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// openBytes opens a store on a journal of these bytes, and gives how often it warned.
func openBytes(t *testing.T, data []byte) (s *embedded.Store, warnings int, err error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "journal"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	core, seen := observer.New(zapcore.WarnLevel)
	s, err = embedded.Open(t.Context(), embedded.Config{Dir: dir, Logger: zap.New(core)})
	return s, seen.Len(), err
}

// A crash in the middle of a write leaves a part of a record, and must not keep the service from
// starting.
func TestADamagedEndIsCutOff(t *testing.T) {
	data := journalOf(t, threeRecords...)
	_, last, good, err := embedded.Records(data)
	if err != nil || good != int64(len(data)) {
		t.Fatalf("%d of %d bytes are good, %v", good, len(data), err)
	}
	for at := last; at < int64(len(data)); at++ {
		flipped := bytes.Clone(data)
		flipped[at] ^= 0x10
		cleared := append(bytes.Clone(data[:at]), make([]byte, int64(len(data))-at)...)
		for name, damaged := range map[string][]byte{"cut": data[:at], "flipped": flipped, "cleared": cleared} {
			s, warnings, err := openBytes(t, damaged)
			if err != nil {
				t.Fatalf("%s at %d: %v", name, at, err)
			}
			if n, err := s.Client().XLen(t.Context(), "log").Result(); n != 2 {
				t.Errorf("%s at %d: %d entries, %v", name, at, n, err)
			}
			if want := min(1, len(damaged)-int(last)); warnings != want {
				t.Errorf("%s at %d: %d warnings, want %d", name, at, warnings, want)
			}
			closeStore(t, s)
		}
	}
}

// What follows damage may be all that is left of an acknowledged write: it is for a person to decide.
func TestDamageInTheMiddleIsRefused(t *testing.T) {
	data := journalOf(t, threeRecords...)
	_, last, _, _ := embedded.Records(data)
	first := bytes.IndexByte(data, '\n') + 1
	for at := first; at < int(last); at++ {
		damaged := bytes.Clone(data)
		damaged[at] ^= 0x10
		_, _, err := openBytes(t, damaged)
		var damage *embedded.DamageError
		if !errors.As(err, &damage) {
			t.Fatalf("damage at %d: %v", at, err)
		}
		if damage.Offset > int64(at) || !strings.Contains(err.Error(), "journal") {
			t.Errorf("damage at %d: %v", at, err)
		}
	}
}

func TestARefusedJournalIsLeftAsItIs(t *testing.T) {
	data := journalOf(t, threeRecords...)
	data[len("samedeal journal 1\n")+20] ^= 1
	dir := t.TempDir()
	path := filepath.Join(dir, "journal")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := embedded.Open(t.Context(), embedded.Config{Dir: dir}); err == nil {
		t.Fatal("it was opened")
	}
	if after, err := os.ReadFile(path); !bytes.Equal(after, data) {
		t.Errorf("it was changed, %v", err)
	}
}

func TestStrangeFilesAreRefused(t *testing.T) {
	for text, want := range map[string]error{
		"samedeal journal 2\n":                 &embedded.VersionError{},
		"samedeal journal 10\nand more of it ": &embedded.VersionError{},
		"samedeal journal 1":                   &embedded.DamageError{},
		"":                                     &embedded.DamageError{},
		"REDIS0009 and so on, at some length ": &embedded.DamageError{},
	} {
		_, _, err := openBytes(t, []byte(text))
		var version *embedded.VersionError
		var damage *embedded.DamageError
		_, wantsVersion := want.(*embedded.VersionError) //nolint:errorlint // a table's own value
		if wantsVersion != errors.As(err, &version) || wantsVersion == errors.As(err, &damage) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A library that comes to do something else with the same command must not change the data unseen.
func TestACommandThatNoLongerSucceedsIsRefused(t *testing.T) {
	_, _, err := openBytes(t, journalOf(t, threeRecords[1], threeRecords[0]))
	var replay *embedded.ReplayError
	if !errors.As(err, &replay) || replay.Command != "XADD" || replay.Offset == 0 {
		t.Errorf("it was opened with %v", err)
	}
}

func FuzzJournal(f *testing.F) {
	f.Add(journalOf(f))
	f.Add(journalOf(f, threeRecords...))
	f.Add(append(journalOf(f, threeRecords...), "\xf5jr\xfa and no record"...))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, last, good, err := embedded.Records(data)
		if good > int64(len(data)) || last > good {
			t.Fatalf("%d of %d bytes are good, the last record is at %d", good, len(data), last)
		}
		if err != nil {
			return
		}
		count, _, _, _ := embedded.Records(data)
		again, err := embedded.Rewrite(data)
		if err != nil {
			t.Fatal(err)
		}
		if n, _, good, err := embedded.Records(again); n != count || good != int64(len(again)) || err != nil {
			t.Fatalf("%d records became %d, %v", count, n, err)
		}
	})
}
