package embedded

import (
	"math"
	"strconv"
	"strings"
)

// A keeper gives the form in which a command is kept, for a command that runs at now, in milliseconds
// of Unix time, and the instant of the expiry that it sets, noExpiry if none. A command that does not
// parse is left as it is: it fails, and is not kept. The error is a *RefusedError.
type keeper func(c command, now int64) (kept command, expiry int64, err error)

const noExpiry int64 = math.MaxInt64

// maxExpiry is about a hundred thousand years: in it and in its sum with a time nothing overflows.
const maxExpiry int64 = 3_000_000_000_000_000

// fromNow and instant are what an expiry counts from.
func fromNow(now int64) int64 { return now }
func instant(int64) int64     { return 0 }

// kept gives the form in which a command is kept.
func (s spec) kept(c command, now int64) (command, int64, error) {
	if s.keep == nil {
		return c, noExpiry, nil
	}
	return s.keep(c, now)
}

// keepEntry lets XADD KEY [NOMKSTREAM] ID FIELD VALUE ... through and no other form: an id that Redis
// makes is not the one by which a writer could find what it wrote, and a log is never trimmed.
func keepEntry(c command, _ int64) (command, int64, error) {
	id := 2
	if len(c) > id && strings.EqualFold(c[id], "NOMKSTREAM") {
		id++
	}
	if len(c) <= id {
		return c, noExpiry, nil
	}
	milliseconds, sequence, _ := strings.Cut(c[id], "-")
	switch {
	case strings.EqualFold(c[id], "MAXLEN"), strings.EqualFold(c[id], "MINID"):
		return nil, 0, &RefusedError{Command: c[0], Reason: neverTrimmed}
	case !isNumber(milliseconds), !isNumber(sequence):
		return nil, 0, &RefusedError{
			Command: c[0], Reason: "its id is " + strconv.Quote(c[id]) + ", and it wants a whole one such as 7-0",
		}
	case strings.Trim(c[id], "0-") == "":
		return nil, 0, &RefusedError{Command: c[0], Reason: "its id must be above 0-0"}
	}
	return c, noExpiry, nil
}

func isNumber(text string) bool {
	_, err := strconv.ParseUint(text, 10, 64)
	return err == nil
}

// keepExpiry keeps EXPIRE and its kin as PEXPIREAT.
func keepExpiry(unit int64, base func(now int64) int64) keeper {
	return func(c command, now int64) (command, int64, error) {
		if len(c) < 3 {
			return c, noExpiry, nil
		}
		at, ok, err := expiryAt(c[0], c[2], unit, base(now))
		if !ok {
			return c, noExpiry, err
		}
		kept := append(command{"PEXPIREAT", c[1], strconv.FormatInt(at, 10)}, c[3:]...)
		return kept, at, nil
	}
}

// keepSetFor keeps SETEX and PSETEX as SET with PXAT.
func keepSetFor(unit int64) keeper {
	return func(c command, now int64) (command, int64, error) {
		if len(c) != 4 {
			return c, noExpiry, nil
		}
		at, ok, err := expiryAt(c[0], c[2], unit, now)
		if !ok {
			return c, noExpiry, err
		}
		return command{"SET", c[1], c[3], "PXAT", strconv.FormatInt(at, 10)}, at, nil
	}
}

// keepSet keeps a SET with the expiry of any of its forms as PXAT. One that has passed is refused:
// miniredis would keep it, without a key, for whoever makes that key next.
func keepSet(c command, now int64) (command, int64, error) {
	for i := 3; i+1 < len(c); i++ {
		unit, base := int64(1), now
		switch strings.ToUpper(c[i]) {
		case "PX":
		case "EX":
			unit = 1000
		case "EXAT":
			unit, base = 1000, 0
		case "PXAT":
			base = 0
		default:
			continue
		}
		at, ok, err := expiryAt(c[0], c[i+1], unit, base)
		if !ok {
			return c, noExpiry, err
		}
		if at <= now {
			return nil, 0, &RefusedError{Command: c[0], Reason: "its expiry has passed"}
		}
		kept := append(command{}, c...)
		kept[i], kept[i+1] = "PXAT", strconv.FormatInt(at, 10)
		return kept, at, nil
	}
	return c, noExpiry, nil
}

// expiryAt reads an expiry as an instant in milliseconds.
func expiryAt(name, text string, unit, base int64) (at int64, ok bool, err error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, false, nil
	}
	if n > maxExpiry/unit || n < -maxExpiry/unit {
		return 0, false, &RefusedError{Command: name, Reason: "an expiry of " + text + " is out of all reason"}
	}
	return base + n*unit, true, nil
}
