package player

import (
	"context"
	"io"
	"time"
)

// RecordLife is how long a player is remembered after the last use: 400 days. It is longer than
// TokenLife, so that when a record goes, with the generation in it, every token that it revoked has
// expired.
const RecordLife = 400 * 24 * time.Hour

// A Record is what a store remembers of a player.
type Record struct {
	Name Name
	// Generation counts how often the player has logged out everywhere: a token of a lower one is
	// refused.
	Generation uint32
	// Ban is zero for a player who was never banned, or was let in again.
	Ban Ban
}

// A Store remembers players, and the key that their tokens are signed with, for all nodes of a
// service. Each method is one atomic step, and may be called from any number of goroutines and nodes
// at once. A record is forgotten at the last until that it was given, an instant in whole seconds;
// one in the past forgets it at once.
//
// Errors other than those named are the store's own: whether something was written is then unknown,
// and doing it again does no harm.
type Store interface {
	// SigningKey gives the key that is kept, for ever, or keeps this fresh one if there is none. All
	// callers get the same.
	SigningKey(ctx context.Context, fresh []byte) ([]byte, error)
	// SaveName remembers a new player of that name until then.
	SaveName(ctx context.Context, id ID, name Name, until time.Time) error
	// Load gives a player's record and remembers it until then. The error is ErrUnknown for one who has
	// no name.
	Load(ctx context.Context, id ID, until time.Time) (Record, error)
}

// Accounts changes what is remembered of players, on the terms of a Store. What is written of one is
// written apart, so that a new name never brings a revoked generation back; and one who was forgotten
// stays so. The error is ErrUnknown for a player who has no name, except from Forget.
type Accounts interface {
	// Rename gives a player another name and remembers both until then.
	Rename(ctx context.Context, id ID, name Name, until time.Time) error
	// LogOut raises a player's generation above this one, notes by whose request, and gives the new one.
	// To the request that raised it last it gives what it gave then, and raises nothing. The error is
	// ErrRevoked if the generation has been raised by another.
	LogOut(ctx context.Context, id ID, generation uint32, request string, until time.Time) (uint32, error)
	// Ban keeps a player out, or with a zero Ban lets them in again, and remembers it until then.
	Ban(ctx context.Context, id ID, ban Ban, until time.Time) error
	// Forget forgets all of a player but the generation, which it raises and keeps until then.
	Forget(ctx context.Context, id ID, until time.Time) error
}

// StoredSigner gives a signer with the key that is kept in the store, drawing one if there is none
// yet: for a service to which no key was given. Nodes that start at once get the same.
//
// A store that loses its last writes in a failover may lose a key just made, and every node started
// after that signs with another. Where that matters, give the nodes a key.
func StoredSigner(ctx context.Context, store Store, random io.Reader) (*Signer, error) {
	fresh, err := NewKey(random)
	if err != nil {
		return nil, err
	}
	key, err := store.SigningKey(ctx, fresh)
	if err != nil {
		return nil, err
	}
	return NewSigner(key)
}
