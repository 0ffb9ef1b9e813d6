package api

import (
	"context"

	"connectrpc.com/connect"

	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// CreateInvitation gives a code by which another becomes a friend of the token's player.
func (s *services) CreateInvitation(ctx context.Context, r *connect.Request[samedealv1.CreateInvitationRequest]) (
	*connect.Response[samedealv1.CreateInvitationResponse], error,
) {
	p, _, err := s.Guests.Resume(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	code, err := s.Friends.Invite(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.CreateInvitationResponse{
		Code: string(code), Link: s.FriendLink(string(code)), Seconds: uint32(player.InvitationLife.Seconds()),
	}), nil
}

// ShowInvitation tells who invites; also somebody without a token, who need not become a player to read a letter.
func (s *services) ShowInvitation(ctx context.Context, r *connect.Request[samedealv1.ShowInvitationRequest]) (
	*connect.Response[samedealv1.ShowInvitationResponse], error,
) {
	viewer, err := s.viewer(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	if err := s.tryCode(r); err != nil {
		return nil, err
	}
	invitation, err := s.Friends.Invitation(ctx, player.ID(viewer), r.Msg.GetCode())
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.ShowInvitationResponse{
		From: friendMessage(invitation.From), IsMe: invitation.IsMine, IsFriend: invitation.IsFriend,
	}), nil
}

// AcceptInvitation makes the token's player and whoever invites them friends.
func (s *services) AcceptInvitation(ctx context.Context, r *connect.Request[samedealv1.AcceptInvitationRequest]) (
	*connect.Response[samedealv1.AcceptInvitationResponse], error,
) {
	p, err := s.mayTry(ctx, r, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	friend, err := s.Friends.Accept(ctx, p.ID, r.Msg.GetCode())
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.AcceptInvitationResponse{Friend: friendMessage(friend)}), nil
}

// mayTry lets in a player who tries a code, as long as their address does not guess.
func (s *services) mayTry(ctx context.Context, r connect.AnyRequest, token string) (player.Player, error) {
	p, _, err := s.Guests.Resume(ctx, token)
	if err != nil {
		return player.Player{}, err
	}
	return p, s.tryCode(r)
}

// ListFriends gives the friends of the token's player, and whom they block.
func (s *services) ListFriends(ctx context.Context, r *connect.Request[samedealv1.ListFriendsRequest]) (
	*connect.Response[samedealv1.ListFriendsResponse], error,
) {
	p, _, err := s.Guests.Resume(ctx, r.Msg.GetToken())
	if err != nil {
		return nil, err
	}
	friends, blocked, err := s.Friends.List(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.ListFriendsResponse{
		Friends: friendMessages(friends), Blocked: friendMessages(blocked),
	}), nil
}

func friendMessage(f player.Friend) *samedealv1.Friend {
	return &samedealv1.Friend{Player: string(f.ID), Name: string(f.Name)}
}

func friendMessages(friends []player.Friend) []*samedealv1.Friend {
	messages := make([]*samedealv1.Friend, len(friends))
	for i, f := range friends {
		messages[i] = friendMessage(f)
	}
	return messages
}

// RemoveFriend ends a friendship.
func (s *services) RemoveFriend(ctx context.Context, r *connect.Request[samedealv1.RemoveFriendRequest]) (
	*connect.Response[samedealv1.RemoveFriendResponse], error,
) {
	if err := s.toAnother(ctx, r.Msg, s.Friends.Remove); err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.RemoveFriendResponse{}), nil
}

// BlockPlayer ends a friendship and keeps it from being made again.
func (s *services) BlockPlayer(ctx context.Context, r *connect.Request[samedealv1.BlockPlayerRequest]) (
	*connect.Response[samedealv1.BlockPlayerResponse], error,
) {
	if err := s.toAnother(ctx, r.Msg, s.Friends.Block); err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.BlockPlayerResponse{}), nil
}

// UnblockPlayer takes that back.
func (s *services) UnblockPlayer(ctx context.Context, r *connect.Request[samedealv1.UnblockPlayerRequest]) (
	*connect.Response[samedealv1.UnblockPlayerResponse], error,
) {
	if err := s.toAnother(ctx, r.Msg, s.Friends.Unblock); err != nil {
		return nil, err
	}
	return connect.NewResponse(&samedealv1.UnblockPlayerResponse{}), nil
}

// toAnother has the token's player do something to another.
func (s *services) toAnother(
	ctx context.Context, m interface {
		GetToken() string
		GetPlayer() string
	}, do func(ctx context.Context, of, other player.ID) error,
) error {
	other, err := readPlayer(m.GetPlayer())
	if err != nil {
		return err
	}
	p, _, err := s.Guests.Resume(ctx, m.GetToken())
	switch {
	case err != nil:
		return err
	case p.ID == other:
		return room.NewFault(samedealv1.Reason_REASON_BAD_FIELD, "player: want somebody else than the token's player")
	}
	return orNobody(other, do(ctx, p.ID, other))
}
