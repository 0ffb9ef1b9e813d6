package api

import (
	"context"
	"errors"

	"connectrpc.com/connect"
	"go.uber.org/zap"

	"github.com/samedeal/samedeal/leaderboard"
	"github.com/samedeal/samedeal/leaderboard/daily"
	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

var errPanic = errors.New("a call panicked")

// codes has the code by which a caller that knows no reasons tells them apart.
var codes = map[samedealv1.Reason]connect.Code{
	samedealv1.Reason_REASON_UNSPECIFIED:      connect.CodeInternal,
	samedealv1.Reason_REASON_NO_SUCH_ROOM:     connect.CodeNotFound,
	samedealv1.Reason_REASON_BAD_FIELD:        connect.CodeInvalidArgument,
	samedealv1.Reason_REASON_BAD_DEAL_CODE:    connect.CodeInvalidArgument,
	samedealv1.Reason_REASON_BAD_NAME:         connect.CodeInvalidArgument,
	samedealv1.Reason_REASON_NOT_OWNER:        connect.CodePermissionDenied,
	samedealv1.Reason_REASON_NOT_IN_ROOM:      connect.CodePermissionDenied,
	samedealv1.Reason_REASON_NOT_YOUR_SEAT:    connect.CodePermissionDenied,
	samedealv1.Reason_REASON_NOT_STARTED:      connect.CodeFailedPrecondition,
	samedealv1.Reason_REASON_ALREADY_STARTED:  connect.CodeFailedPrecondition,
	samedealv1.Reason_REASON_SEAT_ENDED:       connect.CodeFailedPrecondition,
	samedealv1.Reason_REASON_ROOM_ENDED:       connect.CodeFailedPrecondition,
	samedealv1.Reason_REASON_NOT_ENDED:        connect.CodeFailedPrecondition,
	samedealv1.Reason_REASON_RACING_ELSEWHERE: connect.CodeFailedPrecondition,
	samedealv1.Reason_REASON_ROOM_FULL:        connect.CodeResourceExhausted,
	samedealv1.Reason_REASON_MOVE_BUDGET:      connect.CodeResourceExhausted,
	samedealv1.Reason_REASON_TOO_MANY:         connect.CodeResourceExhausted,
	samedealv1.Reason_REASON_BUSY:             connect.CodeUnavailable,
	samedealv1.Reason_REASON_KICKED:           connect.CodePermissionDenied,
	samedealv1.Reason_REASON_INTERNAL:         connect.CodeInternal,
	samedealv1.Reason_REASON_BAD_DEVICE_CODE:  connect.CodeNotFound,
	samedealv1.Reason_REASON_BANNED:           connect.CodePermissionDenied,
	samedealv1.Reason_REASON_BAD_INVITATION:   connect.CodeNotFound,
	samedealv1.Reason_REASON_NO_SUCH_BOARD:    connect.CodeNotFound,
	samedealv1.Reason_REASON_NO_SUCH_ROW:      connect.CodeNotFound,
	samedealv1.Reason_REASON_NOT_TODAY:        connect.CodeFailedPrecondition,
	samedealv1.Reason_REASON_NOT_PLAYED:       connect.CodeFailedPrecondition,
	samedealv1.Reason_REASON_SET_ALREADY:      connect.CodeFailedPrecondition,
}

// reasons has the reasons of the errors whose text is for the caller as it is.
var reasons = map[error]samedealv1.Reason{
	player.ErrBadDeviceCode:  samedealv1.Reason_REASON_BAD_DEVICE_CODE,
	player.ErrTooManyReports: samedealv1.Reason_REASON_TOO_MANY,

	player.ErrBadInvitation:  samedealv1.Reason_REASON_BAD_INVITATION,
	player.ErrOwnInvitation:  samedealv1.Reason_REASON_BAD_INVITATION,
	player.ErrTooManyFriends: samedealv1.Reason_REASON_TOO_MANY,
	player.ErrInviterFull:    samedealv1.Reason_REASON_TOO_MANY,
	player.ErrTooManyBlocked: samedealv1.Reason_REASON_TOO_MANY,

	leaderboard.ErrNoRow:     samedealv1.Reason_REASON_NO_SUCH_ROW,
	leaderboard.ErrNotPlayed: samedealv1.Reason_REASON_NOT_PLAYED,
	daily.ErrNotToday:        samedealv1.Reason_REASON_NOT_TODAY,
	daily.ErrAttemptNotEnded: samedealv1.Reason_REASON_NOT_ENDED,
	daily.ErrOffsetSet:       samedealv1.Reason_REASON_SET_ALREADY,
}

// told is what the caller is told of an error. One that is nobody's fault but the server's is logged
// here, and its text is not shown.
func (s *services) told(ctx context.Context, procedure string, err error) *connect.Error {
	var ready *connect.Error
	var token player.TokenError
	switch {
	case errors.As(err, &ready):
		return ready
	case errors.As(err, &token):
		return refusal(connect.CodeUnauthenticated,
			room.NewFault(samedealv1.Reason_REASON_BAD_FIELD, "token: %s", token.Error()))
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return connect.NewError(connect.CodeCanceled, context.Canceled) // the caller is gone
	}
	fault := faultOf(err)
	if fault.Reason == samedealv1.Reason_REASON_INTERNAL {
		s.Log.Error("a call failed", zap.String("procedure", procedure), zap.Error(err))
	}
	code, known := codes[fault.Reason]
	if !known {
		code = connect.CodeInternal
	}
	return refusal(code, fault)
}

// faultOf is what of an error is the caller's to know. It is nil for no error.
func faultOf(err error) *room.Fault {
	var name *player.NameError
	var banned *player.BanError
	var board *leaderboard.BoardError
	var query *leaderboard.QueryError
	var field *daily.FieldError
	switch {
	case errors.As(err, &board):
		return room.NewFault(samedealv1.Reason_REASON_NO_SUCH_BOARD, "%s", board.Error())
	case errors.As(err, &query):
		return room.NewFault(samedealv1.Reason_REASON_BAD_FIELD, "%s", query.Error())
	case errors.As(err, &field):
		return room.NewFault(samedealv1.Reason_REASON_BAD_FIELD, "%s", field.Error())
	case errors.As(err, &name):
		return room.NewFault(samedealv1.Reason_REASON_BAD_NAME, "%s", name.Error())
	case errors.As(err, &banned):
		return room.NewFault(samedealv1.Reason_REASON_BANNED, "%s", banned.Error())
	}
	for known, reason := range reasons {
		if errors.Is(err, known) {
			return room.NewFault(reason, "%s", known.Error())
		}
	}
	return room.FaultOf(err)
}

// refusal is a fault as a call's error: its text the message, the fault itself the detail.
func refusal(code connect.Code, fault *room.Fault) *connect.Error {
	told := connect.NewError(code, fault)
	if detail, err := connect.NewErrorDetail(fault.Message()); err == nil {
		told.AddDetail(detail)
	}
	return told
}

// codeName is a call's code for the metrics.
func codeName(err error) string {
	if err == nil {
		return "ok"
	}
	return connect.CodeOf(err).String()
}
