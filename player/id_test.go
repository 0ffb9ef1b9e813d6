package player_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/samedeal/samedeal/player"
)

func TestIDsAreReadInOneForm(t *testing.T) {
	seen := map[player.ID]bool{}
	for range 1000 {
		id, err := player.NewID(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := player.ParseID(string(id)); again != id || err != nil {
			t.Fatalf("%s is read as %s, %v", id, again, err)
		}
		if seen[id] {
			t.Fatalf("%s was drawn twice", id)
		}
		seen[id] = true
	}
	id := newID(t, 7)
	for _, text := range []string{
		"", "a", string(id[:25]), string(id) + "a", strings.ToUpper(string(id)), " " + string(id[:25]),
		string(id[:25]) + "=", string(id[:24]) + "\r\n", string(id[:25]) + "1", string(id[:25]) + "b",
		string(id[:24]) + "é", strings.Repeat("a", 100_000),
	} {
		_, err := player.ParseID(text)
		var wrong *player.IDError
		if !errors.As(err, &wrong) || wrong.Text != text || len(err.Error()) > 500 {
			t.Errorf("%.40q: error %v", text, err)
		}
	}
}

func TestAnIDIsAllOfItsRandomness(t *testing.T) {
	zero := newID(t, 0)
	for bit := range 128 {
		drawn := make([]byte, 16)
		drawn[bit/8] = 1 << (bit % 8)
		if id, err := player.NewID(bytes.NewReader(drawn)); err != nil || id == zero {
			t.Errorf("bit %d: %s, %v", bit, id, err)
		}
	}
}

func TestRandomnessThatFails(t *testing.T) {
	for name, random := range map[string]io.Reader{
		"short": strings.NewReader("fifteen bytes.."), "broken": iotest.ErrReader(io.ErrClosedPipe),
	} {
		if id, err := player.NewID(random); err == nil || id != "" {
			t.Errorf("%s: id %q, %v", name, id, err)
		}
		if key, err := player.NewKey(random); err == nil || key != nil {
			t.Errorf("%s: key %q, %v", name, key, err)
		}
	}
}

// newID gives the id drawn from sixteen times the same byte.
func newID(t testing.TB, fill byte) player.ID {
	t.Helper()
	id, err := player.NewID(bytes.NewReader(bytes.Repeat([]byte{fill}, 16)))
	if err != nil {
		t.Fatal(err)
	}
	return id
}
