package gateway_test

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/samedeal/samedeal/gateway"
)

// builtClient is what a build leaves: the coded forms differ from the file, so that a test sees which was
// sent.
var builtClient = fstest.MapFS{
	".keep":                    {},
	".vite/manifest.json":      {Data: []byte("{}")},
	"index.html":               {Data: []byte("the page")},
	"index.html.br":            {Data: []byte("page br")},
	"index.html.gz":            {Data: []byte("page gzip")},
	"icon-180.png":             {Data: []byte("icon")},
	"manifest.webmanifest":     {Data: []byte("{}")},
	"sw.js":                    {Data: []byte("worker")},
	"assets/index-1a2b.js":     {Data: []byte("the script")},
	"assets/index-1a2b.js.br":  {Data: []byte("script br")},
	"assets/index-1a2b.js.gz":  {Data: []byte("script gzip")},
	"assets/index-3c4d.css":    {Data: []byte("style")},
	"assets/index-3c4d.css.gz": {Data: []byte("style gzip")},
	"assets/suits-5e6f.woff2":  {Data: []byte("font")},
	"assets/thing-7a8b.xyz":    {Data: []byte("thing")},
	"orphan.txt.gz":            {Data: []byte("a coded form of nothing")},
}

func withClient(c *gateway.Config, _ *rooms) { c.Client = builtClient }

// ask sends a request as it is: nothing is decompressed, no redirection followed. Headers are written as
// in "Accept-Encoding: br".
func (s *service) ask(t *testing.T, method, path string, headers ...string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, s.http.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		request.Header.Add(name, value)
	}
	transport := &http.Transport{DisableCompression: true}
	defer transport.CloseIdleConnections()
	response, err := transport.RoundTrip(request)
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

// A link into the game must open it; what is no link into it must not get the page, which a browser would
// run as a script, and a program take for an answer.
func TestWhatIsAtWhichPath(t *testing.T) {
	s := newService(t, withClient)
	for path, want := range map[string]struct {
		status int
		body   string
	}{
		"/":                         {http.StatusOK, "the page"},
		"/index.html":               {http.StatusOK, "the page"},
		"/r/BKTWRN":                 {http.StatusOK, "the page"},
		"/r/bktwrn":                 {http.StatusOK, "the page"},
		"/r/BKTWRN/":                {http.StatusOK, "the page"},
		"/v1.2/page":                {http.StatusOK, "the page"},
		"/apiary":                   {http.StatusOK, "the page"},
		"/sw.js":                    {http.StatusOK, "worker"},
		"/assets/index-1a2b.js":     {http.StatusOK, "the script"},
		"/nowhere.js":               {http.StatusNotFound, ""},
		"/r/nowhere.js":             {http.StatusNotFound, ""},
		"/assets":                   {http.StatusNotFound, ""},
		"/assets/":                  {http.StatusNotFound, ""},
		"/assets/gone":              {http.StatusNotFound, ""},
		"/assets/index-0000.js":     {http.StatusNotFound, ""},
		"/api/nothing":              {http.StatusNotFound, ""},
		"/ws/nothing":               {http.StatusNotFound, ""},
		"/healthz/nothing":          {http.StatusNotFound, ""},
		"/readyz/nothing":           {http.StatusNotFound, ""},
		"/metrics":                  {http.StatusNotFound, ""},
		"/.keep":                    {http.StatusNotFound, ""},
		"/.vite/manifest.json":      {http.StatusNotFound, ""},
		"/index.html.br":            {http.StatusNotFound, ""},
		"/index.html.gz":            {http.StatusNotFound, ""},
		"/assets/index-1a2b.js.br":  {http.StatusNotFound, ""},
		"/orphan.txt":               {http.StatusNotFound, ""},
		"/orphan.txt.gz":            {http.StatusNotFound, ""},
		"/assets%2Findex-0000.js":   {http.StatusNotFound, ""},
		"/assets%5C..%5Cindex.html": {http.StatusNotFound, ""},
	} {
		response, body := s.ask(t, http.MethodGet, path)
		if response.StatusCode != want.status || want.body != "" && body != want.body || strings.Contains(body, "the page") != (want.body == "the page") {
			t.Errorf("%s: %d %s", path, response.StatusCode, body)
		}
	}
}

