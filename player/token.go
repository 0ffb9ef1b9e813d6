package player

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// TokenLife is how long a token is good for after it was issued: a year.
const TokenLife = 365 * 24 * time.Hour

// KeyBytes is the least length of the key that tokens are signed with, in bytes.
const KeyBytes = 32

const (
	tokenVersion    = "sd1"
	tokenParts      = 5 // version, id, generation, expiry, signature
	signatureLength = 43
	// tokenMost is above the length of any token: a longer text is not worth taking apart.
	tokenMost = 120
)

// A TokenError says why a token does not let its holder in. These are all of them; errors.Is tells
// them apart.
type TokenError string

// The reasons for which a token is refused.
const (
	// ErrMalformed: the text is no token.
	ErrMalformed TokenError = "that is no token: want one as it was given out"
	// ErrForged: it has a token's form, but was not signed with this key.
	ErrForged TokenError = "the token's signature is not ours"
	// ErrExpired: it is older than TokenLife.
	ErrExpired TokenError = "the token has expired: it was not used for a year"
	// ErrRevoked: the player has logged out everywhere since it was issued.
	ErrRevoked TokenError = "the token was revoked: the player has logged out everywhere"
	// ErrUnknown: the store does not remember the player.
	ErrUnknown TokenError = "the player is not known here"
)

func (e TokenError) Error() string { return string(e) }

// Claims are what a token says of its holder.
type Claims struct {
	ID ID
	// Generation counts how often the player had logged out everywhere when the token was issued.
	Generation uint32
	// Expires is the instant, in whole seconds, from which on the token is refused.
	Expires time.Time
}

// A KeyError says that a signing key is too short to be safe.
type KeyError struct {
	Got int // bytes
}

func (e *KeyError) Error() string {
	return fmt.Sprintf("the signing key has %d bytes; want %d or more, drawn at random", e.Got, KeyBytes)
}

// NewKey draws a signing key of KeyBytes bytes. The error is the source's.
func NewKey(random io.Reader) ([]byte, error) {
	key := make([]byte, KeyBytes)
	if _, err := io.ReadFull(random, key); err != nil {
		return nil, fmt.Errorf("draw a signing key: %w", err)
	}
	return key, nil
}

// A Signer issues tokens and verifies them, with nothing but its key: every node that has the same key
// takes the others' tokens. It may be used from any number of goroutines.
//
// A token is the text
//
//	sd1.ID.GENERATION.EXPIRY.SIGNATURE
//
// with the generation and the expiry (Unix seconds) in decimal, and the HMAC-SHA256 of all before the
// last dot in unpadded URL-safe base64. It can stand in a URL, a header or a cookie as it is.
type Signer struct {
	// newMAC holds the key out of sight of whatever prints a Signer.
	newMAC func() hash.Hash
}

// NewSigner gives a signer with that key, of at least KeyBytes bytes. The error is a *KeyError.
func NewSigner(key []byte) (*Signer, error) {
	if len(key) < KeyBytes {
		return nil, &KeyError{Got: len(key)}
	}
	key = slices.Clone(key)
	return &Signer{newMAC: func() hash.Hash { return hmac.New(sha256.New, key) }}, nil
}

// Issue gives a token that is good from now for TokenLife.
func (s *Signer) Issue(id ID, generation uint32, now time.Time) string {
	signed := strings.Join([]string{
		tokenVersion,
		string(id),
		strconv.FormatUint(uint64(generation), 10),
		strconv.FormatInt(now.Add(TokenLife).Unix(), 10),
	}, ".")
	return signed + "." + s.sign(signed)
}

// Verify reads a token. The error is ErrMalformed, ErrForged or ErrExpired. Whether the generation is
// still the player's, only the store can tell: see Guests.
func (s *Signer) Verify(token string, now time.Time) (Claims, error) {
	claims, signed, signature, err := parseToken(token)
	switch {
	case err != nil:
		return Claims{}, err
	// The texts are compared, not the bytes they stand for, since base64 has several texts for the same.
	case !hmac.Equal([]byte(signature), []byte(s.sign(signed))):
		return Claims{}, ErrForged
	case !now.Before(claims.Expires):
		return Claims{}, ErrExpired
	}
	return claims, nil
}

func (s *Signer) sign(text string) string {
	mac := s.newMAC()
	mac.Write([]byte(text)) // a hash never returns an error
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// parseToken takes a token apart without believing any of it. The error is ErrMalformed.
func parseToken(token string) (claims Claims, signed, signature string, err error) {
	if len(token) > tokenMost {
		return Claims{}, "", "", ErrMalformed
	}
	parts := strings.Split(token, ".")
	if len(parts) != tokenParts || parts[0] != tokenVersion || len(parts[4]) != signatureLength {
		return Claims{}, "", "", ErrMalformed
	}
	id, idErr := ParseID(parts[1])
	generation, generationErr := strconv.ParseUint(parts[2], 10, 32)
	expires, expiresErr := strconv.ParseInt(parts[3], 10, 64)
	if idErr != nil || generationErr != nil || expiresErr != nil {
		return Claims{}, "", "", ErrMalformed
	}
	signature = parts[4]
	signed = strings.TrimSuffix(token, "."+signature)
	return Claims{ID: id, Generation: uint32(generation), Expires: time.Unix(expires, 0)}, signed, signature, nil
}
