package client

import "testing"

func TestServers(t *testing.T) {
	for server, want := range map[string]string{
		"http://127.0.0.1:8080":  "ws://127.0.0.1:8080/ws",
		"https://play.example":   "wss://play.example/ws",
		"https://a.example/sub/": "wss://a.example/sub/ws",
		"127.0.0.1:8080":         "",
		"ws://127.0.0.1:8080":    "",
		"http://":                "",
		"":                       "",
	} {
		got, err := webSocketOf(server)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", server, got, err)
		}
	}
	if _, err := (Config{}).withDefaults(); err == nil {
		t.Error("a client without a server")
	}
}
