package player

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"
)

const (
	// DeviceCodeLife is how long a code for another device is good for.
	DeviceCodeLife = 5 * time.Minute
	// DeviceCodeLength is how many letters it has.
	DeviceCodeLength = codeLength
)

// ErrBadDeviceCode says that a code is none, or is not good any more.
var ErrBadDeviceCode = errors.New("the code is not good, or not any more: have the other device show a new one")

// A DeviceCode lets its player in on another device, once: DeviceCodeLength capital letters.
type DeviceCode string

// NewDeviceCode draws a code from a source of randomness that nobody can foresee. The error is the
// source's.
func NewDeviceCode(random io.Reader) (DeviceCode, error) {
	code, err := drawCode(random)
	if err != nil {
		return "", fmt.Errorf("draw a code for another device: %w", err)
	}
	return DeviceCode(code), nil
}

// ParseDeviceCode reads a code as somebody types it: in capitals or not, with spaces and hyphens
// anywhere. The error is ErrBadDeviceCode.
func ParseDeviceCode(text string) (DeviceCode, error) {
	code, good := readCode(text)
	if !good {
		return "", ErrBadDeviceCode
	}
	return DeviceCode(code), nil
}

// Codes keeps codes for other devices, on the terms of a Store.
type Codes interface {
	// SaveCode has the code stand for these claims until they expire, instead of the player's code before.
	SaveCode(ctx context.Context, code DeviceCode, claims Claims) error
	// TakeCode gives what the code stands for, once. The error is ErrBadDeviceCode if it stands for
	// nothing.
	TakeCode(ctx context.Context, code DeviceCode) (Claims, error)
}

// Devices lets players in on another device, by a code that they read from the one that they are on. So
// no token has to be shown, sent or typed.
type Devices struct {
	guests *Guests
	codes  Codes
}

// NewDevices lets guests in by codes.
func NewDevices(guests *Guests, codes Codes) *Devices { return &Devices{guests, codes} }

// NewCode gives a player who was let in a code, good once within DeviceCodeLife, and instead of the one
// before. The error is the store's or the source of randomness's.
func (d *Devices) NewCode(ctx context.Context, p Player) (DeviceCode, error) {
	code, err := NewDeviceCode(d.guests.config.Random)
	if err != nil {
		return "", err
	}
	expires := d.guests.config.Now().Add(DeviceCodeLife)
	claims := Claims{ID: p.ID, Generation: p.Generation, Expires: expires}
	if err := d.codes.SaveCode(ctx, code, claims); err != nil {
		return "", err
	}
	return code, nil
}

// Use lets in the player whose code it is, and gives a token; the code is used up. The error is
// ErrBadDeviceCode, also if the player has logged out everywhere since, a *BanError or the store's own.
func (d *Devices) Use(ctx context.Context, text string) (Player, string, error) {
	code, err := ParseDeviceCode(text)
	if err != nil {
		return Player{}, "", err
	}
	claims, err := d.codes.TakeCode(ctx, code)
	if err != nil {
		return Player{}, "", err
	}
	who, token, err := d.guests.admit(ctx, claims)
	var over TokenError
	if errors.As(err, &over) {
		return Player{}, "", ErrBadDeviceCode
	}
	return who, token, err
}
