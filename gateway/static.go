package gateway

import (
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
)

const (
	// indexPage is the client's one page.
	indexPage = "index.html"
	// assetsFolder is where the build puts files that have a hash of their content in their name.
	assetsFolder = "assets"

	cacheForEver    = "public, max-age=31536000, immutable"
	cacheAfterCheck = "no-cache"
	cacheNever      = "no-store"
)

// notPages are the first segments of paths that are not the client's to show a page at: an answer of
// HTML would hide that the path is wrong. A page in place of an asset would run as a script, in a tab that
// is older than the last deployment.
var notPages = []string{assetsFolder, "api", "ws", "healthz", "readyz", "metrics"}

// notBuiltPage stands for the client where the program was compiled without it.
const notBuiltPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Samedeal: not built</title>
<h1>The browser client has not been built</h1>
<p>The service runs, with the WebSocket at <code>/ws</code> and the HTTP calls under <code>/api/</code>, but its program
was compiled without the pages. To have them, in the source's folder:</p>
<pre>make web build</pre>
<p>or</p>
<pre>(cd web &amp;&amp; npm ci &amp;&amp; npm run build)
go build -o bin/samedeal ./cmd/samedeal</pre>
<p>and start it again.</p>
</html>
`

// static serves the browser client: its files, and its page wherever the client may be in the game.
type static struct {
	files  map[string]*staticFile // by their paths, without a slash at the front
	policy string
}

func newStatic(client fs.FS, public *url.URL) (*static, error) {
	files, err := readStaticFiles(client)
	if err != nil {
		return nil, err
	}
	return &static{files: files, policy: pagePolicy(public)}, nil
}

// pagePolicy is the Content-Security-Policy of the client: nothing inline, and nothing from elsewhere.
func pagePolicy(public *url.URL) string {
	connect := "connect-src 'self'"
	// Safari before 15.4 does not count a WebSocket to the page's own host as 'self'. An IPv6 address has
	// no form in a policy.
	if !strings.Contains(public.Host, "[") {
		connect += " ws" + strings.TrimPrefix(public.Scheme, "http") + "://" + public.Host
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
		connect, "manifest-src 'self'", "worker-src 'self'", "base-uri 'none'", "form-action 'self'",
		"frame-ancestors 'none'",
	}, "; ")
}

func (s *static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", s.policy)
	w.Header().Set("Cache-Control", cacheAfterCheck)
	name := strings.TrimPrefix(r.URL.Path, "/")
	file, found := s.files[name]
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "here is nothing but to GET", http.StatusMethodNotAllowed)
	case found && firstSegment(name) == assetsFolder:
		w.Header().Set("Cache-Control", cacheForEver)
		file.serve(w, r)
	case found:
		file.serve(w, r)
	case isPage(name):
		s.servePage(w, r)
	default:
		http.NotFound(w, r)
	}
}

func (s *static) servePage(w http.ResponseWriter, r *http.Request) {
	if page, built := s.files[indexPage]; built {
		page.serve(w, r)
		return
	}
	w.Header().Set("Cache-Control", cacheNever)
	w.Header().Set("Content-Type", contentTypes[".html"])
	w.Header().Set("Content-Length", strconv.Itoa(len(notBuiltPage)))
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte(notBuiltPage)) // nobody is left to be told of an error
}

// isPage reports whether a path that is no file's is one that the client shows something at.
func isPage(name string) bool {
	return path.Ext(name) == "" && !slices.Contains(notPages, firstSegment(name))
}

func firstSegment(name string) string {
	first, _, _ := strings.Cut(name, "/")
	return first
}
