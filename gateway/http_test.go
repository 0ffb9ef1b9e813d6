package gateway_test

import (
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/samedeal/samedeal/gateway"
)

func newTestServer(t *testing.T, h http.Handler) *httptest.Server {
	s := httptest.NewServer(h)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

func get(t *testing.T, url string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

// A header that is missing from one route makes the browser a tool there; so does the page's policy, which
// lets scripts run, where there is no page.
func TestSecurityHeaders(t *testing.T) {
	const (
		closed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
		page   = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
			"connect-src 'self' wss://samedeal.example; manifest-src 'self'; worker-src 'self'; base-uri 'none'; " +
			"form-action 'self'; frame-ancestors 'none'"
	)
	s := newService(t, withClient)
	for path, policy := range map[string]string{
		"/": page, "/r/BKTWRN": page, "/assets/index-1a2b.js": page, "/assets/gone.js": page, "/nowhere.txt": page,
		"/healthz": closed, "/readyz": closed, "/ws": closed, "/api/nothing": closed,
	} {
		response, _ := s.ask(t, http.MethodGet, path)
		h := response.Header
		if h.Get("Content-Security-Policy") != policy || h.Get("Referrer-Policy") != "no-referrer" ||
			h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Strict-Transport-Security") == "" {
			t.Errorf("%s: headers %v", path, h)
		}
	}
}

func TestHealth(t *testing.T) {
	var failure error
	s := newService(t, func(c *gateway.Config, _ *rooms) {
		c.Times.Ready = 10 * time.Millisecond
		c.Ready = func(ctx context.Context) error {
			if _, bounded := ctx.Deadline(); !bounded {
				return errors.New("it may take for ever")
			}
			return failure
		}
	})
	s.enter(t, binary)
	admin := newTestServer(t, s.Admin())
	for _, c := range []struct {
		failure      error
		path         string
		status       int
		says, silent string
	}{
		{nil, "/healthz", http.StatusOK, "alive", ""},
		{nil, "/readyz", http.StatusOK, "ready", ""},
		{errors.New("secret"), "/readyz", http.StatusServiceUnavailable, "not ready", "secret"},
		{errors.New("secret"), "/healthz", http.StatusOK, "alive", ""},
		{nil, "/readyz", http.StatusOK, "ready", ""},
	} {
		failure = c.failure
		for _, url := range []string{s.http.URL, admin.URL} {
			response, body := get(t, url+c.path)
			if response.StatusCode != c.status || !strings.Contains(body, c.says) || c.silent != "" && strings.Contains(body, c.silent) {
				t.Errorf("%s: %d %s", c.path, response.StatusCode, body)
			}
		}
	}
	if _, body := get(t, admin.URL+"/metrics"); !strings.Contains(body, "samedeal_gateway_connections 1") {
		t.Errorf("metrics:\n%s", body)
	}
}

func TestAPanicInARequest(t *testing.T) {
	s := newService(t, func(c *gateway.Config, _ *rooms) {
		c.Ready = func(context.Context) error { panic("secret") }
	})
	response, body := get(t, s.http.URL+"/readyz")
	if response.StatusCode != http.StatusInternalServerError || strings.Contains(body, "secret") {
		t.Errorf("%d %s", response.StatusCode, body)
	}
	if n := s.metric(t, "panics_total", "where=request"); n != 1 {
		t.Errorf("%v panics were counted", n)
	}
}

func TestConfigurationsThatAreWrong(t *testing.T) {
	for name, change := range map[string]func(*gateway.Config){
		"PublicURL":              func(c *gateway.Config) { c.PublicURL = "samedeal.example" },
		"PublicURL ":             func(c *gateway.Config) { c.PublicURL = "https://samedeal.example/game" },
		"Rooms":                  func(c *gateway.Config) { c.Rooms = nil },
		"Guests":                 func(c *gateway.Config) { c.Guests = nil },
		"Devices":                func(c *gateway.Config) { c.Devices = nil },
		"Friends":                func(c *gateway.Config) { c.Friends = nil },
		"Moderation":             func(c *gateway.Config) { c.Moderation = nil },
		"Analyst":                func(c *gateway.Config) { c.Analyst = nil },
		"Standing":               func(c *gateway.Config) { c.Standing = nil },
		"Limits.DeviceCodes":     func(c *gateway.Config) { c.Limits.DeviceCodes = -1 },
		"Times.Standing":         func(c *gateway.Config) { c.Times.Standing = -1 },
		"Limits.FrameBytes":      func(c *gateway.Config) { c.Limits.FrameBytes = -1 },
		"Limits.FramesPerSecond": func(c *gateway.Config) { c.Limits.FramesPerSecond = -1 },
		// With it nothing would be held to its rate.
		"Limits.FramesPerSecond ": func(c *gateway.Config) { c.Limits.FramesPerSecond = math.NaN() },
		"Times.Ping":              func(c *gateway.Config) { c.Times.Ping = -1 },
	} {
		s := prepare(t)
		config := s.config()
		change(&config)
		_, err := gateway.New(config)
		var wrong *gateway.ConfigError
		if !errors.As(err, &wrong) || wrong.Field != strings.TrimSpace(name) ||
			!strings.HasPrefix(wrong.Error(), "gateway: "+wrong.Field+": want ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
