package player

import (
	"context"
	"io"
	"time"
)

// A Player is someone who was let in.
type Player struct {
	ID   ID
	Name Name
	// Generation is that of the token they came in by.
	Generation uint32
}

// Config is what Guests are made of. All but Words must be given.
type Config struct {
	Store    Store
	Accounts Accounts
	Changes  Changes
	Signer   *Signer
	// Words are not to be in a name that somebody takes; nil forbids none.
	Words *WordList
	Now   func() time.Time
	// Random is a source that nobody can foresee and that many goroutines may read at once, such as
	// crypto/rand's.
	Random io.Reader
}

// Guests lets people in: new ones by a name, known ones by their token. It may be used from any number
// of goroutines.
type Guests struct{ config Config }

// NewGuests puts the parts together.
func NewGuests(config Config) *Guests { return &Guests{config} }

// New makes a new player of that name, and the token to come back with. The error is a *NameError, the
// store's or the source of randomness's.
func (g *Guests) New(ctx context.Context, name Name) (Player, string, error) {
	if err := g.config.Words.Check(name); err != nil {
		return Player{}, "", err
	}
	id, err := NewID(g.config.Random)
	if err != nil {
		return Player{}, "", err
	}
	now := g.config.Now()
	if err := g.config.Store.SaveName(ctx, id, name, now.Add(RecordLife)); err != nil {
		return Player{}, "", err
	}
	return Player{ID: id, Name: name}, g.config.Signer.Issue(id, 0, now), nil
}

// Resume lets the holder of a token in, and gives a renewed one, good for TokenLife from now; the old
// one stays good until its own expiry. The error is a TokenError, a *BanError or the store's own. On
// ErrUnknown the token is as good as none: the store has lost the player, or was told to forget them.
func (g *Guests) Resume(ctx context.Context, token string) (Player, string, error) {
	claims, err := g.config.Signer.Verify(token, g.config.Now())
	if err != nil {
		return Player{}, "", err
	}
	return g.admit(ctx, claims)
}

// admit lets in whoever rightly claims to be a player, and gives a token.
func (g *Guests) admit(ctx context.Context, claims Claims) (Player, string, error) {
	now := g.config.Now()
	record, err := g.config.Store.Load(ctx, claims.ID, now.Add(RecordLife))
	if err != nil {
		return Player{}, "", err
	}
	if err := record.refuse(claims.Generation, now); err != nil {
		return Player{}, "", err
	}
	// A token may be ahead of a store that lost its last writes: it keeps its own generation.
	who := Player{ID: claims.ID, Name: record.Name, Generation: claims.Generation}
	return who, g.config.Signer.Issue(who.ID, who.Generation, now), nil
}

// refuse says why a player of this record, by a token of that generation, is not let in: a TokenError or
// a *BanError. It is nil if they are.
func (r Record) refuse(generation uint32, now time.Time) error {
	switch {
	case r.Name == "":
		return ErrUnknown
	case generation < r.Generation:
		return ErrRevoked
	case r.Ban.Holds(now):
		return &BanError{r.Ban}
	}
	return nil
}

// Rename gives a player who was let in another name. The error is a *NameError, ErrUnknown if they have
// been forgotten since, or the store's.
func (g *Guests) Rename(ctx context.Context, id ID, name Name) error {
	if err := g.config.Words.Check(name); err != nil {
		return err
	}
	return g.config.Accounts.Rename(ctx, id, name, g.config.Now().Add(RecordLife))
}

// LogOut revokes every token of the holder's that was issued up to now, on every device, and gives a
// fresh one. Connections that were let in by the others are over, as Standing tells whoever holds them.
// Asked again with the same request and token, because the answer was lost, it gives another fresh one.
// The error is a TokenError, a *BanError or the store's own.
func (g *Guests) LogOut(ctx context.Context, token, request string) (string, error) {
	now := g.config.Now()
	claims, err := g.config.Signer.Verify(token, now)
	if err != nil {
		return "", err
	}
	record, err := g.config.Store.Load(ctx, claims.ID, now.Add(RecordLife))
	if err != nil {
		return "", err
	}
	// A generation behind is for the store to judge: it knows the request that raised it.
	if err := record.refuse(max(claims.Generation, record.Generation), now); err != nil {
		return "", err
	}
	// First, so that nothing is revoked without the connections' being looked at.
	if err := g.config.Changes.NoteChange(ctx, claims.ID, now); err != nil {
		return "", err
	}
	raised, err := g.config.Accounts.LogOut(ctx, claims.ID, claims.Generation, request, now.Add(RecordLife))
	if err != nil {
		return "", err
	}
	return g.config.Signer.Issue(claims.ID, raised, now), nil
}

// Delete has a player who was let in forgotten. Every token of theirs is over, and so are their
// connections. The error is the store's.
func (g *Guests) Delete(ctx context.Context, id ID) error {
	now := g.config.Now()
	if err := g.config.Changes.NoteChange(ctx, id, now); err != nil {
		return err
	}
	return g.config.Accounts.Forget(ctx, id, now.Add(RecordLife))
}
