package gateway

import (
	"context"
	"fmt"
	"io/fs"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/zap"

	"github.com/samedeal/samedeal/gateway/api"
	"github.com/samedeal/samedeal/player"
	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
	"github.com/samedeal/samedeal/room"
)

// Rooms is what the gateway needs of the rooms. Its methods may be called from any number of goroutines.
// An error that is or wraps a *room.Fault is for the client; any other is logged and not shown.
type Rooms interface {
	api.Rooms
	// Open begins a session of a visitor on a connection.
	Open(v room.Visitor, c room.Conn) Session
}

// Session is a visitor's way to the rooms. It is used by one goroutine at a time. What comes of a call
// is sent through the connection that the session was opened with.
type Session interface {
	// Resume goes on in a room as it was last seen.
	Resume(p *samedealv1.Position)
	// Command and Action hand a frame on. They wait while the room's mailbox is full, or until the
	// context is done.
	Command(ctx context.Context, c *samedealv1.Command)
	Action(ctx context.Context, a *samedealv1.Action)
	// Close says that the connection is gone. It is called once, and last.
	Close()
}

// Standing says who may not be in any more. Its methods may be called from any number of goroutines.
type Standing interface {
	// Changed gives the players whose standing has changed lately; each is told for a while.
	Changed(ctx context.Context) ([]player.ID, error)
	// Check says of each of these players why they may not be in any more, nil if they may: a
	// player.TokenError or a *player.BanError.
	Check(ctx context.Context, players []player.Player) ([]error, error)
}

// Config is what a Server is made of. All up to PublicURL must be given, but Removals.
type Config struct {
	Rooms      Rooms
	Guests     api.Guests
	Devices    api.Devices
	Friends    api.Friends
	Boards     api.Boards
	Dailies    api.Dailies
	Analyst    api.Analyst
	Moderation api.Moderation
	Standing   Standing
	// Removals are called in their order when an account is deleted, before all else that is kept of its
	// player. There may be none.
	Removals []api.Removal
	// PublicURL is where browsers reach the service, such as https://samedeal.example: with a scheme and
	// a host, without a path.
	PublicURL string
	// Client is the built browser client, with index.html at its root. If nil, or without that page, who
	// asks for the page is told that it has not been built.
	Client fs.FS
	// Build is the server's name and build, as Welcome tells it.
	Build string
	// Ready says why the service cannot do its work now; nil stands for one that always can. It must
	// return when its context is done.
	Ready func(context.Context) error
	// Now is the clock that clients are told, the one that races start by: time.Now if nil.
	Now func() time.Time
	// Proxies are the reverse proxies whose X-Forwarded-For is believed; none if empty.
	Proxies []netip.Prefix
	// Log is told of what failed: nobody is if nil.
	Log *zap.Logger
	// Metrics is where the gateway's metrics are registered, and what Admin shows: a registry of its own
	// if nil.
	Metrics *prometheus.Registry
	Limits  Limits
	Times   Times
}

// Limits is how much a client may do. A field left at 0 takes its default.
type Limits struct {
	// FrameBytes is the largest frame from a client: 4,096.
	FrameBytes int
	// FramesPerSecond is how many frames a second are read from a connection, after a burst: 20, and 60.
	FramesPerSecond float64
	FrameBurst      int
	// QueueBytes is how much may wait to be sent on a connection: 256 KiB.
	QueueBytes int
	// BodyBytes is the largest body of an HTTP call: 16 KiB.
	BodyBytes int
	// FailedLookups is how many look-ups of rooms that do not exist an address has in a minute: 60.
	FailedLookups int
	// DeviceCodes is how many codes for another device, and invitations, an address may try in a minute, good
	// ones counted: 30.
	DeviceCodes int
	// NewGuests is how many new guests may come from an address in a minute, over HTTP and WebSocket together,
	// and NewRooms how many rooms may be made: 120 and 60, all at once if they like. Thirty players behind one
	// address need far fewer.
	NewGuests, NewRooms int
	// NewAnalyses is how many games an address may have analysed in a minute: 10. One that is analysed already costs
	// nothing.
	NewAnalyses int
	// Sockets is how many WebSockets may be open, and SocketsPerAddress how many from one address: 20,000
	// and 256.
	Sockets, SocketsPerAddress int
	// Connections is how many other connections the server of HTTP has, those without a request counted,
	// and ConnectionsPerAddress how many from one address that is none of Proxies: 10,000 and 256.
	Connections, ConnectionsPerAddress int
	// PerAddress is how many times as much as that an address may do and have, guesses left out: 1. It is for
	// those of whom very many share an address.
	PerAddress int
	// Addresses is how many addresses are remembered for these, and how many players: 10,000.
	Addresses int
}

// Times is how long things may take. A field left at 0 takes its default.
type Times struct {
	// Hello is how long a client may take to say who it is: 10 s.
	Hello time.Duration
	// Ping is how often a client is pinged, and Silent after how long without a sign it is given up: 15 s
	// and 30 s.
	Ping, Silent time.Duration
	// Standing is how often it is asked whose standing has changed, to close their connections: 1 s. All
	// players are looked at as often as they are pinged.
	Standing time.Duration
	// Tick is after how long without any other frame the client is sent the time: 10 s.
	Tick time.Duration
	// Write is how long a client may take to accept a frame: 10 s.
	Write time.Duration
	// Flood is for how long on end a client may have more waiting than it may send: 10 s.
	Flood time.Duration
	// Linger is how long the last frames of a connection may take, and then how long the client may take
	// to answer the close: 3 s.
	Linger time.Duration
	// Call is how long a store may take over a Hello or an HTTP call: 5 s.
	Call time.Duration
	// Boards is how long an admin's call, or the deletion of an account, may take that goes through the rows of many
	// boards: 10 min.
	Boards time.Duration
	// Ready is how long Config.Ready may take: 2 s.
	Ready time.Duration
	// Header is how long the headers of a request may take to come, and Request all of it: 10 s and 20 s.
	Header, Request time.Duration
	// Response is how long a client may take to accept the answer to a request: 1 min.
	Response time.Duration
	// KeepAlive is how long a connection waits for another request: 1 min.
	KeepAlive time.Duration
}

