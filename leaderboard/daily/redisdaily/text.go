package redisdaily

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

func dealText(d daily.Deal) string { return d.Code.String() + " " + hex.EncodeToString(d.Salt) }

func readDeal(text string) (daily.Deal, error) {
	code, salt, _ := strings.Cut(text, " ")
	var d daily.Deal
	var codeErr, saltErr error
	d.Code, codeErr = engine.ParseCode(code)
	d.Salt, saltErr = hex.DecodeString(salt)
	return d, errors.Join(codeErr, saltErr)
}

func attemptText(a daily.Attempt) string {
	return a.Room + " " + strconv.FormatInt(a.Begun.UnixMilli(), 10)
}

func readAttempt(text string) (daily.Attempt, error) {
	room, begun, _ := strings.Cut(text, " ")
	ms, err := strconv.ParseInt(begun, 10, 64)
	return daily.Attempt{Room: room, Begun: time.UnixMilli(ms).UTC()}, err
}

// entryText writes a result: when its attempt began in Unix milliseconds, the ending's number, score, time in
// milliseconds, moves and actions, with spaces between.
func entryText(e daily.Entry) string {
	r := e.Result
	return fmt.Sprintf("%d %d %d %d %d %d",
		e.Begun.UnixMilli(), r.GetEnding(), r.GetScore(), r.GetTimeMs(), r.GetMoves(), r.GetActions())
}

func readEntry(text string) (daily.Entry, error) {
	parts := strings.Split(text, " ")
	if len(parts) != 6 {
		return daily.Entry{}, fmt.Errorf("a result has %d parts; want 6", len(parts))
	}
	begun, err := strconv.ParseInt(parts[0], 10, 64)
	errs := []error{err}
	var numbers [5]uint32
	for i := range numbers {
		number, err := strconv.ParseUint(parts[1+i], 10, 32)
		numbers[i], errs = uint32(number), append(errs, err)
	}
	ending := samedealv1.Ending(numbers[0])
	if samedealv1.Ending_name[int32(ending)] == "" {
		errs = append(errs, fmt.Errorf("there is no ending %d", ending))
	}
	return daily.Entry{Begun: time.UnixMilli(begun).UTC(), Result: &samedealv1.Result{
		Ending: ending, Score: numbers[1], TimeMs: numbers[2], Moves: numbers[3], Actions: numbers[4],
	}}, errors.Join(errs...)
}

func readChallenge(text string) (daily.Challenge, error) {
	date, variant, _ := strings.Cut(text, "/")
	d, err := leaderboard.ParseDate(date)
	return daily.Challenge{Date: d, Variant: variant}, err
}

// readHistory reads the fields of a history. The error says what cannot be read.
func readHistory(fields map[string]string) (daily.History, error) {
	h := daily.History{Entries: map[daily.Challenge]daily.Entry{}}
	for field, text := range fields {
		if err := readField(&h, field, text); err != nil {
			return daily.History{}, fmt.Errorf("read the field %q of a player's days in Redis: %w", field, err)
		}
	}
	return h, nil
}

func readField(h *daily.History, field, text string) (err error) {
	switch field {
	case fieldVersion:
		h.Version, err = strconv.ParseUint(text, 10, 64)
	case fieldOffset:
		h.OffsetSet = true
		h.Offset, err = strconv.Atoi(text)
	case fieldRemoved:
		var ms int64
		ms, err = strconv.ParseInt(text, 10, 64)
		h.Removed = time.UnixMilli(ms).UTC()
	default:
		err = readEntryField(h, field, text)
	}
	return err
}

// readEntryField reads one of the up to two fields of an entry.
func readEntryField(h *daily.History, field, text string) error {
	name, isVoid := strings.CutPrefix(field, voidField)
	c, err := readChallenge(name)
	if err != nil {
		return err
	}
	entry := h.Entries[c]
	if isVoid {
		entry.Voided = true
	} else {
		voided := entry.Voided
		if entry, err = readEntry(text); err != nil {
			return err
		}
		entry.Voided = voided
	}
	h.Entries[c] = entry
	return nil
}