// A path that climbs must not come out of the client's folder, nor at what is hidden in it.
func TestPathsThatClimb(t *testing.T) {
	s := newService(t, func(c *gateway.Config, _ *rooms) {
		inner, err := fs.Sub(fstest.MapFS{
			"secret.txt":              {Data: []byte("secret")},
			"dist/index.html":         {Data: []byte("the page")},
			"dist/.vite/manifest.txt": {Data: []byte("secret")},
		}, "dist")
		if err != nil {
			t.Fatal(err)
		}
		c.Client = inner
	})
	for _, path := range []string{
		"/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt", "/r/..%2f..%2fsecret.txt",
		"//secret.txt", "/./../secret.txt", "/..%5csecret.txt", "/assets/..%2f.vite/manifest.txt", "/r/../.vite/manifest.txt",
		"/../secret.txt%00.html",
	} {
		response, body := s.ask(t, http.MethodGet, path)
		if response.StatusCode == http.StatusOK || strings.Contains(body, "secret\n") || body == "secret" {
			t.Errorf("%s: %d %s", path, response.StatusCode, body)
		}
		if to := response.Header.Get("Location"); to != "" {
			if response, body := s.ask(t, http.MethodGet, to); response.StatusCode != http.StatusNotFound {
				t.Errorf("%s, on to %s: %d %s", path, to, response.StatusCode, body)
			}
		}
	}
}

// A coding that the client did not ask for is a page of rubbish; one that it asked for and does not get is
// a slow page.
func TestContentCodings(t *testing.T) {
	s := newService(t, withClient)
	for _, c := range []struct{ path, accept, coding, body string }{
		{"/", "", "", "the page"},
		{"/", "br", "br", "page br"},
		{"/", "gzip", "gzip", "page gzip"},
		{"/", "GZip", "gzip", "page gzip"},
		{"/", "gzip, deflate, br, zstd", "br", "page br"},
		{"/", "gzip;q=1.0, br;q=0.9", "gzip", "page gzip"},
		{"/", "br;q=0, gzip", "gzip", "page gzip"},
		{"/", "br; q=0.000,gzip ; Q=0.1", "gzip", "page gzip"},
		{"/", "br;q=0, gzip;q=0", "", "the page"},
		{"/", "br;q=", "", "the page"},
		{"/", "br;q=NaN", "", "the page"},
		{"/", "br;quality=1", "", "the page"},
		{"/", "brotli, x-br, deflate", "", "the page"},
		{"/", "*", "br", "page br"},
		{"/", "*;q=0", "", "the page"},
		{"/", "br;q=0, *", "gzip", "page gzip"},
		{"/", "gzip, *;q=0", "gzip", "page gzip"},
		{"/", "identity", "", "the page"},
		{"/", "identity, br", "br", "page br"},
		{"/", "identity, br;q=0.5", "", "the page"},
		{"/", "identity;q=0", "", "the page"},
		{"/r/BKTWRN", "br", "br", "page br"},
		{"/assets/index-1a2b.js", "gzip", "gzip", "script gzip"},
		{"/assets/index-3c4d.css", "br, gzip", "gzip", "style gzip"},
		{"/assets/index-3c4d.css", "br", "", "style"},
		{"/icon-180.png", "br, gzip", "", "icon"},
	} {
		var headers []string
		if c.accept != "" {
			headers = append(headers, "Accept-Encoding: "+c.accept)
		}
		response, body := s.ask(t, http.MethodGet, c.path, headers...)
		h := response.Header
		if body != c.body || h.Get("Content-Encoding") != c.coding {
			t.Errorf("%s for %q: %s %q", c.path, c.accept, h.Get("Content-Encoding"), body)
		}
		if h.Get("Content-Length") != strconv.Itoa(len(c.body)) {
			t.Errorf("%s for %q: a length of %s", c.path, c.accept, h.Get("Content-Length"))
		}
	}
	if _, body := s.ask(t, http.MethodGet, "/", "Accept-Encoding: gzip", "Accept-Encoding: br"); body != "page br" {
		t.Errorf("for two headers: %q", body)
	}
}