// A ConfigError says what is wrong with a Config and what would be right.
type ConfigError struct{ Field, Want string }

func (e *ConfigError) Error() string { return fmt.Sprintf("gateway: %s: want %s", e.Field, e.Want) }

// complete checks a configuration and fills in its defaults. The error is a *ConfigError.
func (c Config) complete() (Config, *url.URL, error) {
	public, err := url.Parse(c.PublicURL)
	switch {
	case err != nil, public.Scheme != "http" && public.Scheme != "https", public.Host == "",
		strings.Trim(public.Path, "/") != "", public.RawQuery != "", public.Fragment != "", public.User != nil:
		return c, nil, &ConfigError{"PublicURL", "a URL such as https://samedeal.example, without a path"}
	case c.Rooms == nil:
		return c, nil, &ConfigError{"Rooms", "the rooms"}
	case c.Guests == nil:
		return c, nil, &ConfigError{"Guests", "the guests"}
	case c.Devices == nil:
		return c, nil, &ConfigError{"Devices", "the guests' other devices"}
	case c.Friends == nil:
		return c, nil, &ConfigError{"Friends", "the guests' friends"}
	case c.Boards == nil:
		return c, nil, &ConfigError{"Boards", "the leaderboards"}
	case c.Dailies == nil:
		return c, nil, &ConfigError{"Dailies", "the daily challenge"}
	case c.Analyst == nil:
		return c, nil, &ConfigError{"Analyst", "the analyst of games"}
	case c.Moderation == nil:
		return c, nil, &ConfigError{"Moderation", "the guests' moderation"}
	case c.Standing == nil:
		return c, nil, &ConfigError{"Standing", "the guests' standing"}
	}
	if c.Ready == nil {
		c.Ready = func(context.Context) error { return nil }
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = zap.NewNop()
	}
	if c.Metrics == nil {
		c.Metrics = prometheus.NewRegistry()
	}
	if err := c.Limits.complete(); err != nil {
		return c, nil, err
	}
	return c, public, c.Times.complete()
}

func (l *Limits) complete() error {
	if l.FramesPerSecond == 0 {
		l.FramesPerSecond = 20
	}
	if !(l.FramesPerSecond > 0) { // NaN is not above 0 either
		return &ConfigError{"Limits.FramesPerSecond", "a rate above 0"}
	}
	for _, f := range []struct {
		name     string
		field    *int
		standard int
	}{
		{"FrameBytes", &l.FrameBytes, 4096},
		{"FrameBurst", &l.FrameBurst, 60},
		{"QueueBytes", &l.QueueBytes, 256 << 10},
		{"BodyBytes", &l.BodyBytes, 16 << 10},
		{"FailedLookups", &l.FailedLookups, 60},
		{"DeviceCodes", &l.DeviceCodes, 30},
		{"NewGuests", &l.NewGuests, 120},
		{"NewRooms", &l.NewRooms, 60},
		{"NewAnalyses", &l.NewAnalyses, 10},
		{"Sockets", &l.Sockets, 20_000},
		{"SocketsPerAddress", &l.SocketsPerAddress, 256},
		{"Connections", &l.Connections, 10_000},
		{"ConnectionsPerAddress", &l.ConnectionsPerAddress, 256},
		{"PerAddress", &l.PerAddress, 1},
		{"Addresses", &l.Addresses, 10_000},
	} {
		switch {
		case *f.field < 0:
			return &ConfigError{"Limits." + f.name, "a number above 0"}
		case *f.field == 0:
			*f.field = f.standard
		}
	}
	for _, share := range []*int{&l.NewGuests, &l.NewRooms, &l.NewAnalyses, &l.SocketsPerAddress, &l.ConnectionsPerAddress} {
		*share *= l.PerAddress
	}
	return nil
}

func (t *Times) complete() error {
	for _, f := range []struct {
		name     string
		field    *time.Duration
		standard time.Duration
	}{
		{"Hello", &t.Hello, 10 * time.Second},
		{"Ping", &t.Ping, 15 * time.Second},
		{"Silent", &t.Silent, 30 * time.Second},
		{"Standing", &t.Standing, time.Second},
		{"Tick", &t.Tick, 10 * time.Second},
		{"Write", &t.Write, 10 * time.Second},
		{"Flood", &t.Flood, 10 * time.Second},
		{"Linger", &t.Linger, 3 * time.Second},
		{"Call", &t.Call, 5 * time.Second},
		{"Boards", &t.Boards, 10 * time.Minute},
		{"Ready", &t.Ready, 2 * time.Second},
		{"Header", &t.Header, 10 * time.Second},
		{"Request", &t.Request, 20 * time.Second},
		{"Response", &t.Response, time.Minute},
		{"KeepAlive", &t.KeepAlive, time.Minute},
	} {
		switch {
		case *f.field < 0:
			return &ConfigError{"Times." + f.name, "a duration above 0"}
		case *f.field == 0:
			*f.field = f.standard
		}
	}
	return nil
}
