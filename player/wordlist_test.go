package player_test

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/samedeal/samedeal/player"
)

func wantForbidden(t *testing.T, err error) {
	t.Helper()
	var wrong *player.NameError
	if !errors.As(err, &wrong) || wrong.Fault != player.NameForbidden {
		t.Errorf("error %v, want %v", err, player.NameForbidden)
	}
}

// A list that finds its words inside others insults those who are called so; one that capitals get
// around is of no use.
func TestWordLists(t *testing.T) {
	const list = "\ufeff# a comment\r\n\n ass \nrude*\n*crap*\n*hole\ngo away # a phrase\nSTRASSE\nגס\n"
	words, err := player.ReadWordList(strings.NewReader(list))
	if err != nil {
		t.Fatal(err)
	}
	for name, forbidden := range map[player.Name]bool{
		"Ana": false, "Ass": true, "ＡＳＳ": true, "Big ass!": true, "a$$": true, "4SS": true, "(ass)": true, "x-ass-x": true,
		"Cassandra": false, "Asses": false, "ass2": false, "2ass": false, "ássa": false, "ass\u0301": false,
		"rudeboy": true, "Rude": true, "crude": false, "rud3st": true,
		"scrapbook": true, "ASSHOLE": true, "hole": true, "holes": false, "wormhole 7": true,
		"go  away": true, "Go Away!": true, "goaway": false, "go": false,
		"straße": true, "גס": true, "גסי": false, "123": false,
	} {
		parsed, err := player.ParseName(string(name))
		if err != nil {
			t.Fatal(err)
		}
		if err := words.Check(parsed); forbidden {
			t.Log(name)
			wantForbidden(t, err)
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWordListsThatCannotBeRead(t *testing.T) {
	for list, line := range map[string]int{
		"a\nb\n*": 3, "a*b": 1, "# fine\n\n**": 3, "...": 1, "ok\n\xff": 2, "ok\n" + strings.Repeat("a", 1000): 2,
		strings.Repeat("a\n", 10_001): 10_001,
	} {
		var wrong *player.WordListError
		if _, err := player.ReadWordList(strings.NewReader(list)); !errors.As(err, &wrong) || wrong.Line != line || len(err.Error()) > 100 {
			t.Errorf("%.20q: %v, want line %d", list, err, line)
		}
	}
	if _, err := player.ReadWordList(iotest.ErrReader(errors.New("gone"))); err == nil {
		t.Error("a reader that fails is a list")
	}
}

func TestANewNameHasNoWordOfTheList(t *testing.T) {
	s := newService(t, "rude")
	_, _, err := s.New(t.Context(), "Rude")
	wantForbidden(t, err)
	ana, token := mustNew(t, s, "Ana")
	wantForbidden(t, s.Rename(t.Context(), ana.ID, "rude Ana"))
	wantForbidden(t, s.moderation.Rename(t.Context(), ana.ID, "rude Ana"))
	s.wantIn(t, token, ana)
	if err := s.moderation.Rename(t.Context(), ana.ID, "Anna"); err != nil {
		t.Error(err)
	}
	s.wantIn(t, token, player.Player{ID: ana.ID, Name: "Anna"})
}
