package storetest

import (
	"fmt"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/samedeal/samedeal/room"
)

var directoryParts = []part{
	{"no code comes twice", codesDiffer},
	{"a request makes one room", onceMakesOne},
	{"of one request at once, all get one room", onceAtOnce},
	{"the newest listed rooms come first", listedNewest},
	{"a room is listed until its end", listedUntil},
}

var codeForm = regexp.MustCompile(`^[A-Z]{6}$`)

func codesDiffer(t *testing.T, s Stores) {
	const each = 40
	codes := make([][]room.Code, callers)
	atOnce(func(i int) {
		for range each {
			code, err := s.Directory.NewCode(t.Context())
			if err != nil {
				t.Error(err)
				return
			}
			codes[i] = append(codes[i], code)
		}
	})
	seen := map[room.Code]bool{}
	for _, code := range slices.Concat(codes...) {
		if seen[code] || !codeForm.MatchString(string(code)) {
			t.Errorf("%q comes again, or is no code", code)
		}
		seen[code] = true
	}
	if len(seen) != callers*each {
		t.Errorf("%d codes, want %d", len(seen), callers*each)
	}
}

func once(t *testing.T, s Stores, player room.PlayerID, request string, code room.Code) room.Code {
	t.Helper()
	got, err := s.Directory.Once(t.Context(), player, request, code)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func onceMakesOne(t *testing.T, s Stores) {
	for i, c := range []struct {
		player  room.PlayerID
		request string
	}{
		{"ana", "1"}, {"ana", "2"}, {"ben", "1"}, {"ana1", ""}, {"an", "a1"}, {"", "ana1"}, {"ana:1", "2"}, {"ana", "1:2"},
	} {
		code := room.Code(fmt.Sprint("room", i))
		for _, offered := range []room.Code{code, "BBBBBB", code} {
			if got := once(t, s, c.player, c.request, offered); got != code {
				t.Errorf("%+v offering %s makes %s, want %s", c, offered, got, code)
			}
		}
	}
}

func onceAtOnce(t *testing.T, s Stores) {
	for request := range 10 {
		got := make([]room.Code, callers)
		atOnce(func(i int) {
			var err error
			got[i], err = s.Directory.Once(t.Context(), "ana", fmt.Sprint(request), room.Code(fmt.Sprint("room", i)))
			if err != nil {
				t.Error(err)
			}
		})
		for _, code := range got {
			if code != got[0] || code == "" {
				t.Fatalf("one caller got %q, another %q", got[0], code)
			}
		}
	}
}

func list(t *testing.T, s Stores, code room.Code, until time.Time) {
	t.Helper()
	if err := s.Directory.List(t.Context(), code, until); err != nil {
		t.Fatal(err)
	}
}

func wantListed(t *testing.T, s Stores, most int, want ...room.Code) {
	t.Helper()
	got, err := s.Directory.Listed(t.Context(), most)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%d listed rooms at most: %q, %v; want %q", most, got, err, want)
	}
}

func listedNewest(t *testing.T, s Stores) {
	wantListed(t, s, 10)
	at := now(t, s)
	for i, code := range []room.Code{"BBBBBB", "CCCCCC", "DDDDDD"} {
		// A room that is made later is listed for longer.
		list(t, s, code, at.Add(time.Hour+time.Duration(i)*time.Second))
	}
	wantListed(t, s, 10, "DDDDDD", "CCCCCC", "BBBBBB")
	wantListed(t, s, 2, "DDDDDD", "CCCCCC")
	wantListed(t, s, 0)
}

func listedUntil(t *testing.T, s Stores) {
	at := now(t, s)
	list(t, s, away, at.Add(time.Second))
	list(t, s, home, at.Add(time.Hour))
	await(t, "a room is no longer listed", func() bool {
		got, err := s.Directory.Listed(t.Context(), 10)
		return err == nil && slices.Equal(got, []room.Code{home})
	})
	list(t, s, away, at.Add(30*time.Minute))
	wantListed(t, s, 10, home, away)
	list(t, s, home, at.Add(-time.Second))
	wantListed(t, s, 10, away)
}