// A type taken from the coded form's name, or a cache that is not told what the answer depends on, breaks
// the page for somebody else.
func TestHeadersOfFiles(t *testing.T) {
	const (
		forEver = "public, max-age=31536000, immutable"
		checked = "no-cache"
	)
	s := newService(t, withClient)
	for _, c := range []struct{ path, kind, cache, vary string }{
		{"/", "text/html; charset=utf-8", checked, "Accept-Encoding"},
		{"/r/BKTWRN", "text/html; charset=utf-8", checked, "Accept-Encoding"},
		{"/sw.js", "text/javascript; charset=utf-8", checked, ""},
		{"/manifest.webmanifest", "application/manifest+json", checked, ""},
		{"/icon-180.png", "image/png", checked, ""},
		{"/assets/index-1a2b.js", "text/javascript; charset=utf-8", forEver, "Accept-Encoding"},
		{"/assets/index-3c4d.css", "text/css; charset=utf-8", forEver, "Accept-Encoding"},
		{"/assets/suits-5e6f.woff2", "font/woff2", forEver, ""},
		{"/assets/thing-7a8b.xyz", "application/octet-stream", forEver, ""},
		{"/assets/index-0000.js", "text/plain; charset=utf-8", checked, ""},
	} {
		for _, accept := range []string{"identity", "br", "gzip"} {
			response, _ := s.ask(t, http.MethodGet, c.path, "Accept-Encoding: "+accept)
			h := response.Header
			if h.Get("Content-Type") != c.kind || h.Get("Cache-Control") != c.cache || h.Get("Vary") != c.vary {
				t.Errorf("%s in %s: %v", c.path, accept, h)
			}
		}
	}
}

// With one tag for all codings, a cache would answer for a coding with the bytes of another.
func TestEntityTags(t *testing.T) {
	s := newService(t, withClient)
	codings := []string{"identity", "br", "gzip"}
	codingOf := map[string]string{}
	for _, coding := range codings {
		response, _ := s.ask(t, http.MethodGet, "/r/BKTWRN", "Accept-Encoding: "+coding)
		tag := response.Header.Get("ETag")
		if other, taken := codingOf[tag]; taken || len(tag) < 18 || tag[0] != '"' || tag[len(tag)-1] != '"' {
			t.Errorf("%s has the tag %s, and so has %q", coding, tag, other)
		}
		codingOf[tag] = coding
	}
	for tag, its := range codingOf {
		for _, coding := range codings {
			want := http.StatusOK
			if coding == its {
				want = http.StatusNotModified
			}
			for _, given := range []string{tag, "W/" + tag, `"another", ` + tag} {
				response, body := s.ask(t, http.MethodGet, "/", "Accept-Encoding: "+coding, "If-None-Match: "+given)
				if response.StatusCode != want {
					t.Errorf("%s of %s, asked for %s: %d", given, its, coding, response.StatusCode)
				}
				if want == http.StatusNotModified {
					checkNotModified(t, response, body, tag)
				}
			}
		}
	}
	if response, _ := s.ask(t, http.MethodGet, "/", "If-None-Match: *"); response.StatusCode != http.StatusNotModified {
		t.Errorf("for any tag: %d", response.StatusCode)
	}
	if response, _ := s.ask(t, http.MethodGet, "/assets/gone.js", "If-None-Match: *"); response.StatusCode != http.StatusNotFound {
		t.Errorf("for any tag of what is not there: %d", response.StatusCode)
	}
}

// What the full answer would have said of caching holds for the short one too.
func checkNotModified(t *testing.T, response *http.Response, body, tag string) {
	t.Helper()
	h := response.Header
	if body != "" || h.Get("ETag") != tag || h.Get("Vary") != "Accept-Encoding" || h.Get("Cache-Control") != "no-cache" ||
		h.Get("Content-Encoding") != "" || h.Get("Content-Security-Policy") == "" {
		t.Errorf("not modified: %v %q", h, body)
	}
}

