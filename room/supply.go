package room

import (
	"context"

	"go.uber.org/zap"

	"github.com/samedeal/samedeal/engine"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Deals is a stock of deals that can be won.
type Deals interface {
	// Take gives a deal of the variant that was given to nobody before, with a long number or a short one; it
	// reports false if there is none to be had now.
	Take(ctx context.Context, v *engine.Variant, long bool) (engine.Code, bool, error)
}

// draw gives the deal of a room with these options: that of a given code, otherwise one that can be won, unless
// the options say that it may be any, or there is none to be had. The error is NewDeal's.
func (h *Hub) draw(ctx context.Context, options *samedealv1.RoomOptions) (Drawn, error) {
	drawn, err := NewDeal(options, h.config.Random)
	_, given, _ := parseDeal(options.GetDeal()) // NewDeal has read it, too
	if err != nil || isDeal(given) || options.GetAnyDeal() || h.config.Deals == nil {
		return drawn, err
	}
	if code, found := h.takeDeal(ctx, drawn.Code); found {
		drawn.Code, drawn.Winnable = code, true
	}
	return drawn, nil
}

// takeDeal gives a deal that can be won, to take the place of one that was drawn. What would give a sealed deal
// away is not taken.
func (h *Hub) takeDeal(ctx context.Context, instead engine.Code) (engine.Code, bool) {
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	v := instead.Variant()
	isLong := func(c engine.Code) bool { return c.Number() > v.LastShortNumber() }
	code, found, err := h.config.Deals.Take(ctx, v, isLong(instead))
	switch {
	case err != nil:
		h.config.Log.Warn("no winnable deal can be taken; any is drawn", zap.Stringer("variant", v), zap.Error(err))
	case found && (!isDeal(code) || code.Variant().String() != v.String() || isLong(code) != isLong(instead)):
		h.config.Log.Error("the deal taken is not of the kind that was wanted; any is drawn", zap.Stringer("variant", v))
	default:
		return code, found
	}
	return engine.Code{}, false
}
