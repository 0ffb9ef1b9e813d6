package player

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// ReportLife is how long a report is kept.
	ReportLife = 30 * 24 * time.Hour
	// ReportsKept is how many are: of more, the newest.
	ReportsKept = 1000
	// ReportsMost is how many a player may make in ReportWindow, from the first of them on.
	ReportsMost  = 5
	ReportWindow = time.Hour
	// ReportTextMost is the most characters of a report's text.
	ReportTextMost = 500
)

// ErrTooManyReports says that a player has reported too often for now.
var ErrTooManyReports = errors.New("too many reports in an hour: try again later")

// A ReportKind is what somebody is reported for.
type ReportKind string

// What a report can be for.
const (
	ReportName  ReportKind = "name"
	ReportPlay  ReportKind = "play"
	ReportOther ReportKind = "other"
)

// A Report is what a player tells of another whom they met in a room.
type Report struct {
	At     time.Time
	By     ID
	Player ID
	// NameInRoom is what the room knew the player by. They may have another name since.
	NameInRoom string
	Room       string
	Kind       ReportKind
	Text       string
	// Done: whoever runs the service has dealt with it.
	Done bool
}

// ErrNoReport says that there is no such report, or not any more.
var ErrNoReport = errors.New("there is no such report")

// reportIDLength is how many letters and digits a report's id has.
const reportIDLength = 10

// ID tells the report from others: ten small letters and digits, of what it says.
func (r Report) ID() string {
	hash := sha256.New()
	for _, part := range []string{
		strconv.FormatInt(r.At.UnixMilli(), 10), string(r.By), string(r.Player), r.Room, string(r.Kind), r.NameInRoom, r.Text,
	} {
		_, _ = fmt.Fprintf(hash, "%d:%s", len(part), part) // it does not fail
	}
	return strings.ToLower(base32.StdEncoding.EncodeToString(hash.Sum(nil)))[:reportIDLength]
}

// Reports keeps what players report, on the terms of a Store.
type Reports interface {
	// CountReport counts one more report by a player and gives how many there are; the count is
	// forgotten at the until of its first.
	CountReport(ctx context.Context, by ID, until time.Time) (int, error)
	// AddReport keeps a report for ReportLife from its time on; of more than ReportsKept the newest.
	AddReport(ctx context.Context, r Report) error
	// Reports gives those made after an instant, the newest first, at most so many.
	Reports(ctx context.Context, after time.Time, most int) ([]Report, error)
	// FinishReport has a report be done; one that is not kept any more stays away.
	FinishReport(ctx context.Context, r Report) error
}

// Moderation keeps order in the house: players report, and whoever runs the service renames and bans.
type Moderation struct {
	guests  *Guests
	reports Reports
}

// NewModeration keeps order among guests.
func NewModeration(guests *Guests, reports Reports) *Moderation { return &Moderation{guests, reports} }

// Report keeps a report, of now. The error is ErrTooManyReports or the store's.
func (m *Moderation) Report(ctx context.Context, r Report) error {
	r.At = m.guests.config.Now()
	made, err := m.reports.CountReport(ctx, r.By, r.At.Add(ReportWindow))
	if err != nil {
		return err
	}
	if made > ReportsMost {
		return ErrTooManyReports
	}
	return m.reports.AddReport(ctx, r)
}

// Reports gives what was reported in the last ReportLife, the newest first, at most so many. Those that are done
// are left out, unless all are wanted.
func (m *Moderation) Reports(ctx context.Context, most int, all bool) ([]Report, error) {
	reports, err := m.kept(ctx)
	if !all {
		reports = slices.DeleteFunc(reports, func(r Report) bool { return r.Done })
	}
	return reports[:min(len(reports), most)], err
}

// FinishReport has the report of an id be done. The error is ErrNoReport or the store's.
func (m *Moderation) FinishReport(ctx context.Context, id string) error {
	reports, err := m.kept(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(reports, func(r Report) bool { return r.ID() == id })
	switch {
	case at < 0:
		return ErrNoReport
	case reports[at].Done:
		return nil
	}
	return m.reports.FinishReport(ctx, reports[at])
}

func (m *Moderation) kept(ctx context.Context) ([]Report, error) {
	return m.reports.Reports(ctx, m.guests.config.Now().Add(-ReportLife), ReportsKept)
}

// Records gives players' records in their order, a zero one for who is not known. A ban that has ended
// is left out.
func (m *Moderation) Records(ctx context.Context, ids ...ID) ([]Record, error) {
	records, err := m.guests.config.Changes.Records(ctx, ids)
	for i, r := range records {
		if !r.Ban.Holds(m.guests.config.Now()) {
			records[i].Ban = Ban{}
		}
	}
	return records, err
}

// Rename gives a player another name, which is shown when they come in next. The error is a *NameError,
// ErrUnknown or the store's.
func (m *Moderation) Rename(ctx context.Context, id ID, name Name) error {
	return m.guests.Rename(ctx, id, name)
}

// Ban keeps a player out for so long, or if that is 0 for good, instead of a ban before; their
// connections are over. The error is ErrUnknown or the store's.
func (m *Moderation) Ban(ctx context.Context, id ID, length time.Duration, reason string) (Ban, error) {
	now := m.guests.config.Now()
	ban := BanForGood(reason)
	if length != 0 {
		ban = BanUntil(now.Add(length), reason)
	}
	if err := m.guests.config.Changes.NoteChange(ctx, id, now); err != nil {
		return Ban{}, err
	}
	return ban, m.guests.config.Accounts.Ban(ctx, id, ban, now.Add(RecordLife))
}

// Unban lets a player in again. The error is ErrUnknown or the store's.
func (m *Moderation) Unban(ctx context.Context, id ID) error {
	return m.guests.config.Accounts.Ban(ctx, id, Ban{}, m.guests.config.Now().Add(RecordLife))
}
