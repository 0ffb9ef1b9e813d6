package gateway_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A token in a URL would stand in logs and histories: a call by GET that brings one is not carried out.
func TestATokenIsNotTakenFromAURL(t *testing.T) {
	t.Parallel()
	s := newService(t)
	for _, c := range []struct {
		message string
		refused bool
	}{
		{`{"code": "BKTWRN", "token": "TOKEN"}`, true},
		{`{"code": "BKTWRN"}`, false},
	} {
		query := url.Values{"connect": {"v1"}, "encoding": {"json"}, "message": {c.message}}
		_, body := s.ask(t, http.MethodGet, "/api/samedeal.v1.RoomService/GetGames?"+query.Encode())
		if refused := strings.Contains(body, "by POST"); refused != c.refused {
			t.Errorf("%s: %s", c.message, body)
		}
	}
}
