package api

import (
	"context"
	"slices"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// CreateDeviceCode gives a code by which the token's player comes in on another device.
func (s *services) CreateDeviceCode(ctx context.Context, r *connect.Request[samedealv1.CreateDeviceCodeRequest]) (
	*connect.Response[samedealv1.CreateDeviceCodeResponse], error,
) {
	p, _, err := s.Guests.Resume(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	code, err := s.Devices.NewCode(ctx, p)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.CreateDeviceCodeResponse{
		Code: string(code), Seconds: uint32(player.DeviceCodeLife.Seconds()),
	}), nil
}

// UseDeviceCode lets the player in whose code it is.
func (s *services) UseDeviceCode(ctx context.Context, r *connect.Request[samedealv1.UseDeviceCodeRequest]) (
	*connect.Response[samedealv1.UseDeviceCodeResponse], error,
) {
	if err := s.tryCode(r); err != nil {
		return nil, err
	}
	p, token, err := s.Devices.Use(ctx, r.Msg.GetCode())
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.UseDeviceCodeResponse{
		Player: string(p.ID), Name: string(p.Name), Token: token,
	}), nil
}

// tryCode counts one more code that an address tries. It fails with a *room.Fault on too many.
func (s *services) tryCode(r connect.AnyRequest) error {
	if !s.CodeTries.Try(s.Address(r.Peer().Addr, r.Header())) {
		return room.NewFault(samedealv1.Reason_REASON_TOO_MANY,
			"too many codes were tried from this address; try again in a minute")
	}
	return nil
}

// LogOutEverywhere ends the player's tokens and connections on all devices.
func (s *services) LogOutEverywhere(ctx context.Context, r *connect.Request[samedealv1.LogOutEverywhereRequest]) (
	*connect.Response[samedealv1.LogOutEverywhereResponse], error,
) {
	if err := checkRequest(r.Msg.GetRequestId()); err != nil {
		return nil, err
	}
	token, err := s.Guests.LogOut(ctx, r.Msg.GetToken(), r.Msg.GetRequestId())
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.LogOutEverywhereResponse{Token: token}), nil
}

// DeleteAccount has the player forgotten. The account goes last, so that a call that failed can be made
// again with the same token. It is carried out whether or not the caller waits: who is on many thousands of boards
// is not taken off all of them in the time of a call, and would begin anew with each.
func (s *services) DeleteAccount(ctx context.Context, r *connect.Request[samedealv1.DeleteAccountRequest]) (
	*connect.Response[samedealv1.DeleteAccountResponse], error,
) {
	p, _, err := s.Guests.Resume(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.LongTime)
	defer cancel()
	for _, remove := range append(slices.Clone(s.Removals), s.Friends.Forget, s.Guests.Delete) {
		if err := remove(ctx, p.ID); err != nil {
			return nil, err
		}
	}
	return connect.NewResponse(&samedealv1.DeleteAccountResponse{}), nil
}
