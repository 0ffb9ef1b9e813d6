package leaderboard

import (
	"fmt"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Admits says why a row's game cannot be one of the board's, whatever its result: nil if it can. It tells nothing of a
// board of sums. The error is a *RowError.
func (b Board) Admits(row *samedealv1.StoredRow) error {
	code, err := engine.ParseCode(row.GetDeal())
	if err == nil {
		err = b.admits(code, row)
	}
	if err != nil {
		return rowError(row, err)
	}
	return nil
}

func (b Board) admits(code engine.Code, row *samedealv1.StoredRow) error {
	began := DateOf(startOf(row))
	switch {
	case b.kind == Deal && code != b.deal:
		return fmt.Errorf("the board is of the deal %s", b.deal)
	case code.Variant() != b.variant:
		return fmt.Errorf("the board is of %s", b.variant)
	case b.kind == Daily && row.GetDaily() != b.first.String():
		return fmt.Errorf("it is of the daily challenge %s, and the board is of that of %s", quote(row.GetDaily()), b.first)
	case b.kind == Deal || b.kind == Daily:
		return nil
	case row.GetKnownDeal():
		return fmt.Errorf("its deal was known before the race, and the board is of sealed ones")
	case !b.includes(began):
		return fmt.Errorf("it began on %s, and the board is of %s", began, b.window())
	default:
		return nil
	}
}
