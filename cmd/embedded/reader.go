package embedded

import (
	"bytes"
	"strings"
)

// readJournal gives the journal's records, one after the other, to use. It gives how much of data is
// good: less than all of it where the end is damaged. The error is that of use, a *VersionError, or a
// *DamageError where the damage is not at the end.
func readJournal(data []byte, use func(offset int64, r record) error) (good int64, err error) {
	if err := checkHeader(data); err != nil {
		return 0, err
	}
	offset := len(header)
	for offset < len(data) {
		r, size, fault := cutRecord(data[offset:])
		if fault != nil {
			return int64(offset), damage(data, offset, fault)
		}
		if err := use(int64(offset), r); err != nil {
			return int64(offset), err
		}
		offset += size
	}
	return int64(offset), nil
}

func checkHeader(data []byte) error {
	line, _, whole := strings.Cut(string(data[:min(len(data), 2*len(header))]), "\n")
	version, ours := strings.CutPrefix(line, formatName)
	switch {
	case !ours || !whole:
		return &DamageError{Offset: 0, Reason: "it does not begin as a journal does"}
	case version != formatVersion:
		return &VersionError{Version: version}
	}
	return nil
}

// damage tells damage at the end, which a crash leaves behind and which is no error, from damage with
// a good record behind it.
func damage(data []byte, offset int, fault error) error {
	for next := offset + 1; ; next++ {
		step := bytes.Index(data[next:], []byte(recordMark))
		if step < 0 {
			return nil
		}
		next += step
		if _, _, err := cutRecord(data[next:]); err == nil {
			return &DamageError{Offset: int64(offset), Reason: fault.Error() + ", and good ones follow"}
		}
	}
}
