package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// tableOf is a table that was shown these frames.
func tableOf(t *testing.T, frames ...string) *raceTable {
	t.Helper()
	table := newRaceTable()
	for _, text := range frames {
		frame := &samedealv1.ServerFrame{}
		if err := protojson.Unmarshal([]byte(text), frame); err != nil {
			t.Fatal(err)
		}
		table.take(frame)
	}
	return table
}

const tableRoom = `{"room": {
	"code": "BKTWRN", "event": "7", "phase": "PHASE_RACING", "deal": {"variant": "KL1-D3N"}, "watchers": 1,
	"seats": [{"name": "Bot 1"}, {"name": "Ana", "result": {"ending": "ENDING_RESIGNED", "score": 5, "timeMs": 4210, "moves": 4}}]
}}`

func TestTheTable(t *testing.T) {
	table := tableOf(t, tableRoom,
		`{"acknowledgement": {"own": {"seat": 0, "board": {"foundations": [13, 13, 0, 0], "score": 115, "moves": 78}}}}`,
		`{"progress": {"seat": 0, "progress": {"home": 25, "score": 110, "moves": 77}}}`,
		`{"watchedBoard": {"seat": 1, "board": {"score": 5, "moves": 4}}}`,
		`{"room": {"code": "BKTWRN", "event": "6", "phase": "PHASE_LOBBY"}}`,
	)
	want := []string{
		"BKTWRN  KL1-D3N  racing, 1 watching",
		"Bot 1 █████░░░░░ 26/52  score 115    78 moves  ",
		"Ana   ░░░░░░░░░░  0/52  score   5     4 moves  resigned 0:04.210",
	}
	if got := table.lines(65); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestDrawingGoesOverTheLastOne(t *testing.T) {
	if got, want := drawing([]string{"abcdef", "x"}, 4, 2), "\x1b[2A\r\x1b[2Kabcd\n\r\x1b[2Kx\n\x1b[J"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestResultsAreShownOnceWhereNothingIsRedrawn(t *testing.T) {
	table := tableOf(t, tableRoom)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var out strings.Builder
	showRace(ctx, &out, table)
	if out.String() != "Ana: resigned, score 5, 0:04.210, 4 moves\n" {
		t.Errorf("%q", out.String())
	}
}

func TestBar(t *testing.T) {
	for home, want := range map[uint32]string{0: "░░░░", 13: "█░░░", 51: "███░", 52: "████", 99: "████"} {
		if got := bar(home, 4); got != want {
			t.Errorf("%d: %s", home, got)
		}
	}
}
