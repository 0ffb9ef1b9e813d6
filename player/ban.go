package player

import "time"

// BanMost is how long a ban is at most, unless it is for good.
const BanMost = RecordLife

// BanReasonMost is the most bytes of the reason that a banned player is told: it has to go into the
// close of a connection.
const BanReasonMost = 70

// forGood is the end of a ban that has none. No token outlives it, and none is given to who is banned.
const forGood = 253402300799 // the last second of the year 9999

// A Ban keeps a player out until an instant in whole seconds. The zero Ban keeps nobody out.
type Ban struct {
	Until time.Time
	// Reason is what the player is told, at most BanReasonMost bytes; it may be empty.
	Reason string
}

// BanUntil is a ban that ends then.
func BanUntil(until time.Time, reason string) Ban {
	return Ban{Until: time.Unix(until.Unix(), 0).UTC(), Reason: reason}
}

// BanForGood is a ban that does not end.
func BanForGood(reason string) Ban { return BanUntil(time.Unix(forGood, 0), reason) }

// Holds reports whether the ban keeps its player out at that time.
func (b Ban) Holds(now time.Time) bool { return now.Before(b.Until) }

// IsForGood reports whether the ban does not end.
func (b Ban) IsForGood() bool { return b.Until.Unix() >= forGood }

// A BanError says that a player is kept out, until when and why. It is for the player to read.
type BanError struct{ Ban Ban }

// Error is in the form that clients read, too: see CLOSE_BANNED.
func (e *BanError) Error() string {
	text := "banned for good"
	if !e.Ban.IsForGood() {
		text = "banned until " + e.Ban.Until.UTC().Format(time.RFC3339)
	}
	if e.Ban.Reason == "" {
		return text
	}
	return text + ": " + e.Ban.Reason
}
