package leaderboard_test

import (
	"testing"

	"github.com/samedeal/samedeal/engine"
	"github.com/samedeal/samedeal/leaderboard"
)

func variant(t testing.TB, name string) *engine.Variant {
	t.Helper()
	v, err := engine.ParseVariant(name)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func date(t testing.TB, text string) leaderboard.Date {
	t.Helper()
	d, err := leaderboard.ParseDate(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
