package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
)

// contentTypes are the types of what the client is made of. They are not left to the machine's own
// table, which differs from one to the next: with nosniff, a wrong type is a page that does not work.
var contentTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".jpg":         "image/jpeg",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".webmanifest": "application/manifest+json",
	".webp":        "image/webp",
	".woff2":       "font/woff2",
}

const otherContentType = "application/octet-stream"

// contentCodings are the ways in which a file may be sent, each with what the build adds to the file's
// name. Of those that a client likes equally, the first that there is of the file is taken.
var contentCodings = []contentCoding{{"br", ".br"}, {"gzip", ".gz"}, {identity, ""}}

type contentCoding struct{ name, suffix string }

// identity is the coding of a file that is sent as it is.
const identity = "identity"

// staticFile is a file of the client, in all the codings that there are of it.
type staticFile struct {
	contentType string
	variants    []staticVariant // in the order of contentCodings; the last is the file itself
}

type staticVariant struct {
	coding string
	tag    string // its ETag
	body   []byte
}

// readStaticFiles reads all that is to be served; there is nothing without a client.
func readStaticFiles(client fs.FS) (map[string]*staticFile, error) {
	files := map[string]*staticFile{}
	if client == nil {
		return files, nil
	}
	err := fs.WalkDir(client, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name == ".":
			return nil
		case entry.IsDir() && isHidden(entry):
			return fs.SkipDir
		case entry.IsDir(), isHidden(entry), isCoded(name):
			return nil
		}
		files[name], err = readStaticFile(client, name)
		return err
	})
	return files, err
}

// isHidden reports whether a file or folder is the build's own affair, such as its manifest.
func isHidden(entry fs.DirEntry) bool { return strings.HasPrefix(entry.Name(), ".") }

// isCoded reports whether a file is another one, compressed.
func isCoded(name string) bool {
	return slices.ContainsFunc(contentCodings, func(c contentCoding) bool {
		return c.name != identity && strings.HasSuffix(name, c.suffix)
	})
}

func readStaticFile(client fs.FS, name string) (*staticFile, error) {
	file := &staticFile{contentType: contentTypes[path.Ext(name)]}
	if file.contentType == "" {
		file.contentType = otherContentType
	}
	for _, coding := range contentCodings {
		body, err := fs.ReadFile(client, name+coding.suffix)
		if errors.Is(err, fs.ErrNotExist) && coding.name != identity {
			continue
		}
		if err != nil {
			return nil, err
		}
		file.variants = append(file.variants, staticVariant{coding.name, entityTag(body), body})
	}
	return file, nil
}

// entityTag is of the bytes as they are sent, so that each coding has its own.
func entityTag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}

// serve sends the file, or says that the client has it.
func (f *staticFile) serve(w http.ResponseWriter, r *http.Request) {
	variant := f.choose(acceptedCodingsOf(r.Header))
	header := w.Header()
	header.Set("ETag", variant.tag)
	if len(f.variants) > 1 {
		header.Add("Vary", "Accept-Encoding")
	}
	if hasTag(r.Header, variant.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	header.Set("Content-Type", f.contentType)
	header.Set("Content-Length", strconv.Itoa(len(variant.body)))
	if variant.coding != identity {
		header.Set("Content-Encoding", variant.coding)
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(variant.body) // nobody is left to be told of an error
	}
}

// choose gives what the client likes best; the file itself if it says nothing, or likes nothing.
func (f *staticFile) choose(accepted acceptedCodings) staticVariant {
	best, most := f.variants[len(f.variants)-1], 0.0
	for _, v := range f.variants {
		if q := accepted.quality(v.coding); q > most {
			best, most = v, q
		}
	}
	return best
}

// hasTag reports whether If-None-Match names the tag. A proxy may have made it a weak one.
func hasTag(header http.Header, tag string) bool {
	for given := range listed(header, "If-None-Match") {
		if given == "*" || strings.TrimPrefix(given, "W/") == tag {
			return true
		}
	}
	return false
}