// A HEAD that differs from its GET misleads whoever checks a link.
func TestMethodsOnFiles(t *testing.T) {
	s := newService(t, withClient)
	for _, path := range []string{"/", "/r/BKTWRN", "/assets/index-1a2b.js", "/assets/gone.js", "/nowhere.js"} {
		full, _ := s.ask(t, http.MethodGet, path, "Accept-Encoding: br")
		head, body := s.ask(t, http.MethodHead, path, "Accept-Encoding: br")
		if head.StatusCode != full.StatusCode || body != "" {
			t.Errorf("HEAD %s: %d %q", path, head.StatusCode, body)
		}
		for _, name := range []string{"Content-Length", "Content-Type", "Content-Encoding", "ETag", "Cache-Control", "Vary"} {
			if head.Header.Get(name) != full.Header.Get(name) {
				t.Errorf("HEAD %s: %s is %q, not %q", path, name, head.Header.Get(name), full.Header.Get(name))
			}
		}
		for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodOptions} {
			response, body := s.ask(t, method, path)
			if response.StatusCode != http.StatusMethodNotAllowed || response.Header.Get("Allow") != "GET, HEAD" ||
				strings.Contains(body, "the page") {
				t.Errorf("%s %s: %d %s", method, path, response.StatusCode, body)
			}
		}
	}
}

// Who compiles the program without Node must learn what is missing, instead of a blank page; and no cache
// may keep that.
func TestAClientThatWasNotBuilt(t *testing.T) {
	for name, client := range map[string]fs.FS{"none": nil, "a placeholder": fstest.MapFS{".keep": {}}} {
		s := newService(t, func(c *gateway.Config, _ *rooms) { c.Client = client })
		for path, status := range map[string]int{
			"/": http.StatusServiceUnavailable, "/r/BKTWRN": http.StatusServiceUnavailable,
			"/assets/index-1a2b.js": http.StatusNotFound, "/nowhere.js": http.StatusNotFound, "/healthz": http.StatusOK,
		} {
			response, body := s.ask(t, http.MethodGet, path)
			if response.StatusCode != status {
				t.Errorf("%s: %s: %d", name, path, response.StatusCode)
			}
			h := response.Header
			if status == http.StatusServiceUnavailable && (!strings.Contains(body, "make web") ||
				!strings.Contains(body, "npm ci &amp;&amp; npm run build") || h.Get("Cache-Control") != "no-store" ||
				h.Get("Content-Type") != "text/html; charset=utf-8") {
				t.Errorf("%s: %s: %v %s", name, path, h, body)
			}
		}
	}
}

// unreadable is a client with one file that cannot be read.
type unreadable struct{ fstest.MapFS }

var errUnreadable = errors.New("the disk is gone")

func (u unreadable) ReadFile(name string) ([]byte, error) {
	if name == "assets/index-1a2b.js.br" {
		return nil, errUnreadable
	}
	return u.MapFS.ReadFile(name)
}

// A service that starts with half its client fails at some players only.
func TestAClientThatCannotBeRead(t *testing.T) {
	config := prepare(t).config()
	config.Client = unreadable{builtClient}
	_, err := gateway.New(config)
	if !errors.Is(err, errUnreadable) {
		t.Errorf("the error is %v", err)
	}
}

// An explicit host that is none, as that of an IPv6 address, makes the browser complain of the policy.
func TestWhatThePageMayConnectTo(t *testing.T) {
	for public, want := range map[string]string{
		"https://samedeal.example":      "connect-src 'self' wss://samedeal.example;",
		"https://samedeal.example:8443": "connect-src 'self' wss://samedeal.example:8443;",
		"http://localhost:8080":         "connect-src 'self' ws://localhost:8080;",
		"http://[::1]:8080":             "connect-src 'self';",
	} {
		s := newService(t, withClient, func(c *gateway.Config, _ *rooms) { c.PublicURL = public })
		response, _ := s.ask(t, http.MethodGet, "/")
		if policy := response.Header.Get("Content-Security-Policy"); !strings.Contains(policy, want) {
			t.Errorf("%s: %s", public, policy)
		}
	}
}
