package gateway_test

import (
	"context"
	"errors"
	"io"
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

func TestPages(t *testing.T) {
	s := newService(t)
	for path, want := range map[string]struct {
		status int
		says   string
	}{
		"/":            {http.StatusOK, "ListRooms"},
		"/r/BKTWRN":    {http.StatusOK, "BKTWRN"},
		"/r/bktwrn":    {http.StatusOK, "https://samedeal.example/api/samedeal.v1.RoomService/GetRoom"},
		"/r/BKT":       {http.StatusNotFound, ""},
		"/r/%3Cscript": {http.StatusNotFound, ""},
		"/r/":          {http.StatusNotFound, ""},
		"/nowhere":     {http.StatusNotFound, ""},
		"/metrics":     {http.StatusNotFound, ""},
		"/api/nothing": {http.StatusNotFound, ""},
	} {
		response, body := get(t, s.http.URL+path)
		if response.StatusCode != want.status || !strings.Contains(body, want.says) {
			t.Errorf("%s: %d %s", path, response.StatusCode, body)
		}
		h := response.Header
		if !strings.HasPrefix(h.Get("Content-Security-Policy"), "default-src 'none'") ||
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
		"Limits.FrameBytes":      func(c *gateway.Config) { c.Limits.FrameBytes = -1 },
		"Limits.FramesPerSecond": func(c *gateway.Config) { c.Limits.FramesPerSecond = -1 },
		"Times.Ping":             func(c *gateway.Config) { c.Times.Ping = -1 },
	} {
		s := prepare(t)
		config := gateway.Config{Rooms: s.rooms, Guests: s.guests, PublicURL: "http://127.0.0.1:8080"}
		change(&config)
		_, err := gateway.New(config)
		var wrong *gateway.ConfigError
		if !errors.As(err, &wrong) || wrong.Field != strings.TrimSpace(name) ||
			!strings.HasPrefix(wrong.Error(), "gateway: "+wrong.Field+": want ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
