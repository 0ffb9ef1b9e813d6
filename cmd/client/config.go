package client

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	samedealv1 "github.com/samedeal/samedeal/proto/samedeal/v1"
)

// Config is what a client is made with.
type Config struct {
	// Servers are the addresses of the service, such as http://127.0.0.1:8080; at least one. The first is
	// tried first, and after each lost connection or failed attempt the next.
	Servers []string
	// Token is who the player is. Without one the client is a new guest with this Name.
	Token, Name string
	// JSON speaks the protocol's JSON form instead of the binary one.
	JSON bool
	// Build tells the server's log who this is, in at most 64 bytes; "samedeal client" if empty.
	Build string
	// OnFrame, if set, is shown each frame but Welcome, in order, after State has taken it in. It runs on the
	// client's reading goroutine, so it must not wait for the client.
	OnFrame func(*samedealv1.ServerFrame)
	// Pause waits before a further attempt to connect, or until the context is done; nil waits by the clock.
	Pause func(context.Context, time.Duration) error
}

const (
	protocol     = 1
	standardName = "samedeal client"
)

// withDefaults checks the configuration and fills it in.
func (c Config) withDefaults() (Config, error) {
	if len(c.Servers) == 0 {
		return c, errors.New("no server given; want an address such as http://127.0.0.1:8080")
	}
	for _, server := range c.Servers {
		if _, err := parseServer(server); err != nil {
			return c, err
		}
	}
	if c.Build == "" {
		c.Build = standardName
	}
	if c.OnFrame == nil {
		c.OnFrame = func(*samedealv1.ServerFrame) {}
	}
	if c.Pause == nil {
		c.Pause = pause
	}
	return c, nil
}

// parseServer reads the address of a service.
func parseServer(text string) (*url.URL, error) {
	server, err := url.Parse(text)
	if err != nil || server.Host == "" || (server.Scheme != "http" && server.Scheme != "https") {
		return nil, fmt.Errorf("the server's address is %q; want one such as http://127.0.0.1:8080", text)
	}
	server.Path = strings.TrimSuffix(server.Path, "/")
	return server, nil
}

// webSocketOf is where the service at an address has its WebSocket.
func webSocketOf(text string) (string, error) {
	server, err := parseServer(text)
	if err != nil {
		return "", err
	}
	server.Scheme = strings.Replace(server.Scheme, "http", "ws", 1)
	return server.JoinPath("ws").String(), nil
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
