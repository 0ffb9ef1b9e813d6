package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// raceReport is how a race ended, and whether its games replay to that.
type raceReport struct {
	Room        string     `json:"room"`
	Deal        string     `json:"deal"`
	Standings   []standing `json:"standings"`
	Verified    bool       `json:"verified"`
	Differences []string   `json:"differences,omitempty"`
}

// standing is a seat's result with its place.
type standing struct {
	Place  uint32 `json:"place"`
	Name   string `json:"name"`
	Ending string `json:"ending"`
	Score  uint32 `json:"score"`
	TimeMS uint32 `json:"time_ms"`
	Moves  uint32 `json:"moves"`
}

func reportOf(r *samedealv1.Room, differences []string) raceReport {
	report := raceReport{
		Room: r.GetCode(), Deal: r.GetDeal().GetCode(), Standings: []standing{},
		Verified: len(differences) == 0, Differences: differences,
	}
	for _, seat := range r.GetSeats() {
		result := seat.GetResult()
		report.Standings = append(report.Standings, standing{
			Place: seat.GetPlace(), Name: seat.GetName(), Ending: endingKey(result.GetEnding()),
			Score: result.GetScore(), TimeMS: result.GetTimeMs(), Moves: result.GetMoves(),
		})
	}
	slices.SortStableFunc(report.Standings, func(a, b standing) int { return cmp.Compare(a.Place, b.Place) })
	return report
}

// endingKey is an ending as it is written in JSON: home, resigned, time_up.
func endingKey(e samedealv1.Ending) string {
	return strings.ToLower(strings.TrimPrefix(e.String(), "ENDING_"))
}

// endingName is an ending as it is shown to people.
func endingName(e samedealv1.Ending) string { return strings.ReplaceAll(endingKey(e), "_", " ") }

// write writes the report, for people or as JSON. It fails, naming what differs, if anything does.
func (r raceReport) write(out io.Writer, asJSON bool) error {
	var err error
	if asJSON {
		err = writeJSON(out, r)
	} else {
		_, err = io.WriteString(out, r.text())
	}
	if err != nil {
		return err
	}
	if !r.Verified {
		return fmt.Errorf("room %s does not verify:\n  %s", r.Room, strings.Join(r.Differences, "\n  "))
	}
	return nil
}

func (r raceReport) text() string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, s := range r.Standings {
		_, _ = fmt.Fprintf(table, "%d.\t%s\t%s\tscore %d\t%s\t%d moves\n",
			s.Place, s.Name, strings.ReplaceAll(s.Ending, "_", " "), s.Score, clockText(s.TimeMS), s.Moves)
	}
	_ = table.Flush() // a Builder takes all
	if r.Verified {
		fmt.Fprintf(&text, "%s verified: on %s every game replays to its result.\n", r.Room, r.Deal)
	}
	return text.String()
}

// clockText writes a time of a race: 6:52.760.
func clockText(ms uint32) string {
	d := time.Duration(ms) * time.Millisecond
	return fmt.Sprintf("%d:%06.3f", int(d.Minutes()), (d % time.Minute).Seconds())
}
