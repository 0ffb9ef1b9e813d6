package web_test

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/samedeal/samedeal/web"
)

// compressible are the kinds of files that scripts/compress.mjs compresses, from so many bytes on.
var compressible = []string{".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest"}

const compressedFrom = 512

// named finds what a page names of its own server's files.
var named = regexp.MustCompile(`(?:src|href)="/([^"]+)"`)

// A build that stopped half-way makes a page that names what is not there, or one that is sent to phones
// uncompressed. Nothing else of the Go tests would see it, since they pass without a build too.
func TestTheBuildIsWhole(t *testing.T) {
	if os.Getenv("WEB_BUILT") != "1" {
		t.Skip("WEB_BUILT=1 says that the client was built before; it is not set")
	}
	page, err := fs.ReadFile(web.Dist(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	files := []string{"index.html"}
	for _, match := range named.FindAllSubmatch(page, -1) {
		files = append(files, string(match[1]))
	}
	if !slices.ContainsFunc(files, func(name string) bool { return strings.HasPrefix(name, "assets/") }) {
		t.Errorf("the page names none of the built files: %q", files)
	}
	for _, name := range files {
		checkFile(t, name)
	}
}

func checkFile(t *testing.T, name string) {
	t.Helper()
	content, err := fs.ReadFile(web.Dist(), name)
	if err != nil {
		t.Error(err)
		return
	}
	if len(content) < compressedFrom || !slices.Contains(compressible, path.Ext(name)) {
		return
	}
	for _, suffix := range []string{".br", ".gz"} {
		compressed, err := fs.Stat(web.Dist(), name+suffix)
		if err != nil {
			t.Error(err)
		} else if compressed.Size() == 0 || compressed.Size() >= int64(len(content)) {
			t.Errorf("%s%s has %d bytes, of %d", name, suffix, compressed.Size(), len(content))
		}
	}
}

// Vite empties the folder before it builds: if the file that keeps it went too, a fresh clone would not
// compile.
func TestThePlaceholderStays(t *testing.T) {
	if _, err := fs.Stat(web.Dist(), ".keep"); errors.Is(err, fs.ErrNotExist) {
		t.Error("dist/.keep is gone")
	} else if err != nil {
		t.Fatal(err)
	}
}
