package player

import (
	"context"
	"io"
	"time"
)

// A Player is someone whose token was found good.
type Player struct {
	ID   ID
	Name Name
}

// Guests lets people in: new ones by a name, known ones by their token. It may be used from any number
// of goroutines.
type Guests struct {
	store  Store
	signer *Signer
	now    func() time.Time
	random io.Reader
}

// NewGuests puts the parts together. The source of randomness is one that nobody can foresee and that
// many goroutines may read at once, such as crypto/rand's.
func NewGuests(store Store, signer *Signer, now func() time.Time, random io.Reader) *Guests {
	return &Guests{store: store, signer: signer, now: now, random: random}
}

// New makes a new player of that name, and the token to come back with. The error is the store's or
// the source of randomness's.
func (g *Guests) New(ctx context.Context, name Name) (Player, string, error) {
	id, err := NewID(g.random)
	if err != nil {
		return Player{}, "", err
	}
	now := g.now()
	if err := g.store.SaveName(ctx, id, name, now.Add(RecordLife)); err != nil {
		return Player{}, "", err
	}
	return Player{ID: id, Name: name}, g.signer.Issue(id, 0, now), nil
}

// Resume lets the holder of a token in, and gives a renewed one, good for TokenLife from now; the old
// one stays good until its own expiry. The error is a TokenError or the store's own. On ErrUnknown the
// token is as good as none: the store has lost the player.
func (g *Guests) Resume(ctx context.Context, token string) (Player, string, error) {
	now := g.now()
	claims, err := g.signer.Verify(token, now)
	if err != nil {
		return Player{}, "", err
	}
	record, err := g.store.Load(ctx, claims.ID, now.Add(RecordLife))
	if err != nil {
		return Player{}, "", err
	}
	if claims.Generation < record.Generation {
		return Player{}, "", ErrRevoked
	}
	// A token may be ahead of a store that lost its last writes: it keeps its own generation.
	renewed := g.signer.Issue(claims.ID, claims.Generation, now)
	return Player{ID: claims.ID, Name: record.Name}, renewed, nil
}

// Rename gives a player who was let in another name. The error is the store's.
func (g *Guests) Rename(ctx context.Context, id ID, name Name) error {
	return g.store.SaveName(ctx, id, name, g.now().Add(RecordLife))
}

// LogOut revokes every token of the player that was issued up to now, on every device. Connections
// that were let in before stay: closing them is for whoever holds them. The error is the store's.
func (g *Guests) LogOut(ctx context.Context, id ID) error {
	_, err := g.store.RaiseGeneration(ctx, id, g.now().Add(RecordLife))
	return err
}
